import { currencyExponent } from '@shared/text/currencies';

export { currencyExponent, knownCurrencies as displayCurrencies } from '@shared/text/currencies';

/**
 * Amounts are integers in the smallest unit of a currency (specification: CartItem). A session names no currency, so
 * one can be chosen for display; what is computed here is arithmetic on what the session says, not a fact of it.
 */

/** The amounts of a cart item. Null and absent discounts and taxes count as 0, their default. */
export interface LineAmounts {
  readonly quantity: number;
  readonly unit_amount: number;
  readonly discount_amount?: number | null;
  readonly tax_amount?: number | null;
}

/** All in minor units. `total` = `gross` - `discount` + `tax`. */
export interface Totals {
  /** Quantity times unit amount. */
  readonly gross: bigint;
  readonly discount: bigint;
  readonly tax: bigint;
  readonly total: bigint;
}

/** Totals of a line; null when one of its amounts is no whole number, so that nothing is made up. */
export function lineTotals(line: LineAmounts): Totals | null {
  const { quantity, unit_amount: unit, discount_amount: discount, tax_amount: tax } = line;
  const amounts = [quantity, unit, discount ?? 0, tax ?? 0];
  if (!amounts.every((amount) => Number.isSafeInteger(amount))) {
    return null;
  }
  return totalsOf(BigInt(quantity) * BigInt(unit), BigInt(discount ?? 0), BigInt(tax ?? 0));
}

export interface CartTotals extends Totals {
  /** Indexes of lines that could not be counted. */
  readonly uncounted: readonly number[];
}

export function cartTotals(lines: readonly LineAmounts[]): CartTotals {
  let gross = 0n;
  let discount = 0n;
  let tax = 0n;
  const uncounted: number[] = [];
  lines.forEach((line, index) => {
    const totals = lineTotals(line);
    if (totals === null) {
      uncounted.push(index);
      return;
    }
    gross += totals.gross;
    discount += totals.discount;
    tax += totals.tax;
  });
  return { ...totalsOf(gross, discount, tax), uncounted };
}

function totalsOf(gross: bigint, discount: bigint, tax: bigint): Totals {
  return { gross, discount, tax, total: gross - discount + tax };
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
