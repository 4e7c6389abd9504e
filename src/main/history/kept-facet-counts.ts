import { z } from 'zod';
import type { Database, Statement } from '../database/database';
import { FACET_SIGN, LAST_LETTER, MAX_KNOWN_PREFIX_LENGTH, shardCode, type WordQuery } from './search-words';

/**
 * What is in much of a shard, such as the first letter of a word, is counted ahead for each shard that is full, and
 * taken back by triggers when anything of that shard changes (`schema.ts`). What is in less is quick to count.
 */
const FREQUENT_PART = 1 / 8;
/** Of one beginning that is as long as the index knows them; ids that are counted up may have one for each entry. */
const MAX_LONG_WORDS = 64;
/** No word at all: when it is `whole`, all that is frequent in the shard has been counted. */
const ALL_WORDS = '';

const keptRow = z.object({
  shard: z.number(),
  word: z.string(),
  whole: z.number(),
  counts: z.string().transform((text) => z.array(z.tuple([z.number(), z.number()])).parse(JSON.parse(text))),
});
type KeptRow = z.infer<typeof keptRow>;
/** The number of each combination of facets, and how many entries have it. */
export type KeptCounts = KeptRow['counts'];

const beginningOf = (word: string): string => `${word}*`;
const wordsIn = ({ whole, beginnings }: WordQuery): string[] => [...whole, ...beginnings.map(beginningOf)];

