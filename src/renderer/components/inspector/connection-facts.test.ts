import { describe, expect, it } from 'vitest';
import type { Body, Exchange, HeaderList } from '@shared/http/exchange';
import { connectionFacts, describeReceived } from './connection-facts';

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

describe('describeReceived', () => {
  const received = (body: Body, headers: HeaderList = []): string =>
    describeReceived({
      ...{ status: 200, statusText: '', httpVersion: '1.1', tls: null },
      ...{ headers, body, wireBytes: 40 },
    });
  const text = { kind: 'text', text: '', bytes: 90, bodyId: null } as const;
  const stored = { kind: 'stored', bodyId: '', bytes: 90, encoding: 'utf-8', complete: true } as const;
  const zipped = [['Content-Encoding', 'gzip']] as const;

  it('gives the decoded size of an encoded body that is complete', () => {
    const decoded = 'HTTP/1.1 · 1 header · 40 B on the wire, 90 B decoded';
    expect(received(text, zipped)).toBe(decoded);
    expect(received(stored, zipped)).toBe(decoded);
    expect(received({ ...text, decodedFrom: { charset: 'utf-16', bodyId: null } })).toContain('90 B decoded');
  });

  it('gives no decoded size for a body that is plain, masked or incomplete', () => {
    const plain = 'HTTP/1.1 · 0 headers · 40 B';
    expect(received(text)).toBe(plain);
    expect(received({ kind: 'none' })).toBe(plain);
    expect(received(text, [['content-encoding', 'identity']])).toMatch(/ 40 B$/);
    expect(received({ ...stored, masked: true }, zipped)).toMatch(/ 40 B$/);
    expect(received({ ...stored, complete: false }, zipped)).toMatch(/ 40 B$/);
  });
});

describe('connectionFacts', () => {
  it('names the address, TLS and certificate', () => {
    expect(connectionFacts(over('https://api.example/buyers', 4, TLS), NOW)).toEqual([
      { name: 'Address', value: 'api.example', mono: true },
      { name: 'TLS', value: '1.3, TLS_AES_256_GCM_SHA384' },
      { name: 'Certificate', value: 'api.example' },
      { name: 'Issued by', value: 'Example CA' },
      { name: 'Valid until', value: '3 Mar 2027 12:00 UTC · in 3 months', title: TLS.validTo },
    ]);
  });

  it('says that there was no TLS, and that the connection was reused', () => {
    expect(connectionFacts(over('http://127.0.0.1:8080/', null, null), NOW)).toEqual([
      { name: 'Address', value: '127.0.0.1:8080', mono: true },
      { name: 'Connection', value: 'Kept open from before' },
      { name: 'TLS', value: 'None: plain HTTP' },
    ]);
  });

  it('says nothing about TLS if it is unknown', () => {
    const none = { ...over('https://api.example/', null, null), response: null };
    expect(connectionFacts(none, NOW)).toEqual([{ name: 'Address', value: 'api.example', mono: true }]);
  });
});
