import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OperationSummary } from '@shared/documents/document-summary';
import type { LinkDetails } from '@shared/documents/operation-details';
import { LeadFinder, type LeadSource } from './find-leads';
import { leadsInBody } from './leads-in-body';
import { valuesOfPath } from './path-templates';

const get = (path: string): OperationSummary => ({
  id: `read ${path}`,
  method: 'GET',
  path,
  summary: null,
  deprecated: false,
});
const SHOP = [
  get('/orders'),
  get('/orders/{order_id}'),
  get('/orders/{order_id}/refunds'),
  get('/orders/{order_id}/refunds/{refund_id}'),
  get('/customers/{customer}'),
  get('/payment-methods/{id}'),
  get('/buyers/{buyer_id}/payment-methods/{payment_method_id}'),
  get('/checkout/sessions/{session_id}'),
  get('/currencies/{code}'),
  { ...get('/invoices/{invoice_id}'), method: 'DELETE' },
];
const source = (path: string, given: Partial<LeadSource> = {}): LeadSource => ({
  document: 'shop',
  operations: SHOP,
  path,
  pathValues: {},
  links: [],
  ...given,
});
const steps = (pointer: string): string[] => pointer.split('/').slice(1);
/** Where a value leads: each path with its parameters and the reason. */
const find = (of: LeadSource, pointer: string, value: unknown = 'x1') =>
  new LeadFinder(of)
    .find(steps(pointer), value)
    .map(({ operation, pathParameters, reason }) => [operation.path, pathParameters, reason]);

describe('LeadFinder', () => {
  it.each(['order_id', 'orderId', 'orderID', 'order-id', 'OrderId', 'order_uuid'])(
    'follows %s to the operation that reads an order',
    (key) => {
      expect(find(source('/anything'), `/${key}`)).toEqual([
        ['/orders/{order_id}', { order_id: 'x1' }, 'name'],
      ]);
    },
  );

  it('follows each ID of a list', () => {
    expect(find(source('/anything'), '/order_ids/3')).toEqual([
      ['/orders/{order_id}', { order_id: 'x1' }, 'name'],
    ]);
  });

  it('follows a plain id by the path requested, or by its parent', () => {
    const order = [['/orders/{order_id}', { order_id: 'x1' }, 'name']];
    expect(find(source('/orders'), '/id')).toEqual(order);
    expect(find(source('/orders'), '/items/0/id')).toEqual(order);
    expect(find(source('/anything'), '/data/orders/0/id')).toEqual(order);
    expect(find(source('/anything'), '/parent_order/id')).toEqual([
      ['/orders/{order_id}', { order_id: 'x1' }, 'last-words'],
    ]);
    expect(find(source('/anything'), '/billing_address/id')).toEqual([]);
    expect(find(source('/anything'), '/id')).toEqual([]);
  });

  it('fills in earlier path parameters from the request', () => {
    const sent = source('/orders/{id}/refunds', { pathValues: { id: 'o7' } });
    expect(find(sent, '/items/0/id')).toEqual([
      ['/orders/{order_id}/refunds/{refund_id}', { order_id: 'o7', refund_id: 'x1' }, 'name'],
    ]);
    // An `id` of the request does not identify anything else.
    expect(find(source('/customers/{id}', { pathValues: { id: 'c1' } }), '/refund_id')).toEqual([
      ['/orders/{order_id}/refunds/{refund_id}', { refund_id: 'x1' }, 'name'],
    ]);
  });

  it('does not reuse an ID for a different resource with the same parameter name', () => {
    const operations = [get('/orders/{id}/lines/{line_id}')];
    const found = (path: string) => find(source(path, { operations, pathValues: { id: 'x7' } }), '/line_id');
    expect(found('/customers/{id}')).toEqual([['/orders/{id}/lines/{line_id}', { line_id: 'x1' }, 'name']]);
    expect(found('/orders/{id}/lines')).toEqual([
      ['/orders/{id}/lines/{line_id}', { id: 'x7', line_id: 'x1' }, 'name'],
    ]);
  });

  it('prefers an operation without open parameters, otherwise offers both', () => {
    expect(find(source('/anything'), '/payment_method_id')).toEqual([
      ['/payment-methods/{id}', { id: 'x1' }, 'name'],
    ]);
    const sent = source('/buyers/{buyer_id}', { pathValues: { buyer_id: 'b1' } });
    expect(find(sent, '/payment_method/id')).toEqual([
      ['/payment-methods/{id}', { id: 'x1' }, 'name'],
      [
        '/buyers/{buyer_id}/payment-methods/{payment_method_id}',
        { buyer_id: 'b1', payment_method_id: 'x1' },
        'name',
      ],
    ]);
  });

  it('follows a field with the name of a parameter only if it is unambiguous', () => {
    expect(find(source('/anything'), '/customer')).toEqual([
      ['/customers/{customer}', { customer: 'x1' }, 'name'],
    ]);
    expect(find(source('/anything'), '/code', 'EUR')).toEqual([]);
    expect(find(source('/currencies'), '/items/2/code', 'EUR')).toEqual([
      ['/currencies/{code}', { code: 'EUR' }, 'name'],
    ]);
    expect(find(source('/anything'), '/order', 'x1')).toEqual([]);
  });

  it('prefers an exact match of two words', () => {
    expect(find(source('/anything'), '/checkout_session_id')).toEqual([
      ['/checkout/sessions/{session_id}', { session_id: 'x1' }, 'name'],
    ]);
    expect(find(source('/anything'), '/wallet_session_id')).toEqual([
      ['/checkout/sessions/{session_id}', { session_id: 'x1' }, 'last-words'],
    ]);
  });

  it('recognises an ID that was sent, but does not lead back to the same operation', () => {
    const sent = { pathValues: { order_id: 'o7' } };
    expect(find(source('/orders/{order_id}/capture', sent), '/id', 'o7')).toEqual([
      ['/orders/{order_id}', { order_id: 'o7' }, 'sent'],
    ]);
    expect(find(source('/orders/{order_id}/capture', sent), '/id', 'other')).toEqual([]);
    expect(find(source('/orders/{order_id}', sent), '/id', 'o7')).toEqual([]);
    expect(find(source('/orders/{order_id}', sent), '/order_id', 'o8')).toHaveLength(1);
  });

  it('prefers links in the document', () => {
    const links: readonly LinkDetails[] = [
      { operationId: 'read /customers/{customer}', parameters: { customer: '$response.body#/order_id' } },
      { operationId: 'read /orders', parameters: { x: '$response.body#/order_id' } },
    ];
    expect(find(source('/anything', { links }), '/order_id')).toEqual([
      ['/customers/{customer}', { customer: 'x1' }, 'link'],
    ]);
    expect(find(source('/anything', { links }), '/other/order_id')[0]?.[2]).toBe('name');
  });

  it('follows only plausible IDs, and only to operations that read', () => {
    for (const value of [null, true, {}, [], '', 'two words', '••••1111', 'x'.repeat(201), -1, 1.5, 2 ** 60])
      expect(find(source('/anything'), '/order_id', value)).toEqual([]);
    expect(find(source('/anything'), '/order_id', 12)).toEqual([
      ['/orders/{order_id}', { order_id: '12' }, 'name'],
    ]);
    expect(find(source('/anything'), '/invoice_id')).toEqual([]);
    expect(find(source('/anything'), '')).toEqual([]);
  });
});

