import type { Migration } from '../database/database';

/** Texts are JSON, which can hold any string, even with unpaired surrogates. */
export const draftsMigration: Migration = {
  name: 'drafts',
  sql: `
    CREATE TABLE drafts (
      id TEXT PRIMARY KEY,
      position INTEGER NOT NULL,
      active INTEGER NOT NULL DEFAULT 0,
      name TEXT,
      profile_id TEXT NOT NULL,
      fields TEXT NOT NULL,
      body TEXT NOT NULL,
      place TEXT NOT NULL,
      changed_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE draft_edits (
      id TEXT PRIMARY KEY,
      draft_id TEXT NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      edits TEXT NOT NULL
    ) STRICT;
    CREATE INDEX draft_edits_in_order ON draft_edits (draft_id, number);
    CREATE TABLE composer_book (
      id TEXT PRIMARY KEY,
      content TEXT NOT NULL
    ) STRICT;
  `,
};

/** The exchange as which a draft was last sent: after a crash it tells how that ended. */
export const sentDraftsMigration: Migration = {
  name: 'sent drafts',
  sql: `ALTER TABLE drafts ADD COLUMN exchange_id TEXT;`,
};

/** The saved request that a draft is a version of, and whether it has changed since. */
export const savedDraftsMigration: Migration = {
  name: 'saved drafts',
  sql: `
    ALTER TABLE drafts ADD COLUMN saved_id TEXT;
    ALTER TABLE drafts ADD COLUMN saved_changed INTEGER NOT NULL DEFAULT 0;
  `,
};

/** What the file of a saved request in a folder on disk asked for when the draft was opened or saved. */
export const draftsOfFilesMigration: Migration = {
  name: 'drafts of files',
  sql: `ALTER TABLE drafts ADD COLUMN saved_asked TEXT;`,
};

/** The draft that this one was first copied from, or the exchange that it was made from; null if it is not a copy. */
export const draftFamiliesMigration: Migration = {
  name: 'families of drafts',
  sql: `ALTER TABLE drafts ADD COLUMN family_id TEXT;`,
};

/** One draft for each operation that is composed on the API screen. */
export const requestDraftsMigration: Migration = {
  name: 'request drafts',
  sql: `
    CREATE TABLE request_drafts (
      operation TEXT PRIMARY KEY,
      profile_id TEXT NOT NULL,
      draft TEXT NOT NULL,
      changed_at TEXT NOT NULL
    ) STRICT;
  `,
};

const DELETED_WITH: readonly (readonly [table: string, unless: string])[] = [
  // An entry that is cleared may come back.
  ['exchanges', 'AND NOT EXISTS (SELECT 1 FROM cleared_exchanges WHERE id = typed_texts.about)'],
  ['cleared_exchanges', 'AND NOT EXISTS (SELECT 1 FROM exchanges WHERE id = typed_texts.about)'],
  ...['saved_requests', 'live_requests', 'drafts', 'session_lists'].map((table) => [table, ''] as const),
];

/**
 * What was typed into forms and not saved. `id` is the form, the id of what it is about and the field, in lines;
 * `text` is JSON. Triggers delete the text with what it is about, however that goes.
 */
export const typedTextsMigration: Migration = {
  name: 'typed texts',
  sql: `
    CREATE TABLE typed_texts (
      id TEXT PRIMARY KEY,
      about TEXT NOT NULL,
      text TEXT NOT NULL,
      changed_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX typed_texts_by_subject ON typed_texts (about);
    ${DELETED_WITH.map(
      ([table, unless]) => `CREATE TRIGGER typed_texts_of_${table} AFTER DELETE ON ${table}
        BEGIN DELETE FROM typed_texts WHERE about = old.id ${unless}; END;`,
    ).join('\n')}
  `,
};

export const draftTables: readonly string[] = [
  'drafts',
  'draft_edits',
  'composer_book',
  'request_drafts',
  'typed_texts',
];
