import { expect, it } from 'vitest';
import { describePointer } from './describe-pointer';

it.each([
  ['', null],
  ['/expires_at', 'Valid until'],
  ['/cart_items/1/sku', 'Item 2, SKU'],
  ['/cart_items/0', 'Item 1'],
  ['/items/9/display_name', 'Item 10, display name'],
  ['/buyer/display_name', 'Buyer, display name'],
  ['/buyer/billing_details/phone_number', 'Billing, phone number'],
  ['/payment_method/details/bin', 'Payment method, details, BIN'],
  ['/merchant_account_id', 'Merchant account ID'],
  ['/metadata/Order No', 'Metadata, Order No'],
  ['/metadata/a~1b', 'Metadata, a/b'],
  ['/someField', 'SomeField'],
])('describes %s as %s', (pointer, words) => {
  expect(describePointer(pointer)).toBe(words);
});