/** Of the shards for which what a question asks is known: by the shard. */
export async function keptFacetCounts(
  database: Pick<Database, 'query'>,
  question: WordQuery,
): Promise<ReadonlyMap<number, KeptCounts>> {
  const words = wordsIn(question);
  const rows = await database.query(
    {
      sql: `SELECT shard, word, whole, counts FROM derived_facet_counts
        WHERE shard IN (SELECT shard FROM exchange_shards) AND word IN (SELECT value FROM json_each(?))`,
      values: [JSON.stringify(words)],
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

/** A word that all of the shard has says nothing beside another one. Null where it is not known. */
function countsOf(words: readonly string[], known: readonly KeptRow[]): KeptCounts | null {
  const inAll = new Set(known.flatMap(({ word, whole }) => (whole === 1 ? [word] : [])));
  const [decisive = words[0], ...others] = words.filter((word) => !inAll.has(word));
  if (others.length > 0) return null;
  return known.find(({ word }) => word === decisive)?.counts ?? null;
}

interface FullShard {
  readonly shard: number;
  readonly firstPlace: number;
  /** So many matches are many. */
  readonly frequent: number;
}

const NEXT = 'SELECT min(first_seq) FROM exchange_shards WHERE first_seq > s.first_seq AND shard <> s.shard';
/** Neither the one that new entries come into, nor the one that old ones go from. */
const UNCOUNTED = `WITH shards AS (SELECT min(first_seq) AS first_seq, shard FROM exchange_shards GROUP BY shard)
  SELECT shard, first_seq AS firstPlace,
    (SELECT count(*) FROM derived_facets_of_exchanges WHERE seq >= first_seq AND seq < (${NEXT})) AS entries
  FROM shards s
  WHERE first_seq < (SELECT max(first_seq) FROM shards)
    AND NOT EXISTS (SELECT 1 FROM derived_facet_counts c WHERE c.shard = s.shard AND c.word = '${ALL_WORDS}' AND c.whole = 1)
    AND NOT coalesce((SELECT seq FROM exchanges WHERE starred = 0 ORDER BY seq LIMIT 1) BETWEEN s.first_seq AND (${NEXT}) - 1, 0)
  ORDER BY first_seq DESC`;
const fullShard = z
  .object({ shard: z.number(), firstPlace: z.number(), entries: z.number() })
  .transform(({ entries, ...shard }): FullShard => ({
    ...shard,
    frequent: Math.ceil(entries * FREQUENT_PART),
  }));

/** Counts what is frequent in each full shard of which that is not known. A shard takes about a second, in small steps. */
export async function keepFacetCounts(database: Database, isStopped: () => boolean): Promise<void> {
  for (const shard of await database.query({ sql: UNCOUNTED }, fullShard)) {
    if (shard.frequent > 0) await new ShardCounting(database, shard, isStopped).run();
    if (isStopped()) return;
  }
}

class ShardCounting {
  private readonly code: string;

  constructor(
    private readonly database: Database,
    private readonly shard: FullShard,
    private readonly isStopped: () => boolean,
  ) {
    this.code = shardCode(shard.shard);
  }

  /** What changes meanwhile takes back that it was begun: then it is not known to be complete. */
  async run(): Promise<void> {
    const { shard } = this.shard;
    await this.write(
      `INSERT OR REPLACE INTO derived_facet_counts (shard, word, whole, counts) VALUES (?, ?, 0, '[]')`,
      [shard, ALL_WORDS],
    );
    await this.beginWith('');
    if (this.isStopped()) return;
    await this.write('UPDATE derived_facet_counts SET whole = 1 WHERE shard = ? AND word = ?', [
      shard,
      ALL_WORDS,
    ]);
  }

  /** Words that begin so, and beginnings of them that are a letter longer, as long as the index knows. */
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
        // Whatever goes on behind it: neither a digit nor a letter comes before 0.
        from = `${term}0`;
        continue;
      }
      // Nobody types the words of facets.
      const isTyped = letter !== FACET_SIGN;
      if (isTyped && (await this.count(beginningOf(longer), `"${this.code}${longer}" *`)))
        await this.beginWith(longer);
      from = this.code + longer + LAST_LETTER;
    }
  }

  private async nextTerm(from: string): Promise<string | undefined> {
    const sql = 'SELECT term FROM exchange_terms WHERE term >= ? LIMIT 1';
    const [row] = await this.database.query({ sql, values: [from] }, z.object({ term: z.string() }));
    return row?.term;
  }

  /** Keeps the counts of what is frequent, and says whether it is. */
  private async count(word: string, question: string): Promise<boolean> {
    const { shard, firstPlace, frequent } = this.shard;
    const some = await this.database.query(
      {
        sql: 'SELECT rowid FROM exchange_words WHERE exchange_words MATCH ? LIMIT 1 OFFSET ?',
        values: [question, frequent - 1],
      },
      z.unknown(),
    );
    if (some.length === 0) return false;
    await this.write(KEEP, [shard, word, question, firstPlace]);
    return true;
  }

  private async write(sql: string, values: Statement['values'] & object): Promise<void> {
    await this.database.execute({ sql, values, idempotent: true });
  }
}

/** Counted and kept in one statement, so that nothing changes in between; not where some of the matches lie elsewhere. */
const KEEP = `INSERT OR REPLACE INTO derived_facet_counts (shard, word, whole, counts)
  WITH
    matches AS MATERIALIZED (
      SELECT facets, count(*) AS entries, min(exchange_words.rowid) AS first, max(exchange_words.rowid) AS last
      FROM exchange_words LEFT JOIN derived_facets_of_exchanges of ON of.seq = exchange_words.rowid
      WHERE exchange_words MATCH ?3 GROUP BY facets),
    place AS MATERIALIZED (
      SELECT first_seq AS first, (${NEXT}) AS next FROM exchange_shards s WHERE first_seq = ?4 AND shard = ?1)
  SELECT ?1, ?2,
    sum(entries) FILTER (WHERE facets IS NOT NULL) =
      (SELECT count(*) FROM derived_facets_of_exchanges WHERE seq >= place.first AND seq < place.next),
    json_group_array(json_array(facets, entries)) FILTER (WHERE facets IS NOT NULL)
  FROM place JOIN matches
  HAVING min(matches.first) >= place.first AND max(matches.last) < place.next`;
