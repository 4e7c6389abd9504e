/**
 * The words by which an exchange is found, and the questions to the index of them.
 *
 * The index is split into shards of `SHARD_ENTRIES` exchanges by age, all in one FTS5 table: each word begins with the
 * code of its shard. A search goes from the newest shard to the oldest and stops when its page is full, so that half a
 * word that is everywhere costs no more than one that is rare (measured: without shards a search took up to 10 times as
 * long as 20 ms at 100,000 entries). What is rare is looked for in each of them, so they are not small either; those that an
 * older app made have 8,192.
 */
export const SHARD_ENTRIES = 32_768;

/** Beginnings of up to so many letters are in the index (`schema.ts`); the matches of longer ones are gathered. */
export const MAX_KNOWN_PREFIX_LENGTH = 6;
/** Behind whatever a word goes on with. */
export const LAST_LETTER = '\u{10ffff}';
/** Shorter words are in most shards. */
const MIN_RARE_LENGTH = 4;

const WORD = /[\p{L}\p{N}]+/gu;
const MAX_WORD_LENGTH = 40;
const MAX_WORDS = 4_000;
/** Stands before the words that are none of the texts': FTS5's ascii tokenizer takes it for a letter, we do not. */
export const FACET_SIGN = '§';

/** Three characters, so that all of a shard's words lie together: `00a`. */
export function shardCode(shard: number): string {
  return shard.toString(36).padStart(3, '0');
}

/** `2026-11-21`, also as the beginning of a date and time. */
const DATE = /(?<![\p{L}\p{N}])(\d{4})-(\d{2})-(\d{2})(?!\d)/gu;
/** A UUID in its canonical form, that goes on neither before nor behind. */
const ID = /(?<![\p{L}\p{N}])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\p{L}\p{N}])/gu;
/** The beginning of a date at the end of what was typed: `2026-1`, `2026-11-2`. Not a part of a longer word: `00000000-0000-4`. */
const HALF_DATE = /(?<![\p{L}\p{N}]|[\p{L}\p{N}]-)(\d{4})-(\d{1,2})(?:-(\d?))?$/u;

/** The words of a text: letters and digits of any script, in lower case and without accents. */
export function wordsOf(text: string): string[] {
  return runsOf(plainText(text)).map(cut);
}

function plainText(text: string): string {
  // Most texts by far.
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

/** Letters of scripts that put words together without a space between them. */
const JOINED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** NFKD takes a syllable of Hangul apart: these are inside of one. */
const INSIDE_SYLLABLE = /[\u1160-\u11ff]/;

/** True where a word may begin between two letters of one run: 李|小|龍. */
export function isWordBreak(before: string, after: string): boolean {
  return (JOINED.test(before) || JOINED.test(after)) && !INSIDE_SYLLABLE.test(after);
}

/** Adds what begins inside of a run, to its end: `小龍` and `龍` of `李小龍`. */
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

/** The UUIDs of a text, in lower case: of each the index knows its five parts only, in no order. */
export function idsOf(text: string): readonly string[] {
  return plainText(text).match(ID) ?? [];
}

export function withoutIds(text: string): string {
  return plainText(text).replace(ID, ' ');
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
  // They come last: where there are too many words, these are left out.
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

/** What is looked for: alternatives of facets that all have to hold, whole words, and beginnings of words. */
export interface WordQuery {
  readonly facets: readonly (readonly string[])[];
  readonly whole: readonly string[];
  readonly beginnings: readonly string[];
}

/**
 * Reads what a person typed. Its last word counts as half of one, unless something was typed behind it or a whole UUID ends
 * with it; a word of a script without spaces always does, as nobody can tell where it ends.
 */
export function parseSearch(text: string): Pick<WordQuery, 'whole' | 'beginnings'> {
  const dates = datesOf(text);
  const rest = text.replace(DATE, ' ');
  const half = HALF_DATE.exec(rest);
  const words = wordsOf(half === null ? rest : rest.slice(0, half.index));
  const plain = plainText(rest);
  const endsWithId = idsOf(plain).some((id) => plain.endsWith(id));
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

/** FTS5's words for a query within one shard. */
export function matchExpression(shard: number, { facets, whole, beginnings }: WordQuery): string {
  return [
    ...whole.map((word) => quoted(shard, word)),
    ...facets.map((values) => `(${values.map((value) => quoted(shard, value)).join(' OR ')})`),
    ...beginnings.map((beginning) => `${quoted(shard, beginning)} *`),
  ].join(' AND ');
}

/**
 * Where a beginning is longer than the index knows: the question without it, to be followed by its words, and what these lie
 * between. Null where there is none.
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
 * What is likely to be the rarest of it, by itself: its longest word, of half a word as much as the index knows. Most shards
 * lack a rare word, and each further word is looked for in every segment of the index. Null when that is the whole
 * question, or is too short to be rare.
 */
export function rarestExpression(shard: number, query: WordQuery): string | null {
  const { whole, beginnings } = query;
  const known = Array.from(longest(beginnings)).slice(0, MAX_KNOWN_PREFIX_LENGTH);
  const rarest = longest(whole);
  if (Math.max(known.length, rarest.length) < MIN_RARE_LENGTH) return null;
  const expression =
    known.length > rarest.length ? `${quoted(shard, known.join(''))} *` : quoted(shard, rarest);
  return expression === matchExpression(shard, query) ? null : expression;
}

function longest(words: readonly string[]): string {
  return words.reduce((one, other) => (other.length > one.length ? other : one), '');
}

/** Words have no quotation marks in them. */
function quoted(shard: number, word: string): string {
  return `"${shardCode(shard)}${word}"`;
}
