import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { errorObject } from '@contract';
import { send, useSandbox } from './test-fixtures/client';
import { connectTo, connects } from './test-fixtures/raw';

const limits = { headTimeoutMs: 200, bodyTimeoutMs: 200, stallTimeoutMs: 200 };

/** Status, body and head of the only answer in what was received. */
function answerIn(text: string): { status: number; body: unknown; head: string } {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), body: body === '' ? null : JSON.parse(body), head };
}

describe('an invalid request', () => {
  const sandbox = useSandbox({ maxHeaderBytes: 4096 });

  it.each([
    ['other bytes', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n'],
    ['a method that is none', 'FETCH / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'],
    ['a broken header', 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nbroken\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    [
      'a length beside chunks',
      'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a tunnel', 'CONNECT 127.0.0.1:80 HTTP/1.1\r\nhost: 127.0.0.1:80\r\n\r\n'],
  ])('gets a 400 with an error object: %s', async (_, bytes) => {
    const raw = await connectTo(sandbox.description.baseUrl);
    raw.write(bytes);
    const { status, body, head } = answerIn((await raw.whole).text);
    expect(status).toBe(400);
    expect(body).toMatchObject({ ...errorObject(400), message: expect.stringMatching(/./) });
    expect(head).toContain('connection: close');
  });

  it('gets a 400 if its headers exceed the limit', async () => {
    const raw = await connectTo(sandbox.description.baseUrl);
    raw.write(`GET /buyers HTTP/1.1\r\nhost: 127.0.0.1\r\nx-large: ${'x'.repeat(5000)}\r\n\r\n`);
    expect(answerIn((await raw.whole).text)).toMatchObject({
      status: 400,
      body: { message: 'The headers are larger than this server accepts.' },
    });
  });

  it('does not disturb other requests', async () => {
    expect((await sandbox.call('/buyers')).status).toBe(200);
  });
});

describe('slow clients', () => {
  const sandbox = useSandbox({ connectionLimits: limits });

  it.each([
    ['send nothing', ''],
    ['never end their head', 'GET /buyers HTTP/1.1\r\nhost: 127.0.0.1\r\n'],
  ])('that %s get a 400 and are disconnected', async (_, bytes) => {
    const raw = await connectTo(sandbox.description.baseUrl);
    raw.write(bytes);
    expect(answerIn((await raw.whole).text)).toMatchObject({
      status: 400,
      body: { message: "The request's head took too long to arrive." },
    });
  });

  it('that start a second request without ending it are disconnected', async () => {
    const raw = await connectTo(sandbox.description.baseUrl);
    raw.write('GET /nowhere HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    await raw.received('not_found');
    raw.write('GET /nowhere HT');
    const { text } = await raw.whole;
    expect(text).toContain('HTTP/1.1 404');
    expect(text).toContain('HTTP/1.1 400');
  });

  it('that keep a connection open between requests are not disconnected', async () => {
    const raw = await connectTo(sandbox.description.baseUrl);
    raw.write('GET /nowhere HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    await raw.received('not_found');
    // Waits until another connection has timed out, so that the limit has certainly passed.
    await (
      await connectTo(sandbox.description.baseUrl)
    ).whole;
    raw.write('GET /elsewhere HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n');
    const { text } = await raw.whole;
    expect(text.match(/HTTP\/1.1 404/g)).toHaveLength(2);
  });

  it('that do not send the announced body are disconnected', async () => {
    const raw = await connectTo(sandbox.description.baseUrl);
    const { tokens, destination } = sandbox.description;
    raw.write(
      `POST /vault-forward HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${tokens.full}\r\nx-vault-forward-url: ${destination.http}\r\nx-vault-forward-http-method: POST\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    );
    expect(answerIn((await raw.whole).text)).toMatchObject({
      status: 400,
      body: { message: "The request's body took too long to arrive." },
    });
  });

  it('that do not read the answer are disconnected', async () => {
    const { tokens, destination } = sandbox.description;
    const raw = await connectTo(sandbox.description.baseUrl);
    raw.socket.pause();
    raw.write(
      `POST /vault-forward HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${tokens.full}\r\nx-vault-forward-url: ${destination.http}/large?mb=100\r\nx-vault-forward-http-method: POST\r\n\r\n`,
    );
    const closed = new Promise((resolve) => raw.socket.once('close', resolve));
    // A paused socket does not read, so it would not notice a reset; writing to it makes it notice.
    const nudge = setInterval(() => raw.socket.write('\r\n'), 50);
    await closed;
    clearInterval(nudge);
    expect(raw.socket.bytesRead).toBeLessThan(100_000_000);
  });
});

describe('who may connect', () => {
  const sandbox = useSandbox();
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);

  it('only this computer, by 127.0.0.1', async () => {
    const { baseUrl, destination } = sandbox.description;
    for (const url of [baseUrl, destination.http, destination.tls]) {
      const port = Number(new URL(url).port);
      expect(await connects('127.0.0.1', port)).toBe(true);
      for (const host of ['127.0.0.2', '::1', ...others]) expect(await connects(host, port)).toBe(false);
    }
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '0.0.0.0',
    '192.168.1.1',
    'a b',
  ])('not the host "%s"', async (host) => {
    const { status, json } = await sandbox.call('/buyers', { headers: { host } });
    expect([status, json]).toMatchObject([403, { code: 'forbidden' }]);
    const destination = await send(sandbox.description.destination.http + '/x', { headers: { host } });
    expect(destination.status).toBe(403);
  });

  it.each(['HTTP/1.0', 'HTTP/1.1\r\nconnection: close', 'HTTP/1.1\r\nhost:\r\nconnection: close'])(
    'not a request without a Host: %j',
    async (rest) => {
      const raw = await connectTo(sandbox.description.baseUrl);
      raw.write(`GET /buyers ${rest}\r\n\r\n`);
      expect(answerIn((await raw.whole).text).status).toBe(403);
    },
  );

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST:1234', '[::1]:80', 'api.localhost'])(
    'the host %s',
    async (host) => {
      expect((await sandbox.call('/buyers', { headers: { host } })).status).toBe(200);
    },
  );

  /** The status of the answer to this target under the right Host, with a token. */
  async function statusOf(target: string, url: string, host = '127.0.0.1'): Promise<number> {
    const raw = await connectTo(url);
    const { tokens } = sandbox.description;
    raw.write(
      `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${tokens.full}\r\nconnection: close\r\n\r\n`,
    );
    return answerIn((await raw.whole).text).status;
  }

  it.each([
    ['http://127.0.0.1/buyers?limit=1', 200, 200],
    ['HTTP://LOCALHOST:1/buyers', 200, 200],
    ['http://127.0.0.1?limit=1', 404, 200],
    ['http://evil.example/buyers', 403, 403],
    ['http://127.0.0.1@evil.example/buyers', 403, 403],
    ['http:///buyers', 403, 403],
    ['ftp://127.0.0.1/buyers', 400, 400],
    ['*', 400, 400],
    ['//', 404, 200],
    ['//evil.example/buyers', 404, 200],
  ])('the target %s gets %i, and %i from the destination', async (target, status, fromDestination) => {
    const { baseUrl, destination } = sandbox.description;
    expect(await statusOf(target, baseUrl)).toBe(status);
    expect(await statusOf(target, destination.http)).toBe(fromDestination);
  });

  it('whatever the Host header says, a target that names this computer', async () => {
    const { baseUrl } = sandbox.description;
    expect(await statusOf('http://localhost/buyers', baseUrl, 'evil.example')).toBe(200);
    expect(await statusOf('http://evil.example/buyers', baseUrl)).toBe(403);
  });

  it('no web page, by Origin or Sec-Fetch-Site, and no answer allows one', async () => {
    expect((await sandbox.call('/buyers', { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await sandbox.call('/buyers', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403);
    const preflight = await sandbox.call('/buyers', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET' },
    });
    expect(preflight.status).toBe(405);
    for (const { headers } of [preflight, await sandbox.call('/buyers')]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('requests on one connection', () => {
  const sandbox = useSandbox();

  it('are answered in order if pipelined', async () => {
    const raw = await connectTo(sandbox.description.baseUrl);
    const { tokens, sessions } = sandbox.description;
    const head = `host: 127.0.0.1\r\nauthorization: Bearer ${tokens.full}\r\n`;
    raw.write(
      `GET /checkout/sessions/${sessions.large} HTTP/1.1\r\n${head}\r\nGET /buyers?limit=1 HTTP/1.1\r\n${head}\r\nGET /x HTTP/1.1\r\n${head}connection: close\r\n\r\n`,
    );
    const { text } = await raw.whole;
    expect(Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status)).toEqual([
      '200',
      '200',
      '404',
    ]);
  });

  it('have unique IDs', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await sandbox.call('/buyers')).headers['x-request-id']),
    );
    expect(new Set(ids).size).toBe(3);
  });
});
