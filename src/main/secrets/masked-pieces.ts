import { hideCardDigits } from '@shared/cards/card-numbers';
import { quoteMaskedNumbers } from '@shared/cards/quote-masked-numbers';
import { MAX_CONTEXT_LENGTH } from '@shared/cards/card-context';
import { maskSecurityCodes, type Around } from '@shared/cards/security-codes';
import { utf8Bytes } from './masker';

/** Characters after which a card number, or a field with its value, rarely continues. */
const ENDS = [',', '}', '&', '\n'];
/** How many characters on both sides of a cut are checked for card data that crosses it. */
const SIGHT = 600;
/** How many possible cuts are tried, from the last one backwards. */
const MAX_TRIES = 20;
/** Text without such a character is cut once this many characters are waiting. */
const MAX_PENDING = 1_000_000;
const MAX_FIELD_LENGTH = 500;

/**
 * Masks card data in UTF-8 text as `maskCardData` does, however the text is split into pieces. Each piece that it
 * yields ends with a whole character.
 */
export async function* maskedPieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const quote = quoteMaskedNumbers();
  // Decoded as Latin-1, one character per byte, because a piece may end within a character.
  let pending = '';
  /** The text just before `pending`. */
  let before = '';
  const masked = (end: number): Buffer => {
    const bytes = Buffer.from(pending.slice(0, end), 'latin1');
    const behind = pending.slice(end, end + MAX_CONTEXT_LENGTH);
    const around: Around = () => [fromLatin1(before), fromLatin1(behind)];
    const mask = (text: string): string => quote(hide(text, around));
    return utf8Bytes(bytes, mask) ?? bytes;
  };
  for await (const piece of pieces) {
    pending += piece.toString('latin1');
    const end = lastEnd(pending);
    const cut = end > 0 || pending.length < MAX_PENDING ? end : cutWithoutEnd(pending);
    if (cut === 0) continue;
    yield masked(cut);
    before = (before + pending.slice(Math.max(0, cut - MAX_CONTEXT_LENGTH), cut)).slice(-MAX_CONTEXT_LENGTH);
    pending = pending.slice(cut);
  }
  yield masked(pending.length);
}

function hide(text: string, around?: Around): string {
  return hideCardDigits(maskSecurityCodes(text, around).text);
}

function fromLatin1(text: string): string {
  return Buffer.from(text, 'latin1').toString();
}

/** The last position in `pending` where a cut splits no card data; 0 if there is none. */
function lastEnd(pending: string): number {
  // Leaves room after the cut, because card data that follows a security code matters too.
  let from = pending.length - Math.max(SIGHT, Math.min(MAX_CONTEXT_LENGTH, pending.length >> 1));
  for (let tries = 0; tries < MAX_TRIES && from >= 0; tries += 1) {
    const end = Math.max(...ENDS.map((sign) => pending.lastIndexOf(sign, from))) + 1;
    if (end === 0 || partsNothing(pending, end)) return end;
    from = end - 2;
  }
  return 0;
}

function partsNothing(pending: string, end: number): boolean {
  const before = fromLatin1(pending.slice(Math.max(0, end - SIGHT), end));
  const behind = fromLatin1(pending.slice(end, end + SIGHT));
  return hide(before + behind) === hide(before) + hide(behind);
}

/**
 * Cuts between two letters of a word, which never happen in a number; if there are none, between any two characters.
 */
function cutWithoutEnd(pending: string): number {
  const most = pending.length - MAX_FIELD_LENGTH;
  let cut = most;
  while (cut > most - MAX_FIELD_LENGTH && !isWithinWord(pending, cut)) cut -= 1;
  while ((pending.charCodeAt(cut) & 0xc0) === 0x80 || pending[cut - 1] === '\\') cut -= 1;
  return cut;
}

/** False inside an escape such as `&nbsp;`, `%AD` or `\u00ad`, which may stand between the digits of a number. */
function isWithinWord(text: string, cut: number): boolean {
  return /^[a-z]{2}$/i.test(text.slice(cut - 1, cut + 1)) && !/[&%\\][#\w]*$/.test(text.slice(cut - 8, cut));
}
