import { expect, it } from 'vitest';
import type { DocumentSummary } from '@shared/documents/document-summary';
import { UsageError } from '../usage-error';
import { findOperation, makeRequest, refuseMissing, takeSecrets, withSecrets } from './make-request';

const ID = '5e550000-0000-4000-8000-000000000001';
const NONE = { param: [], header: [], body: null };

function documentOf(id: string, ...operations: readonly { id: string; method: string; path: string }[]) {
  const summaries = operations.map((operation) => ({ ...operation, summary: null, deprecated: false }));
  const document: DocumentSummary = {
    id,
    title: `Document ${id}`,
    version: '1',
    openapi: '3.1.0',
    problems: [],
    problemCount: 0,
    servers: [],
    areas: [{ name: 'A', description: null, counted: true, operations: summaries }],
    source: { kind: 'pasted' },
    profileIds: [],
    addedAt: null,
  };
  return document;
}

it('finds an operation of the contract or of a document, or takes any method and path', () => {
  const shop = documentOf('one', { id: 'get-order', method: 'GET', path: '/orders/{order_id}' });
  expect(findOperation('get_checkout_session', [])).toEqual({ operation: 'get_checkout_session' });
  const free = findOperation('post /orders?x=1&y=%20', []);
  expect(free).toMatchObject({ operation: 'free', target: { method: 'POST', path: '/orders' } });
  expect(free && makeRequest(free, NONE).query).toEqual([
    ['x', '1'],
    ['y', ' '],
  ]);
  for (const typed of ['GET /orders#x', 'GET /orders?x=1#y'])
    expect(() => findOperation(typed, [])).toThrow('A path has no #: write it as %23.');
  expect(() => findOperation('CONNECT /orders', [])).toThrow(UsageError);
  expect(findOperation('get-order', [shop])).toEqual({
    operation: 'one#get-order',
    target: { method: 'GET', path: '/orders/{order_id}' },
  });
  expect(findOperation('nothing', [shop])).toBeNull();
  // An operation that a document and the contract describe in the same way belongs to the contract.
  const same = documentOf('two', { id: 'readSession', method: 'GET', path: '/checkout/sessions/{id}' });
  expect(findOperation('readSession', [same])).toEqual({ operation: 'get_checkout_session' });
  const other = documentOf('three', { id: 'get-order', method: 'GET', path: '/o/{id}' });
  expect(() => findOperation('get-order', [shop, other])).toThrow('Document one, Document three');
});

it('sends an operation whose path in the document has a query or a fragment to the path alone, with the query', () => {
  const shop = documentOf('one', { id: 'refresh', method: 'POST', path: '/token/{id}?refresh&v=2#again' });
  const found = findOperation('refresh', [shop]);
  expect(found).toMatchObject({ target: { method: 'POST', path: '/token/{id}' } });
  expect(found && makeRequest(found, { ...NONE, param: ['id=1', 'x=3'] }).query).toEqual([
    ['refresh', null],
    ['v', '2'],
    ['x', '3'],
  ]);
});

it('sends a query of a path as typed: what is encoded is no variable, and what encodes nothing is refused', () => {
  expect(findOperation('GET /orders?a=%24%7Bhost%7D&b=${uuid}&c=1+2&d=%25', [])).toMatchObject({
    target: { method: 'GET', path: '/orders' },
    query: [
      ['a', '$${host}'],
      ['b', '${uuid}'],
      ['c', '1 2'],
      ['d', '%'],
    ],
  });
  for (const typed of ['GET /orders?a=%ff', 'GET /orders?a=100%', 'GET /orders?b=%41&a=%zz'])
    expect(() => findOperation(typed, [])).toThrow('A query with % has to encode text');
});

it('uses a parameter in the path or in the query', () => {
  const target = { method: 'GET', path: '/orders/{order_id}' };
  expect(
    makeRequest(
      { operation: 'free', target },
      { param: ['order_id=a=b', 'limit=2', 'limit=3'], header: ['X-Note: a: b'], body: '{}' },
    ),
  ).toEqual({
    version: 1,
    operation: 'free',
    target,
    pathParameters: { order_id: 'a=b' },
    query: [
      ['limit', '2'],
      ['limit', '3'],
    ],
    headers: [{ name: 'X-Note', value: 'a: b', secret: false }],
    body: '{}',
  });
  const asked = { operation: 'get_checkout_session' } as const;
  expect(() => makeRequest(asked, NONE)).toThrow('--param session_id=…');
  expect(() => makeRequest(asked, { ...NONE, param: ['session_id'] })).toThrow('--param takes name=value');
  expect(() => makeRequest(asked, { ...NONE, param: [`session_id=${ID}`], header: ['X'] })).toThrow(
    UsageError,
  );
});

it('takes a secret from the environment, never from an argument', () => {
  const made = (header: string) => () =>
    makeRequest({ operation: 'list_buyers' }, { ...NONE, header: [header] });
  expect(made('X-Api-Key: s3cret')).toThrow('--secret X-Api-Key=VARIABLE');
  expect(made('x-vault-forward-header-Authorization: Bearer x')).toThrow('--secret');
  const environment = { KEY: 's3cret', OTHER: 'x' };
  expect(takeSecrets(['X-Api-Key=KEY', 'X-Second=KEY'], environment)).toEqual({
    'X-Api-Key': 's3cret',
    'X-Second': 's3cret',
  });
  expect(environment).toEqual({ OTHER: 'x' });
  const secrets = { 'X-Api-Key': 's3cret' };
  expect(() => takeSecrets(['X-Api-Key=KEY'], {})).toThrow(
    'The environment variable for the secret X-Api-Key has no value',
  );
  const request = makeRequest({ operation: 'list_buyers' }, { ...NONE, header: ['x-api-key:'] });
  expect(withSecrets(request, secrets).headers).toEqual([
    { name: 'X-Api-Key', value: 's3cret', secret: true },
  ]);
  expect(() => refuseMissing([withSecrets(request, { Other: 'x' })])).not.toThrow();
  const empty = { ...request, headers: [{ name: 'x-api-key', value: '', secret: true }] };
  expect(() => refuseMissing([request, empty])).toThrow('--secret x-api-key=VARIABLE');
  expect(() => refuseMissing([withSecrets(empty, secrets)])).not.toThrow();
  expect(withSecrets({ ...request, headers: [] }, secrets).headers).toHaveLength(1);
  expect(withSecrets({ ...request, headers: [] }, secrets, 'known headers').headers).toHaveLength(0);
});

it.each([
  ['a value in place of the name of its variable', () => takeSecrets(['X-Api-Key=s3cret'], {})],
  ['a value alone', () => takeSecrets(['s3cret'], {})],
  [
    'a header without its colon',
    () => makeRequest({ operation: 'list_buyers' }, { ...NONE, header: ['X-Api-Key=s3cret'] }),
  ],
])('does not repeat anything that may be a secret: %s', (_what, typed) => {
  expect(typed).toThrow(UsageError);
  expect(typed).toThrow(/^(?!.*s3cret)/);
});
