import { describe, expect, it } from 'vitest';
import { describeField, describeRules, describeType, describeValues } from './describe-schema';
import { testingSchema as schema } from '../testing/testing-schema';
import type { SchemaView } from './schema-view';

const text = schema({ types: ['string'] });
const order = schema({ reference: '#/components/schemas/Order', name: 'Order' });

describe('a schema in words', () => {
  it.each<[string, Partial<SchemaView>]>([
    ['anything', {}],
    ['text', { types: ['string'] }],
    ['uuid', { types: ['string'], format: 'uuid' }],
    ['whole number', { types: ['integer'] }],
    ['true or false', { types: ['boolean'] }],
    ['number or text', { types: ['number', 'string'] }],
    ['Order', { reference: '#/components/schemas/Order', name: 'Order' }],
    ['list of Order', { types: ['array'], items: order }],
    ['list', { types: ['array'] }],
    ['texts by name', { types: ['object'], others: text }],
    ['Order by name', { types: ['object'], others: order }],
    ['object', { types: ['object'] }],
    ['always "x"'.replaceAll('"', ''), { constant: { value: 'x' } }],
    ['always null', { constant: { value: null } }],
    ['open or paid', { values: ['open', 'paid'] }],
    ['open, paid, or others', { values: ['open', 'paid'], openValues: true }],
    ['Order or text', { choice: { kind: 'oneOf', options: [order, text, text] } }],
    ['Order', { allOf: [order, schema({})] }],
  ])('is %s', (words, more) => expect(describeType(schema(more))).toBe(words));

  it.each<[string, Partial<SchemaView>]>([
    ['1 to 255 characters', { limits: { minLength: 1, maxLength: 255 } }],
    ['at least 1 character', { limits: { minLength: 1 } }],
    ['2 items', { limits: { minItems: 2, maxItems: 2 } }],
    ['at most 99,999,999', { limits: { maximum: 99_999_999 } }],
    ['more than 0', { limits: { exclusiveMinimum: 0 } }],
    ['less than 0.5', { limits: { exclusiveMaximum: 0.5 } }],
    ['a multiple of 0.01', { limits: { multipleOf: 0.01 } }],
    ['pattern ^[A-Z]{2}$', { pattern: '^[A-Z]{2}$' }],
    ['no item twice', { uniqueItems: true }],
    ['no other fields', { types: ['object'], others: 'none' }],
    ['default 0', { defaultValue: { value: 0 } }],
    ['rule "not", not shown', { otherRules: ['not'] }],
    ['only in answers', { readOnly: true }],
    ['only in requests', { writeOnly: true }],
    ['deprecated', { deprecated: true }],
  ])('has the rule %s', (words, more) => expect(describeRules(schema(more))).toEqual([words]));

  it('is described in one line', () => {
    const limits = { minLength: 1, maxLength: 200 };
    const name = schema({ types: ['string'], nullable: true, limits, defaultValue: { value: 'x' } });
    expect(describeField(name, true)).toBe('text, required, or null, 1 to 200 characters, default x');
    expect(describeField(order, false)).toBe('Order');
  });

  it('lists the first of many values, and how many more there are', () => {
    const values = [...Array(10_000).keys()];
    expect(describeValues(values, false)).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 9,988 more');
    expect(describeValues(values, true)).toMatch(/and 9,988 more, or others$/);
  });
});
