import type { Address, BillingDetails, CartItem } from '@contract';
import { storedCards, summaryOf } from '../vault/cards';
import { fixedExpiry, sample, sampleId, expiresWithinMinute, type SampleSession } from './sample';

const address: Address = {
  city: 'London',
  country: 'GB',
  postal_code: 'E1 6AN',
  state: 'Greater London',
  state_code: 'GB-LND',
  house_number_or_name: '12',
  line1: '12 Example Street',
  line2: 'Flat 4',
  organization: 'Example Ltd',
};

const billing: BillingDetails = {
  first_name: 'Ada',
  last_name: 'Example',
  email_address: 'ada@example.com',
  phone_number: '+442079460123',
  address,
  tax_id: { value: '12.345.678-9', kind: 'co.nit' },
};

const cart: CartItem[] = [
  {
    name: 'Wool jumper, navy',
    quantity: 2,
    unit_amount: 4999,
    discount_amount: 500,
    tax_amount: 1899,
    external_identifier: 'line-1',
    sku: 'JMP-NVY-M',
    product_url: 'https://shop.example.com/jumper-navy',
    image_url: 'https://shop.example.com/images/jumper-navy.png',
    categories: ['clothing', 'knitwear'],
    product_type: 'physical',
    seller_country: 'GB',
  },
  {
    name: 'Gift card',
    quantity: 1,
    unit_amount: 2500,
    discount_amount: 0,
    tax_amount: 0,
    external_identifier: 'line-2',
    sku: 'GIFT-25',
    product_url: null,
    image_url: null,
    categories: null,
    product_type: 'gift_card',
    seller_country: 'GB',
  },
  {
    name: 'Delivery, next day',
    quantity: 1,
    unit_amount: 595,
    tax_amount: 99,
    product_type: 'shipping_fee',
  },
  { name: 'Spring sale', quantity: 1, unit_amount: 0, discount_amount: 1000, product_type: 'discount' },
];

const [visa, mastercard] = storedCards;
if (!visa || !mastercard) throw new Error('The vault lacks the cards of the sample sessions.');

/** A session that uses every field of the specification. */
export const rich: SampleSession = sample(sampleId(1), {
  cart_items: cart,
  metadata: { order_id: 'ORD-2026-000123', channel: 'web', campaign: 'spring-sale' },
  buyer: {
    display_name: 'Ada Example',
    external_identifier: 'customer-123',
    billing_details: billing,
    account_number: 'AC-000123',
    shipping_details: {
      first_name: 'Grace',
      last_name: 'Sample',
      email_address: 'grace@example.com',
      phone_number: '+493012345678',
      address: {
        ...address,
        city: 'Berlin',
        country: 'DE',
        postal_code: '10115',
        state: 'Berlin',
        state_code: 'DE-BE',
      },
    },
  },
  payment_method: summaryOf(visa),
});

/** The required fields and nothing else. */
export const minimal: SampleSession = { ...sample(sampleId(2), {}), showsType: false };

export const expired: SampleSession = sample(
  sampleId(3),
  { ...rich.content, metadata: { order_id: 'ORD-2020-000042' } },
  fixedExpiry('2020-01-01T00:00:00Z'),
);

export const expiring: SampleSession = sample(
  sampleId(4),
  { ...rich.content, metadata: { order_id: 'ORD-2026-000124' }, payment_method: summaryOf(mastercard) },
  expiresWithinMinute,
);

/** A buyer without any address. */
export const guest: SampleSession = sample(sampleId(5), {
  cart_items: [{ name: 'Day ticket', quantity: 1, unit_amount: 1250, product_type: 'digital' }],
  metadata: null,
  buyer: {
    display_name: 'Guest',
    external_identifier: null,
    billing_details: {
      first_name: 'Guest',
      last_name: null,
      email_address: 'guest@example.com',
      address: null,
    },
    shipping_details: null,
  },
  payment_method: null,
});

/** Values outside the specification's lists, which clients must tolerate. */
export const unknownEnums: SampleSession = sample(sampleId(6), {
  cart_items: [
    { name: 'Monthly plan', quantity: 1, unit_amount: 999, product_type: 'subscription' },
    { name: 'Tip', quantity: 1, unit_amount: 200, product_type: 'gratuity' },
  ],
  buyer: { billing_details: { first_name: 'Ada', tax_id: { value: '123.456.789-09', kind: 'br.cpf' } } },
  payment_method: { ...summaryOf(visa), scheme: 'girocard' },
});
