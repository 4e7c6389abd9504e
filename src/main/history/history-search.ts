import { z, type ZodType } from 'zod';
import type { DatabaseState } from '@shared/app/database-state';
import type {
  FacetCount,
  HistoryEntry,
  HistoryFacets,
  HistoryPage,
  HistoryQuery,
  StatusClass,
} from '@shared/history/history';
import { hasOnlySigns, HISTORY_OUTCOMES, STATUS_CLASSES } from '@shared/history/history';
import type { Database, Step } from '../database/database';
import { ENTRY_COLUMNS, isReadable, listedEntryRow, statusClassOf, type ListedEntry } from './entry-rows';
import { toWordQuery } from './indexed-words';
import { operationKeySchema } from '@shared/requests/operation-key-schemas';
import type { HistoryStore } from './history-store';
import type { Shard } from './shards';
import { withIds } from './with-ids';
import { idsOf, isEmptyQuery, matchExpression, rarestExpression, type WordQuery } from './search-words';

/** So many shards are asked for together, as far as the database gets in one turn. */
const SHARDS_AT_ONCE = 32;
/** More than these are not counted. */
const MAX_UNSEARCHED = 1_000;
/** So many exchanges with the parts of a UUID are counted by reading them; where there are more, all that have its parts. */
export const MAX_COUNTED_BY_READING = 100;
const LAST_PLACE = Number.MAX_SAFE_INTEGER;

/** A newer question has made this one pointless. */
export type IsCurrent = () => boolean;

const statusClass = z
  .number()
  .transform((value): StatusClass => STATUS_CLASSES.find((known) => known === value) ?? 0);

/** Entries that agree in every facet, and the number of what they agree in. */
const facetRow = z.object({
  facets: z.number(),
  operation: operationKeySchema,
  status_class: statusClass,
  profile_id: z.string(),
  outcome: z.enum(HISTORY_OUTCOMES),
  starred: z.number(),
  entries: z.number(),
});
type FacetRow = z.infer<typeof facetRow>;
/** Null for entries that cannot be read. */
const readableFacetRow = facetRow.nullable().catch(null);
const isFacetRow = (row: FacetRow | null): row is FacetRow => row !== null;

const ALL_FACETS =
  'SELECT facets, operation, status_class, profile_id, outcome, starred, entries FROM derived_facets';

/** The number of each match's facets, as one list: to group them takes SQLite three times as long as to write them down. */
const MATCHING_FACETS = `SELECT json_group_array(of.facets) AS numbers
  FROM exchange_words JOIN derived_facets_of_exchanges of ON of.seq = exchange_words.rowid
  WHERE exchange_words MATCH ?`;
const facetNumbers = z.object({ numbers: z.string() });

/** Looks things up in the history. One step of a search takes a few ms, so that what is written meanwhile gets its turn. */
export class HistorySearch {
  /** Of one state of the database, as it takes a look at all of it. */
  private known: { readonly from: DatabaseState; readonly unsearched: number } | null = null;

  constructor(
    private readonly database: Database,
    private readonly store: Pick<HistoryStore, 'shards' | 'unindexed' | 'read'>,
  ) {}

  /** @param before of the page before; null for the first. Null when the question is no longer current. */
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

  /** Null when the question is no longer current. */
  async facets(query: HistoryQuery, isCurrent: IsCurrent = () => true): Promise<HistoryFacets | null> {
    if (hasOnlySigns(query.text)) return countFacets([], query);
    const words: WordQuery = { ...toWordQuery(query), facets: [] };
    const rows = isEmptyQuery(words)
      ? await this.allFacets()
      : await this.facetsOf(idsOf(query.text), words, isCurrent);
    return rows && countFacets(rows, query);
  }

