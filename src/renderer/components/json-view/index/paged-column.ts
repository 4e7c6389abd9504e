const PAGE_BITS = 16;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;
const FIRST_CAPACITY = 256;
/** Bits of an entry in a two-byte page. */
const NARROW_BITS = 16;

type Page = Uint16Array | Uint32Array;

/**
 * A growing column of unsigned 32-bit integers. It grows by whole pages of 65,536 entries, so that millions of them are
 * never copied; only the first page starts small, because most bodies are small. A full page uses two bytes per entry
 * if all of them fit.
 */
export class PagedColumn {
  private readonly pages: Page[] = [];
  /** The last page. */
  private tail = new Uint32Array(0);
  /** The bits set in any of its entries. */
  private tailBits = 0;
  private room = 0;
  private used = 0;

  get length(): number {
    return this.used;
  }

  /** Bytes used. */
  get byteLength(): number {
    return this.pages.reduce((sum, page) => sum + page.byteLength, 0);
  }

  push(value: number): void {
    if (this.room === 0) this.grow();
    this.tail[this.used & PAGE_MASK] = value;
    this.tailBits |= value;
    this.used++;
    this.room--;
  }

  /** The entry at `at`; 0 outside the column. */
  get(at: number): number {
    const page = this.pages[at >>> PAGE_BITS];
    return page === undefined ? 0 : (page[at & PAGE_MASK] ?? 0);
  }

  set(at: number, value: number): void {
    const number = at >>> PAGE_BITS;
    const page = this.pages[number];
    if (page === undefined || at >= this.used) return;
    if (page === this.tail) this.tailBits |= value;
    const isTooLarge = value >>> NARROW_BITS !== 0 && page instanceof Uint16Array;
    const holder = isTooLarge ? (this.pages[number] = new Uint32Array(page)) : page;
    holder[at & PAGE_MASK] = value;
  }

  clear(): void {
    this.pages.length = 0;
    this.tail = new Uint32Array(0);
    this.tailBits = 0;
    this.room = 0;
    this.used = 0;
  }

  /** The last position whose entry is at most `value`, in a non-decreasing column; -1 if there is none. */
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
    const isNarrow = this.pages.length > 0 && this.tailBits >>> NARROW_BITS === 0;
    if (isNarrow) {
      this.pages[this.pages.length - 1] = new Uint16Array(this.tail);
      this.tail.fill(0);
    } else this.tail = new Uint32Array(this.pages.length === 0 ? FIRST_CAPACITY : PAGE_SIZE);
    this.tailBits = 0;
    this.room = this.tail.length;
    this.pages.push(this.tail);
  }
}
