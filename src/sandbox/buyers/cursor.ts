import { createHmac } from 'node:crypto';
import { BLOCK_WORDS, BlockCipher } from './block-permutation';
import { BASE64URL, type PageBytes } from './page-bytes';

/** A gap between two buyers, and on which side of it the page is. */
export interface CursorPosition {
  readonly direction: 'next' | 'previous';
  /** How many buyers come before the gap. */
  readonly place: number;
}

const VERSION = 3;
/** The first word of a block: the version and the direction. */
const FIRST_WORDS = { next: VERSION | (1 << 8), previous: VERSION | (2 << 8) } as const;
const BLOCK_BYTES = BLOCK_WORDS * 4;
/** The bits of a block in characters of 6 bits each; the last character has bits to spare. */
const LENGTH = Math.ceil((BLOCK_BYTES * 8) / 6);
const SPARE_BITS = LENGTH * 6 - BLOCK_BYTES * 8;
/** The value of each base64url character, by its character code; -1 for any other. */
const VALUES = Int8Array.from({ length: 128 }, (_, code) => BASE64URL.indexOf(String.fromCharCode(code)));

/**
 * Opaque cursors (specification: Pagination rules): one block each, with ten zero bytes in it. A changed cursor
 * deciphers to zeros with a probability of 2^-80, and each merchant account has its own key, so neither a changed
 * cursor nor one of another account is accepted. The key comes from the seed, so a cursor stays valid after a restart.
 */
export class CursorSigner {
  readonly #cipher: BlockCipher;
  /** Version and direction in the first word, the place in the second, then zeros. */
  readonly #words = new Int32Array(BLOCK_WORDS);
  readonly #bytes = new Uint8Array(this.#words.buffer);

  constructor(seed: number, account: string) {
    const digest = createHmac('sha256', `payments-api-sandbox cursor ${seed}`).update(account).digest();
    this.#cipher = new BlockCipher(
      Int32Array.from({ length: BLOCK_WORDS }, (_, at) => digest.readInt32LE(at * 4)),
    );
  }

  /** Writes a cursor into a page. */
  put(direction: CursorPosition['direction'], place: number, page: PageBytes): void {
    const words = this.#words;
    words[0] = FIRST_WORDS[direction];
    words[1] = place;
    words[2] = 0;
    words[3] = 0;
    this.#cipher.encipher(words);
    page.putBase64Url(this.#bytes, 0, BLOCK_BYTES);
  }

  /** Null for anything not made by a signer with the same key. */
  read(cursor: string): CursorPosition | null {
    if (!readBase64Url(cursor, this.#bytes)) return null;
    const words = this.#words;
    this.#cipher.decipher(words);
    if (words[2] !== 0 || words[3] !== 0) return null;
    const place = (words[1] ?? 0) >>> 0;
    if (words[0] === FIRST_WORDS.next) return { direction: 'next', place };
    return words[0] === FIRST_WORDS.previous ? { direction: 'previous', place } : null;
  }
}

/**
 * Reads the block back. Returns false unless the text is the canonical encoding of a block, so that set spare bits are
 * refused as well.
 */
function readBase64Url(text: string, bytes: Uint8Array): boolean {
  if (text.length !== LENGTH) return false;
  let bits = 0;
  let count = 0;
  let to = 0;
  for (let at = 0; at < LENGTH; at += 1) {
    const value = VALUES[text.charCodeAt(at)] ?? -1;
    if (value < 0) return false;
    bits = (bits << 6) | value;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes[to] = bits >>> count;
      to += 1;
    }
  }
  return (bits & ((1 << SPARE_BITS) - 1)) === 0;
}
