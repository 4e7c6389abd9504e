import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Database, SqlValue } from '../database/database';
import { countNumbers, facetNumbers, matchingFacets, type KeptCounts } from './count-facets';
import { FACET_SIGN, LAST_LETTER, MAX_KNOWN_PREFIX_LENGTH, shardCode, type WordQuery } from './search-words';

/**
 * Searches that match at least this part of a shard, such as the first letter of a word, are counted in advance for
 * each full shard; triggers delete the counts when anything in the shard changes (`schema.ts`). Rarer matches are
 * quick to count.
 */
const FREQUENT_PART = 1 / 16;
/** The most words counted per prefix of the longest indexed length; consecutive ids may add one for every entry. */
const MAX_LONG_WORDS = 64;
/**
 * The row for the whole shard. While a shard is being counted, this row holds a mark in place of counts. When all
 * frequent words have been counted, it is `whole` and holds the counts of the shard.
 */
const ALL_WORDS = '';

/** Built once, because it is used for many shards. */
const countsSchema = z.array(z.tuple([z.number(), z.number()]));
const keptRow = z.object({
  shard: z.number(),
  word: z.string(),
  whole: z.number(),
  counts: z.string().transform((text) => countsSchema.parse(JSON.parse(text))),
});
type KeptRow = z.infer<typeof keptRow>;

const beginningOf = (word: string): string => `${word}*`;
const wordsIn = ({ whole, beginnings }: WordQuery): string[] => [...whole, ...beginnings.map(beginningOf)];

/** The counts for a search, by shard, for the shards that have them. */
export async function keptFacetCounts(
  database: Pick<Database, 'query'>,
  question: WordQuery,
): Promise<ReadonlyMap<number, KeptCounts>> {
  const words = wordsIn(question);
  const rows = await database.query(
    {
      sql: `SELECT shard, word, whole, counts FROM derived_facet_counts
        WHERE shard IN (SELECT shard FROM exchange_shards) AND word IN (SELECT value FROM json_each(?))
          AND (word <> '${ALL_WORDS}' OR whole = 1)`,
      values: [JSON.stringify([...words, ALL_WORDS])],
    },
    keptRow,
  );
  const ofShards = new Map<number, KeptRow[]>();
  for (const row of rows) ofShards.set(row.shard, [...(ofShards.get(row.shard) ?? []), row]);
  const counts = new Map<number, KeptCounts>();
  for (const [shard, known] of ofShards) {
    const counted = countsOf(words, known);
    if (counted !== null) counts.set(shard, counted);
  }
  return counts;
}

/**
 * The counts for these words; a word that every entry of the shard has can be ignored beside another. Null if they
 * are not known.
 */
function countsOf(words: readonly string[], known: readonly KeptRow[]): KeptCounts | null {
  const inAll = new Set(known.flatMap(({ word, whole }) => (whole === 1 ? [word] : [])));
  const [decisive = ALL_WORDS, ...others] = words.filter((word) => !inAll.has(word));
  if (others.length > 0) return null;
  return known.find(({ word }) => word === decisive)?.counts ?? null;
}

const NEXT = 'SELECT min(first_seq) FROM exchange_shards WHERE first_seq > s.first_seq AND shard <> s.shard';
/** Skips the newest shard, which gets new entries, and the oldest one, which loses them. */
const UNCOUNTED = `WITH shards AS (SELECT min(first_seq) AS first_seq, shard FROM exchange_shards GROUP BY shard)
  SELECT shard FROM shards s
  WHERE first_seq < (SELECT max(first_seq) FROM shards)
    AND NOT EXISTS (SELECT 1 FROM derived_facet_counts c WHERE c.shard = s.shard AND c.word = '${ALL_WORDS}' AND c.whole = 1)
    AND NOT coalesce((SELECT seq FROM exchanges WHERE starred = 0 ORDER BY seq LIMIT 1) BETWEEN s.first_seq AND (${NEXT}) - 1, 0)
  ORDER BY first_seq DESC`;

/**
 * Counts what is frequent in each full shard that has no counts yet. A shard takes a few seconds, in steps of a few
 * ms.
 */
export async function keepFacetCounts(database: Database, isStopped: () => boolean): Promise<void> {
  const uncounted = await database.query({ sql: UNCOUNTED }, z.object({ shard: z.number() }));
  for (const { shard } of uncounted) {
    if (isStopped()) return;
    await new ShardCounting(database, shard, isStopped).run();
  }
}

const wholeRow = z.object({ first: z.number(), next: z.number(), entries: z.number(), numbers: z.string() });
const WHOLE_SHARD = `SELECT place.first, place.next, count(seq) AS entries, json_group_array(facets) AS numbers
  FROM (SELECT min(first_seq) AS first, (${NEXT}) AS next FROM exchange_shards s WHERE shard = ?) place
  LEFT JOIN derived_facets_of_exchanges ON seq >= place.first AND seq < place.next`;
