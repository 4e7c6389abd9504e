import { withHyphens } from '@shared/text/uuid';

/**
 * The words by which an exchange is found, and the queries on their index. The index is split by age into shards of
 * `SHARD_ENTRIES` exchanges, all in one FTS5 table: each word begins with the code of its shard. A search goes from
 * the newest shard to the oldest and stops when its page is full, so that the prefix of a common word costs no more
 * than a rare word; without shards, FTS5 would first collect all matches of a prefix (decision 0062). A rare word is
 * searched for in every shard, so shards must not be too small either. Shards made by an older version of the app
 * have 8,192 entries.
 */
export const SHARD_ENTRIES = 32_768;

/**
 * The index holds prefixes of up to this many letters (`schema.ts`); for longer ones the matching words are
 * collected.
 */
export const MAX_KNOWN_PREFIX_LENGTH = 6;
/** Sorts after any letter with which a word can continue. */
export const LAST_LETTER = '\u{10ffff}';
/** Shorter words occur in most shards. */
const MIN_RARE_LENGTH = 4;

const WORD = /[\p{L}\p{N}]+/gu;
const MAX_WORD_LENGTH = 40;
const MAX_WORDS = 4_000;
/**
 * Marks words that come from facets, not from texts: FTS5's ascii tokenizer takes it for a letter, `wordsOf` does
 * not.
 */
export const FACET_SIGN = '§';

/** Always three characters (`00a`), so that all words of a shard are next to each other. */
export function shardCode(shard: number): string {
  return shard.toString(36).padStart(3, '0');
}

/** `2026-11-21`, also at the beginning of a date and time. */
const DATE = /(?<![\p{L}\p{N}])(\d{4})-(\d{2})-(\d{2})(?!\d)/gu;
/** A UUID with or without its hyphens, with no letter or digit directly before or after it. */
const ID = /(?<![\p{L}\p{N}])(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{32})(?![\p{L}\p{N}])/gu;
/** A word that may be a UUID without its hyphens, or a trace id. */
const BARE_ID = /^[\da-f]{32}$/;
/**
 * An incomplete date at the end of what was typed: `2026-1`, `2026-11-2`. Not part of a longer word such as
 * `00000000-0000-4`.
 */
const HALF_DATE = /(?<![\p{L}\p{N}]|[\p{L}\p{N}]-)(\d{4})-(\d{1,2})(?:-(\d?))?$/u;

/** The words of a text: letters and digits of any script, in lower case and without accents. */
export function wordsOf(text: string): string[] {
  return runsOf(plainText(text)).map(cut);
}

function plainText(text: string): string {
  // Most texts by far are ASCII.
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ');
}

function runsOf(plain: string): readonly string[] {
  return plain.match(WORD) ?? [];
}

const cut = (word: string): string => word.slice(0, MAX_WORD_LENGTH);

/** Letters of scripts that write words without spaces. */
const JOINED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** NFKD splits a Hangul syllable; these letters are inside one. */
const INSIDE_SYLLABLE = /[\u1160-\u11ff]/;

/** True if a word may begin between two letters of one run: 李|小|龍. */
export function isWordBreak(before: string, after: string): boolean {
  return (JOINED.test(before) || JOINED.test(after)) && !INSIDE_SYLLABLE.test(after);
}

/** Adds the words that begin inside a run and extend to its end: `小龍` and `龍` in `李小龍`. */
function addInnerWords(run: string, words: Set<string>): void {
  let before = '';
  let at = 0;
  for (const letter of run) {
    if (words.size >= MAX_WORDS) return;
    if (at > 0 && isWordBreak(before, letter)) words.add(cut(run.slice(at)));
    before = letter;
    at += letter.length;
  }
}

/**
 * The UUIDs in a text, with hyphens and in lower case. The index only has the five parts of each, in no order, or one
 * word where it is written without them.
 */
export function idsOf(text: string): readonly string[] {
  return (plainText(text).match(ID) ?? []).map((id) => (BARE_ID.test(id) ? withHyphens(id) : id));
}

export function withoutIds(text: string): string {
  return plainText(text).replace(ID, ' ');
}

/** Dates, each as one word: `20261121`. */
function datesOf(text: string): string[] {
  return Array.from(text.matchAll(DATE), ([, year = '', month = '', day = '']) => year + month + day);
}

/** A word that stands for a value of a facet. */
export function facetLabel(facet: string, value: string | number): string {
  return `${FACET_SIGN}${facet}${String(value)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')}`;
}

