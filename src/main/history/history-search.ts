import type { ZodType } from 'zod';
import type { DatabaseState } from '@shared/app/database-state';
import {
  hasOnlySigns,
  type HistoryFacets,
  type HistoryPage,
  type HistoryQuery,
} from '@shared/history/history';
import type { Database, Step } from '../database/database';
import {
  ALL_FACETS,
  countFacets,
  countNumbers,
  facetNumbers,
  facetsOfEntry,
  matchingFacets,
  matchingOrAllFacets,
  readableFacetRow,
  type FacetNumbers,
  type FacetRow,
} from './count-facets';
import { ENTRY_COLUMNS, isReadable, listedEntryRow, type ListedEntry } from './entry-rows';
import { toWordQuery } from './indexed-words';
import { keptFacetCounts } from './kept-facet-counts';
import type { HistoryStore } from './history-store';
import type { Shard } from './shards';
import { withIds } from './with-ids';
import {
  idsOf,
  isEmptyQuery,
  longBeginning,
  matchExpression,
  rarestExpression,
  type WordQuery,
} from './search-words';

/** How many shards one request to the database searches, as far as it gets in one turn. */
const SHARDS_AT_ONCE = 32;
/** Unsearched entries are counted up to this number. */
const MAX_UNSEARCHED = 1_000;
/**
 * Up to this many exchanges with the parts of a UUID are read to count exact matches; beyond that, all of them are
 * counted.
 */
export const MAX_COUNTED_BY_READING = 100;
const LAST_PLACE = Number.MAX_SAFE_INTEGER;

/** False once a newer question has made this one pointless. */
export type IsCurrent = () => boolean;

/** Searches the history. Each step takes a few ms, so that writes get their turn in between. */
export class HistorySearch {
  /**
   * The number of unsearched entries, cached for one state of the database because counting them goes through all of
   * it.
   */
  private known: { readonly from: DatabaseState; readonly unsearched: number } | null = null;

  constructor(
    private readonly database: Database,
    private readonly store: Pick<HistoryStore, 'shards' | 'unindexed' | 'read'>,
  ) {}

  /**
   * @param before the cursor from the previous page; null for the first. Returns null if the question is no longer
   * current.
   */
  async page(
    query: HistoryQuery,
    before: number | null,
    limit: number,
    isCurrent: IsCurrent = () => true,
  ): Promise<HistoryPage | null> {
    if (hasOnlySigns(query.text)) return { entries: [], unreadable: 0, unindexed: 0, next: null };
    const words = toWordQuery(query);
    const from = before ?? LAST_PLACE;
    const listed = isEmptyQuery(words)
      ? await this.newest(from, limit)
      : await this.having(idsOf(query.text), words, from, limit, isCurrent);
    if (listed === null) return null;
    const entries = listed.filter(isReadable);
    const last = listed[listed.length - 1];
    const isSearch = !isEmptyQuery(words) && before === null;
    const unsearched = isSearch ? await this.unsearched() : 0;
    return {
      entries,
      unreadable: listed.length - entries.length + unsearched,
      unindexed: isSearch ? this.store.unindexed : 0,
      next: listed.length === limit && last ? last.place : null,
    };
  }

  /** Null if the question is no longer current. */
  async facets(query: HistoryQuery, isCurrent: IsCurrent = () => true): Promise<HistoryFacets | null> {
    if (hasOnlySigns(query.text)) return countFacets([], query);
    const words: WordQuery = { ...toWordQuery(query), facets: [] };
    const rows = isEmptyQuery(words)
      ? await this.allFacets()
      : await this.facetsOf(idsOf(query.text), words, isCurrent);
    return rows && countFacets(rows, query);
  }

