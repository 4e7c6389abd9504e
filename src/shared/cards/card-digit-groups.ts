/** Digits with nothing between them. */
export interface DigitGroup {
  readonly start: number;
  readonly end: number;
}

/** Replaces a hidden digit. */
export const HIDDEN_DIGIT = '•';

const ZERO = 48;
const NINE = 57;
const PERCENT = 37;

/** A longer run of digits is neither a card number nor part of one. */
const MAX_DIGITS = 19;
/** Fewer digits make no card number, in however many groups. */
const MIN_DIGITS = 13;

/** Groups processed between two pauses: a millisecond or two. */
const STEP = 5_000;

/**
 * Rows of digit groups with nothing but a separator between them (one or two spaces or dashes, also encoded as in a
 * URL, a form or JSON). A group of more than 19 digits ends a row and belongs to none, and so does the rest of a
 * masked number; rows that cannot hold 13 digits are left out. Yields an empty row now and then as a pause. One pass
 * over the text, and one more if it has hidden digits.
 */
export function* digitGroups(text: string): Generator<readonly DigitGroup[], void, undefined> {
  // Most searched texts are names and words.
  if (text.length < MIN_DIGITS) return;
  let row: DigitGroup[] = [];
  let digits = 0;
  let looked = 0;
  const isRest = restsIn(text);
  for (let position = nextDigit(text, 0); position < text.length;) {
    if ((looked += 1) % STEP === 0) yield [];
    const end = endOfDigits(text, position);
    const start = position + digitsOfEscape(text, position, end);
    const unfit = end - start > MAX_DIGITS || isRest({ start, end });
    if (unfit) {
      if (digits >= MIN_DIGITS) yield row;
      row = [];
      digits = 0;
    } else if (end > start) {
      row.push({ start, end });
      digits += end - start;
    }
    const next = afterSeparator(text, end);
    position = next ?? nextDigit(text, end);
    if (next === null || unfit) {
      if (digits >= MIN_DIGITS) yield row;
      row = [];
      digits = 0;
    }
  }
  if (digits >= MIN_DIGITS) yield row;
}

/**
 * How many of the digits belong to an escape: two right after a percent sign, if a card number can follow them; up to
 * four in `\u00a0`.
 */
function digitsOfEscape(text: string, start: number, end: number): number {
  if (text.charCodeAt(start - 1) === PERCENT) {
    let length = end - start >= 3 ? 2 : 0;
    // Encoded twice, such as `%2520`.
    while (length > 0 && text.startsWith('252', start + length - 2) && end - start > length + 2) length += 2;
    return length;
  }
  const open = OPEN_ESCAPE.exec(text.slice(Math.max(0, start - 5), start))?.[0];
  return open === undefined ? 0 : Math.min(6 - open.length, end - start);
}

/**
 * Returns a function that takes groups in the order of the text and says whether a group is part of a masked number's
 * rest, its first six and last four digits.
 */
function restsIn(text: string): (group: DigitGroup) => boolean {
  // Only for a text with digits: compiling this expression takes 15 ms, and a masked token consists of dots alone.
  let numbers: readonly DigitGroup[] | null = null;
  let next = 0;
  return ({ start, end }) => {
    numbers ??= text.includes(HIDDEN_DIGIT) ? placesOf(MASKED_RUN, text) : [];
    while ((numbers[next]?.end ?? Infinity) <= start) next += 1;
    const number = numbers[next];
    return number !== undefined && start >= number.start && end <= number.end;
  };
}

function range(first: number, last: number): string {
  return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
}

function isDigitAt(text: string, position: number): boolean {
  const code = text.charCodeAt(position);
  return code >= ZERO && code <= NINE;
}

function nextDigit(text: string, from: number): number {
  let position = from;
  while (position < text.length && !isDigitAt(text, position)) position += 1;
  return position;
}

function endOfDigits(text: string, from: number): number {
  let position = from;
  while (isDigitAt(text, position)) position += 1;
  return position;
}

/** Spaces of every width, including zero; hyphens and dashes. */
const SEPARATORS = new Set(
  [
    ' \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\u00ad\u2060\ufeff-\u2212\ufe63\uff0d+',
    range(0x2000, 0x2015),
  ].join(''),
);
/** The same as encoded by URLs and forms, and possibly by JSON and XML: serializers that write only ASCII do that. */
const ENCODED =
  /%(?:(?:25)*(?:20|2d)|c2%a[0d]|e2%80%(?:8[\da-f]|9[0-5]|a[89f])|e2%88%92)|\\u(?:0020|002d|00a[0d]|20(?:0[\da-f]|1[0-5]|2[89f])|2212)|&(?:nbsp|ensp|emsp|thinsp|shy|[mn]dash|#(?:32|45|160|173|x20|x2d|xa0|xad));/iy;
/** The beginning of a JSON escape. */
const OPEN_ESCAPE = /\\u[\da-f]{0,3}$/i;

/** Those that `plainDigits` also treats as separators. */
const BETWEEN = `(?:\\\\t|[._/\\t\\\\${[...SEPARATORS].join('').replace('-', '\\-')}]|${ENCODED.source}){0,2}`;
const HIDDEN = `(?:${HIDDEN_DIGIT}${BETWEEN}){3,9}`;
const MASKED_NUMBER = new RegExp(`\\d${BETWEEN}${HIDDEN}\\d`, 'gi');
/** A card number masked by this app: only its first six and last four digits are left. */
const MASKED_RUN = new RegExp(`(?:\\d${BETWEEN}){6}${HIDDEN}(?:\\d${BETWEEN}){3}\\d(?!\\d)`, 'gi');

/** Where masked card numbers are: from the last digit before the mask to the first one after it. */
export function findMaskedNumbers(text: string): DigitGroup[] {
  return placesOf(MASKED_NUMBER, text);
}

function placesOf(form: RegExp, text: string): DigitGroup[] {
  return [...text.matchAll(form)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }));
}

/** The position of the next digit if only a separator is in between; otherwise null. */
function afterSeparator(text: string, from: number): number | null {
  let position = from;
  for (let count = 0; count < 2; count += 1) {
    const length = separatorAt(text, position);
    if (length === 0) break;
    position += length;
    if (isDigitAt(text, position)) return position;
  }
  return null;
}

function separatorAt(text: string, position: number): number {
  const character = text[position];
  if (character === undefined) return 0;
  if (character !== '%' && character !== '\\' && character !== '&') return SEPARATORS.has(character) ? 1 : 0;
  ENCODED.lastIndex = position;
  return ENCODED.exec(text)?.[0].length ?? 0;
}
