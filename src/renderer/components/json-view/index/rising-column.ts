import { PagedColumn } from './paged-column';

const BLOCK_BITS = 5;
const BLOCK_SIZE = 1 << BLOCK_BITS;
const BLOCK_MASK = BLOCK_SIZE - 1;

/**
 * A growing column of non-decreasing unsigned 32-bit integers. It stores the first entry of each block of 32, and for
 * every entry its distance from that, which mostly fits into two bytes.
 */
export class RisingColumn {
  private readonly bases = new PagedColumn();
  private readonly steps = new PagedColumn();
  private base = 0;

  get length(): number {
    return this.steps.length;
  }

  /** Bytes used. */
  get byteLength(): number {
    return this.bases.byteLength + this.steps.byteLength;
  }

  /** `value` must be at least the previous entry. */
  push(value: number): void {
    if ((this.steps.length & BLOCK_MASK) === 0) {
      this.bases.push(value);
      this.base = value;
    }
    this.steps.push(value - this.base);
  }

  /** The entry at `at`; meaningless outside the column. */
  get(at: number): number {
    return this.bases.get(at >>> BLOCK_BITS) + this.steps.get(at);
  }

  /** The last position whose entry is at most `value`; -1 if there is none. */
  lastAtMost(value: number): number {
    const block = this.bases.lastAtMost(value);
    if (block < 0) return -1;
    const step = value - this.bases.get(block);
    let low = block << BLOCK_BITS;
    let high = Math.min(low + BLOCK_SIZE, this.steps.length);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.steps.get(middle) <= step) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
