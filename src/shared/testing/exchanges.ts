import type { Body, Exchange, HeaderList, Outcome } from '../http/exchange';

/** For tests: an exchange of GET /buyers with this answer. */
export function exchangeOf(status: number, body: Body | string, headers: HeaderList = []): Exchange {
  const received: Body =
    typeof body === 'string'
      ? { kind: 'text', text: body, bytes: new TextEncoder().encode(body).length, bodyId: null }
      : body;
  return {
    id: '00000000-0000-4000-8000-000000000001',
    operation: 'list_buyers',
    profile: {
      id: 'sandbox',
      name: 'Sandbox',
      environment: 'sandbox',
      baseUrl: 'https://api.example',
      merchantAccountId: null,
      merchantHeader: 'x-service-merchant-account-id',
    },
    startedAt: '2026-01-01T00:00:00.000Z',
    request: { method: 'GET', url: 'https://api.example/buyers', headers: [], body: { kind: 'none' } },
    response: {
      status,
      statusText: '',
      httpVersion: '1.1',
      headers,
      body: received,
      wireBytes: 0,
      tls: null,
    },
    timings: {
      dnsMs: null,
      connectMs: null,
      tlsMs: null,
      firstByteMs: null,
      downloadMs: null,
      totalMs: 1,
    },
    outcome: { kind: 'answered' },
    check: { kind: 'checked' },
    findings: [],
    moreFindings: 0,
    retries: [],
  };
}

/** For tests: the error object of the specification. */
export function apiError(status: number, code: string): string {
  return JSON.stringify({ type: 'error', code, status, message: 'said by the service', details: [] });
}

/** For tests: an exchange without an answer. */
export function unanswered(outcome: Outcome): Exchange {
  return { ...exchangeOf(200, ''), response: null, outcome };
}
