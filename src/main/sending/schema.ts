import type { Migration } from '../database/database';

/**
 * Requests that went out and of which it is not known whether they had their effect: noted before the first byte, and
 * taken away by an answer that says it (`isUnsettled`). What is here after a start went out in a run that ended before its answer.
 */
export const unsettledSendsMigration: Migration = {
  name: 'unsettled sends',
  sql: `
    CREATE TABLE unsettled_sends (
      mark TEXT PRIMARY KEY,
      exchange_id TEXT NOT NULL,
      started_at TEXT NOT NULL
    ) STRICT;
  `,
};

/** Several sends of one request may be without an outcome: what is known of one says nothing of another. */
export const eachUnsettledSendMigration: Migration = {
  name: 'each unsettled send',
  sql: `
    ALTER TABLE unsettled_sends RENAME TO unsettled_marks;
    CREATE TABLE unsettled_sends (
      mark TEXT NOT NULL,
      exchange_id TEXT NOT NULL,
      started_at TEXT NOT NULL,
      PRIMARY KEY (mark, exchange_id)
    ) STRICT;
    INSERT INTO unsettled_sends SELECT mark, exchange_id, started_at FROM unsettled_marks;
    DROP TABLE unsettled_marks;
  `,
};

/** The same may be sent under another profile of the service: which one the first went out under is told. */
export const unsettledSendProfileMigration: Migration = {
  name: 'profiles of unsettled sends',
  sql: 'ALTER TABLE unsettled_sends ADD COLUMN profile_name TEXT;',
};

/** A draft that was changed since may do the same once more: it is asked about, too. */
export const unsettledSendDraftMigration: Migration = {
  name: 'drafts of unsettled sends',
  sql: 'ALTER TABLE unsettled_sends ADD COLUMN draft_id TEXT;',
};

/** A draft that was carried out elsewhere, as a question whether the charge arrived, says nothing of what may be out. */
export const unsettledSendDestinationMigration: Migration = {
  name: 'destinations of unsettled sends',
  sql: 'ALTER TABLE unsettled_sends ADD COLUMN destination_mark TEXT;',
};

/** A request that would do the same with other headers, as an imported or a saved one, is asked about, too. */
export const unsettledSendContentMigration: Migration = {
  name: 'contents of unsettled sends',
  sql: 'ALTER TABLE unsettled_sends ADD COLUMN content_marks TEXT;',
};

export const unsettledSendTables: readonly string[] = ['unsettled_sends'];
