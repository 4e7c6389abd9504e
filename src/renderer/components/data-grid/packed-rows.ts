import { deflateSync, inflateSync } from 'fflate';
import type { BuyerItem } from '@shared/bridge/buyers';
import { joinItems, type PackedItems } from '@shared/bridge/packed-items';
import type { RowList } from './grid-table';

interface Part extends PackedItems {
  readonly firstRow: number;
  /** Of the bytes before they were compressed; null when they are not. */
  readonly size: number | null;
}

/** Of a part that is compressed. One row is read in the time that all of its part takes: a sorted table is exported row by row. */
const PART_BYTES = 8_192;
/** The least of its nine levels, in a third of the time of the usual one. */
const LEVEL = { level: 1 } as const;
/** One item that is larger stays as it is: the page would stop meanwhile. */
const MAX_COMPRESSED_BYTES = 1_000_000;
/** Items that were looked at stay the same objects; so many of them. */
const MAX_KEPT_ITEMS = 2_000;
/** Of one call, well below what engines take. */
const MAX_ARGUMENTS = 8_000;

/** Items of a load in less room than their bytes: an item becomes an object when it is looked at. */
export class PackedRows implements RowList<BuyerItem> {
  length = 0;
  private readonly parts: Part[] = [];
  /** The last parts are not compressed until they are enough for one. */
  private firstOpen = 0;
  private openBytes = 0;
  /** The part that was read last. */
  private opened: { readonly part: Part; readonly bytes: Uint8Array } | null = null;
  private readonly items = new Map<number, BuyerItem>();
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** Of all rows, as they lie here. */
  get heldBytes(): number {
    return this.parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  push(items: PackedItems): void {
    if (items.count === 0) return;
    this.parts.push({ ...items, firstRow: this.length, size: null });
    this.length += items.count;
    this.openBytes += items.bytes.length;
    if (this.openBytes >= PART_BYTES) this.compress();
  }

  at(row: number): BuyerItem | undefined {
    if (row < 0 || row >= this.length) return undefined;
    const known = this.items.get(row);
    if (known !== undefined) return known;
    const item = this.read(row);
    if (this.items.size >= MAX_KEPT_ITEMS) this.items.clear();
    if (item !== undefined) this.items.set(row, item);
    return item;
  }

  *[Symbol.iterator](): Iterator<BuyerItem> {
    for (let row = 0; row < this.length; row += 1) {
      const item = this.read(row);
      if (item !== undefined) yield item;
    }
  }

  private read(row: number): BuyerItem | undefined {
    const part = this.partOf(row);
    if (part === undefined) return undefined;
    const { ends, worst, firstRow } = part;
    const index = row - firstRow;
    const start = startOf(ends, index);
    return {
      text: this.textOf(this.bytesOf(part).subarray(start, ends[index])),
      worst: worst?.[index] ?? null,
    };
  }

  private bytesOf(part: Part): Uint8Array {
    if (part.size === null) return part.bytes;
    if (this.opened?.part !== part)
      this.opened = { part, bytes: inflateSync(part.bytes, { out: new Uint8Array(part.size) }) };
    return this.opened.bytes;
  }

  /** Cuts the open parts into ones of their size; what is left over stays open. */
  private compress(): void {
    const firstRow = this.parts[this.firstOpen]?.firstRow ?? 0;
    const whole = joinItems(this.parts.splice(this.firstOpen));
    let first = 0;
    for (let row = 0; row < whole.count; row += 1) {
      if ((whole.ends[row] ?? 0) - startOf(whole.ends, first) < PART_BYTES) continue;
      this.parts.push(compressed(partOf(whole, first, row + 1, firstRow)));
      first = row + 1;
    }
    this.firstOpen = this.parts.length;
    const rest = partOf(whole, first, whole.count, firstRow);
    this.openBytes = rest.bytes.length;
    // A copy: a part of the bytes holds all of them.
    if (rest.count > 0) this.parts.push({ ...rest, bytes: rest.bytes.slice() });
  }

  /** A decoder's text lies outside the heap, and each costs a collection of garbage: 100,000 of them stopped the page for 45 ms. */
  private textOf(bytes: Uint8Array): string {
    if (bytes.length > MAX_ARGUMENTS || !isAscii(bytes)) return this.decoder.decode(bytes);
    return Reflect.apply(String.fromCharCode, null, bytes);
  }

  private partOf(row: number): Part | undefined {
    let [low, high] = [0, this.parts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.parts[middle]?.firstRow ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    return this.parts[low];
  }
}

function startOf(ends: Uint32Array, index: number): number {
  return index === 0 ? 0 : (ends[index - 1] ?? 0);
}

/** The items from `first` on and before `end`. @param firstRow of all of them. */
function partOf({ bytes, ends, worst }: PackedItems, first: number, end: number, firstRow: number): Part {
  const start = startOf(ends, first);
  const some = worst?.slice(first, end) ?? null;
  return {
    count: end - first,
    bytes: bytes.subarray(start, startOf(ends, end)),
    ends: ends.slice(first, end).map((one) => one - start),
    worst: some?.some((one) => one !== null) ? some : null,
    firstRow: firstRow + first,
    size: null,
  };
}

function compressed(part: Part): Part {
  const { bytes } = part;
  // A copy: a part of the bytes holds all of them.
  if (bytes.length > MAX_COMPRESSED_BYTES) return { ...part, bytes: bytes.slice() };
  return { ...part, bytes: deflateSync(bytes, LEVEL), size: bytes.length };
}

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
}
