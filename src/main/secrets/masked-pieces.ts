import { HIDDEN_DIGIT } from '@shared/cards/card-digit-groups';
import { maskCardData } from '@shared/cards/mask-card-data';

/** Neither a card number nor a field with its value goes on behind one of these. */
const ENDS = [',', '}', '&', '\n'];
/** A text without any of them is cut after so many characters. */
const MAX_PENDING = 1_000_000;
const MAX_FIELD_LENGTH = 500;

/** The pieces of a text in UTF-8 with card numbers and security codes masked, however it is cut. */
export async function* maskedPieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let pending = '';
  for await (const piece of pieces) {
    // Each byte as a character: digits are the same, and no character is cut in two.
    pending += piece.toString('latin1');
    const end = Math.max(...ENDS.map((sign) => pending.lastIndexOf(sign))) + 1;
    const cut = end > 0 || pending.length < MAX_PENDING ? end : pending.length - MAX_FIELD_LENGTH;
    if (cut === 0) continue;
    yield masked(pending.slice(0, cut));
    pending = pending.slice(cut);
  }
  yield masked(pending);
}

const HIDDEN = Buffer.from(HIDDEN_DIGIT, 'utf8').toString('latin1');

function masked(text: string): Buffer {
  // A mask that is there already is seen as one.
  const known = text.split(HIDDEN).join(HIDDEN_DIGIT);
  return Buffer.from(maskCardData(known).split(HIDDEN_DIGIT).join(HIDDEN), 'latin1');
}
