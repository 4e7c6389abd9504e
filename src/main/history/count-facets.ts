import { z } from 'zod';
import {
  HISTORY_OUTCOMES,
  STATUS_CLASSES,
  type FacetCount,
  type HistoryEntry,
  type HistoryFacets,
  type HistoryQuery,
  type StatusClass,
} from '@shared/history/history';
import { operationKeySchema } from '@shared/requests/operation-key-schemas';
import { statusClassOf } from './entry-rows';

const statusClass = z
  .number()
  .transform((value): StatusClass => STATUS_CLASSES.find((known) => known === value) ?? 0);

/** One combination of facets: its number, and how many entries have it. */
const facetRow = z.object({
  facets: z.number(),
  operation: operationKeySchema,
  status_class: statusClass,
  profile_id: z.string(),
  outcome: z.enum(HISTORY_OUTCOMES),
  starred: z.number(),
  entries: z.number(),
});
export type FacetRow = z.infer<typeof facetRow>;
/** Null for rows that cannot be read. */
export const readableFacetRow = facetRow.nullable().catch(null);

export const ALL_FACETS =
  'SELECT facets, operation, status_class, profile_id, outcome, starred, entries FROM derived_facets';

/** The facet numbers of all matches as one list: grouping them would take SQLite three times as long. */
export const matchingFacets = (
  question: string,
): string => `SELECT 0 AS whole, json_group_array(of.facets) AS numbers
  FROM exchange_words JOIN derived_facets_of_exchanges of ON of.seq = exchange_words.rowid
  WHERE exchange_words MATCH ${question}`;
/**
 * The same for part of a shard, for a search that may match every entry, such as the first letter of a word. If there
 * are as many matches as entries in the range, the facet numbers are read in order, which takes a fifth of the time
 * of looking up each one.
 */
export const matchingOrAllFacets = (question: string): string => `WITH
    matches AS MATERIALIZED (
      SELECT count(*) AS entries, min(rowid) AS first, max(rowid) AS last FROM exchange_words WHERE exchange_words MATCH ${question}),
    compared AS MATERIALIZED (
      SELECT iif(first = (SELECT min(seq) FROM derived_facets_of_exchanges WHERE seq >= ?2),
        iif(last = (SELECT max(seq) FROM derived_facets_of_exchanges WHERE seq < ?3),
          entries = (SELECT count(*) FROM derived_facets_of_exchanges WHERE seq >= ?2 AND seq < ?3), 0), 0) AS whole
      FROM matches)
  SELECT whole, iif(whole,
    (SELECT json_group_array(facets) FROM derived_facets_of_exchanges WHERE seq >= ?2 AND seq < ?3),
    (SELECT json_group_array(of.facets)
      FROM exchange_words JOIN derived_facets_of_exchanges of ON of.seq = exchange_words.rowid
      WHERE exchange_words MATCH ${question})) AS numbers
  FROM compared`;
export const facetNumbers = z.object({ whole: z.number(), numbers: z.string() });
export type FacetNumbers = z.infer<typeof facetNumbers>;

const DIGIT_0 = 48;
const DIGIT_9 = 57;

/** The number of each combination of facets, and how many entries have it. */
export type KeptCounts = readonly (readonly [number: number, entries: number])[];

/**
 * Counts how often each number occurs in these lists. There may be a million numbers, so they are not turned into
 * separate strings.
 * @param kept counts to start from.
 */
export function countNumbers(
  lists: readonly FacetNumbers[],
  kept: KeptCounts,
): readonly (number | undefined)[] {
  const counts: number[] = [];
  for (const [number, entries] of kept) counts[number] = (counts[number] ?? 0) + entries;
  for (const { numbers } of lists) {
    let number = -1;
    for (let at = 0; at < numbers.length; at += 1) {
      const code = numbers.charCodeAt(at);
      if (code >= DIGIT_0 && code <= DIGIT_9) number = Math.max(number, 0) * 10 + code - DIGIT_0;
      else if (number >= 0) {
        counts[number] = (counts[number] ?? 0) + 1;
        number = -1;
      }
    }
  }
  return counts;
}

export function facetsOfEntry({ operation, status, profile, outcome, starred }: HistoryEntry): FacetRow {
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

type Facet = 'operations' | 'statusClasses' | 'profileIds' | 'outcomes' | 'starred';

/** Counts the values of each facet, with the filters of all other facets applied but not its own. */
export function countFacets(rows: readonly FacetRow[], query: HistoryQuery): HistoryFacets {
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
