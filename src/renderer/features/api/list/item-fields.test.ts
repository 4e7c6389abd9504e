import { describe, expect, it } from 'vitest';
import { testingSchema } from '@shared/testing/testing-schema';
import type { SchemaView } from '@shared/documents/schema-view';
import { columnsOf, readItemFields } from './item-fields';

const property = (name: string, schema: Partial<SchemaView>) => ({
  name,
  required: false,
  schema: testingSchema(schema),
});
const MODELS: Readonly<Record<string, SchemaView>> = {
  Page: testingSchema({ properties: [property('items', { items: testingSchema({ reference: 'Order' }) })] }),
  Order: testingSchema({
    allOf: [
      testingSchema({ properties: [property('created_at', { types: ['string'], format: 'date-time' })] }),
    ],
    properties: [
      property('amount', { types: ['integer'], description: 'In **cents**' }),
      property('buyer', { reference: 'Buyer' }),
      property('state', { reference: 'State' }),
      property('id', { types: ['string'] }),
    ],
  }),
  Buyer: testingSchema({ types: ['object'] }),
  State: testingSchema({ types: ['string'], values: ['open'] }),
};
const resolve = (reference: string) => Promise.resolve(MODELS[reference] ?? null);
const page = testingSchema({ reference: 'Page' });
const item = (value: object) => ({ text: JSON.stringify(value) });

describe('the columns of a list', () => {
  it('come from the document, through its models, with the ID first', async () => {
    const fields = await readItemFields(page, ['items'], resolve);
    expect(fields.map(({ name, kind }) => `${name} ${kind}`).sort()).toEqual([
      'amount number',
      'buyer nested',
      'created_at time',
      'id words',
      'state words',
    ]);
    const columns = columnsOf(fields, [item({ id: 'a', extra: 1 })]);
    expect(columns[0]).toMatchObject({ id: 'id', hiddenAtFirst: false, sticky: true });
    const of = (id: string) => columns.find((column) => column.id === id);
    expect(of('buyer')?.hiddenAtFirst).toBe(true);
    expect(of('amount')).toMatchObject({ note: 'In cents', compare: 'number', hiddenAtFirst: false });
    expect(of('created_at')).toMatchObject({ label: 'created_at (UTC)', compare: 'time' });
    expect(of('extra')).toMatchObject({ note: 'not in the document', hiddenAtFirst: true });
  });

  it('come from the items if the document describes none, with eight of them shown at first', () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, at]));
    const columns = columnsOf([], [item({ nested: {}, ...many }), { text: 'no JSON' }]);
    expect(columns.filter(({ hiddenAtFirst }) => hiddenAtFirst === false).map(({ id }) => id)).toEqual(
      Array.from({ length: 8 }, (_, at) => `f${at}`),
    );
    expect(columns.every(({ note }) => note === undefined)).toBe(true);
  });

  it('return numbers as numbers, or as text if JavaScript would write them differently', () => {
    const [, amount] = columnsOf([], [item({ id: 'a', amount: 1 })]);
    expect(amount?.value({ text: '{"amount":12}' })).toBe(12);
    expect(amount?.value({ text: '{"amount":1.0}' })).toBe('1.0');
    expect(amount?.value({ text: '{"amount":12345678901234567890}' })).toBe('12345678901234567890');
    expect(amount?.value({ text: '{}' })).toBeNull();
  });

  it('are empty if the path to the items leads nowhere', async () => {
    expect(await readItemFields(page, ['orders'], resolve)).toEqual([]);
  });
});
