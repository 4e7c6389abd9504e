/** A digit as JSON or a URL may write it, and one of full width; a card number in four groups with dots, strokes or slashes between them. */
const WRITTEN =
  /\\+u003(\d)|%3(\d)|([\uff10-\uff19])|(?<![\d.])\d{4}([._/])\d{4}\4\d{4}\4\d{4}(?![\d.]*\d)/gi;
/** Most texts have none of it. */
const TRACE = /u003\d|%3\d|[\uff10-\uff19]|\d[._/]\d{4}[._/]\d{4}[._/]\d/i;

export interface PlainDigits {
  readonly text: string;
  /** Where a place of it is in the text as it was written. */
  readonly written: (place: number) => number;
}

/** A text with its digits, and what stands between those of a card number, as they are looked for. */
export function plainDigits(text: string): PlainDigits {
  if (!TRACE.test(text)) return { text, written: (place) => place };
  const pieces: string[] = [];
  /** Of each digit that was shorter to write: its place, and by how much what is behind it has moved. */
  const moves: { readonly place: number; readonly by: number }[] = [];
  let done = 0;
  let by = 0;
  for (const { 0: whole, 1: ofJson, 2: ofUrl, 3: wide, index } of text.matchAll(WRITTEN)) {
    const digit = ofJson ?? ofUrl ?? (wide && digitOf(wide));
    pieces.push(text.slice(done, index), digit ?? whole.replace(/\D/g, '-'));
    done = index + whole.length;
    if (digit === undefined || whole.length === 1) continue;
    moves.push({ place: index - by, by: (by += whole.length - 1) });
  }
  const written = (place: number): number => place + moveOf(moves, place);
  return { text: pieces.join('') + text.slice(done), written };
}

/** The digit that a piece of a text stands for; null for any other. */
export function digitOf(piece: string): string | null {
  const last = piece.slice(-1);
  if (/^(?:\d|\\+u003\d|%3\d)$/i.test(piece)) return last;
  return /^[\uff10-\uff19]$/.test(piece) ? String(piece.charCodeAt(0) - 0xff10) : null;
}

/** Of the last one before a place. */
function moveOf(moves: readonly { readonly place: number; readonly by: number }[], before: number): number {
  let [from, to] = [0, moves.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((moves[middle]?.place ?? Infinity) < before) from = middle + 1;
    else to = middle;
  }
  return moves[from - 1]?.by ?? 0;
}
