import { asArray, asInteger, asObject, inWords, type Json } from '../../components/facts/json';

/** One cart line as the server sent it, and its total as computed here. Amounts are integers in minor units. */
export interface CartLine {
  readonly index: number;
  readonly name: Json | undefined;
  readonly quantity: Json | undefined;
  readonly unitAmount: Json | undefined;
  readonly discountAmount: Json | undefined;
  readonly taxAmount: Json | undefined;
  /** The other fields that are there, as words. */
  readonly facts: readonly { readonly label: string; readonly text: string }[];
  /** quantity × unit − discount + tax, exact; null when a part is missing or no whole number. */
  readonly total: bigint | null;
}

export interface CartArithmetic {
  readonly lines: readonly CartLine[];
  /** Sum of the lines; null when one of them cannot be computed. */
  readonly total: bigint | null;
}

const COLUMNS = new Set(['name', 'quantity', 'unit_amount', 'discount_amount', 'tax_amount']);

/** Reads the cart tolerantly and adds it up in whole minor units (specification: CartItem). */
export function cartArithmetic(items: readonly Json[]): CartArithmetic {
  const lines = items.map(readLine);
  let total: bigint | null = 0n;
  for (const line of lines) total = total === null || line.total === null ? null : total + line.total;
  return { lines, total };
}

function readLine(item: Json, index: number): CartLine {
  const fields = asObject(item) ?? {};
  return {
    index,
    name: fields.name,
    quantity: fields.quantity,
    unitAmount: fields.unit_amount,
    discountAmount: fields.discount_amount,
    taxAmount: fields.tax_amount,
    facts: Object.entries(fields).flatMap(([name, value]) =>
      COLUMNS.has(name) || value === null
        ? []
        : [{ label: name.replaceAll('_', ' '), text: listWords(value) }],
    ),
    total: lineTotal(fields.quantity, fields.unit_amount, fields.discount_amount, fields.tax_amount),
  };
}

function lineTotal(
  quantity: Json | undefined,
  unit: Json | undefined,
  discount: Json | undefined,
  tax: Json | undefined,
): bigint | null {
  const parts = [asInteger(quantity), asInteger(unit), asInteger(discount ?? 0), asInteger(tax ?? 0)];
  const [count, each, off, added] = parts.map((part) => (part === null ? null : BigInt(part)));
  if (count == null || each == null || off == null || added == null) return null;
  return count * each - off + added;
}

function listWords(value: Json): string {
  return asArray(value)?.map(inWords).join(', ') ?? inWords(value);
}
