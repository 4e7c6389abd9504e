/**
 * Amounts are integers in the smallest unit of a currency (specification: CartItem). The results are arithmetic on
 * what a session says, not facts from it.
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

/** Totals of a line; null if one of its amounts is not a whole number, so that nothing is made up. */
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

/** The total of a cart, in minor units; null if one of its lines cannot be counted, or if it is not a cart. */
export function readCartTotal(items: unknown): bigint | null {
  if (!Array.isArray(items)) return null;
  const { total, uncounted } = cartTotals(items.map(readAmounts));
  return uncounted.length > 0 ? null : total;
}

/** Anything but a number becomes NaN, which no total includes; null and absent mean 0, the documented default. */
function readAmounts(item: unknown): LineAmounts {
  const fields = typeof item === 'object' && item !== null ? (item as Readonly<Record<string, unknown>>) : {};
  const number = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
  return {
    quantity: number(fields.quantity),
    unit_amount: number(fields.unit_amount),
    discount_amount: number(fields.discount_amount ?? 0),
    tax_amount: number(fields.tax_amount ?? 0),
  };
}
