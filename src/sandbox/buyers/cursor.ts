import type { Cipher, Decipher } from 'node:crypto';
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { PageBytes } from './page-bytes';

/** A place between two buyers and the side of it that the page lies on. */
export interface CursorPosition {
  readonly direction: 'next' | 'previous';
  /** How many buyers lie before the place. */
  readonly place: number;
}

const VERSION = 2;
const NEXT = 1;
const PREVIOUS = 2;
const ALGORITHM = 'aes-128-ecb';
const KEY_BYTES = 16;
/** One block of AES: version, direction, place (4 bytes) and zeros. */
const BLOCK_BYTES = 16;
const PAYLOAD_BYTES = 6;
const LENGTH = Math.ceil((BLOCK_BYTES * 8) / 6);

/**
 * Opaque cursors (specification: Pagination rules): one block of AES each, of which ten bytes are zeros. A changed cursor
 * decrypts to zeros with a chance of 2^-80, and the key is of the merchant account, so neither a changed cursor nor one
 * of another account is accepted. The key comes from the seed: a cursor stays good after a restart.
 *
 * A single block needs no mode of operation, and its cipher is made once: an HMAC, which is made anew for each text,
 * took a quarter of a page's time.
 */
export class CursorSigner {
  readonly #cipher: Cipher;
  readonly #decipher: Decipher;
  /** A next and a previous cursor, enciphered at once: the call costs more than what it does. */
  readonly #blocks = Buffer.alloc(2 * BLOCK_BYTES);

  constructor(seed: number, account: string) {
    const digest = createHmac('sha256', `payments-api-sandbox cursor ${seed}`).update(account).digest();
    const key = digest.subarray(0, KEY_BYTES);
    this.#cipher = createCipheriv(ALGORITHM, key, null).setAutoPadding(false);
    this.#decipher = createDecipheriv(ALGORITHM, key, null).setAutoPadding(false);
    this.#blocks.writeUInt8(VERSION, 0);
    this.#blocks.writeUInt8(NEXT, 1);
    this.#blocks.writeUInt8(VERSION, BLOCK_BYTES);
    this.#blocks.writeUInt8(PREVIOUS, BLOCK_BYTES + 1);
  }

  /** The cursors of the page that lies between two places. */
  sign(start: number, end: number): SignedCursors {
    this.#blocks.writeUInt32BE(end, 2);
    this.#blocks.writeUInt32BE(start, BLOCK_BYTES + 2);
    return new SignedCursors(this.#cipher.update(this.#blocks));
  }

  /** Null for anything that was not signed by a signer like this one. */
  read(cursor: string): CursorPosition | null {
    if (cursor.length !== LENGTH) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    // The last character has bits to spare, and what is no base64url is passed over: only one text stands for a block.
    if (bytes.length !== BLOCK_BYTES || bytes.toString('base64url') !== cursor) return null;
    const block = this.#decipher.update(bytes);
    for (let at = PAYLOAD_BYTES; at < BLOCK_BYTES; at += 1) if (block[at] !== 0) return null;
    if (block[0] !== VERSION) return null;
    return { direction: block[1] === NEXT ? 'next' : 'previous', place: block.readUInt32BE(2) };
  }
}

/** Two cursors as bytes, to be put into a page. */
class SignedCursors {
  constructor(private readonly blocks: Buffer) {}

  putNext(page: PageBytes): void {
    page.putBase64Url(this.blocks, 0, BLOCK_BYTES);
  }

  putPrevious(page: PageBytes): void {
    page.putBase64Url(this.blocks, BLOCK_BYTES, 2 * BLOCK_BYTES);
  }
}
