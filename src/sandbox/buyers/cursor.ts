import { createHmac, timingSafeEqual } from 'node:crypto';

/** A place between two buyers and the side of it that the page lies on. */
export interface CursorPosition {
  readonly direction: 'next' | 'previous';
  /** How many buyers lie before the place. */
  readonly place: number;
}

const VERSION = 1;
const PAYLOAD_BYTES = 6;
const MAC_BYTES = 15;
const LENGTH = ((PAYLOAD_BYTES + MAC_BYTES) * 8) / 6;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

/**
 * Opaque cursors (specification: Pagination rules). Signed together with the merchant account, so neither a changed
 * cursor nor one of another account is accepted. The key comes from the seed: a cursor stays good after a restart.
 */
export class CursorSigner {
  readonly #key: Buffer;

  constructor(seed: number, account: string) {
    this.#key = createHmac('sha256', `payments-api-sandbox cursor ${seed}`).update(account).digest();
  }

  write({ direction, place }: CursorPosition): string {
    const payload = Buffer.alloc(PAYLOAD_BYTES);
    payload.writeUInt8(VERSION, 0);
    payload.writeUInt8(direction === 'next' ? 1 : 2, 1);
    payload.writeUInt32BE(place, 2);
    return Buffer.concat([payload, this.#mac(payload)]).toString('base64url');
  }

  /** Null for anything that `write` of this signer has not made. */
  read(cursor: string): CursorPosition | null {
    if (cursor.length !== LENGTH || !BASE64URL.test(cursor)) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    const payload = bytes.subarray(0, PAYLOAD_BYTES);
    if (!timingSafeEqual(bytes.subarray(PAYLOAD_BYTES), this.#mac(payload))) return null;
    if (payload.readUInt8(0) !== VERSION) return null;
    return { direction: payload.readUInt8(1) === 1 ? 'next' : 'previous', place: payload.readUInt32BE(2) };
  }

  #mac(payload: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(payload).digest().subarray(0, MAC_BYTES);
  }
}