/** The text to index: each word once, with the shard's code. */
export function indexedText(shard: number, facets: readonly string[], texts: Iterable<string>): string {
  const words = new Set(facets);
  // These come last, so that they are the ones left out if there are too many words.
  const inner = new Set<string>();
  for (const text of texts) {
    const plain = plainText(text);
    const runs = runsOf(plain);
    for (const run of runs) words.add(cut(run));
    if (JOINED.test(plain)) for (const run of runs) addInnerWords(run, inner);
    for (const date of datesOf(text)) words.add(date);
    if (words.size >= MAX_WORDS) break;
  }
  const code = shardCode(shard);
  return [...new Set([...words, ...inner])]
    .slice(0, MAX_WORDS)
    .map((word) => code + word)
    .join(' ');
}

/** What to look for: groups of alternative facets, each of which must match, then whole words and word prefixes. */
export interface WordQuery {
  readonly facets: readonly (readonly string[])[];
  readonly whole: readonly string[];
  readonly beginnings: readonly string[];
}

/**
 * Parses what a person typed. The last word counts as a prefix, unless something follows it or it completes a UUID.
 * In a script without spaces it always does, because nobody can tell where such a word ends.
 */
export function parseSearch(text: string): Pick<WordQuery, 'whole' | 'beginnings'> {
  const dates = datesOf(text);
  const rest = text.replace(DATE, ' ');
  const half = HALF_DATE.exec(rest);
  const words = wordsOf(half === null ? rest : rest.slice(0, half.index));
  const plain = plainText(rest);
  const endsWithId = plain.match(ID)?.some((id) => plain.endsWith(id)) === true;
  const open = half === null && !endsWithId && /[\p{L}\p{N}\p{M}]$/u.test(rest);
  const last = open ? words.pop() : half?.slice(1).join('');
  const whole = words.filter((word) => !JOINED.test(word));
  const joined = words.filter((word) => JOINED.test(word));
  return {
    whole: [...new Set([...whole, ...dates])],
    beginnings: [...new Set([...(last === undefined ? [] : [last]), ...joined])],
  };
}

export function isEmptyQuery({ facets, whole, beginnings }: WordQuery): boolean {
  return facets.length === 0 && whole.length === 0 && beginnings.length === 0;
}

/** The FTS5 expression for a query within one shard. */
export function matchExpression(shard: number, { facets, whole, beginnings }: WordQuery): string {
  return [
    ...whole.map((word) => wholeWord(shard, word)),
    ...facets.map((values) => `(${values.map((value) => quoted(shard, value)).join(' OR ')})`),
    ...beginnings.map((beginning) => `${quoted(shard, beginning)} *`),
  ].join(' AND ');
}

/**
 * For a prefix longer than the index knows: the query without it, which is then narrowed by the prefix's words, and
 * the range in which these lie. Null if there is no such prefix.
 */
export function longBeginning(
  shard: number,
  query: WordQuery,
): { readonly before: string; readonly from: string; readonly to: string } | null {
  const long = query.beginnings.find((beginning) => Array.from(beginning).length > MAX_KNOWN_PREFIX_LENGTH);
  if (long === undefined) return null;
  const rest = { ...query, beginnings: query.beginnings.filter((beginning) => beginning !== long) };
  const from = shardCode(shard) + long;
  return {
    before: isEmptyQuery(rest) ? '' : `${matchExpression(shard, rest)} AND `,
    from,
    to: from + LAST_LETTER,
  };
}

/**
 * The part of the query that is probably rarest: its longest word, or as much of a prefix as the index knows. Most
 * shards do not have a rare word, and each further word is looked up in every segment of the index. Null if this
 * would be the whole query, or if it is too short to be rare.
 */
export function rarestExpression(shard: number, query: WordQuery): string | null {
  const { whole, beginnings } = query;
  const known = Array.from(longest(beginnings)).slice(0, MAX_KNOWN_PREFIX_LENGTH);
  const rarest = longest(whole);
  if (Math.max(known.length, rarest.length) < MIN_RARE_LENGTH) return null;
  const expression =
    known.length > rarest.length ? `${quoted(shard, known.join(''))} *` : wholeWord(shard, rarest);
  return expression === matchExpression(shard, query) ? null : expression;
}

function longest(words: readonly string[]): string {
  return words.reduce((one, other) => (other.length > one.length ? other : one), '');
}

/** Who copies an ID from a database has it without hyphens, and the answers have it with them. */
function wholeWord(shard: number, word: string): string {
  const asWritten = quoted(shard, word);
  if (!BARE_ID.test(word)) return asWritten;
  const parts = wordsOf(withHyphens(word)).map((part) => quoted(shard, part));
  return `(${asWritten} OR (${parts.join(' AND ')}))`;
}

/** Needs no escaping, because words never contain quotation marks. */
function quoted(shard: number, word: string): string {
  return `"${shardCode(shard)}${word}"`;
}