  /** How many entries no search can find, because they could not be read when the index was filled. */
  private async unsearched(): Promise<number> {
    const { state } = this.database;
    // Not cached while the index is still being filled.
    if (this.store.unindexed > 0) {
      this.known = null;
      return 0;
    }
    if (this.known?.from === state) return this.known.unsearched;
    const missing = await this.database.query(
      {
        sql: `SELECT ${ENTRY_COLUMNS} FROM exchanges e
          WHERE NOT EXISTS (SELECT 1 FROM exchange_words_docsize known WHERE known.id = e.seq) LIMIT ?`,
        values: [MAX_UNSEARCHED],
      },
      listedEntryRow,
    );
    const unsearched = missing.filter((listed) => !isReadable(listed)).length;
    // Some of the missing entries are still being indexed, so this is not cached yet.
    if (unsearched === missing.length) this.known = { from: state, unsearched };
    return unsearched;
  }

  private newest(before: number, limit: number): Promise<ListedEntry[]> {
    return this.database.query(
      {
        sql: `SELECT ${ENTRY_COLUMNS} FROM exchanges e WHERE e.seq < ? ORDER BY e.seq DESC LIMIT ?`,
        values: [before, limit],
      },
      listedEntryRow,
    );
  }

  /**
   * Matches that contain these UUIDs as a whole; entries with only their parts are skipped until the page is full.
   */
  private async having(
    ids: readonly string[],
    words: WordQuery,
    before: number,
    limit: number,
    isCurrent: IsCurrent,
  ): Promise<ListedEntry[] | null> {
    if (ids.length === 0) return this.matching(words, before, limit, isCurrent);
    const having: ListedEntry[] = [];
    for (let from = before; having.length < limit;) {
      const some = await this.matching(words, from, limit, isCurrent);
      if (some === null) return null;
      having.push(...(await withIds(ids, some, this.store)));
      const last = some[some.length - 1];
      if (some.length < limit || !last) break;
      from = last.place;
    }
    return having.slice(0, limit);
  }

  private async matching(
    words: WordQuery,
    before: number,
    limit: number,
    isCurrent: IsCurrent,
  ): Promise<ListedEntry[] | null> {
    const shards = (await this.store.shards.all()).filter(({ firstPlace }) => firstPlace < before);
    const stepFor = ({ shard }: Shard, wanted: number): Step =>
      stepOf(
        shard,
        words,
        (
          question,
        ) => `SELECT ${ENTRY_COLUMNS} FROM exchange_words JOIN exchanges e ON e.seq = exchange_words.rowid
          WHERE exchange_words MATCH ${question} AND exchange_words.rowid < ?2 ORDER BY exchange_words.rowid DESC LIMIT ?3`,
        [before, wanted],
      );
    return this.ofShards(shards, stepFor, limit, listedEntryRow, isCurrent);
  }

  private async allFacets(): Promise<FacetRow[]> {
    const rows = await this.database.query({ sql: ALL_FACETS }, readableFacetRow);
    return rows.filter((row) => row !== null);
  }

  private async facetsOf(
    ids: readonly string[],
    words: WordQuery,
    isCurrent: IsCurrent,
  ): Promise<readonly FacetRow[] | null> {
    if (ids.length === 0) return this.matchingFacets(words, isCurrent);
    const found = await this.matching(words, LAST_PLACE, MAX_COUNTED_BY_READING + 1, isCurrent);
    if (found === null) return null;
    if (found.length > MAX_COUNTED_BY_READING) return this.matchingFacets(words, isCurrent);
    return (await withIds(ids, found, this.store)).filter(isReadable).map(facetsOfEntry);
  }

