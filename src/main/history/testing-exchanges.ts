import { randomUUID } from 'node:crypto';
import type { Body, Exchange } from '@shared/http/exchange';
import { sessionRequest } from '@shared/requests/reading-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import { isSecretHeaderName } from '@shared/secrets/secret-headers';
import { testingReferences } from '../secrets/testing-references';
import type { SentAs } from '../sending/journal';
import { keepExchange } from './keep-exchange';

export interface TestingExchange {
  readonly exchange: Exchange;
  readonly sentAs: SentAs;
}

function sentAsOf(request: RequestSpec): SentAs {
  return { request, composed: null, secrets: [], replayOf: null };
}

/** A text body as part of an exchange. */
export function textBody(text: string): Body {
  return { kind: 'text', text, bytes: Buffer.byteLength(text), bodyId: null };
}

/** A session look-up, for tests to modify. */
export function lookUp(changes: Partial<Exchange> = {}): TestingExchange {
  const sessionId = randomUUID();
  const exchange: Exchange = {
    id: randomUUID(),
    operation: 'get_checkout_session',
    profile: {
      id: 'sandbox',
      name: 'Sandbox EU',
      environment: 'sandbox',
      baseUrl: 'https://api.sandbox.example.com',
      merchantAccountId: 'acme',
      merchantHeader: 'x-service-merchant-account-id',
    },
    startedAt: '2026-11-21T10:00:00.000Z',
    request: {
      method: 'GET',
      url: `https://api.sandbox.example.com/checkout/sessions/${sessionId}`,
      headers: [['authorization', 'Bearer ••••••••']],
      body: { kind: 'none' },
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      headers: [
        ['content-type', 'application/json'],
        ['x-request-id', 'req-7f3a'],
      ],
      body: textBody(JSON.stringify({ id: sessionId, buyer: { display_name: 'Zoë Müller' } })),
      wireBytes: 90,
      tls: null,
    },
    timings: { dnsMs: 1, connectMs: 2, tlsMs: null, firstByteMs: 3, downloadMs: 1, totalMs: 7 },
    outcome: { kind: 'answered' },
    check: { kind: 'checked' },
    findings: [],
    moreFindings: 0,
    retries: [],
    ...changes,
  };
  return { exchange, sentAs: sentAsOf(sessionRequest(sessionId)) };
}

/** A Vault Forward request with a secret for its destination. */
export function forward(
  body: string,
  headers: readonly (readonly [string, string])[] = [],
  changes: Partial<Exchange> = {},
): TestingExchange {
  const own: [string, string][] = [
    ['content-type', 'application/json'],
    ['x-vault-forward-url', 'https://psp.example/charges'],
    ['x-vault-forward-http-method', 'POST'],
    ...headers.map(([name, value]): [string, string] => [name, value]),
  ];
  const { exchange } = lookUp();
  return {
    exchange: {
      ...exchange,
      operation: 'vault_forward',
      request: {
        method: 'POST',
        url: 'https://api.sandbox.example.com/vault-forward',
        headers: [['authorization', 'Bearer ••••••••'], ...own],
        body: textBody(body),
      },
      ...changes,
    },
    sentAs: sentAsOf({
      version: 1,
      operation: 'vault_forward',
      pathParameters: {},
      query: [],
      headers: own.map(([name, value]) => ({ name, value, secret: isSecretHeaderName(name) })),
      body,
    }),
  };
}

/** As many look-ups, one a minute. */
export function lookUps(count: number, firstMinute = 0): TestingExchange[] {
  return Array.from({ length: count }, (_, index) =>
    lookUp({ startedAt: new Date(Date.UTC(2026, 10, 21, 10, firstMinute + index)).toISOString() }),
  );
}

const noBodies = { facts: () => null, read: () => Promise.resolve(null) };

/** For `HistoryStore.putAll`: one transaction for all of them takes a tenth of the time of one for each. */
export function prepared(exchanges: readonly TestingExchange[]) {
  const services = { bodies: noBodies, secrets: testingReferences() };
  return Promise.all(
    exchanges.map(async ({ exchange, sentAs }) => ({
      kept: await keepExchange(exchange, sentAs, services),
      replayOf: null,
    })),
  );
}
