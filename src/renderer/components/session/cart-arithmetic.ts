import { cartTotals, lineTotals, type LineAmounts, type Totals } from '@shared/sessions/cart-totals';
import { asArray, asObject, formatValue, toNumber, type Json } from '@renderer/components/facts/json';

/** One cart line as the server sent it, and its total as computed here. Amounts are integers in minor units. */
export interface CartLine {
  readonly index: number;
  readonly name: Json | undefined;
  readonly sku: Json | undefined;
  readonly productType: Json | undefined;
  readonly quantity: Json | undefined;
  readonly unitAmount: Json | undefined;
  readonly discountAmount: Json | undefined;
  readonly taxAmount: Json | undefined;
  /** The other fields that are there, as words; null is one of them. */
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  /** quantity × unit − discount + tax, exact; null when a part is missing or no whole number. */
  readonly total: bigint | null;
}

export interface CartArithmetic {
  readonly lines: readonly CartLine[];
  /** Sums of the lines; null when one of them cannot be computed. */
  readonly sums: Pick<Totals, 'discount' | 'tax' | 'total'> | null;
}

const COLUMNS = new Set([
  'name',
  'sku',
  'product_type',
  'quantity',
  'unit_amount',
  'discount_amount',
  'tax_amount',
]);

/** Reads the cart tolerantly and adds it up in whole minor units (specification: CartItem). */
export function cartArithmetic(items: readonly Json[]): CartArithmetic {
  const totals = cartTotals(items.map(amountsOf));
  return { lines: items.map(readLine), sums: totals.uncounted.length > 0 ? null : totals };
}

function readLine(item: Json, index: number): CartLine {
  const fields = asObject(item) ?? {};
  return {
    index,
    name: fields.name,
    sku: fields.sku,
    productType: fields.product_type,
    quantity: fields.quantity,
    unitAmount: fields.unit_amount,
    discountAmount: fields.discount_amount,
    taxAmount: fields.tax_amount,
    facts: Object.entries(fields).flatMap(([name, value]) =>
      COLUMNS.has(name) ? [] : [{ label: name.replaceAll('_', ' '), text: formatList(value) }],
    ),
    total: lineTotals(amountsOf(item))?.total ?? null,
  };
}

/** What is missing or no number becomes NaN, which no total counts; null is the documented default of 0. */
function amountsOf(item: Json): LineAmounts {
  const { quantity, unit_amount, discount_amount, tax_amount } = asObject(item) ?? {};
  return {
    quantity: toNumber(quantity),
    unit_amount: toNumber(unit_amount),
    discount_amount: toNumber(discount_amount ?? 0),
    tax_amount: toNumber(tax_amount ?? 0),
  };
}

function formatList(value: Json): string {
  return asArray(value)?.map(formatValue).join(', ') ?? formatValue(value);
}
