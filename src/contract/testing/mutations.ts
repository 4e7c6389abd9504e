/** Ways to break a valid session, each with the one finding it must give. */
import type { FindingRule, FindingSeverity } from '../finding';

export type Mutation = readonly [
  pointer: string,
  value: unknown,
  rule: FindingRule,
  severity: FindingSeverity,
];

/** A copy of the body with one place changed; `undefined` removes it. */
export function withValueAt(body: unknown, pointer: string, value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(body));
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
  const last = parts.pop();
  if (last === undefined) return value;
  const parent = parts.reduce<unknown>((node, part) => Reflect.get(Object(node), part), copy);
  if (value === undefined) Reflect.deleteProperty(Object(parent), last);
  else Reflect.set(Object(parent), last, value);
  return copy;
}

export const long = (length: number) => 'é'.repeat(length);

/** A pointer into `fullSession`, the value put there (undefined removes it), and the one finding it must give. */
export const sessionMutations: readonly Mutation[] = [
  ['/id', undefined, 'required', 'error'],
  ['/expires_at', undefined, 'required', 'error'],
  ['/cart_items/1/name', undefined, 'required', 'error'],
  ['/cart_items/1/quantity', undefined, 'required', 'error'],
  ['/cart_items/1/unit_amount', undefined, 'required', 'error'],
  ['/buyer/billing_details/tax_id/value', undefined, 'required', 'error'],
  ['/buyer/billing_details/tax_id/kind', undefined, 'required', 'error'],
  ['', [], 'type', 'error'],
  ['', null, 'type', 'error'],
  ['/id', null, 'type', 'error'],
  ['/type', 'session', 'constant', 'error'],
  ['/payment_method/type', 'card', 'constant', 'error'],
  ['/payment_method/method', 'cash', 'constant', 'error'],
  ['/payment_method/method', null, 'type', 'error'],
  ['/id', 'urn:uuid:0b7f4a35-6f4d-4bb4-9d1e-1f0f6a3c2d10', 'format', 'error'],
  ['/payment_method/id', 'pm-1', 'format', 'error'],
  ['/expires_at', '2026-02-28T23:59:59', 'format', 'error'],
  ['/expires_at', '2026-02-29T00:00:00Z', 'format', 'error'],
  ['/expires_at', '2026-04-31T00:00:00Z', 'format', 'error'],
  ['/expires_at', '1900-02-29T00:00:00Z', 'format', 'error'],
  ['/expires_at', '2026-01-01 00:00:00Z', 'format', 'error'],
  ['/expires_at', '2026-01-01T24:00:00Z', 'format', 'error'],
  ['/expires_at', '2026-01-01T00:00:00+0100', 'format', 'error'],
  ['/cart_items', {}, 'type', 'error'],
  ['/cart_items/1', null, 'type', 'error'],
  ['/cart_items/1', 'x', 'type', 'error'],
  ['/cart_items/0/quantity', 0, 'range', 'error'],
  ['/cart_items/0/quantity', 100_000_000, 'range', 'error'],
  ['/cart_items/0/quantity', 1.5, 'type', 'error'],
  ['/cart_items/0/quantity', '1', 'type', 'error'],
  ['/cart_items/0/quantity', null, 'type', 'error'],
  ['/cart_items/0/unit_amount', -1, 'range', 'error'],
  ['/cart_items/0/discount_amount', -1, 'range', 'error'],
  ['/cart_items/0/tax_amount', 100_000_000, 'range', 'error'],
  ['/cart_items/0/tax_amount', '0', 'type', 'error'],
  ['/cart_items/0/name', '', 'length', 'error'],
  ['/cart_items/0/name', long(256), 'length', 'error'],
  ['/cart_items/0/sku', long(201), 'length', 'error'],
  ['/cart_items/0/categories/0', long(51), 'length', 'error'],
  ['/cart_items/0/categories/0', null, 'type', 'error'],
  ['/cart_items/0/product_type', 'service', 'unknown-enum', 'note'],
  ['/cart_items/0/product_type', 5, 'type', 'error'],
  ['/cart_items/0/product_type', {}, 'type', 'error'],
  ['/cart_items/0/seller_country', 'nl', 'pattern', 'error'],
  ['/cart_items/0/seller_country', 'NL\n', 'pattern', 'error'],
  ['/cart_items/0/colour', 'red', 'unlisted-property', 'warning'],
  ['/metadata/order', 1234, 'type', 'error'],
  ['/metadata/a~1b~0c', null, 'type', 'error'],
  ['/a~1b~0c', 1, 'unlisted-property', 'warning'],
  ['/buyer', 'Ada', 'type', 'error'],
  ['/buyer', ['Ada'], 'type', 'error'],
  ['/buyer/id', null, 'unlisted-property', 'warning'],
  ['/buyer/display_name', long(201), 'length', 'error'],
  ['/buyer/billing_details/phone_number', '0207', 'pattern', 'error'],
  ['/buyer/billing_details/phone_number', '+0442071234567', 'pattern', 'error'],
  ['/buyer/billing_details/email_address', long(321), 'length', 'error'],
  ['/buyer/billing_details/address/state_code', 'GB', 'pattern', 'error'],
  ['/buyer/billing_details/address/country', 'GBR', 'pattern', 'error'],
  ['/buyer/billing_details/tax_id/kind', 'gb.vat', 'unknown-enum', 'note'],
  ['/buyer/billing_details/tax_id/kind', null, 'type', 'error'],
  ['/buyer/shipping_details/tax_id', null, 'unlisted-property', 'warning'],
  ['/payment_method/scheme', 'troy', 'unknown-enum', 'note'],
  ['/payment_method/details/card_type', 'charge', 'unknown-enum', 'warning'],
  ['/payment_method/details/card_type', 1, 'type', 'error'],
  ['/payment_method/details/card_country', 'G', 'pattern', 'error'],
];
