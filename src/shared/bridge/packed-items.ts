import type { FindingSeverity } from '@contract';
import type { BuyerItem, LoadState } from './buyers';

/**
 * Items as one run of bytes: this is how they go from main to the window, and how the database stores them. Passing
 * objects into the page would copy every part of each one, which dropped frames for 2,000 items. Items are in parts
 * of a few kB, each compressed separately (raw deflate): reading an item inflates its part.
 */
export interface PackedItems {
  readonly count: number;
  /** The compressed parts, one after another. */
  readonly bytes: Uint8Array;
  /** Where each item ends in the uncompressed text of all items, in UTF-8. */
  readonly ends: Uint32Array;
  /** Two numbers for each part: how many items there are up to its end, and where it ends in `bytes`. */
  readonly parts: Uint32Array;
  /** One for each item; null if no item has a finding. */
  readonly worst: readonly (FindingSeverity | null)[] | null;
}

/** Items before they are packed. */
export interface ItemTexts {
  /** The texts in UTF-8, one after another. */
  readonly texts: Uint8Array;
  /** Where each text ends. */
  readonly ends: Uint32Array;
  /** One for each item; null if no item has a finding. */
  readonly worst: readonly (FindingSeverity | null)[] | null;
}

/** Raw deflate, using a library of the current process. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;
/** @param size of the inflated result. */
export type Inflate = (bytes: Uint8Array, size: number) => Uint8Array;

/**
 * Size of a part before compression. Reading one row takes as long as inflating its part, and a sorted table is
 * exported row by row.
 */
const PART_BYTES = 8_192;

/** How far a load has come, and the items since the last such event. */
export interface LoadProgress {
  readonly callId: string;
  readonly state: LoadState;
  /** The row of the first item, from 0. */
  readonly firstRow: number;
  readonly items: PackedItems;
}

const encoder = new TextEncoder();

export function packItems(items: readonly BuyerItem[], deflate: Deflate): PackedItems {
  return packTexts(textsOf(items), deflate);
}

export function packTexts({ texts, ends, worst }: ItemTexts, deflate: Deflate): PackedItems {
  const parts = partsOf(ends).map((count, index, counts) => ({
    count,
    bytes: deflate(texts.subarray(endOf(ends, counts[index - 1] ?? 0), endOf(ends, count))),
  }));
  return { count: ends.length, ...joinParts(parts), ends, worst };
}

function textsOf(items: readonly BuyerItem[]): ItemTexts {
  // A UTF-16 unit takes at most three bytes.
  const room = new Uint8Array(3 * items.reduce((sum, { text }) => sum + text.length, 0));
  let size = 0;
  const ends = Uint32Array.from(items, ({ text }) => {
    size += encoder.encodeInto(text, room.subarray(size)).written;
    return size;
  });
  const hasFindings = items.some(({ worst }) => worst !== null);
  return {
    texts: room.subarray(0, size),
    ends,
    worst: hasFindings ? items.map(({ worst }) => worst) : null,
  };
}

/** The number of items up to the end of each part; parts have about the same size. */
function partsOf(ends: Uint32Array): number[] {
  const size = endOf(ends, ends.length);
  const partSize = size / Math.ceil(size / PART_BYTES);
  const counts: number[] = [];
  let start = 0;
  ends.forEach((end, index) => {
    if (end - start < partSize && index < ends.length - 1) return;
    counts.push(index + 1);
    start = end;
  });
  return counts;
}

function joinParts(
  parts: readonly { readonly count: number; readonly bytes: Uint8Array }[],
): Pick<PackedItems, 'bytes' | 'parts'> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.bytes.length, 0));
  let end = 0;
  const places = parts.flatMap((part) => {
    bytes.set(part.bytes, end);
    end += part.bytes.length;
    return [part.count, end];
  });
  return { bytes, parts: Uint32Array.from(places) };
}

/** Where the first `count` items end in their joined text. */
export function endOf(ends: Uint32Array, count: number): number {
  return count === 0 ? 0 : (ends[count - 1] ?? 0);
}

/** Joins them in order. */
export function joinItems(some: readonly PackedItems[]): PackedItems {
  const [first] = some;
  if (some.length === 1 && first !== undefined) return first;
  const sizeOf = (size: (one: PackedItems) => number): number =>
    some.reduce((sum, one) => sum + size(one), 0);
  const count = sizeOf((one) => one.count);
  const bytes = new Uint8Array(sizeOf((one) => one.bytes.length));
  const ends = new Uint32Array(count);
  const parts = new Uint32Array(sizeOf((one) => one.parts.length));
  const before = { items: 0, texts: 0, bytes: 0, parts: 0 };
  for (const one of some) {
    bytes.set(one.bytes, before.bytes);
    one.ends.forEach((end, index) => (ends[before.items + index] = before.texts + end));
    one.parts.forEach((place, index) => {
      parts[before.parts + index] = place + (index % 2 === 0 ? before.items : before.bytes);
    });
    before.items += one.count;
    before.texts += endOf(one.ends, one.count);
    before.bytes += one.bytes.length;
    before.parts += one.parts.length;
  }
  const hasFindings = some.some(({ worst }) => worst !== null);
  const worstOf = (one: PackedItems) => one.worst ?? Array.from({ length: one.count }, () => null);
  return { count, bytes, ends, parts, worst: hasFindings ? some.flatMap(worstOf) : null };
}

/** A part by its number. */
export interface ItemPart {
  /** Number of its first item, and of the one after its last. */
  readonly first: number;
  readonly end: number;
  /** The items' texts, one after another. */
  readonly bytes: Uint8Array;
}

export function openPart({ bytes, ends, parts }: PackedItems, part: number, inflate: Inflate): ItemPart {
  const [first, start] = part === 0 ? [0, 0] : [parts[2 * part - 2] ?? 0, parts[2 * part - 1] ?? 0];
  const [end, behind] = [parts[2 * part] ?? 0, parts[2 * part + 1] ?? 0];
  const size = endOf(ends, end) - endOf(ends, first);
  return { first, end, bytes: inflate(bytes.subarray(start, behind), size) };
}

/** An unpaired surrogate, which UTF-8 cannot hold, is replaced; JSON writes it as an escape. */
export function unpackItems(items: PackedItems, inflate: Inflate): BuyerItem[] {
  const { ends, parts, worst } = items;
  return Array.from({ length: parts.length / 2 }, (_, part) => {
    const { first, end, bytes } = openPart(items, part, inflate);
    const start = endOf(ends, first);
    return itemsOf({
      texts: bytes,
      ends: ends.subarray(first, end).map((one) => one - start),
      worst: worst && worst.slice(first, end),
    });
  }).flat();
}

export function itemsOf({ texts, ends, worst }: ItemTexts): BuyerItem[] {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return Array.from(ends, (end, item) => ({
    text: decoder.decode(texts.subarray(endOf(ends, item), end)),
    worst: worst?.[item] ?? null,
  }));
}