describe('for any document and answer', () => {
  const word = fc.constantFrom(
    'order',
    'buyer',
    'card',
    'id',
    'data',
    'payment_method',
    'cases',
    'status',
    '__proto__',
  );
  const step = fc.oneof(
    word,
    word.map((name) => `{${name}_id}`),
    fc.constant('{id}'),
    word.map((name) => `${name}s`),
  );
  const path = fc.array(step, { maxLength: 5 }).map((all) => `/${all.join('/')}`);
  const body = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom<unknown>('x1', 7, null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        fc.oneof(
          word,
          word.map((name) => `${name}_id`),
        ),
        tie('value'),
        { maxKeys: 4 },
      ),
    ),
  })).value;

  it('a lead has the value in its last parameter, and only parameters of its path', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 8 }), path, body, (paths, sent, value) => {
        const finder = new LeadFinder(
          source(sent, { operations: paths.map(get), pathValues: { id: 'sent' } }),
        );
        const find = finder.find.bind(finder);
        for (const { id, leads } of leadsInBody(JSON.stringify(value), find))
          for (const { operation, pathParameters } of leads) {
            const places = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
            expect(pathParameters[places.at(-1) ?? '']).toBe(id);
            expect(Object.keys(pathParameters).every((name) => places.includes(name))).toBe(true);
          }
      }),
    );
  });

  it('the order of operations does not change which leads are found', () => {
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 8 }), path, word, (paths, sent, key) => {
        const found = (operations: readonly string[]) =>
          find(source(sent, { operations: operations.map(get) }), `/${key}_id`)
            .map(String)
            .sort();
        expect(found(paths)).toEqual(found([...paths].reverse()));
      }),
    );
  });
});

describe('leadsInBody', () => {
  const finder = new LeadFinder(source('/orders'));
  const find = finder.find.bind(finder);

  it('returns each lead once, in the order of the body', () => {
    const text = '{"items":[{"id":"a","customer":"c"},{"id":"b","customer":"c"}],"order_id":"a"}';
    expect(leadsInBody(text, find).map(({ id, pointerSteps }) => [id, pointerSteps.join('/')])).toEqual([
      ['a', 'items/0/id'],
      ['c', 'items/0/customer'],
      ['b', 'items/1/id'],
    ]);
  });

  it('returns none without JSON, and at most 50', () => {
    expect(leadsInBody('no JSON', find)).toEqual([]);
    expect(leadsInBody(`${'['.repeat(5000)}${']'.repeat(5000)}`, find)).toEqual([]);
    const long = JSON.stringify({ items: Array.from({ length: 300 }, (_, at) => ({ id: `o${at}` })) });
    expect(leadsInBody(long, find)).toHaveLength(50);
  });
});

describe('valuesOfPath', () => {
  it.each([
    ['https://api.example/v1/orders/o%2F7/refunds?limit=2', '/orders/{id}/refunds', { id: 'o/7' }],
    ['https://api.example/orders/••••', '/orders/{id}', {}],
    ['https://api.example/other', '/orders/{id}', {}],
    ['https://api.example/a.b(c)', '/{x}.{y}(c)', { x: 'a', y: 'b' }],
    ['https://api.example/orders/%zz', '/orders/{id}', {}],
  ])('reads %s by %s', (url, path, values) => {
    expect(valuesOfPath(url, path)).toEqual(values);
  });
});
