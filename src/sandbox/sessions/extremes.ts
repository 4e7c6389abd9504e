import type { Address, CartItem } from '@contract';
import { storedCards, summaryOf } from '../vault/cards';
import { fixedExpiry, sample, sampleId, type SampleSession } from './sample';

const MAX_AMOUNT = 99_999_999;

/** Text of exactly `length` characters that ends with `$`, so that any truncation is visible. */
function text(label: string, length: number): string {
  return `${label} `.repeat(Math.ceil(length / (label.length + 1))).slice(0, length - 1) + '$';
}

const longAddress: Address = {
  city: text('city', 100),
  country: 'GB',
  postal_code: text('postal', 50),
  state: text('state', 255),
  state_code: 'GB-LND',
  house_number_or_name: text('house', 255),
  line1: text('line1', 255),
  line2: text('line2', 255),
  organization: text('organization', 255),
};

const longPerson = {
  first_name: text('first', 255),
  last_name: text('last', 255),
  email_address: `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(59)}.com`,
  phone_number: '+123456789012345',
  address: longAddress,
};

const longItem: CartItem = {
  name: text('name', 255),
  quantity: MAX_AMOUNT,
  unit_amount: MAX_AMOUNT,
  discount_amount: MAX_AMOUNT,
  tax_amount: MAX_AMOUNT,
  external_identifier: text('external', 200),
  sku: text('sku', 200),
  product_url: `https://shop.example.com/${'p'.repeat(2000)}`,
  image_url: `https://shop.example.com/${'i'.repeat(2000)}.png`,
  categories: Array.from({ length: 20 }, (_, index) => text(`category-${index}`, 50)),
  product_type: 'physical',
  seller_country: 'GB',
};

/** Every text and amount at the maximum that the specification allows (Limits). */
export const maximal: SampleSession = sample(
  sampleId(7),
  {
    cart_items: [longItem, { ...longItem, product_type: 'store_credit' }],
    metadata: Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [text(`key-${index}`, 100), text('value', 1000)]),
    ),
    buyer: {
      display_name: text('display', 200),
      external_identifier: text('external', 200),
      billing_details: { ...longPerson, tax_id: { value: text('tax', 50), kind: 'co.itin' } },
      account_number: text('account', 200),
      shipping_details: longPerson,
    },
    payment_method: storedCards[2] ? summaryOf(storedCards[2]) : null,
  },
  fixedExpiry('9999-12-31T23:59:59Z'),
);

/** Long names in many scripts, right-to-left ones, combining marks, and letters beyond the basic multilingual plane. */
export const unicode: SampleSession = sample(sampleId(8), {
  cart_items: [
    {
      name: 'قميص قطني أزرق — مقاس كبير',
      quantity: 1,
      unit_amount: 12_900,
      product_type: 'physical',
      seller_country: 'SA',
    },
    {
      name: 'חולצת כותנה כחולה (מידה 42)',
      quantity: 3,
      unit_amount: 7_990,
      product_type: 'physical',
      seller_country: 'IL',
    },
    {
      name: '青い綿のシャツ・特大サイズ',
      quantity: 1,
      unit_amount: 4_500,
      product_type: 'physical',
      seller_country: 'JP',
    },
    {
      name: 'Chemise « été » à carreaux — n° 7 👕🏳️‍🌈👩🏽‍🚀',
      quantity: 1,
      unit_amount: 3_499,
      product_type: 'physical',
    },
    {
      name: 'Z̷̢̛̰a̷l̶g̴o̸ text, ﷽, 𝔘𝔫𝔦𝔠𝔬𝔡𝔢, ﬀ ligature, zero\u200bwidth',
      quantity: 1,
      unit_amount: 1,
      product_type: 'digital',
    },
  ],
  metadata: {
    הערה: 'נא לא לקפל',
    ملاحظة: 'هدية',
    メモ: '壊れ物注意',
    'emoji 🎁': '🎉',
    'quote"\\': 'back\\slash "quoted" <b>&amp;',
  },
  buyer: {
    display_name:
      'محمد عبد الرحمن بن عبد العزيز آل سعود الكبير المعروف بأبي عبد الله من مدينة الرياض العامرة',
    external_identifier: 'клиент-№-42',
    billing_details: {
      first_name: 'Πηνελόπη-Αικατερίνη',
      last_name:
        'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschäferswessenschafewarenwohlgepflege',
      email_address: 'δοκιμή@παράδειγμα.example',
      phone_number: '+302101234567',
      address: {
        city: '서울특별시',
        country: 'KR',
        postal_code: '04524',
        line1: '中区 세종대로 110',
        organization: 'บริษัท ตัวอย่าง จำกัด',
      },
    },
    shipping_details: {
      first_name: 'रवींद्रनाथ',
      last_name: 'ישראל־ישראלי',
      address: { city: 'תל אביב-יפו', country: 'IL', line1: 'רחוב הרצל 12, דירה 3' },
    },
  },
  payment_method: storedCards[5] ? summaryOf(storedCards[5]) : null,
});

/** 1,000 cart items. */
export const large: SampleSession = sample(sampleId(9), {
  cart_items: Array.from({ length: 1000 }, (_, index): CartItem => {
    const number = index + 1;
    return {
      name: `Article ${number}`,
      quantity: (index % 9) + 1,
      unit_amount: 100 + ((index * 37) % 9900),
      discount_amount: index % 10 === 0 ? 50 : 0,
      tax_amount: (index * 7) % 500,
      external_identifier: `line-${number}`,
      sku: `SKU-${String(number).padStart(6, '0')}`,
      categories: [`aisle-${index % 40}`],
      product_type: index % 50 === 0 ? 'gift_card' : 'physical',
      seller_country: 'GB',
    };
  }),
  metadata: { order_id: 'ORD-2026-001000' },
  payment_method: storedCards[0] ? summaryOf(storedCards[0]) : null,
});
