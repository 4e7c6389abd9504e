import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PagedColumn } from './paged-column';
import { RisingColumn } from './rising-column';

/** The number of entries of a full page, which a body of some megabytes fills. */
const PAGE = 65_536;
const LARGEST = 2 ** 32 - 1;
const number = fc.oneof(
  fc.nat({ max: 300 }),
  fc.nat({ max: 100_000 }),
  fc.constantFrom(0, 65_535, 65_536, LARGEST),
);

function columnOf<Column extends { push(value: number): void }>(column: Column, values: readonly number[]) {
  for (const value of values) column.push(value);
  return column;
}

const entriesOf = (column: { length: number; get(at: number): number }): number[] =>
  Array.from({ length: column.length }, (_, at) => column.get(at));

describe('PagedColumn', () => {
  it.each([
    ['small ones', 2, (at: number) => at % 1_000],
    ['large ones', 4, (at: number) => LARGEST - at],
    ['a large one in each page', 4, (at: number) => (at % PAGE === 7 ? LARGEST : 1)],
  ])('stores %s in %i bytes each', (_name, bytes, valueAt) => {
    const values = Array.from({ length: 5 * PAGE - 5 }, (_, at) => valueAt(at));
    const column = columnOf(new PagedColumn(), values);
    expect(entriesOf(column)).toEqual(values);
    // The last page is not full yet.
    expect(column.byteLength).toBe(bytes * 4 * PAGE + 4 * PAGE);
    expect(column.get(values.length)).toBe(0);
  });

  it('replaces entries, large or small, on any page', () => {
    const values: number[] = new Array<number>(3 * PAGE - 5).fill(1);
    const column = columnOf(new PagedColumn(), values);
    for (const at of [0, PAGE - 1, PAGE, 3 * PAGE - 6]) {
      column.set(at, LARGEST - at);
      values[at] = LARGEST - at;
    }
    column.set(5, 65_535);
    values[5] = 65_535;
    column.set(values.length, 3);
    expect(entriesOf(column)).toEqual(values);
    const more = new Array<number>(PAGE).fill(2);
    expect(entriesOf(columnOf(column, more))).toEqual([...values, ...more]);
  });

  it('is empty after clear', () => {
    const column = columnOf(new PagedColumn(), new Array<number>(2 * PAGE).fill(LARGEST));
    column.clear();
    expect(column.length).toBe(0);
    expect(column.get(0)).toBe(0);
    expect(entriesOf(columnOf(column, [1, LARGEST]))).toEqual([1, LARGEST]);
  });
});

describe('RisingColumn', () => {
  it('returns its entries, and finds the last one that is at most a number', () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 200 }), number, (numbers, wanted) => {
        const values = numbers.sort((one, other) => one - other);
        const column = columnOf(new RisingColumn(), values);
        expect(entriesOf(column)).toEqual(values);
        for (const at of [wanted, ...values])
          expect(column.lastAtMost(at)).toBe(values.filter((value) => value <= at).length - 1);
      }),
    );
  });

  it('takes less than three bytes per entry if they are close together', () => {
    const values = Array.from({ length: 4 * PAGE }, (_, at) => 2 ** 31 + at * 1_000);
    const column = columnOf(new RisingColumn(), values);
    expect(entriesOf(column)).toEqual(values);
    expect(column.byteLength / values.length).toBeLessThan(3);
  });
});
