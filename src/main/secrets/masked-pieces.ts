import { hideCardDigits } from '@shared/cards/card-numbers';
import { quoteMaskedNumbers } from '@shared/cards/quote-masked-numbers';
import { MAX_CONTEXT_LENGTH, maskSecurityCodes, type Around } from '@shared/cards/security-codes';
import { utf8Bytes } from './masker';

/** Rarely a card number, or a field with its value, goes on behind one of these. */
const ENDS = [',', '}', '&', '\n'];
/** So much on both sides of a place tells whether one does. */
const SIGHT = 600;
/** Of the last ones so many are tried. */
const MAX_TRIES = 20;
/** A text without any of them is cut after so many characters. */
const MAX_PENDING = 1_000_000;
const MAX_FIELD_LENGTH = 500;

/** The pieces of a text in UTF-8 with card data masked as `maskCardData` does, however it is cut. Each has whole characters. */
export async function* maskedPieces(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const quote = quoteMaskedNumbers();
  // Each byte as a character, or a piece could end within one.
  let pending = '';
  /** What stands in front of it. */
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

/** Behind the last of the ends that parts nothing; 0 for none. */
function lastEnd(pending: string): number {
  // Card data behind a code is to be seen, too.
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

/** Between two letters of a word, which is in no number; where there are none, between two characters. */
function cutWithoutEnd(pending: string): number {
  const most = pending.length - MAX_FIELD_LENGTH;
  let cut = most;
  while (cut > most - MAX_FIELD_LENGTH && !isWithinWord(pending, cut)) cut -= 1;
  while ((pending.charCodeAt(cut) & 0xc0) === 0x80 || pending[cut - 1] === '\\') cut -= 1;
  return cut;
}

/** Not in an escape, as `&nbsp;`, `%AD` or `\u00ad` between the digits of a number. */
function isWithinWord(text: string, cut: number): boolean {
  return /^[a-z]{2}$/i.test(text.slice(cut - 1, cut + 1)) && !/[&%\\][#\w]*$/.test(text.slice(cut - 8, cut));
}
