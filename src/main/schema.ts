import { compressedRowsMigration, keptRowsMigration, packedRowsMigration } from './buyers/kept-rows';
import {
  draftsMigration,
  draftsOfFilesMigration,
  draftTables,
  requestDraftsMigration,
  savedDraftsMigration,
  sentDraftsMigration,
  draftFamiliesMigration,
  typedTextsMigration,
} from './drafts/schema';
import {
  clearedEntriesMigration,
  clearedEntriesOrderMigration,
  historyBeginningsMigration,
  historyFacetCountsMigration,
  historyFacetsMigration,
  historyFindingsMigration,
  historyInnerWordsMigration,
  historyLoadsMigration,
  historyMigration,
  historySummariesMigration,
  historyTermsMigration,
  notedOutcomesMigration,
} from './history/schema';
import { historyRows } from './history/put-entry';
import {
  liveRequestsMigration,
  savedExamplesMigration,
  savedFamiliesMigration,
  savedOrderMigration,
  savedRequestsMigration,
  savedRequestTables,
} from './saved-requests/schema';
import { recentSessionsMigration, recentSessionTables, sessionListsMigration } from './sessions/schema';
import {
  eachUnsettledSendMigration,
  unsettledSendContentMigration,
  unsettledSendDestinationMigration,
  unsettledSendDraftMigration,
  unsettledSendProfileMigration,
  unsettledSendsMigration,
  unsettledSendTables,
} from './sending/schema';
import type { CarriedRows, Migration } from './database/database';
import type { TableInWords } from './database/describe-salvage';

/**
 * The steps of the schema, oldest first. A released step must never be changed, only followed by another. Tables have
 * text ids (UUIDs), so that rows collected in memory can move into the file.
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
  historyFindingsMigration,
  recentSessionsMigration,
  historySummariesMigration,
  clearedEntriesMigration,
  sessionListsMigration,
  savedDraftsMigration,
  savedOrderMigration,
  savedExamplesMigration,
  requestDraftsMigration,
  liveRequestsMigration,
  draftsOfFilesMigration,
  historyFacetsMigration,
  packedRowsMigration,
  historyInnerWordsMigration,
  historyTermsMigration,
  historyFacetCountsMigration,
  compressedRowsMigration,
  eachUnsettledSendMigration,
  unsettledSendProfileMigration,
  unsettledSendDraftMigration,
  notedOutcomesMigration,
  draftFamiliesMigration,
  unsettledSendDestinationMigration,
  unsettledSendContentMigration,
  clearedEntriesOrderMigration,
  savedFamiliesMigration,
  typedTextsMigration,
];

/** The rows that move into the file when the keychain comes back; rows that others refer to come first. */
export const rowsToCarryOver: readonly CarriedRows[] = [
  ...draftTables,
  ...historyRows,
  ...savedRequestTables,
  ...unsettledSendTables,
  ...recentSessionTables,
];

/** What tables are called when the person is told what was saved from a damaged database. */
export const tableLabels: readonly TableInWords[] = [
  { name: 'exchanges', label: 'history entries' },
  { name: 'exchange_contents', label: 'contents of history entries', countedBy: 'exchanges' },
  { name: 'cleared_exchanges', label: 'history entries that were cleared' },
  { name: 'exchange_shards', label: 'parts of the search index' },
  { name: 'drafts', label: 'drafts' },
  { name: 'draft_edits', label: 'edits of drafts' },
  { name: 'request_drafts', label: 'drafts of the API screen' },
  { name: 'typed_texts', label: 'texts that were not saved' },
  { name: 'composer_book', label: 'collections of snippets' },
  { name: 'saved_requests', label: 'saved requests' },
  { name: 'live_requests', label: 'secrets of requests in folders on disk' },
  { name: 'buyer_loads', label: 'stopped loads of buyers' },
  { name: 'buyer_load_rows', label: 'pages of stopped loads' },
  { name: 'recent_sessions', label: 'recent look-ups' },
  { name: 'session_lists', label: 'lists of look-ups' },
  { name: 'unsettled_sends', label: 'sends without a known outcome' },
];
