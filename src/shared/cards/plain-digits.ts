/**
 * A digit as JSON, a URL (even encoded twice) or XML may encode it, a full-width digit, and Arabic and Persian ones.
 * Backslashes are limited, because a search without a limit would take the square of a long row's length.
 */
export const ESCAPED_DIGIT =
  '\\\\{1,31}u003\\d|%(?:25)*3\\d|&#(?:x0*3\\d|0*(?:4[89]|5[0-7]));|[\\uff10-\\uff19\\u0660-\\u0669\\u06f0-\\u06f9]';
/** Also as a JSON escape. */
const TAB = '\\t|\\\\t';
/**
 * An escaped digit, or a card number in four groups with dots, underscores or slashes between them; or with tabs, if
 * it is neither part of a row with more columns nor made of years.
 */
const WRITTEN = new RegExp(
  `(${ESCAPED_DIGIT})|(?<![\\d.])\\d{4}([._]|\\\\?\\/)\\d{4}\\2\\d{4}\\2\\d{4}(?![\\d.]*\\d)` +
    `|(?<!\\d(?:${TAB})?)(?:[3-6]\\d{3}|2[2-7]\\d\\d)(?<tab>${TAB})\\d{4}\\k<tab>\\d{4}\\k<tab>\\d{4}(?!(?:${TAB})?\\d)`,
  'gi',
);
/** Most texts have none of these. */
const TRACE =
  /u003\d|%(?:25)*3\d|&#x?[0345]|[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9]|\d(?:[._\t]|\\?\/|\\t)\d{4}(?:[._\t]|\\?\/|\\t)\d{4}(?:[._\t]|\\?\/|\\t)\d/i;

export interface PlainDigits {
  readonly text: string;
  /** Returns the offset in the original text. */
  readonly written: (place: number) => number;
}

/** A text with its digits, and the separators of card numbers, in the form that the search expects. */
export function plainDigits(text: string): PlainDigits {
  if (!TRACE.test(text)) return { text, written: (place) => place };
  const pieces: string[] = [];
  /** For each digit that was written longer: its position, and how far the text after it has moved. */
  const moves: { readonly place: number; readonly by: number }[] = [];
  let done = 0;
  let by = 0;
  for (const { 0: whole, 1: escaped, index } of text.matchAll(WRITTEN)) {
    pieces.push(text.slice(done, index), escaped ? valueOf(escaped) : whole.replace(/\D/g, '-'));
    done = index + whole.length;
    if (!escaped || whole.length === 1) continue;
    moves.push({ place: index - by, by: (by += whole.length - 1) });
  }
  const written = (place: number): number => place + moveOf(moves, place);
  return { text: pieces.join('') + text.slice(done), written };
}

const ONE_DIGIT = new RegExp(`^(?:\\d|${ESCAPED_DIGIT})$`, 'i');

/** The digit that a piece of text stands for; null if it is not one digit. */
export function digitOf(piece: string): string | null {
  return ONE_DIGIT.test(piece) ? valueOf(piece) : null;
}

function valueOf(digit: string): string {
  if (digit.startsWith('&'))
    return /x/i.test(digit) ? digit.slice(-2, -1) : String(parseInt(digit.slice(2)) - 48);
  const last = digit.slice(-1);
  // Digits outside ASCII come ten in a row, with the zero at a multiple of 16.
  return last > '9' ? String(last.charCodeAt(0) & 15) : last;
}

/** The last move before a position. */
function moveOf(moves: readonly { readonly place: number; readonly by: number }[], before: number): number {
  let [from, to] = [0, moves.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((moves[middle]?.place ?? Infinity) < before) from = middle + 1;
    else to = middle;
  }
  return moves[from - 1]?.by ?? 0;
}
