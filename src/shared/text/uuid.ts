const uuidWith = (hyphen: string): string => `[0-9a-f]{8}(?:${hyphen}[0-9a-f]{4}){3}${hyphen}[0-9a-f]{12}`;
const UUID = uuidWith('-');
const UUID_ALONE = new RegExp(`^${UUID}$`, 'i');
/**
 * A character written as letters and digits before a UUID: `%2F` in a URL inside another one, `=3D` in the source of
 * an e-mail, `\\n` and `\\u003d` in JSON.
 */
const ESCAPED_SIGN = '(?<=%[0-9a-f]{2}|=(?:3D|A0)|\\\\[bfnrt]|\\\\u[0-9a-f]{4})';
/**
 * A UUID is not taken out of the middle of a longer run of word characters, but several may touch, as can happen when
 * they are pasted.
 */
const UUIDS_IN_TEXT = new RegExp(`(?:(?<![0-9a-z-])|${ESCAPED_SIGN})(?:${UUID})+(?![0-9a-z-])`, 'gi');
const UUID_LENGTH = 36;
/** Of a text that is one UUID with spaces and line breaks in it. */
const MAX_ALONE = 99;
/**
 * Characters that word processors, PDFs or chats use in place of hyphens, or where a line may break: nobody sees the
 * difference.
 */
const OTHER_HYPHENS = /[\u2010-\u2014\u2212\ufe58\ufe63\uff0d]/g;
const UUID_WITH_OTHERS = new RegExp(uuidWith(`(?:-|${OTHER_HYPHENS.source})`), 'gi');
/** Zero-width characters, soft hyphens, direction marks. */
const INVISIBLE = /\p{Cf}/gu;
/**
 * A UUID broken over two lines by a mail program: after `=` in the source, or after a hyphen, with quotation marks
 * (`>`) before the rest.
 */
const OVER_TWO_LINES = /(?<![0-9a-f-])([0-9a-f-]{1,38})(?:=\r?\n|(?<=-)\r?\n[> ]*)([0-9a-f-]{1,36})/gi;
const BARE = new RegExp(`^${uuidWith('')}$`, 'i');
/** An ID in groups, as somebody types it who hears it. Two card numbers have no letter; a span id is a longer group. */
const SPELLED = /^(?=.*[a-f])[0-9a-f]{1,12}(?: +[0-9a-f]{1,12})+$/i;
/** White space within a UUID, with quotation marks before the rest of it. */
const GAP = '(?:\\s+(?:>\\s*)*)?';
const UUID_WITH_GAPS = new RegExp(
  `(?<![0-9a-z-])${[...'hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh'].join(GAP).replaceAll('h', '[0-9a-f]')}(?![0-9a-z-])`,
  'gi',
);

/** True for a UUID in its canonical form with hyphens, in upper or lower case. */
export function isUuid(text: string): boolean {
  return UUID_ALONE.test(text);
}

/** A UUID without its hyphens as it would be written with them. */
export function withHyphens(bare: string): string {
  return bare.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-').toLowerCase();
}

/** Every UUID in a pasted text, in lower case, in order, each once. */
export function findUuids(text: string): string[] {
  return readUuids(text).uuids;
}

/** The UUIDs in a pasted text. */
export interface ReadUuids {
  readonly uuids: string[];
  /** How many were repeated. */
  duplicates: number;
  /** Entries that are not UUIDs but seem to be meant as such, as written, each once. */
  readonly broken: string[];
  /** The UUIDs and the broken entries together, in order, each once. */
  readonly entries: string[];
}

/**
 * Finds the UUIDs in a pasted text, and what was left out. An entry counts as broken
 * - in any text: a long word in groups, nearly all of it hexadecimal (`looksLikeUuid`); a UUID with white space in it; a
 *   UUID without hyphens where other lines have one with hyphens (`placeOf`), which a trace id has elsewhere;
 * - in a list, where only hexadecimal words are beside the UUIDs: a line that is one word with a digit or several
 *   hexadecimal ones, and a longer hexadecimal word beside a UUID (`brokenOfList`).
 *
 * Words around the IDs in an e-mail or a log, and dates, do not count: somebody who is warned about everything stops
 * reading the warnings.
 */
export function readUuids(pasted: string): ReadUuids {
  const text = joinUuids(pasted.replace(INVISIBLE, ''));
  const all = [...text.matchAll(UUIDS_IN_TEXT)].flatMap(({ 0: run, index }) =>
    Array.from({ length: run.length / UUID_LENGTH }, (_, nth): Entry => {
      const from = nth * UUID_LENGTH;
      return { text: run.slice(from, from + UUID_LENGTH).toLowerCase(), at: index + from };
    }),
  );
  const uuids = eachOnce(all);
  const broken = findBroken(text);
  return {
    uuids,
    duplicates: all.length - uuids.length,
    broken: eachOnce(broken),
    entries:
      broken.length === 0 ? uuids : eachOnce([...all, ...broken].sort((one, other) => one.at - other.at)),
  };
}

/** A part of a text, and where it begins. */
interface Entry {
  readonly text: string;
  readonly at: number;
}

function eachOnce(entries: readonly Entry[]): string[] {
  return [...new Set(entries.map(({ text }) => text))];
}

/** For a text that is only a UUID with other hyphens, spaces or invisible characters in it: the UUID. */
export function plainUuid(text: string): string | null {
  if (text.length >= MAX_ALONE) return null;
  const visible = text.replace(INVISIBLE, '');
  const joined = visible.replace(OTHER_HYPHENS, '-').replace(/\s+/g, '');
  if (isUuid(joined)) return joined;
  return BARE.test(joined) && SPELLED.test(visible.trim()) ? withHyphens(joined) : null;
}

