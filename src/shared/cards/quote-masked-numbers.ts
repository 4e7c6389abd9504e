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
    return piece.replace(SIGNS, (sign) => {
      if (sign === '"') isInString = !isInString;
      return isInString || /^["\\]/.test(sign) ? sign : `"${sign}"`;
    });
  };
}
