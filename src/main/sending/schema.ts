import type { Migration } from '../database/database';

/**
 * Requests that went out and may or may not have taken effect. A row is written before the first byte goes out and
 * removed by an answer that settles it (`isUnsettled`). Rows found at start-up are from runs that never learned how
 * the send ended.
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

/** One request may have several sends with an unknown outcome; what is known of one says nothing about another. */
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

/**
 * The same request may be sent under another profile of the service; the person is told which profile the first one
 * used.
 */
export const unsettledSendProfileMigration: Migration = {
  name: 'profiles of unsettled sends',
  sql: 'ALTER TABLE unsettled_sends ADD COLUMN profile_name TEXT;',
};

/** A changed draft may do the same thing once more, so it is asked about too. */
export const unsettledSendDraftMigration: Migration = {
  name: 'drafts of unsettled sends',
  sql: 'ALTER TABLE unsettled_sends ADD COLUMN draft_id TEXT;',
};

/**
 * A draft carried out at another destination, such as a query whether the charge arrived, says nothing about earlier
 * sends.
 */
export const unsettledSendDestinationMigration: Migration = {
  name: 'destinations of unsettled sends',
  sql: 'ALTER TABLE unsettled_sends ADD COLUMN destination_mark TEXT;',
};

/** A request that would do the same with other headers, such as an imported or saved one, is asked about too. */
export const unsettledSendContentMigration: Migration = {
  name: 'contents of unsettled sends',
  sql: 'ALTER TABLE unsettled_sends ADD COLUMN content_marks TEXT;',
};

export const unsettledSendTables: readonly string[] = ['unsettled_sends'];
