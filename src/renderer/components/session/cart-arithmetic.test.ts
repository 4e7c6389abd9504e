import { describe, expect, it } from 'vitest';
import type { Json } from '@renderer/components/facts/json';
import { cartLine, cartSums } from './cart-arithmetic';

const cartArithmetic = (items: readonly Json[]) => ({
  lines: items.map((item, at) => cartLine(item, at)),
  sums: cartSums(items),
});

describe('cartArithmetic', () => {
  it('adds lines in whole minor units, with null and absent parts as 0', () => {
    const cart = cartArithmetic([
      { name: 'a', quantity: 3, unit_amount: 1099, discount_amount: 100, tax_amount: 57 },
      { name: 'b', quantity: 1, unit_amount: 5, discount_amount: null },
    ]);
    expect(cart.lines.map(({ total }) => total)).toEqual([3254n, 5n]);
    expect(cart.sums?.total ?? null).toBe(3259n);
  });

  it('is exact at the largest specified amounts', () => {
    const cart = cartArithmetic([{ name: 'a', quantity: 99_999_999, unit_amount: 99_999_999 }]);
    expect(cart.sums?.total ?? null).toBe(9_999_999_800_000_001n);
  });

  it('adds up a cart once', () => {
    let read = 0;
    const line = {
      quantity: 1,
      get unit_amount() {
        read += 1;
        return 5;
      },
    };
    const items = [line];
    expect([cartSums(items)?.total, cartSums(items)?.total]).toEqual([5n, 5n]);
    expect(read).toBe(1);
    expect(cartSums([line])?.total).toBe(5n);
    expect(read).toBe(2);
  });

  it('says what lines of a discount or a store credit have raised the total by', () => {
    const line = { quantity: 1, unit_amount: 500 };
    expect(
      cartSums([
        { ...line, product_type: 'discount' },
        { ...line, product_type: 'store_credit', unit_amount: 30 },
        { ...line, product_type: 'discount', unit_amount: 0, discount_amount: 1_000 },
        { ...line, product_type: 'physical', unit_amount: 700 },
        line,
      ]),
    ).toMatchObject({ total: 730n, raised: 530n });
    expect(cartSums([line])?.raised).toBe(0n);
  });

  it('gives no total for an invalid line or its cart', () => {
    const cart = cartArithmetic([
      { name: 'a', quantity: '3', unit_amount: 1 },
      'not an object',
      { quantity: 1, unit_amount: 2 },
    ]);
    expect(cart.lines.map(({ total }) => total)).toEqual([null, null, 2n]);
    expect(cart.sums?.total ?? null).toBeNull();
  });

  it('shows other fields as text, including null', () => {
    const [line] = cartArithmetic([
      { name: 'a', categories: ['x', 'y'], image_url: null, seller_country: 'DE' },
    ]).lines;
    expect(line?.facts).toEqual([
      { label: 'categories', text: 'x, y' },
      { label: 'image url', text: 'null' },
      { label: 'seller country', text: 'DE' },
    ]);
  });
});
