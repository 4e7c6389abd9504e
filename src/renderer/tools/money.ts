import { currencyExponent } from '@shared/text/currencies';

export { currencyExponent, knownCurrencies as displayCurrencies } from '@shared/text/currencies';

/**
 * Amounts are integers in the smallest unit of a currency (specification: CartItem). A session names no currency, so
 * one can be chosen for display; what is computed here is arithmetic on what the session says, not a fact of it.
 */

/** Made once for each locale: making one takes longer than all of the formatting. */
const wholeNumbers = new Map<string, Intl.NumberFormat>();

function wholeNumber(locale: string): Intl.NumberFormat {
  const known = wholeNumbers.get(locale) ?? new Intl.NumberFormat(locale);
  wholeNumbers.set(locale, known);
  return known;
}

/**
 * An amount for a person: as money of the currency chosen for display, or (null) as the plain number of minor units.
 * Exact at any size: no float is involved.
 */
export function formatAmount(minorUnits: bigint, currency: string | null, locale: string): string {
  if (currency === null) {
    return wholeNumber(locale).format(minorUnits);
  }
  const exponent = currencyExponent(currency);
  const scale = 10n ** BigInt(exponent);
  const absolute = minorUnits < 0n ? -minorUnits : minorUnits;
  const fraction = String(absolute % scale).padStart(exponent, '0');
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: exponent,
    maximumFractionDigits: exponent,
  });
  const plain = new Intl.NumberFormat(locale, { useGrouping: false });
  const localFraction = Array.from(fraction, (digit) => plain.format(Number(digit))).join('');
  // The whole part is formatted exactly, as a bigint; the digits behind the point are put in by hand.
  const whole = absolute / scale;
  const signed = minorUnits >= 0n ? whole : whole === 0n ? -0 : -whole;
  return format
    .formatToParts(signed)
    .map(({ type, value }) => (type === 'fraction' ? localFraction : value))
    .join('');
}
