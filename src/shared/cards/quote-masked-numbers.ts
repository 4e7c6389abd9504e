import { HIDDEN_DIGIT } from './card-digit-groups';

const NUMBER = `-?\\d{6}${HIDDEN_DIGIT}{3,9}\\d{4}(?:\\.\\d+)?(?:[eE][-+]?\\d+)?`;
/** A string's quote, an escape, or a value that was a number. A line may be a piece of the text: it begins and ends anywhere. */
const SIGNS = new RegExp(`"|\\\\[^]?|(?=[-\\d])(?<=(?:^|[[:,])\\s*)${NUMBER}(?=\\s*(?:[,}\\]]|$))`, 'g');

/**
 * Keeps JSON what it was before card numbers in it were masked: of a number with a mask in it makes a string. What begins
 * as neither an object nor an array is left as it is. Takes a text piece by piece; none ends within a number or an escape.
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
    // One after the other: a replacement would hold every quote of a text of 1 MB at once, which is 15 MB more of main's heap.
    for (const { 0: sign, index } of piece.matchAll(SIGNS)) {
      if (sign === '"') isInString = !isInString;
      if (isInString || /^["\\]/.test(sign)) continue;
      pieces.push(piece.slice(done, index), `"${sign}"`);
      done = index + sign.length;
    }
    return done === 0 ? piece : pieces.join('') + piece.slice(done);
  };
}
