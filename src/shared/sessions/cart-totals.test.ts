import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cartTotals, lineTotals, readCartTotal } from './cart-totals';

const amount = fc.integer({ min: 0, max: 99_999_999 });
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 99_999_999 }),
  unit_amount: amount,
  discount_amount: fc.option(amount),
  tax_amount: fc.option(amount, { nil: undefined }),
});

describe('lineTotals', () => {
  it('multiplies without rounding at the limits of the specification', () => {
    expect(
      lineTotals({ quantity: 99_999_999, unit_amount: 99_999_999, discount_amount: 1, tax_amount: null }),
    ).toEqual({
      gross: 9_999_999_800_000_001n,
      discount: 1n,
      tax: 0n,
      total: 9_999_999_800_000_000n,
    });
  });

  it('returns null for amounts that are not whole numbers', () => {
    expect(lineTotals({ quantity: 1.5, unit_amount: 100 })).toBeNull();
    expect(lineTotals({ quantity: 1, unit_amount: 1e300 })).toBeNull();
    expect(lineTotals({ quantity: 1, unit_amount: Number.NaN })).toBeNull();
  });
});

describe('cartTotals', () => {
  it('is the sum of its lines, in any order', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const sum = lines.reduce((total, each) => total + (lineTotals(each)?.total ?? 0n), 0n);
        const totals = cartTotals(lines);
        expect(totals.total).toBe(sum);
        expect(totals.gross - totals.discount + totals.tax).toBe(totals.total);
        expect(cartTotals([...lines].reverse())).toEqual(totals);
      }),
    );
  });

  it('says which lines it could not count', () => {
    expect(
      cartTotals([
        { quantity: 2, unit_amount: 5 },
        { quantity: 0.1, unit_amount: 5 },
      ]),
    ).toMatchObject({
      total: 10n,
      uncounted: [1],
    });
  });
});

describe('readCartTotal', () => {
  it('counts only documented amounts', () => {
    expect(readCartTotal([{ quantity: 2, unit_amount: 4999, discount_amount: 500, tax_amount: null }])).toBe(
      9498n,
    );
    expect(readCartTotal([])).toBe(0n);
    for (const none of [null, undefined, {}, [null], [{ quantity: '2', unit_amount: 5 }], [{ quantity: 2 }]])
      expect(readCartTotal(none)).toBeNull();
  });
});
