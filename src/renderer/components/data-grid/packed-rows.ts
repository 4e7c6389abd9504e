import { inflateSync } from 'fflate';
import type { BuyerItem } from '@shared/bridge/buyers';
import {
  endOf,
  joinItems,
  openPart,
  type Inflate,
  type ItemPart,
  type PackedItems,
} from '@shared/bridge/packed-items';
import type { RowList } from './grid-table';

interface Batch extends PackedItems {
  readonly firstRow: number;
}

/** While the last batch has fewer rows, the next one is merged into it, because each batch costs 1 kB. */
const FEW_ROWS = 500;
/** How many items that have been read are kept as objects, so that a row stays the same object. */
const MAX_KEPT_ITEMS = 2_000;
/** Arguments per call, well below the limit of JavaScript engines. */
const MAX_ARGUMENTS = 8_000;

/** Synchronous, because rendering, copying or exporting a row needs it at once; Chromium's own is asynchronous. */
export const inflate: Inflate = (bytes, size) => inflateSync(bytes, { out: new Uint8Array(size) });

/** Items of a load, compressed: an item becomes an object when it is read. */
export class PackedRows implements RowList<BuyerItem> {
  length = 0;
  private readonly batches: Batch[] = [];
  /** The last part read. */
  private opened: { readonly batch: Batch; readonly part: ItemPart } | null = null;
  private readonly items = new Map<number, BuyerItem>();
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  /** The size of all rows as stored here. */
  get heldBytes(): number {
    return this.batches.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  push(items: PackedItems): void {
    if (items.count === 0) return;
    const last = this.batches.at(-1);
    if (last !== undefined && last.count < FEW_ROWS) {
      this.batches.pop();
      this.batches.push({ ...joinItems([last, items]), firstRow: last.firstRow });
    } else this.batches.push({ ...items, firstRow: this.length });
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
    const batch = this.batches[lastUpTo(row, this.batches.length, (at) => this.batches[at]?.firstRow)];
    if (batch === undefined) return undefined;
    const { ends, worst, firstRow } = batch;
    const index = row - firstRow;
    const { first, bytes } = this.partOf(batch, index);
    const start = endOf(ends, first);
    return {
      text: this.textOf(bytes.subarray(endOf(ends, index) - start, endOf(ends, index + 1) - start)),
      worst: worst?.[index] ?? null,
    };
  }

  private partOf(batch: Batch, index: number): ItemPart {
    const { opened } = this;
    if (opened?.batch === batch && index >= opened.part.first && index < opened.part.end) return opened.part;
    const { parts } = batch;
    const number = lastUpTo(index, parts.length / 2, (at) => (at === 0 ? 0 : parts[2 * at - 2]));
    const part = openPart(batch, number, inflate);
    this.opened = { batch, part };
    return part;
  }

  /**
   * Avoids the decoder for short texts: its strings lie outside the heap, and garbage collection of 100,000 of them
   * stopped the page for 45 ms.
   */
  private textOf(bytes: Uint8Array): string {
    if (bytes.length > MAX_ARGUMENTS || !isAscii(bytes)) return this.decoder.decode(bytes);
    return Reflect.apply(String.fromCharCode, null, bytes);
  }
}

/**
 * The index of the last of `count` ascending start values that is not greater than `number`; the first one never is.
 */
function lastUpTo(number: number, count: number, beginning: (at: number) => number | undefined): number {
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((beginning(middle) ?? 0) <= number) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
}
