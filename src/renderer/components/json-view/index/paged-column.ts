const PAGE_BITS = 16;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;
const FIRST_CAPACITY = 256;

/**
 * A growing column of unsigned 32-bit integers. It grows by whole pages of 256 kB, so that millions of entries are
 * never copied; only the first page starts small, for the many small bodies.
 */
export class PagedColumn {
  private readonly pages: Uint32Array[] = [];
  private tail = new Uint32Array(0);
  private room = 0;
  private used = 0;

  get length(): number {
    return this.used;
  }

  /** Bytes held. */
  get byteLength(): number {
    return this.pages.reduce((sum, page) => sum + page.byteLength, 0);
  }

  push(value: number): void {
    if (this.room === 0) this.grow();
    this.tail[this.used & PAGE_MASK] = value;
    this.used++;
    this.room--;
  }

  /** The entry at `at`; 0 outside of the column. */
  get(at: number): number {
    const page = this.pages[at >>> PAGE_BITS];
    return page === undefined ? 0 : (page[at & PAGE_MASK] ?? 0);
  }

  set(at: number, value: number): void {
    const page = this.pages[at >>> PAGE_BITS];
    if (page !== undefined && at < this.used) page[at & PAGE_MASK] = value;
  }

  clear(): void {
    this.pages.length = 0;
    this.tail = new Uint32Array(0);
    this.room = 0;
    this.used = 0;
  }

  /** The last position whose entry is at most `value`, in a column that never falls; -1 when there is none. */
  lastAtMost(value: number): number {
    let low = 0;
    let high = this.used;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.get(middle) <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private grow(): void {
    if (this.pages.length === 1 && this.tail.length < PAGE_SIZE) {
      const larger = new Uint32Array(Math.min(this.tail.length * 4, PAGE_SIZE));
      larger.set(this.tail);
      this.room = larger.length - this.tail.length;
      this.pages[0] = this.tail = larger;
      return;
    }
    this.tail = new Uint32Array(this.pages.length === 0 ? FIRST_CAPACITY : PAGE_SIZE);
    this.room = this.tail.length;
    this.pages.push(this.tail);
  }
}
