import { currencyExponent } from '@shared/text/currencies';

export { currencyExponent, knownCurrencies as displayCurrencies } from '@shared/text/currencies';

/**
 * Amounts are integers in the smallest unit of a currency (specification: CartItem). A session names no currency, so
 * one can be chosen for display; what is computed here is arithmetic on the session's numbers, not part of its data.
 */

/**
 * An amount for a person: as money in the currency chosen for display, or, if that is null, as the plain number of
 * minor units. Exact at any size, because no float is involved.
 */
export function formatAmount(minorUnits: bigint, currency: string | null): string {
  if (currency === null) return formatOf(null).format(minorUnits);
  const exponent = currencyExponent(currency);
  const scale = 10n ** BigInt(exponent);
  const absolute = minorUnits < 0n ? -minorUnits : minorUnits;
  const fraction = String(absolute % scale).padStart(exponent, '0');
  // The whole part is formatted exactly, as a bigint; the fraction's digits are inserted by hand.
  const whole = absolute / scale;
  const signed = minorUnits >= 0n ? whole : whole === 0n ? -0 : -whole;
  return formatOf(currency)
    .formatToParts(signed)
    .map(({ type, value }) => (type === 'fraction' ? fraction : value))
    .join('');
}

/** The same with a real minus sign, for text that is not copied: other programs need the hyphen to read a number. */
export function drawnAmount(minorUnits: bigint, currency: string | null): string {
  return formatAmount(minorUnits, currency).replace('-', '\u2212');
}

/** Cached, because creating a format takes as long as using it many times, and a cart has thousands of amounts. */
const formats = new Map<string | null, Intl.NumberFormat>();

function formatOf(currency: string | null): Intl.NumberFormat {
  const format =
    formats.get(currency) ?? new Intl.NumberFormat('en', currency === null ? {} : styleOf(currency));
  formats.set(currency, format);
  return format;
}

function styleOf(currency: string): Intl.NumberFormatOptions {
  const decimals = currencyExponent(currency);
  return { style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals };
}
