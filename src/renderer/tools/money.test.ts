import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyExponent, displayCurrencies, drawnAmount, formatAmount } from './money';

describe('formatAmount', () => {
  it.each([
    [1299n, 'EUR', '€12.99'],
    [1299n, 'JPY', '¥1,299'],
    [1299n, 'KWD', 'KWD\u00a01.299'],
    [1299n, 'HUF', 'HUF\u00a012.99'],
    [1299n, 'IQD', 'IQD\u00a01.299'],
    [5n, 'EUR', '€0.05'],
    [-5n, 'USD', '-$0.05'],
    [-123456n, 'USD', '-$1,234.56'],
    [9_999_999_800_000_001n, 'USD', '$99,999,998,000,000.01'],
    [1299n, null, '1,299'],
  ])('%s of %s', (minorUnits, currency, expected) => {
    expect(formatAmount(minorUnits, currency)).toBe(expected);
  });

  it('shows every digit', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.constantFrom('EUR', 'JPY', 'BHD', 'CLF'), (minorUnits, currency) => {
        const digits = formatAmount(minorUnits, currency).replace(/\D/g, '');
        expect(BigInt(digits)).toBe(minorUnits < 0n ? -minorUnits : minorUnits);
        expect(formatAmount(minorUnits, currency).startsWith('-')).toBe(minorUnits < 0n);
      }),
    );
  });

  it('displays a minus sign, but writes a hyphen', () => {
    expect([drawnAmount(-123456n, 'USD'), drawnAmount(-1000n, null)]).toEqual([
      '\u2212$1,234.56',
      '\u22121,000',
    ]);
    expect(formatAmount(-1000n, null)).toBe('-1,000');
  });
});

describe('currencies', () => {
  it('have known decimals, and exclude those without a minor unit', () => {
    const currencies = displayCurrencies();
    expect(currencies).toContain('EUR');
    expect(currencies).not.toContain('XAU');
    expect(['USD', 'JPY', 'TND', 'UYW', 'COP'].map(currencyExponent)).toEqual([2, 0, 3, 4, 2]);
  });
});
