import type { Migration } from '../database/database';

/** `call` and `expectations` are JSON, which can hold any text, even lone surrogates. */
export const savedRequestsMigration: Migration = {
  name: 'saved requests',
  sql: `
    CREATE TABLE saved_requests (
      id TEXT PRIMARY KEY,
      folder TEXT NOT NULL,
      name TEXT NOT NULL,
      description TEXT NOT NULL,
      profile_id TEXT NOT NULL,
      call TEXT NOT NULL,
      expectations TEXT NOT NULL,
      changed_at TEXT NOT NULL
    ) STRICT;
  `,
};

/** The place in the folder; 0 when it has none. */
export const savedOrderMigration: Migration = {
  name: 'order of saved requests',
  sql: `ALTER TABLE saved_requests ADD COLUMN place INTEGER NOT NULL DEFAULT 0;`,
};

/** JSON; null when there is no example. */
export const savedExamplesMigration: Migration = {
  name: 'examples of saved requests',
  sql: `ALTER TABLE saved_requests ADD COLUMN example TEXT;`,
};

/**
 * The part of a request in a folder on disk that only this computer has: the profile that it was saved under, and
 * references to the secrets of its headers, as JSON.
 */
export const liveRequestsMigration: Migration = {
  name: 'requests of folders on disk',
  sql: `
    CREATE TABLE live_requests (
      id TEXT PRIMARY KEY,
      folder_id TEXT NOT NULL,
      profile_id TEXT NOT NULL,
      secrets TEXT NOT NULL
    ) STRICT;
  `,
};

/** See `familyOfSaved`; null for its own id. */
export const savedFamiliesMigration: Migration = {
  name: 'families of saved requests',
  sql: `
    ALTER TABLE saved_requests ADD COLUMN family_id TEXT;
    ALTER TABLE live_requests ADD COLUMN family_id TEXT;
  `,
};

export const savedRequestTables: readonly string[] = ['saved_requests', 'live_requests'];
