import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@shared/documents/schema-view';
import { SchemaReader } from './read-schema';

const read = (raw: unknown) => new SchemaReader().read(raw as JsonValue);
const $ref = '#/components/schemas/Order';

describe('a schema in one form', () => {
  it.each<[string, JsonValue]>([
    ['3.0', { type: 'string', nullable: true }],
    ['3.1', { type: ['string', 'null'] }],
    ['a choice with null', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['a choice that starts with null', { oneOf: [{ const: null }, { type: 'string' }] }],
  ])('is nullable in the notation of %s', (_how, raw) => {
    expect(read(raw)).toMatchObject({ types: ['string'], nullable: true, choice: null });
  });

  it.each<[string, JsonValue]>([
    ['3.1', { $ref, description: 'Mine' }],
    ['3.0', { allOf: [{ $ref }], description: 'Mine' }],
    ['a choice with one option', { anyOf: [{ $ref }], description: 'Mine' }],
  ])('is a reference with a description of its own in the notation of %s', (_how, raw) => {
    expect(read(raw)).toMatchObject({
      reference: $ref,
      name: 'Order',
      description: 'Mine',
      allOf: [],
      choice: null,
    });
  });

  it('shows exclusive limits in both notations', () => {
    const limits = { exclusiveMinimum: 0, maximum: 5 };
    expect(read({ minimum: 0, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false }).limits).toEqual(
      limits,
    );
    expect(read({ exclusiveMinimum: 0, maximum: 5 }).limits).toEqual(limits);
  });

  it('shows values: closed, open, and with null among them', () => {
    expect(read({ enum: ['a', null] })).toMatchObject({ values: ['a'], nullable: true, openValues: false });
    const open = { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'string' }] };
    expect(read(open)).toMatchObject({ values: ['a'], openValues: true, choice: null, types: ['string'] });
    const other = { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'integer' }] };
    expect(read(other)).toMatchObject({ values: null, choice: { options: [{}, {}] } });
  });

  it('shows a choice; null is not one of its options', () => {
    const schema = read({ oneOf: [{ $ref }, { type: 'string' }, { type: 'null' }] });
    expect(schema).toMatchObject({
      nullable: true,
      choice: { kind: 'oneOf', options: [{ name: 'Order' }, { types: ['string'] }] },
    });
  });

  it('shows properties in order, including required ones that are not described, and whether others are allowed', () => {
    const schema = read({
      properties: { b: true, a: { type: 'integer' } },
      required: ['a', 'c'],
      additionalProperties: { type: 'string' },
    });
    expect(schema.types).toEqual(['object']);
    expect(schema.properties.map(({ name, required }) => [name, required])).toEqual([
      ['b', false],
      ['a', true],
      ['c', true],
    ]);
    expect(schema.others).toMatchObject({ types: ['string'] });
    expect(read({ additionalProperties: false }).others).toBe('none');
    expect(read({ additionalProperties: { 'x-unlisted': 'note' } }).others).toBe('any');
  });

  it('names the rules that it does not show, and whether it is cut', () => {
    expect(read({ not: {}, if: {} }).otherRules).toEqual(['not', 'if']);
    expect(read('nonsense').cut).toBe(true);
    const deep = [...Array(60).keys()].reduce<JsonValue>((items) => ({ type: 'array', items }), {});
    expect(JSON.stringify(read(deep))).toContain('"cut":true');
    expect(read(false).otherRules).toEqual(['nothing is valid']);
  });
});
