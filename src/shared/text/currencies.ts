/**
 * Currencies of ISO 4217 (List One) whose minor unit is not a hundredth. Intl does not help: it follows what people
 * pay with in cash, and treats IQD, ALL or MGA, and in some versions HUF, COP or IDR, as currencies without decimals,
 * off by a factor of 100 or 1000.
 */
const EXPONENTS: Readonly<Record<string, number>> = {
  ...sameExponent(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...sameExponent(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...sameExponent(4, 'CLF UYW'),
};

function sameExponent(exponent: number, codes: string): Record<string, number> {
  return Object.fromEntries(codes.split(' ').map((code) => [code, exponent]));
}

/** Decimals of a currency according to ISO 4217; `currency` is its code of three upper-case letters. */
export function currencyExponent(currency: string): number {
  return EXPONENTS[currency] ?? 2;
}

/** Metals, test codes and units of account, which have no minor unit in ISO 4217. */
const WITHOUT_MINOR_UNIT = /^X(?:A[GU]|B[A-D]|DR|P[DT]|SU|TS|UA|XX)$/;

/** Sorted codes of currencies with a minor unit, as far as the runtime lists any. */
export function knownCurrencies(): readonly string[] {
  return Intl.supportedValuesOf('currency').filter((code) => !WITHOUT_MINOR_UNIT.test(code));
}
