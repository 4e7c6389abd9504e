import type { Migration } from '../database/database';

/**
 * `seq` orders everything: the start in ms since 1970, or the next free number (`freePlace`). What a list shows is
 * stored apart from what only an opened entry needs. `exchange_words` is an index without its texts, rebuilt from the
 * entries; its words begin with the code of their shard (see `search-words.ts`). `exchange_shards` says where each
 * shard begins.
 */
export const historyMigration: Migration = {
  name: 'history',
  sql: `
    CREATE TABLE exchanges (
      seq INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      started_at TEXT NOT NULL,
      operation TEXT NOT NULL,
      profile_id TEXT NOT NULL,
      profile_name TEXT NOT NULL,
      environment TEXT NOT NULL,
      method TEXT NOT NULL,
      url TEXT NOT NULL,
      destination TEXT,
      status INTEGER,
      status_class INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      duration_ms REAL NOT NULL,
      findings INTEGER NOT NULL,
      starred INTEGER NOT NULL DEFAULT 0,
      note TEXT NOT NULL DEFAULT '',
      replay_of TEXT,
      bytes INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX exchanges_by_facets
      ON exchanges (operation, status_class, profile_id, outcome, starred, bytes);
    CREATE INDEX exchanges_by_original ON exchanges (replay_of) WHERE replay_of IS NOT NULL;
    CREATE TABLE exchange_contents (
      seq INTEGER PRIMARY KEY,
      record BLOB NOT NULL,
      request_body BLOB,
      response_body BLOB
    ) STRICT;
    CREATE VIRTUAL TABLE exchange_words USING fts5 (
      words, content='', contentless_delete=1, detail=none, prefix='4', tokenize='ascii'
    );
    CREATE TABLE exchange_shards (first_seq INTEGER PRIMARY KEY, shard INTEGER NOT NULL) STRICT;
  `,
};

/**
 * The index now has prefixes of up to six letters after the shard's code (`search-words.ts`);
 * `HistoryStore.indexMissing` fills it again.
 */
export const historyBeginningsMigration: Migration = {
  name: 'history-beginnings',
  sql: `
    DROP TABLE exchange_words;
    CREATE VIRTUAL TABLE exchange_words USING fts5 (
      words, content='', contentless_delete=1, detail=none, prefix='4 5 6 7 8 9', tokenize='ascii'
    );
  `,
};

/**
 * The index now has the words that begin inside a run of Chinese or Korean letters, and ß as ss (`search-words.ts`),
 * so it is filled again.
 */
export const historyInnerWordsMigration: Migration = {
  name: 'history-inner-words',
  sql: historyBeginningsMigration.sql,
};

/** An entry may stand for a whole load of pages, or be the test of a connection. */
export const historyLoadsMigration: Migration = {
  name: 'history-loads',
  sql: `
    ALTER TABLE exchanges ADD COLUMN load_pages INTEGER;
    ALTER TABLE exchanges ADD COLUMN load_rows INTEGER;
    ALTER TABLE exchanges ADD COLUMN purpose TEXT;
  `,
};

/** Tells "findings unknown" from "no findings". Null in older entries, which did not record it. */
export const historyFindingsMigration: Migration = {
  name: 'history-findings',
  sql: 'ALTER TABLE exchanges ADD COLUMN findings_known INTEGER;',
};

/** What distinguishes an entry from its neighbours, as JSON; null in older entries and if there is nothing to say. */
export const historySummariesMigration: Migration = {
  name: 'history-summaries',
  sql: 'ALTER TABLE exchanges ADD COLUMN summary TEXT;',
};

/** Recently cleared entries, until they can no longer be brought back. Nothing else reads this table. */
export const clearedEntriesMigration: Migration = {
  name: 'cleared-entries',
  sql: `
    CREATE TABLE cleared_exchanges (
      clear_id TEXT NOT NULL,
      seq INTEGER NOT NULL,
      id TEXT NOT NULL,
      started_at TEXT NOT NULL,
      operation TEXT NOT NULL,
      profile_id TEXT NOT NULL,
      profile_name TEXT NOT NULL,
      environment TEXT NOT NULL,
      method TEXT NOT NULL,
      url TEXT NOT NULL,
      destination TEXT,
      status INTEGER,
      status_class INTEGER NOT NULL,
      outcome TEXT NOT NULL,
      duration_ms REAL NOT NULL,
      findings INTEGER NOT NULL,
      starred INTEGER NOT NULL,
      note TEXT NOT NULL,
      replay_of TEXT,
      bytes INTEGER NOT NULL,
      load_pages INTEGER,
      load_rows INTEGER,
      purpose TEXT,
      findings_known INTEGER,
      summary TEXT,
      record BLOB,
      request_body BLOB,
      response_body BLOB,
      PRIMARY KEY (clear_id, id)
    ) STRICT;
  `,
};

const COMBINATION = 'operation, status_class, profile_id, outcome, starred';
const NEW_COMBINATION = COMBINATION.replace(/\w+/g, 'new.$&');

const COUNT_NEW = `
  INSERT INTO derived_facets (${COMBINATION}, entries, bytes) VALUES (${NEW_COMBINATION}, 1, new.bytes)
    ON CONFLICT (${COMBINATION}) DO UPDATE SET entries = entries + 1, bytes = bytes + excluded.bytes;
  INSERT INTO derived_facets_of_exchanges (seq, facets)
    SELECT new.seq, facets FROM derived_facets WHERE (${COMBINATION}) = (${NEW_COMBINATION});`;