  /** Entries that no search knows of, as they could not be read when the index was filled from them. */
  private async unsearched(): Promise<number> {
    const { state } = this.database;
    // Until the index has what it lacks, which takes no search long to be told of again.
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
    // The others are being indexed: until that is done, it is asked again.
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

  /** Matches of the words that have these UUIDs: a page is filled over those that only have their parts. */
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
        `SELECT ${ENTRY_COLUMNS} FROM exchange_words JOIN exchanges e ON e.seq = exchange_words.rowid
          WHERE exchange_words MATCH ? AND exchange_words.rowid < ? ORDER BY exchange_words.rowid DESC LIMIT ?`,
        [before, wanted],
      );
    return this.ofShards(shards, stepFor, limit, listedEntryRow, isCurrent);
  }

  private async allFacets(): Promise<FacetRow[]> {
    const rows = await this.database.query({ sql: ALL_FACETS }, readableFacetRow);
    return rows.filter(isFacetRow);
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
    const stepFor = ({ shard }: Shard): Step => stepOf(shard, words, MATCHING_FACETS, []);
    const shards = await this.store.shards.all();
    const lists = await this.ofShards(shards, stepFor, Infinity, facetNumbers, isCurrent);
    if (lists === null) return null;
    const counts = new Map<string, number>();
    for (const { numbers } of lists)
      for (const number of numbers.slice(1, -1).split(',')) counts.set(number, (counts.get(number) ?? 0) + 1);
    const rows = await this.allFacets();
    return rows.flatMap((row) => {
      const entries = counts.get(String(row.facets));
      return entries === undefined ? [] : [{ ...row, entries }];
    });
  }

  /** What the shards give, one after the other, until there are `most` rows. Null when the question is no longer current. */
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
      // Most searches end in the newest shard.
      const some = from === 0 ? shards.slice(0, 1) : shards.slice(from, from + SHARDS_AT_ONCE);
      const steps = some.map((shard) => stepFor(shard, wanted));
      const found = await this.database.queryInTurn(steps, wanted, row);
      rows.push(...found.rows);
      from += found.done;
    }
    return rows;
  }
}

function facetsOfEntry({ operation, status, profile, outcome, starred }: HistoryEntry): FacetRow {
  return {
    facets: 0,
    operation,
    status_class: statusClassOf(status),
    profile_id: profile.id,
    outcome,
    starred: starred ? 1 : 0,
    entries: 1,
  };
}

/** @param sql asks with the shard's expression, then with `values`. */
function stepOf(shard: number, words: WordQuery, sql: string, values: readonly number[]): Step {
  const rarest = rarestExpression(shard, words);
  return {
    gate: rarest === null ? null : { sql: GATE, values: [rarest] },
    statement: { sql, values: [matchExpression(shard, words), ...values] },
  };
}

const GATE = 'SELECT rowid FROM exchange_words WHERE exchange_words MATCH ? LIMIT 1';

type Facet = 'operations' | 'statusClasses' | 'profileIds' | 'outcomes' | 'starred';

/** Each facet is counted with all the others applied, and its own left open. */
function countFacets(rows: readonly FacetRow[], query: HistoryQuery): HistoryFacets {
  const holds = (row: FacetRow, leftOpen: Facet | null): boolean =>
    (leftOpen === 'operations' || admits(query.operations, row.operation)) &&
    (leftOpen === 'statusClasses' || admits(query.statusClasses, row.status_class)) &&
    (leftOpen === 'profileIds' || admits(query.profileIds, row.profile_id)) &&
    (leftOpen === 'outcomes' || admits(query.outcomes, row.outcome)) &&
    (leftOpen === 'starred' || !query.starred || row.starred === 1);
  const counts = <Value>(facet: Facet, valueOf: (row: FacetRow) => Value): FacetCount<Value>[] => {
    const sums = new Map<Value, number>();
    for (const row of rows.filter((candidate) => holds(candidate, facet))) {
      sums.set(valueOf(row), (sums.get(valueOf(row)) ?? 0) + row.entries);
    }
    return Array.from(sums, ([value, count]) => ({ value, count })).sort(
      (one, other) => other.count - one.count,
    );
  };
  return {
    total: rows.filter((row) => holds(row, null)).reduce((sum, { entries }) => sum + entries, 0),
    operations: counts('operations', ({ operation }) => operation),
    statusClasses: counts('statusClasses', ({ status_class: value }) => value),
    profiles: counts('profileIds', ({ profile_id: id }) => id),
    outcomes: counts('outcomes', ({ outcome }) => outcome),
    starred: counts('starred', ({ starred }) => starred).find(({ value }) => value === 1)?.count ?? 0,
  };
}

function admits<Value>(wanted: readonly Value[], value: Value): boolean {
  return wanted.length === 0 || wanted.includes(value);
}
