import { keptRowsMigration } from './buyers/kept-rows';
import { draftsMigration, draftTables, sentDraftsMigration } from './drafts/schema';
import {
  historyBeginningsMigration,
  historyLoadsMigration,
  historyMigration,
  historyTables,
} from './history/schema';
import { savedRequestsMigration, savedRequestTables } from './saved-requests/schema';
import { unsettledSendsMigration, unsettledSendTables } from './sending/unsettled-sends';
import type { Migration } from './database/database';

/**
 * The steps of the schema, oldest first. A step is never changed once it was released, only followed by another. Tables
 * have text ids (UUIDs), so that rows gathered in memory can move into the file.
 */
export const migrations: readonly Migration[] = [
  keptRowsMigration,
  draftsMigration,
  historyMigration,
  savedRequestsMigration,
  historyBeginningsMigration,
  historyLoadsMigration,
  unsettledSendsMigration,
  sentDraftsMigration,
];

/** Tables whose rows move into the file when the keychain comes back, those first that others refer to. */
export const tablesToCarryOver: readonly string[] = [
  ...draftTables,
  ...historyTables,
  ...savedRequestTables,
  ...unsettledSendTables,
];
