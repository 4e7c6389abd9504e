import { expect, it } from 'vitest';
import { maskCardNumbers } from '@shared/cards/card-numbers';
import type { RequestTarget } from '@shared/requests/operation-key';
import type { RequestSpec } from '@shared/requests/request-spec';
import { refuseMasked } from './refuse-masked';

type OwnRequest = Extract<RequestSpec, { readonly target: RequestTarget }>;
const plain: OwnRequest = {
  version: 1,
  operation: 'free',
  target: { method: 'GET', path: '/orders' },
  pathParameters: {},
  query: [],
  headers: [],
  body: null,
};
const masked = maskCardNumbers('5555%205555%205555%204444');

it('names the place of a masked secret', () => {
  expect(() => refuseMasked({ ...plain, body: '{"token":"••••••••"}' })).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({
        code: 'masked-secret',
        meaning: expect.stringContaining('In the body a secret stands as'),
      }),
    }),
  );
});

it.each<readonly [string, Partial<OwnRequest>]>([
  ['the path', { target: { method: 'GET', path: `/cards/${masked}` } }],
  ['the path parameter card', { pathParameters: { card: masked } }],
  ['the query parameter pan', { query: [['pan', masked]] }],
  ['the query parameter cvc', { query: [['cvc', '•••']] }],
  ['the URL', { headers: [{ name: 'x-vault-forward-url', value: masked, secret: false }] }],
  ['the header x-pan', { headers: [{ name: 'x-pan', value: masked, secret: false }] }],
  ['the body', { body: `{"pan":"${masked}"}` }],
])('names %s if card data in it is masked', (place, parts) => {
  expect(() => refuseMasked({ ...plain, ...parts })).toThrow(
    expect.objectContaining({
      problem: expect.objectContaining({
        code: 'masked-card-data',
        meaning: expect.stringContaining(`In ${place} a card`),
      }),
    }),
  );
  expect(() => refuseMasked({ ...plain, body: 'a • b, ••• and 1 • 2' })).not.toThrow();
});
