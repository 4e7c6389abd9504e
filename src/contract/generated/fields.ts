// Generated from ../openapi.yaml by `npm run generate`. Do not edit.

import type { FieldGroup } from '../operation-types';

/** Every field of the API with what the specification says about it. Loaded on demand, to keep it out of the start. */
export const fieldGroups: readonly FieldGroup[] = [
  {
    title: 'Get a checkout session: GET /checkout/sessions/{session_id}',
    fields: [
      { name: 'session_id', description: 'ID of the checkout session.', facts: 'path · UUID · required' },
      {
        name: 'x-service-merchant-account-id',
        description: 'ID of the merchant account to use for the request.',
        facts: 'header · text · may be left out',
      },
    ],
  },
  {
    title: 'Get a checkout session: answer',
    fields: [
      { name: 'type', description: null, facts: 'always checkout-session' },
      { name: 'id', description: 'ID of the checkout session.', facts: 'UUID · always there' },
      { name: 'expires_at', description: 'When the session expires.', facts: 'date and time · always there' },
      { name: 'cart_items', description: 'Line items of the transaction.', facts: 'list · may be null' },
      {
        name: 'cart_items[].name',
        description: 'May be truncated when a payment service provider accepts fewer characters.',
        facts: 'text · 1 to 255 characters · always there',
      },
      {
        name: 'cart_items[].quantity',
        description: null,
        facts: 'whole number · 1 to 99,999,999 · always there',
      },
      {
        name: 'cart_items[].unit_amount',
        description:
          'In the smallest currency unit of the currency. The amount sent to the processor as unit amount is calculated to include the discount and tax of the item.',
        facts: 'whole number · 0 to 99,999,999 · always there',
      },
      {
        name: 'cart_items[].discount_amount',
        description: 'In the smallest currency unit.',
        facts: 'whole number · 0 to 99,999,999 · may be null',
      },
      {
        name: 'cart_items[].tax_amount',
        description: 'In the smallest currency unit.',
        facts: 'whole number · 0 to 99,999,999 · may be null',
      },
      {
        name: 'cart_items[].external_identifier',
        description: 'Any value; not sent to the payment service.',
        facts: 'text · 1 to 200 characters · may be null',
      },
      { name: 'cart_items[].sku', description: null, facts: 'text · 1 to 200 characters · may be null' },
      { name: 'cart_items[].product_url', description: 'Product URL.', facts: 'text · may be null' },
      { name: 'cart_items[].image_url', description: 'Image URL.', facts: 'text · may be null' },
      { name: 'cart_items[].categories', description: null, facts: 'list · may be null' },
      {
        name: 'cart_items[].product_type',
        description: 'Product type.',
        facts:
          'physical, discount, shipping_fee, sales_tax, digital, gift_card, store_credit, surcharge, or others · may be null',
      },
      { name: 'cart_items[].seller_country', description: null, facts: 'text · may be null' },
      {
        name: 'metadata',
        description:
          'Free key-value pairs stored with the transaction; passed on to payment service providers that support them.',
        facts: 'object · may be null',
      },
      {
        name: 'buyer',
        description:
          'Buyer details for the transaction; no buyer resource is created on the service when used.',
        facts: 'object · may be null',
      },
      { name: 'buyer.display_name', description: null, facts: 'text · 1 to 200 characters · may be null' },
      {
        name: 'buyer.external_identifier',
        description: 'Merchant identifier of the buyer.',
        facts: 'text · 1 to 200 characters · may be null',
      },
      {
        name: 'buyer.billing_details',
        description: 'Billing name, address, email and other fields.',
        facts: 'object · may be null',
      },
      {
        name: 'buyer.billing_details.first_name',
        description: null,
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.billing_details.last_name',
        description: null,
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.billing_details.email_address',
        description: null,
        facts: 'text · 1 to 320 characters · may be null',
      },
      { name: 'buyer.billing_details.phone_number', description: 'E.164.', facts: 'text · may be null' },
      {
        name: 'buyer.billing_details.address',
        description: 'Billing address.',
        facts: 'object · may be null',
      },
      {
        name: 'buyer.billing_details.address.city',
        description: null,
        facts: 'text · 1 to 100 characters · may be null',
      },
      {
        name: 'buyer.billing_details.address.country',
        description: 'ISO 3166.',
        facts: 'text · may be null',
      },
      {
        name: 'buyer.billing_details.address.postal_code',
        description: null,
        facts: 'text · 1 to 50 characters · may be null',
      },
      {
        name: 'buyer.billing_details.address.state',
        description: 'State, county or province.',
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.billing_details.address.state_code',
        description: 'ISO 3166-2.',
        facts: 'text · may be null',
      },
      {
        name: 'buyer.billing_details.address.house_number_or_name',
        description: 'Not used by all payment services.',
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.billing_details.address.line1',
        description: null,
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.billing_details.address.line2',
        description: null,
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.billing_details.address.organization',
        description: 'Company or organisation name.',
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.billing_details.tax_id',
        description: 'Tax ID information.',
        facts: 'object · may be null',
      },
      {
        name: 'buyer.billing_details.tax_id.value',
        description: null,
        facts: 'text · 1 to 50 characters · always there',
      },
      {
        name: 'buyer.billing_details.tax_id.kind',
        description: 'Clients tolerate other values.',
        facts: 'co.itin, co.nit, mx.curp, mx.rfc, pe.ruc, or others · always there',
      },
      { name: 'buyer.account_number', description: null, facts: 'text · 1 to 200 characters · may be null' },
      {
        name: 'buyer.shipping_details',
        description: 'Optional shipping details.',
        facts: 'object · may be null',
      },
      {
        name: 'buyer.shipping_details.first_name',
        description: null,
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.shipping_details.last_name',
        description: null,
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.shipping_details.email_address',
        description: null,
        facts: 'text · 1 to 320 characters · may be null',
      },
      { name: 'buyer.shipping_details.phone_number', description: 'E.164.', facts: 'text · may be null' },
      {
        name: 'buyer.shipping_details.address',
        description: 'Shipping address.',
        facts: 'object · may be null',
      },
      {
        name: 'buyer.shipping_details.address.city',
        description: null,
        facts: 'text · 1 to 100 characters · may be null',
      },
      {
        name: 'buyer.shipping_details.address.country',
        description: 'ISO 3166.',
        facts: 'text · may be null',
      },
      {
        name: 'buyer.shipping_details.address.postal_code',
        description: null,
        facts: 'text · 1 to 50 characters · may be null',
      },
      {
        name: 'buyer.shipping_details.address.state',
        description: 'State, county or province.',
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.shipping_details.address.state_code',
        description: 'ISO 3166-2.',
        facts: 'text · may be null',
      },
      {
        name: 'buyer.shipping_details.address.house_number_or_name',
        description: 'Not used by all payment services.',
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.shipping_details.address.line1',
        description: null,
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.shipping_details.address.line2',
        description: null,
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'buyer.shipping_details.address.organization',
        description: 'Company or organisation name.',
        facts: 'text · 1 to 255 characters · may be null',
      },
      {
        name: 'payment_method',
        description: 'Payment method stored on the session.',
        facts: 'object · may be null',
      },
      { name: 'payment_method.type', description: null, facts: 'always payment-method' },
      { name: 'payment_method.id', description: 'ID of the payment method.', facts: 'UUID · may be null' },
      { name: 'payment_method.details', description: 'Card details.', facts: 'object · may be null' },
      {
        name: 'payment_method.details.bin',
        description: 'First 6 digits of the card.',
        facts: 'text · may be null',
      },
      {
        name: 'payment_method.details.card_country',
        description: 'Issuer country.',
        facts: 'text · may be null',
      },
      {
        name: 'payment_method.details.card_type',
        description:
          'Closed, as the specification does not say of this list that clients tolerate other values.',
        facts: 'credit, debit, prepaid · may be null',
      },
      { name: 'payment_method.details.card_issuer_name', description: null, facts: 'text · may be null' },
      {
        name: 'payment_method.label',
        description: 'Last 4 digits of the card.',
        facts: 'text · may be null',
      },
      { name: 'payment_method.method', description: null, facts: 'always card' },
      {
        name: 'payment_method.scheme',
        description: 'Card scheme.',
        facts:
          'accel, amex, bancontact, carte-bancaire, cirrus, culiance, dankort, diners-club, discover, eftpos-australia, elo, hipercard, jcb, maestro, mastercard, mir, nyce, other, pulse, rupay, star, uatp, unionpay, visa, or others · may be null',
      },
      {
        name: 'payment_method.fingerprint',
        description: 'Unique hash derived from the card number.',
        facts: 'text · may be null',
      },
    ],
  },
  {
    title: 'List buyers: GET /buyers',
    fields: [
      {
        name: 'cursor',
        description: 'The value of `next_cursor` or `previous_cursor` of an earlier page.',
        facts: 'query · text · may be left out',
      },
      {
        name: 'limit',
        description:
          'Number of items returned. The allowed range is given per endpoint; for this one it is not shown.',
        facts: 'query · whole number · may be left out',
      },
      {
        name: 'x-service-merchant-account-id',
        description: 'ID of the merchant account to use for the request.',
        facts: 'header · text · may be left out',
      },
    ],
  },
  {
    title: 'List buyers: answer',
    fields: [
      { name: 'items', description: 'The records of the page.', facts: 'list · always there' },
      { name: 'items[].id', description: null, facts: 'UUID · always there' },
      { name: 'items[].type', description: null, facts: 'always buyer · always there' },
      { name: 'items[].display_name', description: null, facts: 'text · always there' },
      { name: 'items[].external_identifier', description: null, facts: 'text · may be null' },
      { name: 'items[].created_at', description: null, facts: 'date and time · always there' },
      { name: 'items[].updated_at', description: null, facts: 'date and time · always there' },
      { name: 'limit', description: 'The page size applied.', facts: 'whole number · always there' },
      {
        name: 'next_cursor',
        description: 'Opaque cursor of the next page; null when absent.',
        facts: 'text · may be null',
      },
      {
        name: 'previous_cursor',
        description: 'Opaque cursor of the previous page; null when absent.',
        facts: 'text · may be null',
      },
    ],
  },
  {
    title: 'Forward a request to a third party: POST /vault-forward',
    fields: [
      {
        name: 'x-vault-forward-url',
        description: 'Downstream URL to call.',
        facts: 'header · URL · required',
      },
      {
        name: 'x-vault-forward-http-method',
        description: 'HTTP method to use downstream.',
        facts: 'header · text · required',
      },
      {
        name: 'x-vault-forward-header-authorization',
        description:
          'Header `authorization` to set on the downstream request, for example for a bearer token. One of the family `x-vault-forward-header-<name>`.',
        facts: 'header · text · may be left out',
      },
      {
        name: 'x-vault-forward-payment-methods',
        description: 'ID of a stored payment method whose data is substituted into the body.',
        facts: 'header · list · may be left out',
      },
      {
        name: 'x-vault-forward-authentications',
        description: 'One or more authentication method UUIDs to apply, comma separated.',
        facts: 'header · list · may be left out',
      },
      {
        name: 'x-service-merchant-account-id',
        description: 'ID of the merchant account to use for the request.',
        facts: 'header · text · may be left out',
      },
      {
        name: 'x-vault-forward-header-<name>',
        description: 'Header `<name>` to set on the downstream request.',
        facts: 'header',
      },
    ],
  },
  {
    title: 'Error object',
    fields: [
      { name: 'type', description: null, facts: 'always error · always there' },
      { name: 'code', description: 'Fixed for each status.', facts: 'text · always there' },
      { name: 'status', description: 'HTTP status.', facts: 'whole number · always there' },
      { name: 'message', description: 'Human-readable context.', facts: 'text' },
      { name: 'details', description: null, facts: 'list' },
      {
        name: 'details[].location',
        description: 'Clients tolerate other values.',
        facts: 'query, body, path, header, unknown, or others · always there',
      },
      {
        name: 'details[].pointer',
        description: 'JSON pointer to the offending property.',
        facts: 'text · always there',
      },
      { name: 'details[].message', description: 'Human-readable explanation.', facts: 'text · always there' },
      {
        name: 'details[].type',
        description: 'Kind of error for the property.',
        facts: 'text · always there',
      },
    ],
  },
];
