/** Valid bodies for property tests: everything that the specification allows, and nothing else. */
import fc from 'fast-check';
import { knownValues } from '../generated/operations';
import type { Address, BillingDetails, Buyer, BuyerPage, CartItem, CheckoutSession } from '../models';

/** Text of `least` to `most` arbitrary Unicode characters. */
const text = (least: number, most: number) =>
  fc.string({ unit: 'binary', minLength: least, maxLength: most });
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
/** A known value, or an unknown one that clients must tolerate. */
const openValue = (known: readonly string[]) => fc.oneof(fc.constantFrom(...known), text(0, 20));

const amount = fc.integer({ min: 0, max: 99_999_999 });
const country = fc.stringMatching(/^[A-Z]{2}$/);
const phone = fc.stringMatching(/^\+[1-9]\d{1,14}$/);

export const dateTime = fc
  .tuple(
    fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    }),
    fc.constantFrom('Z', 'z', '+00:00', '-09:30', '+14:00'),
  )
  .map(([date, offset]) => date.toISOString().replace('Z', offset));

const address: fc.Arbitrary<Address> = fc.record(
  {
    city: orNull(text(1, 100)),
    country: orNull(country),
    postal_code: orNull(text(1, 50)),
    state: orNull(text(1, 255)),
    state_code: orNull(fc.stringMatching(/^[A-Z]{2}-[A-Z0-9]{1,3}$/)),
    house_number_or_name: orNull(text(1, 255)),
    line1: orNull(text(1, 255)),
    line2: orNull(text(1, 255)),
    organization: orNull(text(1, 255)),
  },
  { requiredKeys: [] },
);

const shipping = {
  first_name: orNull(text(1, 255)),
  last_name: orNull(text(1, 255)),
  email_address: orNull(text(1, 320)),
  phone_number: orNull(phone),
  address: orNull(address),
};

const billing: fc.Arbitrary<BillingDetails> = fc.record(
  {
    ...shipping,
    tax_id: orNull(fc.record({ value: text(1, 50), kind: openValue(knownValues.TaxIdKind) })),
  },
  { requiredKeys: [] },
);

const cartItem: fc.Arbitrary<CartItem> = fc.record(
  {
    name: text(1, 255),
    quantity: fc.integer({ min: 1, max: 99_999_999 }),
    unit_amount: amount,
    discount_amount: orNull(amount),
    tax_amount: orNull(amount),
    external_identifier: orNull(text(1, 200)),
    sku: orNull(text(1, 200)),
    product_url: orNull(fc.string()),
    image_url: orNull(fc.string()),
    categories: orNull(fc.array(text(1, 50), { maxLength: 3 })),
    product_type: orNull(openValue(knownValues.ProductType)),
    seller_country: orNull(country),
  },
  { requiredKeys: ['name', 'quantity', 'unit_amount'] },
);

export const checkoutSession: fc.Arbitrary<CheckoutSession> = fc.record(
  {
    type: fc.constant('checkout-session' as const),
    id: fc.uuid(),
    expires_at: dateTime,
    cart_items: orNull(fc.array(cartItem, { maxLength: 4 })),
    metadata: orNull(fc.dictionary(fc.string(), fc.string())),
    buyer: orNull(
      fc.record(
        {
          display_name: orNull(text(1, 200)),
          external_identifier: orNull(text(1, 200)),
          billing_details: orNull(billing),
          account_number: orNull(text(1, 200)),
          shipping_details: orNull(fc.record(shipping, { requiredKeys: [] })),
        },
        { requiredKeys: [] },
      ),
    ),
    payment_method: orNull(
      fc.record(
        {
          type: fc.constant('payment-method' as const),
          id: orNull(fc.uuid()),
          details: orNull(
            fc.record(
              {
                bin: orNull(fc.string()),
                card_country: orNull(country),
                card_type: orNull(fc.constantFrom(...knownValues.CardType)),
                card_issuer_name: orNull(fc.string()),
              },
              { requiredKeys: [] },
            ),
          ),
          label: orNull(fc.string()),
          method: fc.constant('card' as const),
          scheme: orNull(openValue(knownValues.CardScheme)),
          fingerprint: orNull(fc.string()),
        },
        { requiredKeys: [] },
      ),
    ),
  },
  { requiredKeys: ['id', 'expires_at'] },
);

const buyer: fc.Arbitrary<Buyer> = fc.record(
  {
    id: fc.uuid(),
    type: fc.constant('buyer' as const),
    display_name: fc.string(),
    external_identifier: orNull(fc.string()),
    created_at: dateTime,
    updated_at: dateTime,
  },
  { requiredKeys: ['id', 'type', 'display_name', 'created_at', 'updated_at'] },
);

export const buyerPage: fc.Arbitrary<BuyerPage> = fc.record(
  {
    items: fc.array(buyer, { maxLength: 5 }),
    limit: fc.integer(),
    next_cursor: orNull(fc.string()),
    previous_cursor: orNull(fc.string()),
  },
  { requiredKeys: ['items', 'limit'] },
);

/** A valid session in which every field is present, so that each can be broken. */
export const fullSession: CheckoutSession = {
  type: 'checkout-session',
  id: '0b7f4a35-6f4d-4bb4-9d1e-1f0f6a3c2d10',
  expires_at: '2026-02-28T23:59:59.123+01:00',
  cart_items: [0, 1].map((index) => ({
    name: `Item ${index}`,
    quantity: 1,
    unit_amount: 1299,
    discount_amount: 0,
    tax_amount: 250,
    external_identifier: 'line-1',
    sku: 'sku-1',
    product_url: 'https://shop.test/item',
    image_url: 'https://shop.test/item.png',
    categories: ['shoes'],
    product_type: 'physical',
    seller_country: 'NL',
  })),
  metadata: { order: '1234', 'a/b~c': 'x' },
  buyer: {
    display_name: 'Ada Lovelace',
    external_identifier: 'buyer-1',
    billing_details: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email_address: 'ada@example.test',
      phone_number: '+442071234567',
      address: {
        city: 'London',
        country: 'GB',
        postal_code: 'W1',
        state: 'England',
        state_code: 'GB-ENG',
        house_number_or_name: '12',
        line1: 'St James Square',
        line2: 'Floor 1',
        organization: 'Analytical Ltd',
      },
      tax_id: { value: '12-3', kind: 'co.nit' },
    },
    account_number: 'acc-1',
    shipping_details: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email_address: 'ada@example.test',
      phone_number: '+442071234567',
      address: { city: 'London', country: 'GB' },
    },
  },
  payment_method: {
    type: 'payment-method',
    id: '5c1e1c0e-8f5b-4a43-8a3e-0d9d7b5f1a22',
    details: { bin: '411111', card_country: 'GB', card_type: 'credit', card_issuer_name: 'Bank' },
    label: '1111',
    method: 'card',
    scheme: 'visa',
    fingerprint: 'f00d',
  },
};