const UNCOUNT_OLD = `
  UPDATE derived_facets SET entries = entries - 1, bytes = bytes - old.bytes
    WHERE facets = (SELECT facets FROM derived_facets_of_exchanges WHERE seq = old.seq);
  DELETE FROM derived_facets
    WHERE entries = 0 AND facets = (SELECT facets FROM derived_facets_of_exchanges WHERE seq = old.seq);
  DELETE FROM derived_facets_of_exchanges WHERE seq = old.seq;`;

/**
 * Each combination of facets with its number of entries and their bytes, and which combination each entry has, so
 * that a search needs only one number per entry to count. Triggers keep both tables correct however entries come and
 * go. A salvage also leaves them to the triggers, and recognises them by the prefix of their names.
 */
export const historyFacetsMigration: Migration = {
  name: 'history-facets',
  sql: `
    CREATE TABLE derived_facets (
      facets INTEGER PRIMARY KEY,
      operation TEXT NOT NULL,
      status_class INTEGER NOT NULL,
      profile_id TEXT NOT NULL,
      outcome TEXT NOT NULL,
      starred INTEGER NOT NULL,
      entries INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      UNIQUE (${COMBINATION})
    ) STRICT;
    CREATE TABLE derived_facets_of_exchanges (seq INTEGER PRIMARY KEY, facets INTEGER NOT NULL) STRICT;
    INSERT INTO derived_facets (${COMBINATION}, entries, bytes)
      SELECT ${COMBINATION}, count(*), sum(bytes) FROM exchanges GROUP BY ${COMBINATION};
    INSERT INTO derived_facets_of_exchanges (seq, facets)
      SELECT seq, facets FROM exchanges NOT INDEXED CROSS JOIN derived_facets USING (${COMBINATION}) ORDER BY seq;
    DROP INDEX exchanges_by_facets;
    CREATE TRIGGER derived_facets_of_new AFTER INSERT ON exchanges BEGIN ${COUNT_NEW} END;
    CREATE TRIGGER derived_facets_of_deleted AFTER DELETE ON exchanges BEGIN ${UNCOUNT_OLD} END;
    CREATE TRIGGER derived_facets_of_changed AFTER UPDATE OF seq, ${COMBINATION}, bytes ON exchanges
      BEGIN ${UNCOUNT_OLD} ${COUNT_NEW} END;
  `,
};

/** The words of the index in order, as FTS5 reports them; the table has no rows of its own (`history-search.ts`). */
export const historyTermsMigration: Migration = {
  name: 'history-terms',
  sql: "CREATE VIRTUAL TABLE exchange_terms USING fts5vocab (exchange_words, 'instance');",
};

/** SQL for the shard that contains a place. */
const shardOf = (place: string): string =>
  `(SELECT shard FROM exchange_shards WHERE first_seq <= ${place} ORDER BY first_seq DESC LIMIT 1)`;
const forgetShardOf = (place: string): string =>
  `DELETE FROM derived_facet_counts WHERE shard = ${shardOf(place)};`;

/**
 * How many matches of a frequent word have each facet, for shards that are full (`kept-facet-counts.ts`). Triggers
 * delete these counts when an entry of the shard loses words or facets, which happens on every change, and when
 * shards begin elsewhere. Another instance of the app may write words with a shard number (`Shards`) that differs
 * from the shard of their place; inserting a known shard again therefore counts as a change, hence `BEFORE`. Code
 * that rebuilds the index must also recreate the trigger on it.
 */
export const historyFacetCountsMigration: Migration = {
  name: 'history-facet-counts',
  sql: `
    CREATE TABLE derived_facet_counts (
      shard INTEGER NOT NULL,
      word TEXT NOT NULL,
      whole INTEGER NOT NULL,
      counts TEXT NOT NULL,
      PRIMARY KEY (shard, word)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER derived_facet_counts_of_words AFTER DELETE ON exchange_words_docsize
      BEGIN ${forgetShardOf('old.id')} END;
    CREATE TRIGGER derived_facet_counts_of_facets AFTER DELETE ON derived_facets_of_exchanges
      BEGIN ${forgetShardOf('old.seq')} END;
    CREATE TRIGGER derived_facet_counts_of_shards BEFORE INSERT ON exchange_shards
      BEGIN ${forgetShardOf('new.first_seq')} DELETE FROM derived_facet_counts WHERE shard = new.shard; END;
  `,
};

/**
 * What a person found out about an exchange without an answer. Cleared entries have it too, because they may come
 * back.
 */
export const notedOutcomesMigration: Migration = {
  name: 'noted-outcomes',
  sql: `
    ALTER TABLE exchanges ADD COLUMN noted_outcome TEXT;
    ALTER TABLE cleared_exchanges ADD COLUMN noted_outcome TEXT;
  `,
};

/**
 * An undo brings entries back newest first, a few at a time (`ClearedEntries`), and would otherwise sort all of them
 * each time.
 */
export const clearedEntriesOrderMigration: Migration = {
  name: 'cleared-entries-order',
  sql: 'CREATE INDEX cleared_exchanges_by_age ON cleared_exchanges (clear_id, seq);',
};
