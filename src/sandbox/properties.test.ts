import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OperationId } from '@contract';
import { checkResponse } from '@contract/findings';
import { useSandbox, type Received } from './test-fixtures/client';

const sandbox = useSandbox({
  connectionLimits: { headTimeoutMs: 5000, bodyTimeoutMs: 5000, stallTimeoutMs: 5000 },
});

/** Text that a header can carry (RFC 9110, field-value), with a visible character at each end. */
const headerText = fc
  .string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f && (code < 0x80 || code > 0x9f))
      .map((code) => String.fromCharCode(code)),
    maxLength: 60,
  })
  .map((text) => text.trim());

const queryText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map(encode),
  fc.string({ maxLength: 20 }).map((text) => text.replace(/[^!$-~]|#/g, '%')),
);

/** A lone surrogate has no percent-encoding: it becomes the replacement character, as in browsers. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

function expectContract(id: OperationId, { status, json, text }: Received): void {
  expect({ status, text }).not.toMatchObject({ status: 500 });
  expect({ status, text, findings: checkResponse(id, status, json).findings }).toMatchObject({
    findings: [],
  });
}

describe('any request', () => {
  it('gets an answer that conforms to the contract from the session look-up', async () => {
    const segment = fc.oneof(
      fc.uuid(),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).map(encode),
      fc.constantFrom('%', '%zz', '..', '.', ';', '%00', '%2e%2e'),
    );
    await fc.assert(
      fc.asyncProperty(segment, headerText, queryText, async (id, account, query) => {
        const received = await sandbox.call(`/checkout/sessions/${id}?${query}`, {
          headers: { 'x-service-merchant-account-id': account },
        });
        expectContract('get_checkout_session', received);
      }),
      { numRuns: 100 },
    );
  });

  it('gets an answer that conforms to the contract from the buyer list', async () => {
    const limit = fc.oneof(
      fc.integer().map(String),
      fc.integer({ min: -1, max: 102 }).map(String),
      queryText,
    );
    const cursor = fc.oneof(queryText, fc.base64String({ maxLength: 60 }).map(encode), fc.constant(null));
    await fc.assert(
      fc.asyncProperty(limit, cursor, fc.boolean(), async (size, place, twice) => {
        const query = [
          `limit=${size}`,
          ...(place === null ? [] : [`cursor=${place}`]),
          ...(twice ? ['limit=5'] : []),
        ].join('&');
        const received = await sandbox.call(`/buyers?${query}`);
        expectContract('list_buyers', received);
        // Not `size` itself, which may contain the end of its own parameter, as in "1&".
        const asked = Number(new URLSearchParams(query).get('limit'));
        if (received.status === 200) expect(received.json).toMatchObject({ limit: asked });
      }),
      { numRuns: 100, examples: [['1&', null, false]] },
    );
  });

  it.each([
    ['00005', 'An integer is written without leading zeros.'],
    ['-05', 'An integer is written without leading zeros.'],
    ['5x', 'This is not an integer.'],
  ])('is told what is wrong with the limit %s', async (limit, message) => {
    expect(await sandbox.call(`/buyers?limit=${limit}`)).toMatchObject({
      status: 400,
      json: { details: [{ pointer: '/limit', message }] },
    });
  });

  it('gets an answer that conforms to the contract from Vault Forward', async () => {
    const url = fc.oneof(
      headerText,
      // Addresses rather than names, so that the test never asks a resolver.
      fc.ipV4().map((address) => `http://${address}:1/`),
      fc.ipV6().map((address) => `https://[${address}]:1/`),
      fc.constantFrom(
        'http://127.0.0.1:1/',
        'https://127.0.0.1:1/',
        'http://[::1]:1/x',
        'http://0.0.0.0/',
        'http://[::]/',
        'http://169.254.169.254/',
        'http://u:p@localhost:1/',
      ),
      fc.constant('DESTINATION'),
    );
    const method = fc.oneof(
      headerText,
      fc.constantFrom('POST', 'PUT', 'GET', 'DELETE', 'CONNECT', 'post', 'HEAD', 'PURGE'),
    );
    const ids = fc.oneof(
      headerText,
      fc
        .array(fc.oneof(fc.uuid(), fc.constant('PM'), headerText), { maxLength: 4 })
        .map((list) => list.join(',')),
    );
    const body = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '{"a":"{{CARD_NUMBER_1}}"}', '{"a":"{{X_1}}"}', '{{CARD_NUMBER_1}}', '[[[['),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    );
    const type = fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'application/x+json',
      ';',
    );
    await fc.assert(
      fc.asyncProperty(
        url,
        method,
        ids,
        ids,
        body,
        type,
        async (to, how, methods, authentications, content, contentType) => {
          const received = await sandbox.call('/vault-forward', {
            method: 'POST',
            headers: {
              'x-vault-forward-url': to.replace('DESTINATION', `${sandbox.description.destination.http}/x`),
              'x-vault-forward-http-method': how,
              'x-vault-forward-payment-methods': methods.replaceAll(
                'PM',
                sandbox.description.paymentMethods[0] ?? '',
              ),
              'x-vault-forward-authentications': authentications,
              'content-type': contentType,
            },
            body: content,
          });
          expectContract('vault_forward', received);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('gets a 401 with any token not signed by the sandbox', async () => {
    const { full } = sandbox.description.tokens;
    const changed = fc
      .tuple(fc.nat({ max: full.length - 1 }), fc.constantFrom('A', 'b', '.', '-'))
      .map(([at, letter]) => full.slice(0, at) + letter + full.slice(at + 1));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          headerText,
          changed.map((token) => `Bearer ${token}`),
        ),
        async (authorization) => {
          fc.pre(!isSameToken(authorization, full));
          const received = await sandbox.callAnonymously('/buyers', { headers: { authorization } });
          expect(received.status).toBe(401);
          expectContract('list_buyers', received);
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** The last character of a base64url part may contain unused bits. */
function isSameToken(authorization: string, token: string): boolean {
  const bytesOf = (text: string): string =>
    text
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('hex'))
      .join('.');
  return bytesOf(authorization.replace(/^bearer +/i, '')) === bytesOf(token);
}
