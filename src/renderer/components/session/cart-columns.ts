import { drawnAmount } from '@renderer/tools/money';
import type { GridColumn } from '../data-grid/columns';
import type { SortCell } from '../data-grid/sort/row-sorter';
import { asObject, toNumber, type Json } from '../facts/json';
import { cartLine, lineTotal } from './cart-arithmetic';
import { asCell, showCell, valueColumn } from './value-column';

/** The columns of a grid of cart lines with values as sent by the server; only the line's total is computed here. */
export function cartColumns(currency: string | null, everyField: boolean): readonly GridColumn<Json>[] {
  const money = (amount: bigint): string => drawnAmount(amount, currency);
  return [
    { ...fieldColumn('name', 'Item'), width: 160, sticky: true },
    { ...fieldColumn('sku', 'SKU'), width: 96, mono: true },
    { ...fieldColumn('product_type', 'Type'), width: 84 },
    { ...amountColumn('quantity', 'Qty', (amount) => drawnAmount(amount, null)), width: 64 },
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
  return valueColumn(name, label, (item) => fieldOf(item, name));
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
      return number === null ? showCell(fieldOf(item, name)) : { text: format(BigInt(number)) };
    },
  };
}

function fieldOf(item: Json, name: string): Json | undefined {
  return asObject(item)?.[name];
}

/** Makes an amount copyable and exportable digit for digit. */
function exact(amount: bigint | null): SortCell {
  if (amount === null) return null;
  const number = Number(amount);
  return Number.isSafeInteger(number) ? number : String(amount);
}
