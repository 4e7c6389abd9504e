/** Checks the document against the specification, whose tables are written out here by hand. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const document: unknown = parse(readFileSync('src/contract/openapi.yaml', 'utf8'));

function at(node: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), node);
}
const schema = (name: string) => at(document, 'components', 'schemas', name);
const property = (name: string, field: string) => at(schema(name), 'properties', field);
const keys = (node: unknown) => Object.keys(Object(node));

const length = (most: number) => ({ minLength: 1, maxLength: most });
const range = (least: number, most: number) => ({ minimum: least, maximum: most });

/** The specification's section Limits, row by row. */
const limits: readonly (readonly [schema: string, fields: readonly string[], rules: object])[] = [
  ['CartItem', ['name'], length(255)],
  ['CartItem', ['quantity'], range(1, 99999999)],
  ['CartItem', ['unit_amount', 'discount_amount', 'tax_amount'], range(0, 99999999)],
  ['CartItem', ['external_identifier', 'sku'], length(200)],
  ['GuestBuyer', ['display_name', 'external_identifier', 'account_number'], length(200)],
  ['BillingDetails', ['first_name', 'last_name'], length(255)],
  ['ShippingDetailsCreate', ['first_name', 'last_name'], length(255)],
  ['BillingDetails', ['email_address'], length(320)],
  ['ShippingDetailsCreate', ['email_address'], length(320)],
  ['Address', ['city'], length(100)],
  ['Address', ['postal_code'], length(50)],
  ['Address', ['state', 'house_number_or_name', 'line1', 'line2', 'organization'], length(255)],
  ['TaxId', ['value'], length(50)],
];

const patterns: readonly (readonly [schema: string, field: string, pattern: string])[] = [
  ['CartItem', 'seller_country', '^[A-Z]{2}$'],
  ['BillingDetails', 'phone_number', '^\\+[1-9]\\d{1,14}$'],
  ['ShippingDetailsCreate', 'phone_number', '^\\+[1-9]\\d{1,14}$'],
  ['Address', 'country', '^[A-Z]{2}$'],
  ['Address', 'state_code', '^[A-Z]{2}-[A-Z0-9]{1,3}$'],
  ['CheckoutSessionPaymentMethodDetails', 'card_country', '^[A-Z]{2}$'],
];