/** The text with every UUID written as it was meant. */
function joinUuids(text: string): string {
  const alone = plainUuid(text);
  if (alone !== null) return alone;
  // Nothing but UUIDs without hyphens, in quotation marks or brackets at most: in any other text such a number might be
  // a trace id.
  const words = text.match(/[^\s,;'"`‘’“”()[\]{}<>]+/g);
  if (words?.every((word) => BARE.test(word))) return words.map(withHyphens).join('\n');
  return text
    .replace(UUID_WITH_OTHERS, (id) => id.replace(OTHER_HYPHENS, '-'))
    .replace(OVER_TWO_LINES, (both: string, start: string, end: string) =>
      // What comes before it, such as =3D, is handled below. A whole UUID does not consist of two parts.
      !isUuid(end) && isUuid((start + end).slice(-UUID_LENGTH)) ? start + end : both,
    );
}

const WORD = /(?<!-)-*[\p{L}\p{N}][\p{L}\p{N}-]*/gu;
/** Hexadecimal digits, at least one of them not a letter, or in groups; an ordinary word is neither. */
const HEX_WORD = /^(?:(?=.*\d)[0-9a-f-]+|[0-9a-f]*(?:-[0-9a-f]+)+)$/i;
const NUMBER = /^\d+$/;
const DATE = /^\d{4}-\d\d?-\d\d?$/;
/** A phone or card number is shorter. */
const MIN_LENGTH_IN_TEXT = 24;
const MIN_LENGTH_IN_LIST = 9;
/** Part of a trace id is longer. */
const MAX_GROUP_LENGTH = 24;

/** Enough to tell the columns of a table; a log may be one line of megabytes. */
const MAX_BEFORE = 1000;

interface Line extends Entry {
  /** Where its UUIDs begin. */
  readonly uuidsAt: readonly number[];
  /** The words next to the UUIDs. */
  readonly words: readonly Entry[];
}

function findBroken(written: string): Entry[] {
  const withGaps: Entry[] = [];
  const text = written.replace(UUID_WITH_GAPS, (id: string, at: number) => {
    if (isUuid(id)) return id;
    withGaps.push({ text: id.replace(/[\s>]+/g, ' '), at });
    // The same length as before, so that what comes after it keeps its position.
    return ' '.repeat(id.length);
  });
  return [...withGaps, ...findBrokenWords(text)];
}

function findBrokenWords(text: string): Entry[] {
  const lines = [...text.matchAll(/[^\r\n]+/g)].map(({ 0: line, index }) => readLine(line, index));
  const withUuid = lines.filter(({ uuidsAt }) => uuidsAt.length > 0);
  const isList =
    withUuid.length > 0 &&
    withUuid.every(({ words }) =>
      words.every(({ text: word }) => HEX_WORD.test(word) || looksLikeUuid(word)),
    );
  if (isList) return lines.flatMap(brokenOfList);
  const places = new Set(
    withUuid.flatMap(({ at, uuidsAt }) => uuidsAt.map((id) => placeOf(text.slice(at, id)))),
  );
  return lines.flatMap((line) =>
    line.words.filter(
      ({ text: word, at }) =>
        looksLikeUuid(word) || (BARE.test(word) && places.has(placeOf(text.slice(line.at, at)))),
    ),
  );
}

/** The column in which something is, and what is before it there, without numbers. */
function placeOf(before: string): string {
  const columns = before.slice(-MAX_BEFORE).split(/[,;|\t]/);
  return `${columns.length} ${columns.pop()?.replace(/\d/g, '')}`;
}

function readLine(text: string, at: number): Line {
  // The same length as before, so that the words after them keep their positions.
  const uuidsAt: number[] = [];
  const rest = text.replace(UUIDS_IN_TEXT, (run, offset: number) => {
    uuidsAt.push(at + offset);
    return ' '.repeat(run.length);
  });
  const words = [...rest.matchAll(WORD)].map(({ 0: word, index }) => ({ text: word, at: at + index }));
  return { text: text.trim(), at, uuidsAt, words };
}

/** In any text: a UUID with a digit missing or one too many, or an O for a 0. */
function looksLikeUuid(word: string): boolean {
  // Most words in a log of megabytes are shorter.
  if (word.length < MIN_LENGTH_IN_TEXT) return false;
  const groups = word.split('-').filter((group) => group !== '');
  const hex = word.match(/[0-9a-f-]/gi)?.length ?? 0;
  return (
    groups.length >= 3 &&
    groups.every(({ length }) => length <= MAX_GROUP_LENGTH) &&
    /\d/.test(word) &&
    hex >= word.length * 0.8
  );
}

/** In a list of nothing but IDs: also one that was cut short or broken by a space. */
function brokenOfList({ text, at, uuidsAt, words }: Line): readonly Entry[] {
  if (uuidsAt.length > 0) return words.filter(({ text: word }) => looksLikeUuid(word) || isCut(word));
  const written = words.map(({ text: word }) => word);
  const [word = '', ...more] = written;
  const isOne = more.length === 0 && (/\d/.test(word) || HEX_WORD.test(word)) && !DATE.test(word);
  const isSplit = written.every((part) => HEX_WORD.test(part)) && !written.every(isNumberOrDate);
  return words.length > 0 && (isOne || isSplit)
    ? [{ text, at }]
    : words.filter((entry) => looksLikeUuid(entry.text));
}

function isCut(word: string): boolean {
  return word.length >= MIN_LENGTH_IN_LIST && HEX_WORD.test(word) && !isNumberOrDate(word);
}

function isNumberOrDate(word: string): boolean {
  return NUMBER.test(word) || DATE.test(word);
}
