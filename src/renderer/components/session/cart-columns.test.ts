import { expect, it } from 'vitest';
import { WrittenNumber, type Json } from '../facts/json';
import { cartColumns } from './cart-columns';

const shownOf = (item: Json, currency: string | null = null): Record<string, string> =>
  Object.fromEntries(
    cartColumns(currency, true).map((column) => [
      column.id,
      column.show?.(item).text ?? String(column.value(item)),
    ]),
  );
const valueOf = (item: Json, id: string) => {
  const column = cartColumns(null, true).find((one) => one.id === id);
  if (column === undefined) throw new Error(`no column ${id}`);
  return column.value(item);
};
const shoes = {
  name: 'Shoes',
  sku: 'A-1',
  quantity: 2,
  unit_amount: 4_999,
  discount_amount: 500,
  tax_amount: 1_899,
};

it('shows a line as sent, and its total as computed', () => {
  expect(shownOf({ ...shoes, product_type: 'physical', categories: ['a', 'b'] })).toEqual({
    name: 'Shoes',
    sku: 'A-1',
    product_type: 'physical',
    quantity: '2',
    unit_amount: '4,999',
    discount_amount: '500',
    tax_amount: '1,899',
    line_total: '11,397',
    other_fields: 'categories: a, b',
  });
  expect(shownOf(shoes, 'EUR')).toMatchObject({
    quantity: '2',
    unit_amount: '€49.99',
    line_total: '€113.97',
  });
});

it('distinguishes absent, null, empty and unexpected values', () => {
  expect(
    shownOf({ name: '', sku: null, quantity: 'two', unit_amount: new WrittenNumber('1.50') }),
  ).toMatchObject({
    name: '(empty text)',
    sku: 'null',
    product_type: '–',
    quantity: 'two',
    unit_amount: '1.50',
    line_total: 'not computed',
  });
  expect(shownOf('no object')).toMatchObject({ name: '–', line_total: 'not computed' });
});

it('exports exact values, also beyond JavaScript’s safe integers', () => {
  expect(valueOf(shoes, 'unit_amount')).toBe(4_999);
  expect(valueOf(shoes, 'line_total')).toBe(11_397);
  const large = { ...shoes, quantity: 9_007_199_254_740_991, unit_amount: 9_007_199_254_740_991 };
  expect(valueOf(large, 'line_total')).toBe('81129638414606663681390495663480');
  expect(valueOf({ unit_amount: new WrittenNumber('12345678901234567890') }, 'unit_amount')).toBe(
    '12345678901234567890',
  );
});

it('has no column for other fields unless requested', () => {
  expect(cartColumns(null, false).map(({ id }) => id)).not.toContain('other_fields');
});
