import type { BuyerItem } from '@shared/bridge/buyers';
import type { PackedItems } from '@shared/bridge/packed-items';
import type { RowList } from './grid-table';

interface Part extends PackedItems {
  readonly firstRow: number;
}

/** Items that were looked at stay the same objects; so many of them. */
const MAX_KEPT_ITEMS = 2_000;
/** Of one call, well below what engines take. */
const MAX_ARGUMENTS = 8_000;

/** Items of a load in little more room than their bytes: an item becomes an object when it is looked at. */
export class PackedRows implements RowList<BuyerItem> {
  length = 0;
  private readonly parts: Part[] = [];
  private readonly items = new Map<number, BuyerItem>();
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  push(items: PackedItems): void {
    if (items.count === 0) return;
    this.parts.push({ ...items, firstRow: this.length });
    this.length += items.count;
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
    const { bytes, ends, worst, firstRow } = part;
    const index = row - firstRow;
    const start = index === 0 ? 0 : (ends[index - 1] ?? 0);
    return { text: this.textOf(bytes.subarray(start, ends[index])), worst: worst?.[index] ?? null };
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

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
}
