import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';
import { promisify } from 'node:util';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Shorter ones do not become smaller. */
const MIN_BYTES = 200;
/** Up to here the way to another thread takes longer than the packing: 0.1 ms. */
const MAX_AT_ONCE_BYTES = 8_000;
const PLAIN = 0;
const DEFLATED = 1;

/** Bytes as they lie in the database: one byte that says how, then the bytes, made smaller where that is worth it. */
export async function pack(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length >= MIN_BYTES) {
    const smaller = bytes.length > MAX_AT_ONCE_BYTES ? await deflate(bytes) : deflateRawSync(bytes);
    if (smaller.length < bytes.length) return Buffer.concat([Buffer.of(DEFLATED), smaller]);
  }
  return Buffer.concat([Buffer.of(PLAIN), bytes]);
}

/** Throws for bytes that `pack` has not made. */
export async function unpack(packed: Uint8Array): Promise<Buffer> {
  const content = packed.subarray(1);
  switch (packed[0]) {
    case PLAIN:
      return Buffer.from(content);
    case DEFLATED:
      return inflate(content);
    default:
      throw new Error('packed in an unknown way');
  }
}