  private async matchingFacets(words: WordQuery, isCurrent: IsCurrent): Promise<FacetRow[] | null> {
    const shards = await this.store.shards.all();
    const ends = new Map(shards.map(({ shard }, at) => [shard, shards[at - 1]?.firstPlace ?? LAST_PLACE]));
    const ask = (some: readonly Shard[], mayMatchAll: boolean): Promise<FacetNumbers[] | null> =>
      this.ofShards(
        some,
        ({ shard, firstPlace }) =>
          mayMatchAll
            ? stepOf(shard, words, matchingOrAllFacets, [firstPlace, ends.get(shard) ?? LAST_PLACE])
            : stepOf(shard, words, matchingFacets, []),
        Infinity,
        facetNumbers,
        isCurrent,
      );
    const kept = await keptFacetCounts(this.database, words);
    // If everything in the newest shard matches, the same is likely for the others.
    const newest = await ask(shards.slice(0, 1), true);
    if (newest === null) return null;
    const mayMatchAll = newest.some(({ whole }) => whole === 1);
    const older = shards.slice(1);
    const unknown = older.filter(({ shard }) => !kept.has(shard));
    const asked = await ask(unknown, mayMatchAll);
    if (asked === null) return null;
    const known = older.flatMap(({ shard }) => kept.get(shard) ?? []);
    const counts = countNumbers([...newest, ...asked], known);
    const rows = await this.allFacets();
    return rows.flatMap((row) => {
      const entries = counts[row.facets];
      return entries === undefined ? [] : [{ ...row, entries }];
    });
  }

  /** Asks the shards one after another until there are `most` rows. Null if the question is no longer current. */
  private async ofShards<Row>(
    shards: readonly Shard[],
    stepFor: (shard: Shard, wanted: number) => Step,
    most: number,
    row: ZodType<Row>,
    isCurrent: IsCurrent,
  ): Promise<Row[] | null> {
    const rows: Row[] = [];
    for (let from = 0; from < shards.length && rows.length < most;) {
      if (!isCurrent()) return null;
      const wanted = most - rows.length;
      // Most searches are answered by the newest shard.
      const some = from === 0 ? shards.slice(0, 1) : shards.slice(from, from + SHARDS_AT_ONCE);
      const steps = some.map((shard) => stepFor(shard, wanted));
      const found = await this.database.queryInTurn(steps, wanted, row);
      rows.push(...found.rows);
      from += found.done;
    }
    return rows;
  }
}

/** @param sql a query on the index, with `values` from `?2` on. */
function stepOf(
  shard: number,
  words: WordQuery,
  sql: (question: string) => string,
  values: readonly number[],
): Step {
  const rarest = rarestExpression(shard, words);
  const gate = rarest === null ? null : { sql: GATE, values: [rarest] };
  const long = longBeginning(shard, words);
  if (long === null)
    return { gate, statement: { sql: sql('?1'), values: [matchExpression(shard, words), ...values] } };
  const question = `(?1 || ${wordsFrom(values.length + 2)})`;
  return { gate, statement: { sql: sql(question), values: [long.before, ...values, long.from, long.to] } };
}

const GATE = 'SELECT rowid FROM exchange_words WHERE exchange_words MATCH ? LIMIT 1';
/** Up to this many words are searched for one by one; for more, FTS5 gathers the matches. */
const MAX_WORDS_BY_NAME = 4;

/**
 * The indexed words that start with a long prefix, as alternatives. For a prefix that is not in its index, FTS5
 * gathers all matches before it returns the first one; for whole words, it returns them one by one. Each word is
 * found from the previous one: the next longer word continues with a digit or a letter, none of which sorts before 0.
 * @param first number of the SQL parameter where the words start; the next one is where they end.
 */
function wordsFrom(first: number): string {
  const [from, to] = [`?${first}`, `?${first + 1}`];
  return `(WITH RECURSIVE words (word) AS (
      SELECT (SELECT term FROM exchange_terms WHERE term >= ${from} LIMIT 1)
      UNION ALL
      SELECT (SELECT term FROM exchange_terms WHERE term >= words.word || '0' LIMIT 1) FROM words WHERE word < ${to}
      LIMIT ${MAX_WORDS_BY_NAME + 1}
    )
    SELECT iif(count(*) BETWEEN 1 AND ${MAX_WORDS_BY_NAME},
      '(' || group_concat('"' || word || '"', ' OR ') || ')', '"' || ${from} || '" *')
    FROM words WHERE word < ${to})`;
}