describe('limits and patterns', () => {
  it.each(limits)('%s %j: %j', (name, fields, rules) => {
    for (const field of fields) expect(property(name, field)).toMatchObject(rules);
  });

  it('categories entries: 1 to 50 characters each', () => {
    expect(at(property('CartItem', 'categories'), 'items')).toMatchObject(length(50));
  });

  it('has no limits beyond those of the specification', () => {
    const text = JSON.stringify(at(document, 'components', 'schemas'));
    const withLimits = limits.flatMap(([, fields]) => fields).length + 1;
    expect(text.match(/"(?:maxLength|maximum)"/g)).toHaveLength(withLimits);
    expect(text.match(/"(?:minLength|minimum)"/g)).toHaveLength(withLimits);
    expect(text.match(/"pattern":"/g)).toHaveLength(patterns.length);
  });

  it.each(patterns)('%s %s: %s', (name, field, pattern) => {
    expect(property(name, field)).toMatchObject({ pattern });
  });
});

/** `!` marks a required field, `?` one that accepts null. */
const resources: Readonly<Record<string, string>> = {
  CheckoutSession: 'type id! expires_at! cart_items? metadata? buyer? payment_method?',
  CartItem:
    'name! quantity! unit_amount! discount_amount? tax_amount? external_identifier? sku? product_url? image_url? categories? product_type? seller_country?',
  GuestBuyer: 'display_name? external_identifier? billing_details? account_number? shipping_details?',
  BillingDetails: 'first_name? last_name? email_address? phone_number? address? tax_id?',
  ShippingDetailsCreate: 'first_name? last_name? email_address? phone_number? address?',
  Address: 'city? country? postal_code? state? state_code? house_number_or_name? line1? line2? organization?',
  TaxId: 'value! kind!',
  CheckoutSessionPaymentMethod: 'type id? details? label? method scheme? fingerprint?',
  CheckoutSessionPaymentMethodDetails: 'bin? card_country? card_type? card_issuer_name?',
  BuyerPage: 'items! limit! next_cursor? previous_cursor?',
  Error: 'type! code! status! message details',
  ErrorDetail: 'location! pointer! message! type!',
};

describe('resources', () => {
  it.each(Object.entries(resources))('%s: %s', (name, fields) => {
    const required = Object(at(schema(name), 'required') ?? []);
    const written = keys(at(schema(name), 'properties')).map((field) => {
      const rules = property(name, field);
      const nullable =
        [at(rules, 'type')].flat().includes('null') ||
        JSON.stringify(at(rules, 'anyOf') ?? '').includes('{"type":"null"}');
      return `${field}${required.includes(field) ? '!' : ''}${nullable ? '?' : ''}`;
    });
    expect(written.join(' ')).toBe(fields);
    expect(at(schema(name), 'additionalProperties')).toBe(false);
  });

  it('Buyer: fixed fields, and a note for any other', () => {
    expect(keys(at(schema('Buyer'), 'properties'))).toEqual([
      'id',
      'type',
      'display_name',
      'external_identifier',
      'created_at',
      'updated_at',
    ]);
    expect(at(schema('Buyer'), 'additionalProperties')).toEqual({ 'x-unlisted': 'note' });
  });

  it.each([
    ['CheckoutSession', 'type', { const: 'checkout-session', default: 'checkout-session' }],
    ['CheckoutSessionPaymentMethod', 'type', { const: 'payment-method', default: 'payment-method' }],
    ['CheckoutSessionPaymentMethod', 'method', { const: 'card', default: 'card' }],
    ['Buyer', 'type', { const: 'buyer' }],
    ['Error', 'type', { const: 'error' }],
    ['Error', 'details', { default: [] }],
    ['CartItem', 'discount_amount', { type: ['integer', 'null'], default: 0 }],
    ['CartItem', 'tax_amount', { type: ['integer', 'null'], default: 0 }],
    ['CheckoutSession', 'id', { format: 'uuid' }],
    ['CheckoutSession', 'expires_at', { format: 'date-time' }],
    ['CheckoutSessionPaymentMethod', 'id', { format: 'uuid' }],
    ['Buyer', 'id', { format: 'uuid' }],
    ['Buyer', 'created_at', { format: 'date-time' }],
    ['Buyer', 'updated_at', { format: 'date-time' }],
  ])('%s %s: %j', (name, field, rules) => {
    expect(property(name, field)).toMatchObject(rules);
  });
});

describe('lists of values', () => {
  const open: Readonly<Record<string, string>> = {
    ProductType: 'physical discount shipping_fee sales_tax digital gift_card store_credit surcharge',
    TaxIdKind: 'co.itin co.nit mx.curp mx.rfc pe.ruc',
    CardScheme:
      'accel amex bancontact carte-bancaire cirrus culiance dankort diners-club discover eftpos-australia elo hipercard jcb maestro mastercard mir nyce other pulse rupay star uatp unionpay visa',
    ErrorDetailLocation: 'query body path header unknown',
  };
  it.each(Object.entries(open))('%s is open: %s', (name, values) => {
    expect(schema(name)).toMatchObject({
      'x-open-enum': true,
      anyOf: [{ type: 'string', enum: values.split(' ') }, { type: 'string' }],
    });
  });

  it('CardType is closed: credit debit prepaid', () => {
    expect(schema('CardType')).toMatchObject({ type: 'string', enum: ['credit', 'debit', 'prepaid'] });
  });
});

describe('operations', () => {
  it('has the three operations, secured by a JWT bearer token', () => {
    const found = Object.entries(Object(at(document, 'paths'))).flatMap(([path, item]) =>
      Object.entries(Object(item)).map(([method, operation]) => [at(operation, 'operationId'), method, path]),
    );
    expect(found).toEqual([
      ['get_checkout_session', 'get', '/checkout/sessions/{session_id}'],
      ['list_buyers', 'get', '/buyers'],
      ['vault_forward', 'post', '/vault-forward'],
    ]);
    expect(at(document, 'security')).toEqual([{ bearerAuth: [] }]);
    expect(at(document, 'components', 'securitySchemes', 'bearerAuth')).toMatchObject({
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
    });
  });

  const session = at(document, 'paths', '/checkout/sessions/{session_id}', 'get');
  const buyers = at(document, 'paths', '/buyers', 'get');

  it('get_checkout_session requires its scope and has the listed statuses', () => {
    expect(at(session, 'x-required-scopes')).toEqual(['checkout-sessions.read']);
    const statuses = '200 400 401 403 404 405 409 422 425 429 500 502 504';
    expect(keys(at(session, 'responses')).join(' ')).toBe(statuses);
    expect(at(document, 'components', 'responses', 'UnknownPaymentMethod')).not.toHaveProperty('content');
  });

  it('describes each parameter as the specification does', () => {
    expect(at(session, 'parameters', 0)).toMatchObject({
      name: 'session_id',
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    });
    expect(at(document, 'components', 'parameters', 'MerchantAccount')).toMatchObject({
      name: 'x-service-merchant-account-id',
      in: 'header',
      required: false,
      schema: { type: ['string', 'null'] },
    });
    expect(at(buyers, 'parameters', 0)).toMatchObject({
      name: 'cursor',
      in: 'query',
      schema: { type: 'string' },
    });
    expect(at(buyers, 'parameters', 1)).toMatchObject({ name: 'limit', in: 'query' });
    expect(at(buyers, 'parameters', 1, 'schema')).toEqual({ type: 'integer' });
    expect(at(buyers, 'parameters', 1, 'x-not-shown')).toEqual(['allowed range', 'default']);
  });

  it('vault_forward has every header of the specification', () => {
    const forward = at(document, 'paths', '/vault-forward', 'post');
    const names = [0, 1, 2, 3, 4].map((index) => at(forward, 'parameters', index, 'name'));
    expect(names).toEqual([
      'x-vault-forward-url',
      'x-vault-forward-http-method',
      'x-vault-forward-header-authorization',
      'x-vault-forward-payment-methods',
      'x-vault-forward-authentications',
    ]);
    expect(at(forward, 'x-header-families', 0, 'prefix')).toBe('x-vault-forward-header-');
    expect(at(forward, 'responses', 'default')).toHaveProperty('x-not-shown');
  });
});
