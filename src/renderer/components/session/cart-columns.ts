import { formatAmount } from '@renderer/tools/money';
import type { GridColumn, ShownCell } from '../data-grid/columns';
import type { SortCell } from '../data-grid/sort/row-sorter';
import { asObject, formatValue, toNumber, type Json } from '../facts/json';
import { cartLine, lineTotal } from './cart-arithmetic';

/** The columns of a grid of cart lines, as the server sent them; the line's total is computed here. */
export function cartColumns(currency: string | null, everyField: boolean): readonly GridColumn<Json>[] {
  const money = (amount: bigint): string => formatAmount(amount, currency, 'en');
  return [
    { ...fieldColumn('name', 'Item'), width: 160, sticky: true },
    { ...fieldColumn('sku', 'SKU'), width: 96, mono: true },
    { ...fieldColumn('product_type', 'Type'), width: 84 },
    { ...amountColumn('quantity', 'Qty', (amount) => formatAmount(amount, null, 'en')), width: 64 },
    amountColumn('unit_amount', 'Unit', money),
    amountColumn('discount_amount', 'Discount', money),
    amountColumn('tax_amount', 'Tax', money),
    {
      id: 'line_total',
      label: 'Line total',
      width: 104,
      compare: 'number',
      note: 'quantity × unit − discount + tax, computed here',
      value: (item) => exact(lineTotal(item)),
      show: (item) => {
        const total = lineTotal(item);
        return total === null ? { text: 'not computed', tone: 'muted' } : { text: money(total) };
      },
    },
    ...(everyField ? [OTHER_FIELDS] : []),
  ];
}

const OTHER_FIELDS: GridColumn<Json> = {
  id: 'other_fields',
  label: 'Other fields',
  width: 400,
  compare: 'words',
  value: (item) =>
    cartLine(item, 0)
      .facts.map(({ label, text }) => `${label}: ${text}`)
      .join(' · ') || null,
};

function fieldColumn(name: string, label: string): GridColumn<Json> {
  return {
    id: name,
    label,
    width: 120,
    compare: 'words',
    value: (item) => asCell(fieldOf(item, name)),
    show: (item) => showOf(fieldOf(item, name)),
    hint: (item) => asCell(fieldOf(item, name)) ?? '',
  };
}

function amountColumn(name: string, label: string, format: (amount: bigint) => string): GridColumn<Json> {
  const numberOf = (item: Json): number | null => {
    const number = toNumber(fieldOf(item, name));
    return Number.isSafeInteger(number) ? number : null;
  };
  return {
    id: name,
    label,
    width: 88,
    compare: 'number',
    value: (item) => numberOf(item) ?? asCell(fieldOf(item, name)),
    show: (item) => {
      const number = numberOf(item);
      return number === null ? showOf(fieldOf(item, name)) : { text: format(BigInt(number)) };
    },
  };
}

function fieldOf(item: Json, name: string): Json | undefined {
  return asObject(item)?.[name];
}

function asCell(value: Json | undefined): string | null {
  return value === undefined || value === null ? null : formatValue(value);
}

/** Absent, null and empty are told apart. */
function showOf(value: Json | undefined): ShownCell {
  if (value === undefined) return { text: '–', tone: 'muted' };
  if (value === null) return { text: 'null', tone: 'muted' };
  return value === '' ? { text: '(empty text)', tone: 'muted' } : { text: formatValue(value) };
}

/** Copied and exported digit for digit. */
function exact(amount: bigint | null): SortCell {
  if (amount === null) return null;
  const number = Number(amount);
  return Number.isSafeInteger(number) ? number : String(amount);
}
