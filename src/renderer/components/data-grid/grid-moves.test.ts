import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveByKey } from './grid-moves';

const bounds = { rows: 100, columns: 6, page: 10 };
const from = { row: 50, column: 2 };

describe('moveByKey', () => {
  it.each([
    ['ArrowUp', false, { row: 49, column: 2 }],
    ['ArrowDown', false, { row: 51, column: 2 }],
    ['ArrowLeft', false, { row: 50, column: 1 }],
    ['ArrowRight', false, { row: 50, column: 3 }],
    ['Home', false, { row: 50, column: 0 }],
    ['End', false, { row: 50, column: 5 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', true, { row: 99, column: 5 }],
    ['PageUp', false, { row: 40, column: 2 }],
    ['PageDown', false, { row: 60, column: 2 }],
    ['ArrowDown', true, { row: 99, column: 2 }],
    ['ArrowUp', true, { row: 0, column: 2 }],
    ['x', false, null],
    ['Tab', false, null],
  ])('%s (with control: %s)', (key, control, to) => {
    expect(moveByKey({ key, control }, from, bounds)).toEqual(to);
  });

  it('moves up to the header and back, but by a page only within the body', () => {
    const first = { row: 0, column: 1 };
    expect(moveByKey({ key: 'ArrowUp', control: false }, first, bounds)).toEqual({ row: -1, column: 1 });
    const head = { row: -1, column: 1 };
    expect(moveByKey({ key: 'ArrowDown', control: false }, head, bounds)).toEqual(first);
    expect(moveByKey({ key: 'PageUp', control: false }, { row: 3, column: 1 }, bounds)).toEqual(first);
    expect(moveByKey({ key: 'PageDown', control: false }, head, bounds)).toEqual({ row: 10, column: 1 });
  });

  it('never leaves the grid', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
    fc.assert(
      fc.property(
        fc.nat(5),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.record({ key: fc.constantFrom(...keys), control: fc.boolean() })),
        (rows, columns, pressed) => {
          let place = { row: rows - 1, column: 0 };
          for (const key of pressed) place = moveByKey(key, place, { rows, columns, page: 3 }) ?? place;
          expect(place.row).toBeGreaterThanOrEqual(-1);
          expect(place.row).toBeLessThan(Math.max(rows, 0));
          expect(place.column).toBeGreaterThanOrEqual(0);
          expect(place.column).toBeLessThan(columns);
        },
      ),
    );
  });
});
