import { shallowRef, triggerRef } from 'vue';

/** The selected rows, by number. Places are those of the grid as shown. */
export class RowSelection {
  /** Changed in place, because there may be many. */
  readonly numbers = shallowRef(new Set<number>());
  /** Where a range started, and what else was selected. */
  private anchor: { readonly place: number; readonly beside: ReadonlySet<number> } | null = null;

  /** @param numberAt gives the number of the row at a place. */
  constructor(private readonly numberAt: (place: number) => number) {}

  toggle(place: number): void {
    const { value } = this.numbers;
    const number = this.numberAt(place);
    if (!value.delete(number)) value.add(number);
    this.anchor = { place, beside: new Set(value) };
    triggerRef(this.numbers);
  }

  /**
   * Selects from where the range started to `to`, replacing the previous range. Without a range, one starts at `from`.
   */
  extend(from: number, to: number): void {
    this.anchor ??= { place: from, beside: new Set(this.numbers.value) };
    const { place, beside } = this.anchor;
    const selected = new Set(beside);
    for (let at = Math.min(place, to); at <= Math.max(place, to); at += 1) selected.add(this.numberAt(at));
    this.numbers.value = selected;
  }

  all(count: number): void {
    const selected = new Set<number>();
    for (let place = 0; place < count; place += 1) selected.add(this.numberAt(place));
    this.numbers.value = selected;
    this.anchor = null;
  }

  clear(): void {
    this.anchor = null;
    if (this.numbers.value.size > 0) this.numbers.value = new Set();
  }

  /** Deselects rows that are no longer shown. */
  keepShown(order: Uint32Array | null): void {
    this.anchor = null;
    const { value } = this.numbers;
    if (order === null || value.size === 0) return;
    this.numbers.value = new Set([...order].filter((number) => value.has(number)));
  }
}
