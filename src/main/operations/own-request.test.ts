import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RequestSpec } from '@shared/requests/request-spec';
import { requestSpecSchema } from '@shared/requests/request-spec-schemas';
import type { Profile } from '@shared/profiles/profile';
import { testingProfile } from '@shared/testing/testing-profile';
import { readRequestText, toRequestText } from '../saved-requests/request-text';
import { exchangeOf } from '../sending/sender';
import { testingSender } from '../sending/testing-sender';
import { useTestingDatabase } from '../testing/use-testing-database';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';

const harness = useHarness();
const testing = useTestingDatabase();
let server: RawServer;
beforeEach(async () => {
  server = await startRawServer((socket, bytes) => {
    if (isWholeRequest(bytes)) socket.end('HTTP/1.1 204 No Content\r\n\r\n');
  });
});
afterEach(() => server.close());

const free = (method: string, path: string, parts: Partial<RequestSpec> = {}): RequestSpec =>
  requestSpecSchema.parse({
    version: 1,
    operation: 'free',
    target: { method, path },
    pathParameters: {},
    query: [],
    headers: [],
    body: null,
    ...parts,
  });

/** Sends the request, and returns the first line and the body that the service received. */
async function send(
  request: RequestSpec,
  changes: Partial<Profile> = {},
): Promise<readonly [string, string]> {
  const profile = testingProfile({ baseUrl: server.url, ...changes });
  const { sender } = testingSender(harness, testing, { findProfile: () => Promise.resolve(profile) });
  const order = {
    id: randomUUID(),
    request,
    profile,
    composedUnder: null,
    replayOf: null,
    variables: new Map<string, string>(),
  };
  const call = { callId: randomUUID(), signal: new AbortController().signal };
  exchangeOf(await sender.submit(order, call));
  const [head = '', body = ''] = (server.received.at(-1)?.toString('utf8') ?? '').split('\r\n\r\n');
  return [head.split('\r\n')[0] ?? '', body];
}

describe('a request with its own method and path', () => {
  it('is sent as written, with parameters and variables escaped within their path segments', async () => {
    const variables = [{ name: 'order', value: 'a/b?c' }];
    const request = free('PATCH', '/orders/${order}/lines/{line}', {
      pathParameters: { line: '../${order}' },
      query: [['q', '${order}']],
      body: '{"order":"${order}"}',
    });
    expect(await send(request, { variables })).toEqual([
      'PATCH /orders/a%2Fb%3Fc/lines/..%2Fa%2Fb%3Fc?q=a%2Fb%3Fc HTTP/1.1',
      '{"order":"a/b?c"}',
    ]);
  });

  it('accepts a generated value in its path', async () => {
    const [line] = await send(free('POST', '/orders/${uuid}/x', { body: '{}' }));
    expect(line).toMatch(/^POST \/orders\/[\da-f]{8}-[\da-f-]{27}\/x HTTP/);
  });

  it.each(['/../elsewhere', '/%2e%2e/elsewhere', '/a/../../elsewhere'])(
    'cannot leave the base URL with %j',
    async (path) => {
      const sent = send(free('GET', path), { baseUrl: `${server.url}/v1` });
      await expect(sent).rejects.toThrow(/leads elsewhere/);
      expect(server.received).toEqual([]);
    },
  );

  it('cannot have a backslash in its path, which a URL would treat as a slash', () => {
    expect(() => free('GET', '/\\..\\..\\elsewhere')).toThrow(/write it as %5C/);
  });

  it.each<[string, Partial<RequestSpec>]>([
    ['a card number in the body', { body: '{"number":"411111••••••1111"}' }],
    ['a card number in groups', { body: '4111 11•• •••• 1111' }],
    ['a security code in the body', { body: '{"cvc":"•••"}' }],
    ['a security code in the query', { query: [['cvv', '•••']] }],
    ['a card number in a header', { headers: [{ name: 'x-pan', value: '411111••••••1111', secret: false }] }],
  ])('is not sent with a mask in place of %s', async (_what, parts) => {
    await expect(send(free('POST', '/x', parts))).rejects.toThrow(/masked/);
    expect(server.received).toEqual([]);
  });

  it('is sent with dots that are not a mask', async () => {
    expect(await send(free('POST', '/x', { body: '• one •• two' }))).toEqual([
      'POST /x HTTP/1.1',
      '• one •• two',
    ]);
  });

  it('stays on its server even if its path starts with two slashes', async () => {
    expect(await send(free('GET', '//elsewhere.example/x'))).toEqual([
      'GET //elsewhere.example/x HTTP/1.1',
      '',
    ]);
  });

  it.each([
    '/vault-forward',
    '/Vault-Forward/',
    '//vault-forward',
    '/x/../vault%2Dforward',
    '/vault-forward;x=1',
    '/vault%252Dforward',
    '/;a/vault-forward%20',
    '/x/..;/vault-forward',
    '/x/..%2Fvault-forward',
    '/x/%252e%252e/vault-forward',
  ])('cannot be Vault Forward in disguise: %j', async (path) => {
    await expect(send(free('POST', path, { body: '{}' }))).rejects.toThrow(/This is Vault Forward/);
    expect(server.received).toEqual([]);
  });

  it('is refused by a read-only profile if it is a DELETE', async () => {
    await expect(send(free('DELETE', '/buyers/1'), { readOnly: true })).rejects.toThrow(/read-only/);
    expect(server.received).toEqual([]);
  });

  it.each([
    ['CONNECT', '/x'],
    ['get', '/x'],
    ['GET', 'x'],
    ['GET', 'https://elsewhere.example/'],
    ['GET', '.elsewhere.example/'],
    ['GET', '@elsewhere.example/'],
    ['GET', '/a?b'],
    ['GET', '/a#b'],
    ['GET', '/a\nb'],
  ])('is invalid with %j %j', (method, path) => {
    expect(() => free(method, path)).toThrow();
  });

  it('needs a method and a path, and one from the contract must not have them', () => {
    const { target, ...without } = free('GET', '/x');
    expect(requestSpecSchema.safeParse(without).success).toBe(false);
    const session = { ...without, operation: 'get_checkout_session' };
    expect(requestSpecSchema.safeParse(session).success).toBe(true);
    expect(requestSpecSchema.safeParse({ ...session, target }).success).toBe(false);
  });
});

describe('such a request in a file', () => {
  const saved = (request: RequestSpec): string =>
    toRequestText(
      [
        {
          id: '7a1c0000-0000-4000-8000-000000000001',
          folder: '',
          name: 'One',
          description: '',
          profileId: 'p',
          request,
          form: null,
          expectations: [],
          order: 0,
          example: null,
        },
      ],
      true,
    );

  it('has its target on one line, and is read back unchanged', () => {
    const request = free('POST', '/orders/{order}/a b', { pathParameters: { order: '1' }, body: '{}' });
    expect(saved(request)).toContain('target: POST /orders/{order}/a b\n');
    expect(readRequestText(saved(request))).toMatchObject([{ ok: true, request: { request } }]);
  });

  it('is refused with a reason if its target is missing, invalid or out of place', () => {
    const why = (text: string): string => JSON.stringify(readRequestText(text));
    const text = saved(free('GET', '/x'));
    expect(why(text.replace(/ *target:.*\n/, ''))).toContain('“target” is missing');
    expect(why(text.replace('GET /x', 'GET x'))).toContain('A path begins with /');
    expect(why(text.replace('operation: free', 'operation: list_buyers'))).toContain('take “target” out');
  });
});
