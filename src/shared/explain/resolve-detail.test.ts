import { describe, expect, it } from 'vitest';
import type { Exchange } from '../http/exchange';
import { unanswered } from '../testing/exchanges';
import { resolveDetail } from './resolve-detail';

const body = '{"cards":[{"number":"{{CARD_NUMBER_1}}"}]}';
const request: Exchange['request'] = {
  method: 'POST',
  url: 'https://api.example/vault-forward?cursor=abc',
  headers: [
    ['x-vault-forward-url', 'https://psp.example/'],
    ['X-Vault-Forward-Payment-Methods', 'id-1, id-2'],
  ],
  body: { kind: 'text', text: body, bytes: body.length, bodyId: null },
};
const exchange: Exchange = { ...unanswered({ kind: 'answered' }), operation: 'vault_forward', request };

describe('what was sent at the place of a detail', () => {
  it.each([
    ['header', '/x-vault-forward-url', 'https://psp.example/'],
    ['header', '/x-vault-forward-payment-methods', 'id-1, id-2'],
    ['header', '/x-vault-forward-payment-methods/1', 'id-2'],
    ['header', '/x-vault-forward-payment-methods/2', null],
    ['header', '/headers/X-VAULT-FORWARD-URL', 'https://psp.example/'],
    ['header', '/x-other', null],
    ['query', '/cursor', 'abc'],
    ['path', '/session_id', null],
    ['body', '/cards/0/number', '"{{CARD_NUMBER_1}}"'],
    ['body', '/cards/1', null],
    ['unknown', '/x', null],
  ])('%s %s', (location, pointer, sent) =>
    expect(resolveDetail(exchange, { location, pointer, message: '', type: '' })).toBe(sent),
  );

  const sentIn = (operation: Exchange['operation'], path: string): string | null => {
    const url = `https://api.example${path}`;
    const detail = { location: 'path', pointer: '/id', message: '', type: '' };
    return resolveDetail({ ...exchange, operation, request: { ...request, url } }, detail);
  };

  it('is the ID in a path of the specification, decoded if possible', () => {
    expect(sentIn('get_checkout_session', '/v1/checkout/sessions/a%20b')).toBe('a b');
    expect(sentIn('get_checkout_session', '/v1/checkout/sessions/%zz')).toBe('%zz');
    expect(sentIn('get_checkout_session', '/v1/checkout/sessions/')).toBeNull();
  });

  it('is unknown for a path without known parameters', () => {
    expect(sentIn('free', '/orders/%zz')).toBeNull();
    expect(sentIn('shop#get_items', '/orders/17/items')).toBeNull();
    expect(sentIn('list_buyers', '/buyers')).toBeNull();
  });
});
