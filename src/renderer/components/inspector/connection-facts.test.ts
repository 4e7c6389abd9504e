import { describe, expect, it } from 'vitest';
import type { Exchange } from '@shared/http/exchange';
import { connectionFacts } from './connection-facts';

const NOW = new Date('2026-11-22T00:00:00Z');
const TLS = {
  protocol: 'TLSv1.3',
  cipher: 'TLS_AES_256_GCM_SHA384',
  subject: 'api.example',
  issuer: 'Example CA',
  validTo: '2027-03-03T12:00:00Z',
};

function over(url: string, connectMs: number | null, tls: typeof TLS | null): Exchange {
  return {
    request: { method: 'GET', url, headers: [], body: { kind: 'none' } },
    response: { tls },
    timings: { connectMs },
  } as unknown as Exchange;
}

describe('the facts of a connection', () => {
  it('name address, TLS and certificate', () => {
    expect(connectionFacts(over('https://api.example/buyers', 4, TLS), NOW)).toEqual([
      { name: 'Address', value: 'api.example', mono: true },
      { name: 'TLS', value: '1.3, TLS_AES_256_GCM_SHA384' },
      { name: 'Certificate', value: 'api.example' },
      { name: 'Issued by', value: 'Example CA' },
      { name: 'Valid until', value: '3 Mar 2027 12:00 UTC · in 3 months', title: TLS.validTo },
    ]);
  });

  it('say that there was no TLS, and that the connection was kept', () => {
    expect(connectionFacts(over('http://127.0.0.1:8080/', null, null), NOW)).toEqual([
      { name: 'Address', value: '127.0.0.1:8080', mono: true },
      { name: 'Connection', value: 'Kept open from before' },
      { name: 'TLS', value: 'None: plain HTTP' },
    ]);
  });

  it('say nothing of TLS that is not known', () => {
    const none = { ...over('https://api.example/', null, null), response: null };
    expect(connectionFacts(none, NOW)).toEqual([{ name: 'Address', value: 'api.example', mono: true }]);
  });
});
