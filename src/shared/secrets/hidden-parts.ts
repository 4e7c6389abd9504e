import { findMaskedNumbers, HIDDEN_DIGIT } from '../cards/card-digit-groups';
import { findMaskedCodes } from '../cards/security-codes';
import { MASKED } from '../http/exchange';

/** What dots in a text stand for: a secret or card data that was never kept. Null if nothing is hidden. */
export function hiddenIn(text: string): 'secret' | 'card-data' | null {
  if (text.includes(MASKED)) return 'secret';
  if (!text.includes(HIDDEN_DIGIT)) return null;
  return findMaskedNumbers(text).length > 0 || findMaskedCodes(text).length > 0 ? 'card-data' : null;
}
