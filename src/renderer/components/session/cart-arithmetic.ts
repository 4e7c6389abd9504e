import { shortenEnd } from '@shared/text/shorten-end';
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
  /** The other existing fields as words, including those that are null. */
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  /** quantity × unit − discount + tax, exact; null when a part is missing or not a whole number. */
  readonly total: bigint | null;
}

interface CartSums extends Pick<Totals, 'discount' | 'tax' | 'total'> {
  /** What lines of a type that may be meant to lower the total have raised it by. */
  readonly raised: bigint;
}

/** The specification (CartItem) has no amounts below 0, and does not say whether such a line is deducted. */
const MAY_LOWER: ReadonlySet<Json | undefined> = new Set(['discount', 'store_credit']);

/** Cached, because texts about time are updated every second, and a cart may have 200,000 lines. */
const known = new WeakMap<readonly Json[], CartSums | null>();

const COLUMNS = new Set([
  'name',
  'sku',
  'product_type',
  'quantity',
  'unit_amount',
  'discount_amount',
  'tax_amount',
]);

/** Adds up the cart in whole minor units (specification: CartItem); null when one of its lines cannot be computed. */
export function cartSums(items: readonly Json[]): CartSums | null {
  const before = known.get(items);
  if (before !== undefined) return before;
  const totals = cartTotals(items.map(amountsOf));
  const sums = totals.uncounted.length > 0 ? null : { ...totals, raised: raisedBy(items) };
  known.set(items, sums);
  return sums;
}

function raisedBy(items: readonly Json[]): bigint {
  return items.reduce<bigint>((raised, item) => {
    const total = MAY_LOWER.has(asObject(item)?.product_type) ? (lineTotal(item) ?? 0n) : 0n;
    return total > 0n ? raised + total : raised;
  }, 0n);
}

/** `amount` is `raised` as the reader sees amounts. Wherever the total stands, so that nobody takes it for the price. */
export function describeRaised(amount: string): string {
  return `${amount} of discount or credit lines added, as the specification does not say to deduct them`;
}

/** Reads a line of the cart tolerantly. `most`: the maximum characters of each other field. */
export function cartLine(item: Json, index: number, most = Infinity): CartLine {
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
      COLUMNS.has(name)
        ? []
        : [{ label: name.replaceAll('_', ' '), text: shortenEnd(formatList(value, most), most) }],
    ),
    total: lineTotal(item),
  };
}

/** quantity × unit − discount + tax, exact; null when a part is missing or not a whole number. */
export function lineTotal(item: Json): bigint | null {
  return lineTotals(amountsOf(item))?.total ?? null;
}

/** Anything but a number becomes NaN, which makes the total null; null means 0, the documented default. */
function amountsOf(item: Json): LineAmounts {
  const { quantity, unit_amount, discount_amount, tax_amount } = asObject(item) ?? {};
  return {
    quantity: toNumber(quantity),
    unit_amount: toNumber(unit_amount),
    discount_amount: toNumber(discount_amount ?? 0),
    tax_amount: toNumber(tax_amount ?? 0),
  };
}

function formatList(value: Json, most: number): string {
  const items = asArray(value)?.slice(0, most);
  return items?.map((item) => formatValue(item, most)).join(', ') ?? formatValue(value, most);
}
