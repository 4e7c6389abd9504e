import type { Migration } from '../database/database';

/**
 * `seq` orders everything: ms since 1970 at the start, or the next free one (`freePlace`). What a list shows is apart from what one entry holds.
 * `exchange_words` is an index without its texts, rebuilt from the entries; its words begin with the code of their shard
 * (see `words.ts`). `exchange_shards` says where each shard begins.
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

/** The index knows beginnings of up to six letters behind the shard's code (`words.ts`); `HistoryStore.indexMissing` fills it again. */
export const historyBeginningsMigration: Migration = {
  name: 'history-beginnings',
  sql: `
    DROP TABLE exchange_words;
    CREATE VIRTUAL TABLE exchange_words USING fts5 (
      words, content='', contentless_delete=1, detail=none, prefix='4 5 6 7 8 9', tokenize='ascii'
    );
  `,
};

/** The index knows what begins inside of a run of Chinese or Korean letters, and sharp s as ss (`search-words.ts`): it is filled anew. */
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

/** That no findings are known of an exchange is not that it has none. Null in older entries, of which that was not noted. */
export const historyFindingsMigration: Migration = {
  name: 'history-findings',
  sql: 'ALTER TABLE exchanges ADD COLUMN findings_known INTEGER;',
};

/** What tells an entry from its neighbours, as JSON; null in older entries, and where there is nothing to say. */
export const historySummariesMigration: Migration = {
  name: 'history-summaries',
  sql: 'ALTER TABLE exchanges ADD COLUMN summary TEXT;',
};

/** What was cleared a moment ago, until it can no longer be brought back. Nothing else reads it. */
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
const COUNT_OLD_NO_MORE = `
  UPDATE derived_facets SET entries = entries - 1, bytes = bytes - old.bytes
    WHERE facets = (SELECT facets FROM derived_facets_of_exchanges WHERE seq = old.seq);
  DELETE FROM derived_facets
    WHERE entries = 0 AND facets = (SELECT facets FROM derived_facets_of_exchanges WHERE seq = old.seq);
  DELETE FROM derived_facets_of_exchanges WHERE seq = old.seq;`;

/**
 * Each combination of facets with its entries and their bytes, and which of them each entry has: what a search counts by is
 * one number beside its place. Triggers keep both: they hold however entries come and go. A salvage leaves them to the
 * triggers as well, by the beginning of their names.
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
    CREATE TRIGGER derived_facets_of_deleted AFTER DELETE ON exchanges BEGIN ${COUNT_OLD_NO_MORE} END;
    CREATE TRIGGER derived_facets_of_changed AFTER UPDATE OF seq, ${COMBINATION}, bytes ON exchanges
      BEGIN ${COUNT_OLD_NO_MORE} ${COUNT_NEW} END;
  `,
};

/** The words of the index, one after the other, as FTS5 tells them: it has no rows of its own (`history-search.ts`). */
export const historyTermsMigration: Migration = {
  name: 'history-terms',
  sql: "CREATE VIRTUAL TABLE exchange_terms USING fts5vocab (exchange_words, 'instance');",
};

/** The shard that a place lies in. */
const shardOf = (place: string): string =>
  `(SELECT shard FROM exchange_shards WHERE first_seq <= ${place} ORDER BY first_seq DESC LIMIT 1)`;
const forgetShardOf = (place: string): string =>
  `DELETE FROM derived_facet_counts WHERE shard = ${shardOf(place)};`;

/**
 * How many matches of a frequent word have each of the facets, for shards that are full (`kept-facet-counts.ts`). Triggers take
 * them back when an entry of the shard loses words or facets, as all that change do, and when where shards begin changes. Words come
 * with the number of their shard (`Shards`), which may not be that of their place if another instance of the app writes them:
 * so that is taken for a change of the shard although it is known, hence `BEFORE`. Whoever makes the index anew also makes
 * the trigger on it.
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

/** What a person found out of an exchange without an answer. Of one that was cleared as well: it may come back. */
export const notedOutcomesMigration: Migration = {
  name: 'noted-outcomes',
  sql: `
    ALTER TABLE exchanges ADD COLUMN noted_outcome TEXT;
    ALTER TABLE cleared_exchanges ADD COLUMN noted_outcome TEXT;
  `,
};
