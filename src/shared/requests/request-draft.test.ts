import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestOfRows, rowsOfRequest, splitTypedPath, EMPTY_REQUEST_DRAFT } from './request-draft';
import type { RequestSpec } from './request-spec';

const text = fc.string({ unit: 'binary', maxLength: 20 });
const named = text.filter((name) => name !== '');
const anyRequest: fc.Arbitrary<RequestSpec> = fc.record({
  version: fc.constant(1 as const),
  operation: fc.constant('free' as const),
  target: fc.record({ method: fc.constantFrom('GET', 'POST'), path: text.map((rest) => `/${rest}`) }),
  pathParameters: fc.dictionary(named, text),
  query: fc.array(fc.tuple(named, fc.option(text, { nil: null }))),
  headers: fc.array(fc.record({ name: named, value: text, secret: fc.boolean() })),
  body: fc.oneof(fc.constant(null), named),
});

describe('a draft of any operation', () => {
  it('returns the request that it was made from', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const draft = rowsOfRequest(request, () => 'row');
        const { method, path } = draft;
        expect(requestOfRows(draft, { operation: 'free', target: { method, path } })).toEqual(request);
      }),
    );
  });

  it('leaves out disabled and empty rows, and keeps a value without a name so that it is refused', () => {
    const row = { id: '1', secret: false };
    const draft = {
      ...EMPTY_REQUEST_DRAFT,
      query: [
        { ...row, name: 'a', value: '1', enabled: false },
        { ...row, name: '', value: 'x', enabled: true },
        { ...row, name: 'b', value: '', enabled: true },
      ],
      headers: [
        { ...row, name: 'x-a', value: '1', enabled: false },
        { ...row, name: '', value: '', enabled: true },
        { ...row, name: '', value: 'typed', enabled: true },
      ],
    };
    expect(requestOfRows(draft, { operation: 'list_buyers' })).toMatchObject({
      query: [['b', '']],
      headers: [{ name: '', value: 'typed' }],
      body: null,
    });
  });
});

describe('a typed or pasted path', () => {
  const BASE = 'https://api.example.com/v1';
  it.each([
    ['/buyers', '/buyers', []],
    ['buyers', '/buyers', []],
    ['', '', []],
    [
      '/a?x=1=2&&y&z=&%zz=%',
      '/a',
      [
        ['x', '1=2'],
        ['y', null],
        ['z', ''],
        ['%zz', '%'],
      ],
    ],
    ['/orders/${order}/{line}?q=${order}', '/orders/${order}/{line}', [['q', '${order}']]],
    // It was encoded text, so it must not become a variable.
    ['/a?q=%24%7Border%7D', '/a', [['q', '$${order}']]],
  ])('%j becomes %j with %j', (typed, path, query) => {
    expect(splitTypedPath(typed, BASE)).toEqual({ path, query, isAddress: false, leftOut: null });
  });

  it.each([
    [' https://api.example.com/v1/buyers?limit=5&q=a+b%20c#top ', '/buyers', null],
    [`${BASE}?limit=5&q=a+b%20c`, '', null],
    ['https://api.example.com/v10/buyers?limit=5&q=a+b%20c', '/v10/buyers', 'api.example.com'],
    ['https://user:pw@elsewhere.example:8443/x?limit=5&q=a+b%20c', '/x', 'elsewhere.example:8443'],
  ])('%j is an address: its base is removed, and another host is reported', (typed, path, leftOut) => {
    const query = [
      ['limit', '5'],
      ['q', 'a b c'],
    ];
    expect(splitTypedPath(typed, BASE)).toEqual({ path, query, isAddress: true, leftOut });
  });
});
