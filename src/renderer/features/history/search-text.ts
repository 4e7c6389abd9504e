import { findCardNumbers } from '@shared/cards/card-numbers';

export interface SearchText {
  /** The words that are searched for. */
  readonly text: string;
  /** The parts of a typed card number that are searched for: `411111 and 1111`; null without one. */
  readonly card: string | null;
}

/** The history has only masked card numbers, so a typed one is searched for by its first six and last four digits. */
export function searchTextOf(typed: string): SearchText {
  const found = findCardNumbers(typed);
  const [first] = found;
  if (first === undefined) return { text: typed, card: null };
  const ends = ({ offset, length }: typeof first): readonly [string, string] => {
    const digits = typed.slice(offset, offset + length).replace(/\D/g, '');
    return [digits.slice(0, 6), digits.slice(-4)];
  };
  let text = '';
  let done = 0;
  for (const card of found) {
    text += `${typed.slice(done, card.offset)} ${ends(card).join(' ')} `;
    done = card.offset + card.length;
  }
  return { text: (text + typed.slice(done)).trim(), card: ends(first).join(' and ') };
}
