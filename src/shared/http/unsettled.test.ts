import { describe, expect, it } from 'vitest';
import { apiError, exchangeOf, unanswered } from '../testing/exchanges';
import type { Exchange } from './exchange';
import { isUnsettled } from './unsettled';

const sent = (exchange: Exchange, method: string, ...forwarded: string[]): Exchange => ({
  ...exchange,
  operation: forwarded.length === 0 ? exchange.operation : 'vault_forward',
  request: {
    ...exchange.request,
    method,
    headers: forwarded.map((value) => ['X-Vault-Forward-Http-Method', value]),
  },
});

describe('isUnsettled', () => {
  it.each([408, 499, 502, 504])('is true for a %i from anybody, but not for a read', (status) => {
    for (const body of ['', '<html>', apiError(status, 'a_code')]) {
      const answered = exchangeOf(status, body);
      expect(isUnsettled(sent(answered, 'POST'))).toBe(true);
      expect(isUnsettled(sent(answered, 'POST', 'PUT'))).toBe(true);
      expect(isUnsettled(sent(answered, 'POST', 'GET'))).toBe(false);
      expect(isUnsettled(sent(answered, 'GET'))).toBe(false);
    }
  });

  it.each([0, 512, 520, 524, 599, 999])('is true for the non-standard status %i', (status) => {
    expect(isUnsettled(sent(exchangeOf(status, ''), 'POST'))).toBe(true);
    expect(isUnsettled(sent(exchangeOf(status, ''), 'POST', 'GET'))).toBe(false);
  });

  it('is true if a Vault Forward GET overrides its method for the destination', () => {
    const read = sent(exchangeOf(504, ''), 'POST', 'GET');
    const own = ['x-vault-forward-header-X-HTTP-Method-Override', 'post'] as const;
    const request = { ...read.request, headers: [...read.request.headers, own] };
    expect(isUnsettled({ ...read, request })).toBe(true);
  });

  it('is true if the forwarded method is given twice, or in another operation', () => {
    const answered = exchangeOf(504, '');
    expect(isUnsettled(sent(answered, 'POST', 'GET', 'POST'))).toBe(true);
    expect(isUnsettled({ ...sent(answered, 'POST', 'GET'), operation: 'free' })).toBe(true);
  });

  it('is true for the service’s own 500, but not for others', () => {
    expect(isUnsettled(sent(exchangeOf(500, apiError(500, 'server_error')), 'POST'))).toBe(true);
    expect(isUnsettled(sent(exchangeOf(500, '{"error":"no"}'), 'POST'))).toBe(false);
    expect(isUnsettled(sent(exchangeOf(503, ''), 'POST'))).toBe(false);
  });

  it.each([201, 302, 400, 401, 409, 422, 425, 429])('is false for the definite answer %i', (status) => {
    for (const body of ['', apiError(status, 'a_code')])
      expect(isUnsettled(sent(exchangeOf(status, body), 'POST'))).toBe(false);
  });

  it('is false if the service says that the destination refused the connection', () => {
    const body = apiError(502, 'bad_gateway').replace('said by the service', 'connect ECONNREFUSED');
    expect(isUnsettled(sent(exchangeOf(502, body), 'POST'))).toBe(false);
  });

  it('is true without a complete answer if the request may have arrived', () => {
    for (const mayHaveArrived of [true, false]) {
      const lost = unanswered({ kind: 'failed', failure: 'reset', detail: '', mayHaveArrived });
      expect(isUnsettled(sent(lost, 'POST'))).toBe(mayHaveArrived);
      expect(isUnsettled(sent({ ...exchangeOf(201, '{'), outcome: lost.outcome }, 'POST'))).toBe(
        mayHaveArrived,
      );
      expect(isUnsettled(sent(lost, 'GET'))).toBe(false);
    }
  });
});
