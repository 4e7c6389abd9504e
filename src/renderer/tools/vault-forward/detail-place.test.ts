import { describe, expect, it } from 'vitest';
import { placeOfDetail } from './detail-place';
import { draftWith, METHOD_1, METHOD_2 } from '@shared/vault-forward/drafts.fixture';

const header = (name: string, enabled = true) => ({ id: name, name, value: 'x', secret: false, enabled });
const draft = draftWith({
  paymentMethods: [METHOD_1, METHOD_2],
  headers: [header('X-Trace', false), header('x-trace'), header('content-type')],
  serviceHeaders: [header('x-vault-forward-timeout')],
  body: '{"cards": [{"number": "{{CARD_NUMBER_3}}"}]}',
});

describe('placeOfDetail', () => {
  it.each([
    ['header', '/x-vault-forward-url', { field: 'destinationUrl' }],
    ['header', '/x-vault-forward-http-method', { field: 'method' }],
    ['header', '/x-vault-forward-payment-methods/1', { field: 'paymentMethods', index: 1 }],
    ['header', '/x-vault-forward-payment-methods/7', { field: 'paymentMethods' }],
    ['header', '/x-vault-forward-authentications/0', { field: 'authentications' }],
    ['header', '/x-vault-forward-header-X-TRACE', { field: 'headers', index: 1, part: 'value' }],
    ['header', '/content-type', { field: 'headers', index: 2, part: 'value' }],
    ['header', '/x-vault-forward-timeout', { field: 'serviceHeaders', index: 0, part: 'value' }],
    ['header', '/x-vault-forward-header-gone', null],
    ['header', '', null],
    ['body', '/cards/0/number', { field: 'body', offset: 22, length: 19 }],
    ['body', '', { field: 'body', offset: 0, length: 44 }],
    ['query', '/cursor', null],
    ['something else', '/x', null],
  ] as const)('%s %s', (location, pointer, place) =>
    expect(placeOfDetail({ location, pointer }, draft)).toEqual(place),
  );

  it('returns the start of a body that is not JSON', () => {
    expect(placeOfDetail({ location: 'body', pointer: '/a' }, draftWith({ body: 'a=1' }))).toEqual({
      field: 'body',
      offset: 0,
      length: 0,
    });
  });
});
