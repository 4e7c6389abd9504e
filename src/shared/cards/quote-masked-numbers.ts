import { HIDDEN_DIGIT } from './card-digit-groups';

const NUMBER = `-?\\d{6}${HIDDEN_DIGIT}{3,9}\\d{4}(?:\\.\\d+)?(?:[eE][-+]?\\d+)?`;
/**
 * A string's quote, an escape, or a value that was a number. The text may be a piece that begins and ends anywhere.
 */
const SIGNS = new RegExp(`"|\\\\[^]?|(?=[-\\d])(?<=(?:^|[[:,])\\s*)${NUMBER}(?=\\s*(?:[,}\\]]|$))`, 'g');

/**
 * Keeps JSON valid after card numbers in it were masked: turns a number that contains a mask into a string. Text that
 * begins as neither an object nor an array is left alone. Takes a text piece by piece; no piece may end inside a
 * number or an escape.
 */
export function quoteMaskedNumbers(): (piece: string) => string {
  let isJson: boolean | null = null;
  let isInString = false;
  return (piece) => {
    const first = /\S/.exec(piece)?.[0];
    if (first !== undefined) isJson ??= first === '{' || first === '[';
    if (isJson !== true) return piece;
    const pieces: string[] = [];
    let done = 0;
    // One match at a time: a replace would hold every quote of a 1 MB text at once, which takes 15 MB more of main's
    // heap.
    for (const { 0: sign, index } of piece.matchAll(SIGNS)) {
      if (sign === '"') isInString = !isInString;
      if (isInString || /^["\\]/.test(sign)) continue;
      pieces.push(piece.slice(done, index), `"${sign}"`);
      done = index + sign.length;
    }
    return done === 0 ? piece : pieces.join('') + piece.slice(done);
  };
}