const termRow = z.object({ term: z.string() });
const matchesRow = z.object({
  entries: z.number(),
  first: z.number().nullable(),
  last: z.number().nullable(),
});
const MATCHES = `SELECT count(*) AS entries, min(rowid) AS first, max(rowid) AS last
  FROM exchange_words WHERE exchange_words MATCH ?`;
/**
 * Every change to the shard deletes its mark, so anything written while this particular mark exists is consistent.
 * Each count has its own mark.
 */
const IF_MARKED = `WHERE EXISTS (SELECT 1 FROM derived_facet_counts WHERE shard = ?1 AND word = '${ALL_WORDS}' AND counts = ?2)`;

class ShardCounting {
  private readonly code: string;
  private readonly mark = randomUUID();
  private whole: z.infer<typeof wholeRow> | undefined;

  constructor(
    private readonly database: Database,
    private readonly shard: number,
    private readonly isStopped: () => boolean,
  ) {
    this.code = shardCode(shard);
  }

  async run(): Promise<void> {
    const begun = `INSERT OR REPLACE INTO derived_facet_counts (shard, word, whole, counts) VALUES (?1, '${ALL_WORDS}', 0, ?2)`;
    await this.write(begun, []);
    [this.whole] = await this.database.query({ sql: WHOLE_SHARD, values: [this.shard] }, wholeRow);
    if (!this.whole) return;
    await this.beginWith('');
    if (this.isStopped()) return;
    const ended = `UPDATE derived_facet_counts SET whole = 1, counts = ?3 WHERE shard = ?1 AND word = '${ALL_WORDS}' AND counts = ?2`;
    await this.write(ended, [countsIn(this.whole.numbers)]);
  }

  /**
   * Counts the words with this prefix, and the prefixes that are one letter longer, up to the longest indexed length.
   */
  private async beginWith(beginning: string): Promise<void> {
    const before = this.code + beginning;
    const isLongest = Array.from(beginning).length === MAX_KNOWN_PREFIX_LENGTH;
    let longWords = 0;
    for (let from = before; !this.isStopped();) {
      const term = await this.nextTerm(from);
      if (!term?.startsWith(before)) return;
      const [letter = ''] = term.slice(before.length);
      const longer = beginning + letter;
      if (term === before || isLongest) {
        await this.count(term.slice(this.code.length), `"${term}"`);
        if (term !== before && (longWords += 1) === MAX_LONG_WORDS) return;
        // Skips to the first word after all that start with `term`: no digit or letter sorts before 0.
        from = `${term}0`;
        continue;
      }
      // Words that stand for facets are never typed.
      const isTyped = letter !== FACET_SIGN;
      if (isTyped && (await this.count(beginningOf(longer), `"${this.code}${longer}" *`)))
        await this.beginWith(longer);
      from = this.code + longer + LAST_LETTER;
    }
  }

  private async nextTerm(from: string): Promise<string | undefined> {
    const sql = 'SELECT term FROM exchange_terms WHERE term >= ? LIMIT 1';
    const [row] = await this.database.query({ sql, values: [from] }, termRow);
    return row?.term;
  }

  /**
   * Stores the counts if the word is frequent, and returns whether it is. Stores nothing if some matches are outside
   * the shard.
   */
  private async count(word: string, question: string): Promise<boolean> {
    const { whole } = this;
    const [matches] = await this.database.query({ sql: MATCHES, values: [question] }, matchesRow);
    if (!whole || !matches || matches.entries < Math.max(1, whole.entries * FREQUENT_PART)) return false;
    if ((matches.first ?? 0) < whole.first || (matches.last ?? 0) >= whole.next) return true;
    if (matches.entries === whole.entries) await this.keep(word, true, '[]');
    else {
      const sql = matchingFacets('?1');
      const [numbers] = await this.database.query({ sql, values: [question] }, facetNumbers);
      if (numbers) await this.keep(word, false, countsIn(numbers.numbers));
    }
    return true;
  }

  private async keep(word: string, isWhole: boolean, counts: string): Promise<void> {
    const sql = `INSERT OR REPLACE INTO derived_facet_counts (shard, word, whole, counts) SELECT ?1, ?3, ?4, ?5 ${IF_MARKED}`;
    await this.write(sql, [word, isWhole, counts]);
  }

  private async write(sql: string, values: readonly SqlValue[]): Promise<void> {
    await this.database.execute({ sql, values: [this.shard, this.mark, ...values], idempotent: true });
  }
}

/** Counts in their stored form. */
function countsIn(numbers: string): string {
  const counts = countNumbers([{ whole: 0, numbers }], []);
  return JSON.stringify(
    counts.flatMap((entries, number) => (entries === undefined ? [] : [[number, entries]])),
  );
}
