import { describe, expect, it } from 'vitest';
import type { OperationDetails, ParameterDetails } from '@shared/documents/operation-details';
import type { SchemaView } from '@shared/documents/schema-view';
import { EMPTY_REQUEST_DRAFT } from '@shared/requests/request-draft';
import { testingSchema } from '@shared/testing/testing-schema';
import { beginningOf } from './asked-operation';
import { checkRequest } from './check-request';
import { describeRow, valuesFor } from './row-schemas';

const parameter = (name: string, schema: Partial<SchemaView>): ParameterDetails => ({
  ...{ name, place: 'query', required: false, deprecated: false, description: null, examples: [] },
  ...{ schema: testingSchema(schema), style: 'form', explode: true, mediaType: null },
});
const operation = (parameters: readonly ParameterDetails[]): OperationDetails => ({
  ...{ document: 'shop', id: 'list', method: 'GET', path: '/orders', parameters },
  ...{ summary: null, description: null, deprecated: false },
  ...{ body: null, answers: [], scopes: [], problems: [] },
});

describe('rows of a list and of an object', () => {
  const statuses = testingSchema({ values: ['open', 'paid'], types: ['string'] });
  const list = parameter('status', { types: ['array'], items: statuses });
  const range = {
    ...parameter('filter', {
      types: ['object'],
      properties: [
        { name: 'from', required: true, schema: testingSchema({ types: ['integer'] }) },
        { name: 'to', required: false, schema: testingSchema({ types: ['string'], format: 'uuid' }) },
      ],
    }),
    style: 'deepObject',
  };
  const found = (parameters: ParameterDetails[], ...query: [string, string][]) =>
    checkRequest(
      {
        ...EMPTY_REQUEST_DRAFT,
        query: query.map(([name, value], at) => ({ id: String(at), name, value, enabled: true })),
      },
      operation(parameters),
      (name) => name,
    ).map(({ row, message }) => [row, message]);

  it('are checked each by the schema of the items, a comma being part of the value', () => {
    const wrong = 'The document allows only open or paid.';
    expect(found([list], ['status', 'open'], ['status', 'piad'], ['status[]', 'paid'])).toEqual([
      ['1', wrong],
    ]);
    expect(found([list], ['status', 'open,paid'])).toEqual([['0', wrong]]);
    expect(found([list], ['status', '${which}'])).toEqual([]);
  });

  it('hold several values with commas between them if the document says so', () => {
    const short = { ...list, explode: false };
    expect(found([short], ['status', 'open,paid'])).toEqual([]);
    expect(found([short], ['status', 'open,piad'])).toEqual([
      ['0', 'The document allows only open or paid.'],
    ]);
    // What is typed for another style is not read.
    expect(found([{ ...list, style: 'pipeDelimited' }], ['status', 'open|piad'])).toEqual([]);
  });

  it('are as many as the document asks for', () => {
    const few = { ...list, schema: { ...list.schema, limits: { minItems: 2, maxItems: 3 } } };
    const rows = (count: number) => Array.from({ length: count }, (): [string, string] => ['status', 'open']);
    expect(found([few])).toEqual([]);
    expect(found([few], ...rows(1))).toEqual([['0', 'It has 1 value; at least 2 are required.']]);
    expect(found([few], ...rows(2))).toEqual([]);
    expect(found([few], ...rows(4))).toEqual([['3', 'It has 4 values; at most 3 are allowed.']]);
    expect(found([few], ['status', '${which}'])).toEqual([]);
    const short = { ...few, explode: false };
    expect(found([short], ['status', 'open'])).toEqual([['0', 'It has 1 value; at least 2 are required.']]);
    expect(found([short], ['status', 'open,paid'])).toEqual([]);
  });

  it('are one for each field of an object in the style deepObject, checked by the field’s schema', () => {
    expect(found([range], ['filter', 'from=2020'])).toEqual([
      ['0', 'An object: each of its fields has a row of its own, such as filter[from].'],
    ]);
    expect(found([range], ['filter[from]', 'x'], ['filter[to]', '7'], ['filter[other]', 'x'])).toEqual([
      ['0', 'The document asks for a whole number.'],
      ['1', 'This is not a UUID.'],
    ]);
    const begun = (required: boolean) =>
      beginningOf(operation([{ ...range, required }]), 'x-merchant', () => 'new');
    expect(begun(true).query).toMatchObject([
      { name: 'filter[from]', enabled: true },
      { name: 'filter[to]', enabled: false },
    ]);
    expect(begun(false).query.map(({ enabled }) => enabled)).toEqual([false, false]);
  });

  it('offer the values of an enumeration, or else the examples of the document', () => {
    const id = { ...parameter('id', { examples: ['o-1', 'o-2'] }), examples: ['o-2', 3, '${uuid}'] };
    expect(valuesFor(id, 'id')).toEqual(['o-2', '3', '$${uuid}', 'o-1']);
    expect(valuesFor({ ...list, examples: ['gone'] }, 'status')).toEqual(['open', 'paid']);
    const ids = parameter('ids', { types: ['array'], items: testingSchema({ examples: ['o-1'] }) });
    expect(valuesFor({ ...ids, examples: [['o-1', 'o-2']] }, 'ids')).toEqual(['o-1']);
    expect(valuesFor({ ...range, examples: [{ from: 1 }] }, 'filter[from]')).toEqual([]);
  });

  it('say how they are typed', () => {
    expect(describeRow(list, 'status')).toBe('list of open or paid, one in each row');
    expect(describeRow({ ...list, explode: false, required: true }, 'status')).toBe(
      'list of open or paid, required, with commas between them',
    );
    expect(describeRow({ ...list, style: 'pipeDelimited' }, 'status')).toBe('list of open or paid');
    expect(describeRow({ ...range, required: true }, 'filter[from]')).toBe('whole number, required');
    expect(describeRow({ ...range, required: true }, 'filter[to]')).toBe('uuid');
  });
});
