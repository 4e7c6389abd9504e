/**
 * The words by which an exchange is found, and the questions to the index of them.
 *
 * The index is split into shards of `SHARD_ENTRIES` exchanges by age, all in one FTS5 table: each word begins with the
 * code of its shard. A search goes from the newest shard to the oldest and stops when its page is full, so that half a
 * word that is everywhere costs no more than one that is rare (measured: without shards a search took up to 10 times as
 * long as 20 ms at 100,000 entries).
 */
export const SHARD_ENTRIES = 8_192;

/** Beginnings of up to so many letters are in the index (`schema.ts`); the matches of longer ones are gathered. */
const MAX_KNOWN_PREFIX_LENGTH = 6;
/** Shorter words are in most shards. */
const MIN_RARE_LENGTH = 4;

const WORD = /[\p{L}\p{N}]+/gu;
const MAX_WORD_LENGTH = 40;
const MAX_WORDS = 4_000;
/** Stands before the words that are none of the texts': FTS5's ascii tokenizer takes it for a letter, we do not. */
const FACET_SIGN = '§';

/** Three characters, so that all of a shard's words lie together: `00a`. */
export function shardCode(shard: number): string {
  return shard.toString(36).padStart(3, '0');
}

/** `2026-11-21`, also as the beginning of a date and time. */
const DATE = /(?<![\p{L}\p{N}])(\d{4})-(\d{2})-(\d{2})(?!\d)/gu;
/** The beginning of a date at the end of what was typed: `2026-1`, `2026-11-2`. */
const HALF_DATE = /(?<![\p{L}\p{N}])(\d{4})-(\d{1,2})(?:-(\d?))?$/u;

/** The words of a text: letters and digits of any script, in lower case and without accents. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return (plain.match(WORD) ?? []).map((word) => word.slice(0, MAX_WORD_LENGTH));
}

/** Dates as one word each: `20261121`. */
function datesOf(text: string): string[] {
  return Array.from(text.matchAll(DATE), ([, year = '', month = '', day = '']) => year + month + day);
}

/** A word that stands for a value of a facet. */
export function facetLabel(facet: string, value: string | number): string {
  return `${FACET_SIGN}${facet}${String(value)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')}`;
}

/** What is given to the index: each word once, with the shard's code. */
export function indexedText(shard: number, facets: readonly string[], texts: Iterable<string>): string {
  const words = new Set(facets);
  for (const text of texts) {
    for (const word of wordsOf(text)) words.add(word);
    for (const date of datesOf(text)) words.add(date);
    if (words.size >= MAX_WORDS) break;
  }
  const code = shardCode(shard);
  return [...words]
    .slice(0, MAX_WORDS)
    .map((word) => code + word)
    .join(' ');
}

/** What is looked for: alternatives of facets that all have to hold, whole words, and the beginning of one. */
export interface WordQuery {
  readonly facets: readonly (readonly string[])[];
  readonly whole: readonly string[];
  readonly beginning: string | null;
}

/** Reads what a person typed. Its last word counts as half of one, unless something was typed behind it. */
export function parseSearch(text: string): Pick<WordQuery, 'whole' | 'beginning'> {
  const dates = datesOf(text);
  const rest = text.replace(DATE, ' ');
  const half = HALF_DATE.exec(rest);
  const words = wordsOf(half === null ? rest : rest.slice(0, half.index));
  const open = half === null && /[\p{L}\p{N}\p{M}]$/u.test(rest);
  const last = open ? words.pop() : half?.slice(1).join('');
  return { whole: [...new Set([...words, ...dates])], beginning: last ?? null };
}

export function isEmptyQuery({ facets, whole, beginning }: WordQuery): boolean {
  return facets.length === 0 && whole.length === 0 && beginning === null;
}

/** FTS5's words for a query within one shard. */
export function matchExpression(shard: number, { facets, whole, beginning }: WordQuery): string {
  return [
    ...whole.map((word) => quoted(shard, word)),
    ...facets.map((values) => `(${values.map((value) => quoted(shard, value)).join(' OR ')})`),
    ...(beginning === null ? [] : [`${quoted(shard, beginning)} *`]),
  ].join(' AND ');
}

/**
 * What is likely to be the rarest of it, by itself: its longest word, of half a word as much as the index knows. Most shards
 * lack a rare word, and each further word is looked for in every segment of the index. Null when that is the whole
 * question, or is too short to be rare.
 */
export function rarestExpression(shard: number, query: WordQuery): string | null {
  const { whole, beginning } = query;
  const known = Array.from(beginning ?? '').slice(0, MAX_KNOWN_PREFIX_LENGTH);
  const rarest = whole.reduce((one, other) => (other.length > one.length ? other : one), '');
  if (Math.max(known.length, rarest.length) < MIN_RARE_LENGTH) return null;
  const expression =
    known.length > rarest.length ? `${quoted(shard, known.join(''))} *` : quoted(shard, rarest);
  return expression === matchExpression(shard, query) ? null : expression;
}

/** Words have no quotation marks in them. */
function quoted(shard: number, word: string): string {
  return `"${shardCode(shard)}${word}"`;
}
