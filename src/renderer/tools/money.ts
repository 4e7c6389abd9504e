/**
 * Amounts are integers in the smallest unit of a currency (specification: CartItem). A session names no currency, so
 * one can be chosen for display; what is computed here is arithmetic on what the session says, not a fact of it.
 */

/**
 * Currencies of ISO 4217 (List One) whose minor unit is not a hundredth. Intl cannot be asked: it follows what people
 * pay with in cash, and takes IQD, ALL or MGA, and in some versions HUF, COP or IDR, for currencies without decimals,
 * off by the factor 100 or 1000.
 */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...sameExponent(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...sameExponent(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...sameExponent(4, 'CLF UYW'),
};

function sameExponent(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, exponent]));
}

/** Decimals of a currency by ISO 4217; `currency` is its code of three capitals. */
export function currencyExponent(currency: string): number {
  return EXPONENTS[currency] ?? 2;
}

/** Metals, test codes and units of account, which ISO 4217 gives no minor unit. */
const WITHOUT_MINOR_UNIT = /^X(?:A[GU]|B[A-D]|DR|P[DT]|SU|TS|UA|XX)$/;

/** Codes that can be chosen for display, in order, as far as the runtime lists any. */
export function displayCurrencies(): readonly string[] {
  return Intl.supportedValuesOf('currency').filter((code) => !WITHOUT_MINOR_UNIT.test(code));
}

/**
 * An amount for a person: as money of the currency chosen for display, or (null) as the plain number of minor units.
 * Exact at any size: no float is involved.
 */
export function formatAmount(minorUnits: bigint, currency: string | null, locale: string): string {
  if (currency === null) {
    return new Intl.NumberFormat(locale).format(minorUnits);
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
