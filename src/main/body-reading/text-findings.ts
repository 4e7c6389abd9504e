import type { Finding } from '@contract';
import { shortenPreview } from '@contract/preview';
import { checkJson } from '@shared/json/check-json';
import { findPlace } from '@shared/json/find-place';
import { BYTE_ORDER_MARK } from '@shared/json/parse-json';
import { shortenEnd } from '@shared/text/shorten-end';

/** Each rounded number is searched for in the whole text, and a body full of them must not take forever. */
const MAX_LOOKED_UP = 20;
/** A session has 2 kB and a page of buyers 30; in a text of 1 MB, searching for repeated keys takes 40 ms. */
const MAX_LENGTH_FOR_KEYS = 100_000;
const MAX_KEYS_NAMED = 5;
const MAX_KEY_LENGTH = 60;

/**
 * The findings of a check, with what only the text shows: numbers as they are written, a byte
 * order mark and, unless it is long, repeated keys.
 */
export function withTextFindings(
  findings: readonly Finding[],
  text: string,
  parsed: unknown,
): readonly Finding[] {
  const marked = withMark(asWritten(findings, text), text, parsed);
  if (text.length > MAX_LENGTH_FOR_KEYS) return marked;
  // Each page of a load is checked: searching is 0.7 ms for 100 buyers, counting 0.06.
  if (countKeys(parsed) === countKeysWritten(text)) return marked;
  const repeated = checkJson(text).duplicateKeys.map(({ key }) => `“${shortenEnd(key, MAX_KEY_LENGTH)}”`);
  const keys = [...new Set(repeated)];
  return keys.length === 0 ? marked : withWarning(marked, repeatedKeys(keys));
}

/** @param parsed undefined for a text that is not JSON. */
export function withMark(findings: readonly Finding[], text: string, parsed: unknown): readonly Finding[] {
  const isMarked = parsed !== undefined && text.startsWith(BYTE_ORDER_MARK);
  return isMarked ? withWarning(findings, BYTE_ORDER_MARKED) : findings;
}

/** Without recursion: an answer may be nested deeper than the stack is. */
function countKeys(parsed: unknown): number {
  let count = 0;
  const left = isObject(parsed) ? [parsed] : [];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (!Array.isArray(value)) count += Object.keys(value).length;
    for (const member of Object.values(value)) if (isObject(member)) left.push(member);
  }
  return count;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Not exact: a text in the body can have these two characters as well, and a key may be followed by a space. */
function countKeysWritten(text: string): number {
  let count = 0;
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) count += 1;
  return count;
}

type WarningWords = Pick<Finding, 'message' | 'expected'>;

/** The mark is not part of the value, so the check does not see it. */
const BYTE_ORDER_MARKED: WarningWords = {
  message:
    'The body begins with a byte order mark (U+FEFF), which must not be added to JSON (RFC 8259, section 8.1). It was skipped; other clients may refuse the body.',
  expected: 'JSON without a byte order mark',
};

/** A parser keeps only one of them, so the check does not see them. */
function repeatedKeys(keys: readonly string[]): WarningWords {
  const more = keys.length > MAX_KEYS_NAMED ? ` and ${keys.length - MAX_KEYS_NAMED} more` : '';
  return {
    message: `An object has the same key more than once: ${keys.slice(0, MAX_KEYS_NAMED).join(', ')}${more}. The last one is shown and was checked; other clients may take the first (RFC 8259, section 4). JSON shows all of them.`,
    expected: 'each key once in an object',
  };
}

/** A warning about the whole body, after the errors. */
function withWarning(findings: readonly Finding[], words: WarningWords): readonly Finding[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const warning: Finding = { pointer: '', rule: 'other', severity: 'warning', value: null, ...words };
  return [...errors, warning, ...findings.slice(errors.length)];
}

/** Shows numbers that JavaScript rounds as they are written in the body. */
export function asWritten(findings: readonly Finding[], text: string): readonly Finding[] {
  let lookedUp = 0;
  return findings.map((finding) => {
    if (finding.value === null || !isRounded(finding.value) || lookedUp >= MAX_LOOKED_UP) return finding;
    lookedUp += 1;
    const place = findPlace(text, finding.pointer);
    const written = place && text.slice(place.offset, place.offset + place.length);
    // If a key repeats, the number found may belong to another one.
    if (!written || String(Number(written)) !== finding.value) return finding;
    const value = shortenPreview(written);
    return { ...finding, value, message: finding.message.replace(finding.value, () => value) };
  });
}

function isRounded(value: string): boolean {
  return /^-?(?:\d|Infinity)/.test(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
}
