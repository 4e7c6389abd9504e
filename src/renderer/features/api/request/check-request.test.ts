import { describe, expect, it } from 'vitest';
import type { OperationDetails } from '@shared/documents/operation-details';
import type { SchemaView } from '@shared/documents/schema-view';
import { EMPTY_REQUEST_DRAFT, type RequestDraft } from '@shared/requests/request-draft';
import { beginningOf } from './asked-operation';
import { checkRequest } from './check-request';
import { newId, operation, parameter } from './operations.fixture';

describe('checkRequest', () => {
  const known = new Map([
    ['n', '1'],
    ['token', 't'],
  ]);
  const found = (details: OperationDetails | null, draft: Partial<RequestDraft>): string[] =>
    checkRequest(
      { ...EMPTY_REQUEST_DRAFT, path: '/x', ...draft },
      details,
      (name) => known.get(name) ?? null,
    ).map(({ severity, place, name, message }) => `${severity} ${place} ${name}: ${message}`);
  const row = (name: string, value: string, enabled = true) => ({
    id: newId(),
    name,
    value,
    enabled,
  });

  it('rejects a free request with a missing or malformed path, or with CONNECT', () => {
    expect(found(null, { path: '' })).toEqual(['error target path: Enter a path, such as /buyers.']);
    expect(found(null, { path: 'x y' })).toEqual([
      'error target path: A path begins with / and has no ? or #.',
    ]);
    expect(found(null, { path: '/buyers?limit=1' })).toEqual([
      'error target path: The query has a tab of its own: press Enter to move it there.',
    ]);
    expect(found(null, { path: 'https://a.example/x' })).toEqual([
      'error target path: This is a whole address: press Enter to take its path and query.',
    ]);
    expect(found(null, { path: '/a\\b' })).toEqual(['error target path: A path has no \\: write it as %5C.']);
    expect(found(null, { path: `/${'a'.repeat(8_000)}` })).toEqual([
      'error target path: A path has at most 8,000 characters.',
    ]);
    expect(found(null, { method: 'CONNECT' })).toEqual([
      'error target method: CONNECT opens a tunnel: it cannot be sent as a request.',
    ]);
    expect(found(null, {})).toEqual([]);
  });

  it('notes that a secret in the query becomes part of the URL', () => {
    const details = operation({ parameters: [parameter('pass', 'query', { format: 'password' })] });
    const query = [
      row('api_key', 'typed'),
      row('token', '${token}'),
      row('page_token', 'typed'),
      row('token', 'typed', false),
      row('pass', 'typed'),
    ];
    expect(found(details, { query })).toEqual([
      expect.stringMatching(/^note query api_key: The URL holds the value of api_key,/),
      expect.stringMatching(/^note query pass: The URL holds the value of pass,/),
    ]);
    expect(found(null, { query: [row('api_key', 'typed')] })).toHaveLength(1);
  });

  it('rejects an empty path parameter, and only warns about everything else', () => {
    const details = operation({
      path: '/orders/{id}',
      parameters: [
        parameter('id', 'path', { types: ['string'], format: 'uuid' }, true),
        parameter('limit', 'query', { types: ['integer'], limits: { minimum: 1, maximum: 100 } }),
        parameter('state', 'query', { values: ['open', 'paid'] }, true),
        parameter('key', 'header', { types: ['string'], limits: { minLength: 2 } }, true),
      ],
      body: { description: null, required: true, contents: [] },
    });
    const { path } = details;
    expect(found(details, { path })).toEqual([
      'error path id: Required, because it is part of the path.',
      'warning query state: Required by the document.',
      'warning header key: Required by the document.',
      'warning body : The document says that a body is required.',
    ]);
    expect(
      found(details, {
        path,
        pathParameters: { id: '7' },
        query: [row('limit', '101'), row('state', 'half'), row('limit', 'x', false)],
        headers: [{ ...row('KEY', 'a'), secret: false }],
        body: '{}',
      }),
    ).toEqual([
      'warning path id: This is not a UUID.',
      'warning query limit: The maximum is 100.',
      'warning query state: The document allows only open or paid.',
      'warning header key: It has 1 character; at least 2 are required.',
    ]);
  });

  it('warns about a required parameter that would be sent empty, but not about one without a value', () => {
    const details = operation({
      parameters: [
        parameter('X-Trace', 'header', { types: ['string'] }, true),
        parameter('state', 'query', { types: ['string'] }, true),
        parameter('q', 'query', { types: ['string'] }),
      ],
    });
    const { query, headers } = beginningOf(details, 'x-merchant', newId);
    const all = query.map((one) => ({ ...one, enabled: true }));
    expect(found(details, { query: all, headers })).toEqual([
      'warning header X-Trace: Required by the document.',
      'warning query state: Required by the document.',
    ]);
    const typed = <Row extends { value: string | null }>(rows: readonly Row[]) =>
      rows.map((one) => ({ ...one, value: 'x' }));
    expect(found(details, { query: typed(all), headers: typed(headers) })).toEqual([]);
    const flag = { ...row('state', ''), value: null };
    expect(found(details, { query: [flag], headers: typed(headers) })).toEqual([]);
  });

  it('rejects a variable without a value wherever it would be filled in', () => {
    const header = (name: string, value: string, secret = false) => ({ ...row(name, value), secret });
    expect(
      found(operation({ path: '/a/{id}', parameters: [parameter('list', 'query', { types: ['array'] })] }), {
        path: '/a/{id}',
        pathParameters: { id: '${order}', gone: '${gone}' },
        query: [
          row('list[]', '${a} ${n} ${a}'),
          row('off', '${off}', false),
          { ...row('flag', ''), value: null },
        ],
        headers: [header('x', '${b}-${c}'), header('y', '${secret}', true)],
        body: '{"a": "${d}", "b": "$${text}"}',
      }),
    ).toEqual([
      'error path id: ${order} has no value: add it under Variables of the profile.',
      'error query list: ${a} has no value: add it under Variables of the profile.',
      'error header x: ${b}, ${c} have no value: add them under Variables of the profile.',
      'error body : ${d} has no value: add it under Variables of the profile.',
    ]);
    expect(found(null, { path: '/a/${b}/${n}' })).toEqual([
      'error target path: ${b} has no value: add it under Variables of the profile.',
    ]);
  });

  it('warns about limits that exclude themselves, steps and patterns', () => {
    const limited = (limits: SchemaView['limits'], pattern: string | null, ...values: string[]): string[] => {
      const types: SchemaView['types'] = pattern === null ? ['number'] : ['string'];
      const details = operation({ parameters: [parameter('q', 'query', { types, limits, pattern })] });
      return values.flatMap((value) => found(details, { query: [row('q', value)] }));
    };
    expect(limited({ exclusiveMinimum: 0, exclusiveMaximum: 10 }, null, '0', '0.1', '9.9', '10')).toEqual([
      'warning query q: It must be more than 0.',
      'warning query q: It must be less than 10.',
    ]);
    expect(limited({ multipleOf: 0.01 }, null, '0.07', '19.99', '1', '0.005')).toEqual([
      'warning query q: It must be a multiple of 0.01.',
    ]);
    const pattern = (written: string): string => `warning query q: It does not match the pattern ${written}.`;
    expect(limited({}, '^[A-Z]{2}$', 'DE', 'de', 'DEU')).toEqual(Array(2).fill(pattern('^[A-Z]{2}$')));
    expect(limited({}, '^\\+[1-9]\\d{1,14}$', '+4912', '49')).toEqual([pattern('^\\+[1-9]\\d{1,14}$')]);
    expect(limited({}, '^[\\d.]+$', '1.5', 'x')).toEqual([pattern('^[\\d.]+$')]);
    // What cannot be searched in a time in proportion to the text is left to the service.
    expect(limited({}, '^(?=a)b$', 'x')).toEqual([]);
    expect(limited({}, '^(a+)+$', `${'a'.repeat(5_000)}!`)).toHaveLength(1);
  });

  it('accepts variables, values beyond an open list, and rows of an array', () => {
    const details = operation({
      parameters: [
        parameter('limit', 'query', { types: ['integer'] }),
        parameter('state', 'query', { values: ['open'], openValues: true }),
        parameter('list', 'query', { types: ['array'] }),
      ],
    });
    expect(
      found(details, { query: [row('limit', '${n}'), row('state', 'else'), row('list[0]', 'x')] }),
    ).toEqual([]);
  });
});
