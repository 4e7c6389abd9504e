import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Deflate, Inflate } from '@shared/bridge/packed-items';

/**
 * Enough for parts of a few kB, in a third of the memory, which zlib allocates for each part. Its lowest level makes
 * the result a fifth larger than the default does, twice as fast.
 */
const OF_A_PART = { level: 1, windowBits: 13, memLevel: 7, chunkSize: 4_096 } as const;
/** A larger item is only wrapped, because compressing it would block main. */
const MAX_COMPRESSED_BYTES = 1_000_000;
const WRAPPED = { level: 0 } as const;

/** Compresses rows of a load. */
export const deflate: Deflate = (bytes) =>
  deflateRawSync(bytes, bytes.length > MAX_COMPRESSED_BYTES ? WRAPPED : OF_A_PART);

export const inflate: Inflate = (bytes) => inflateRawSync(bytes);
