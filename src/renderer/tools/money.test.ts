import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cartTotals, currencyExponent, displayCurrencies, formatAmount, lineTotals } from './money';

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

  it('makes nothing up from amounts that are no whole numbers', () => {
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

describe('formatAmount', () => {
  it.each([
    [1299n, 'EUR', 'en', '€12.99'],
    [1299n, 'JPY', 'en', '¥1,299'],
    [1299n, 'KWD', 'en', 'KWD\u00a01.299'],
    [1299n, 'HUF', 'en', 'HUF\u00a012.99'],
    [1299n, 'IQD', 'en', 'IQD\u00a01.299'],
    [5n, 'EUR', 'de', '0,05\u00a0€'],
    [-5n, 'USD', 'en', '-$0.05'],
    [-123456n, 'USD', 'en', '-$1,234.56'],
    [9_999_999_800_000_001n, 'USD', 'en', '$99,999,998,000,000.01'],
    [1299n, null, 'en', '1,299'],
  ])('%s of %s in %s', (minorUnits, currency, locale, expected) => {
    expect(formatAmount(minorUnits, currency, locale)).toBe(expected);
  });

  it('shows every digit of any amount', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.constantFrom('EUR', 'JPY', 'BHD', 'CLF'), (minorUnits, currency) => {
        const digits = formatAmount(minorUnits, currency, 'en').replace(/\D/g, '');
        expect(BigInt(digits)).toBe(minorUnits < 0n ? -minorUnits : minorUnits);
        expect(formatAmount(minorUnits, currency, 'en').startsWith('-')).toBe(minorUnits < 0n);
      }),
    );
  });

  it('puts the digits of a language behind the point too', () => {
    expect(formatAmount(1205n, 'EUR', 'ar-EG')).toContain('٠٥');
  });
});

describe('currencies', () => {
  it('offers those with a minor unit, and knows their decimals', () => {
    const currencies = displayCurrencies();
    expect(currencies).toContain('EUR');
    expect(currencies).not.toContain('XAU');
    expect(['USD', 'JPY', 'TND', 'UYW', 'COP'].map(currencyExponent)).toEqual([2, 0, 3, 4, 2]);
  });
});
