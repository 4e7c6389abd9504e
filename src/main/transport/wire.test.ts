import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem';
import { PLAIN_OPTIONS, type Harness } from './test-fixtures/harness';
import { useHarness } from './test-fixtures/use-harness';
import { isWholeRequest, startRawServer, type RawServer } from './test-fixtures/raw-server';

/** Closes after each answer, so that each connection carries one request. */
let server: RawServer;
const harness = useHarness();

beforeAll(async () => {
  server = await startRawServer((socket, received) => {
    if (isWholeRequest(received)) socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
  });
});
afterAll(async () => {
  await server.close();
});

const DEFAULTS =
  'accept: */*\r\naccept-encoding: gzip, deflate, br\r\nuser-agent: payments-api-explorer/1.2.3\r\n';

async function bytesOf(request: Parameters<Harness['transport']['send']>[0]): Promise<Buffer> {
  const result = await harness.transport.send(request, PLAIN_OPTIONS).result;
  expect(result.outcome).toEqual({ kind: 'answered' });
  return server.received[server.received.length - 1] ?? Buffer.alloc(0);
}

describe('a request on the wire', () => {
  it('contains only what was given and the five defaults', async () => {
    const bytes = await bytesOf({ method: 'GET', url: `${server.url}/a?b=c#d`, headers: [], body: null });
    expect(bytes.toString('latin1')).toBe(
      `GET /a?b=c HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n${DEFAULTS}\r\n`,
    );
  });

  it('has content-length: 0 for a POST without a body, and the length of a body with any method', async () => {
    const post = await bytesOf({ method: 'POST', url: server.url, headers: [], body: null });
    expect(post.toString('latin1')).toContain(`${DEFAULTS}content-length: 0\r\n\r\n`);
    const get = await bytesOf({ method: 'GET', url: server.url, headers: [], body: Buffer.from('abc') });
    expect(get.toString('latin1')).toContain(`${DEFAULTS}content-length: 3\r\n\r\nabc`);
  });

  it('keeps the case of the method, even of an unknown one', async () => {
    const bytes = await bytesOf({ method: 'brew!', url: server.url, headers: [], body: null });
    expect(bytes.toString('latin1')).toMatch(/^brew! \/ HTTP\/1\.1\r\n/);
  });

  it('consists of exactly the headers and body given, in order and case, and is reported so', async () => {
    const token = fc.string({
      unit: fc.constantFrom(..."abcXYZ019-_!#$%&'*+.^`|~"),
      minLength: 1,
      maxLength: 20,
    });
    const reserved = /^(content-length|transfer-encoding|upgrade)$/i;
    const value = fc
      .array(
        fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }), fc.constant(9)),
      )
      .map((codes) => String.fromCharCode(...codes));
    const name = fc.oneof(
      token,
      fc.constantFrom('Accept', 'user-agent', 'Accept-Encoding', 'X-Twice', 'x-twice'),
    );
    const headers = fc.array(
      fc.tuple(
        name.filter((text) => !reserved.test(text)),
        value,
      ),
      { maxLength: 12 },
    );
    const body = fc.option(fc.uint8Array({ maxLength: 5_000 }));
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'head', 'X-custom');
    await fc.assert(
      fc.asyncProperty(method, headers, body, async (method, headers, body) => {
        const result = await harness.transport.send(
          { method, url: `${server.url}/p`, headers, body },
          PLAIN_OPTIONS,
        ).result;
        expect(result.outcome).toEqual({ kind: 'answered' });
        const bytes = server.received[server.received.length - 1] ?? Buffer.alloc(0);
        const lines = result.sent.headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
        const head = Buffer.from(`${method} /p HTTP/1.1\r\n${lines}\r\n`, 'latin1');
        expect(bytes.equals(Buffer.concat([head, body ?? Buffer.alloc(0)]))).toBe(true);

        const given = new Set(headers.map(([name]) => name.toLowerCase()));
        const added = new Set(['host', 'accept', 'accept-encoding', 'user-agent', 'content-length']);
        const theirs = result.sent.headers.filter(
          ([name]) => given.has(name.toLowerCase()) || !added.has(name),
        );
        expect(theirs).toEqual(headers);
      }),
      { numRuns: 100 },
    );
  });
});

describe('what cannot be sent as given', () => {
  const good = { method: 'GET', url: 'https://api.example/', headers: [], body: null };
  it.each(['Host', 'connection', 'keep-alive', 'te', 'Upgrade', 'expect', 'proxy-authorization'])(
    'refuses %s, which belongs to the connection',
    async (name) => {
      const sent = harness.transport.send({ ...good, headers: [[name, 'x']] }, PLAIN_OPTIONS).result;
      await expect(sent).rejects.toMatchObject({
        problem: { code: 'request-header', title: expect.stringContaining(name.toLowerCase()) },
      });
    },
  );

  it.each([
    ['a method of two words', { ...good, method: 'GET /x' }, 'request-method'],
    ['CONNECT', { ...good, method: 'CONNECT' }, 'request-method'],
    ['a relative URL', { ...good, url: '/buyers' }, 'request-url'],
    ['a file URL', { ...good, url: 'file:///etc/passwd' }, 'request-url'],
    ['a URL with a password', { ...good, url: 'https://a:b@api.example/' }, 'request-url'],
    ['a header name with a space', { ...good, headers: [['x y', '1']] as const }, 'request-header'],
    ['an empty header name', { ...good, headers: [['', '1']] as const }, 'request-header'],
    ['a line break in a value', { ...good, headers: [['x', '1\r\nevil: 2']] as const }, 'request-header'],
    ['NUL in a value', { ...good, headers: [['x', '\0']] as const }, 'request-header'],
    ['a value beyond Latin-1', { ...good, headers: [['x', '€']] as const }, 'request-header'],
    [
      'transfer-encoding',
      { ...good, headers: [['Transfer-Encoding', 'chunked']] as const },
      'request-header',
    ],
    [
      'a wrong content-length',
      { ...good, headers: [['content-length', '4']] as const, body: Buffer.from('abc') },
      'request-header',
    ],
  ])('refuses %s before any connection', async (_name, request, code) => {
    const problem = await harness.transport.send(request, PLAIN_OPTIONS).result.then(
      () => null,
      (error: unknown) => (error instanceof ProblemError ? error.problem : null),
    );
    expect(problem?.code).toBe(code);
    expect(problem?.meaning).toContain('Nothing was sent');
  });
});
