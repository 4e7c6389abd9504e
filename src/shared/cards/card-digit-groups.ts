/** Digits that follow each other without anything between them. */
export interface DigitGroup {
  readonly start: number;
  readonly end: number;
}

/** Stands for a hidden digit. What is beside one belongs to a number that is masked already. */
export const HIDDEN_DIGIT = '•';

const ZERO = 48;
const NINE = 57;
const PERCENT = 37;

/** A longer run of digits is no card number, nor part of one. */
const MAX_DIGITS = 19;

/**
 * Rows of digit groups with nothing but a separator (one or two spaces or dashes, also encoded as in a URL or a form)
 * between them. A group of more than 19 digits ends a row and belongs to none; rows that cannot hold 13 digits are left
 * out. One pass over the text.
 */
export function* digitGroups(text: string): Generator<readonly DigitGroup[], void, undefined> {
  let row: DigitGroup[] = [];
  let digits = 0;
  for (let position = nextDigit(text, 0); position < text.length;) {
    const end = endOfDigits(text, position);
    const start = position + digitsOfEscape(text, position, end);
    const unfit = end - start > MAX_DIGITS || isBesideHidden(text, position, end);
    if (unfit) {
      if (digits >= 13) yield row;
      row = [];
      digits = 0;
    } else if (end > start) {
      row.push({ start, end });
      digits += end - start;
    }
    const next = afterSeparator(text, end);
    position = next ?? nextDigit(text, end);
    if (next === null || unfit) {
      if (digits >= 13) yield row;
      row = [];
      digits = 0;
    }
  }
  if (digits >= 13) yield row;
}

/** Digits right after a percent sign belong to an escape such as `%20`: two, when a card number can follow them. */
function digitsOfEscape(text: string, start: number, end: number): number {
  return text.charCodeAt(start - 1) === PERCENT && end - start >= 3 ? 2 : 0;
}

function isBesideHidden(text: string, start: number, end: number): boolean {
  if (text[end] === HIDDEN_DIGIT || text[start - 1] === HIDDEN_DIGIT) return true;
  return (
    SEPARATORS.has(text[start - 1] ?? '') &&
    (text[start - 2] === HIDDEN_DIGIT || text[start - 3] === HIDDEN_DIGIT)
  );
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

/** Space, no-break, thin and figure spaces; hyphens and dashes. */
const SEPARATORS = new Set(' \u00a0\u2007\u2009\u202f-\u2010\u2011\u2012\u2013\u2212+');
const ENCODED = /%(?:20|2d|c2%a0|e2%80%9[0-3])/iy;

/** Where the next digit stands when only a separator is between; else null. */
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
  if (character !== '%') return SEPARATORS.has(character) ? 1 : 0;
  ENCODED.lastIndex = position;
  return ENCODED.exec(text)?.[0].length ?? 0;
}
