import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { send, useSandbox, type Received, type RequestOptions } from '../test-fixtures/client';
import { connectTo } from '../test-fixtures/raw';

const sandbox = useSandbox();
const at = (path: string, sending?: RequestOptions): Promise<Received> =>
  send(sandbox.description.destination.http + path, sending);

describe('the destination', () => {
  it('answers any path with exactly what it received', async () => {
    const body = '{"ä":"\\ud800"}\r\n';
    const { status, json } = await at('/any/%7Epath?q=1&q=%20', {
      method: 'PATCH',
      headers: { 'X-Case': 'Kept', 'x-two': ['a', 'b'] },
      body,
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      method: 'PATCH',
      path: '/any/%7Epath?q=1&q=%20',
      httpVersion: '1.1',
      headers: expect.arrayContaining([
        ['X-Case', 'Kept'],
        ['x-two', 'a'],
        ['x-two', 'b'],
      ]),
      body,
      bodyBase64: null,
      bodyBytes: Buffer.byteLength(body),
      bodySha256: createHash('sha256').update(body).digest('hex'),
    });
  });

  it('answers no page of a browser, but an address that somebody opens in one, and a request that names an origin', async () => {
    for (const [site, status] of [
      ['cross-site', 403],
      ['same-site', 403],
      ['none', 200],
    ] as const)
      expect((await at('/large?mb=1', { headers: { 'sec-fetch-site': site } })).status).toBe(status);
    expect((await at('/x', { headers: { origin: 'https://shop.example' } })).status).toBe(200);
  });

  it('shows a body that is not UTF-8 in base64', async () => {
    const body = Buffer.from([0xff, 0x00, 0xfe]);
    const { json } = await at('/x', { method: 'POST', body });
    expect(json).toMatchObject({ body: null, bodyBase64: body.toString('base64') });
  });

  it('says that an encrypted body is not a JWE', async () => {
    const { json } = await at('/x', {
      method: 'POST',
      headers: { 'content-type': 'application/jose' },
      body: 'abc',
    });
    expect(json).toMatchObject({ decrypted: null, decryptionError: expect.stringContaining('not a JWE') });
  });

  it.each(['', '/_destination'])('has its special answers with the prefix "%s"', async (prefix) => {
    expect((await at(`${prefix}/status/418`)).status).toBe(418);
    expect((await at(`${prefix}/html`)).text).toMatch(/^<!doctype html>/);
    expect((await at(`${prefix}/binary`)).body).toHaveLength(256);
    expect((await at(`${prefix}/slow?ms=1`)).json).toMatchObject({ method: 'GET' });
    await expect(at(`${prefix}/reset`)).rejects.toThrow('ECONNRESET');
    await expect(at(`${prefix}/truncated`)).rejects.toThrow();
  });

  it('creates JSON of exactly the requested size', async () => {
    const { body, json, headers } = await at('/large?mb=2');
    expect([body.length, headers['content-length']]).toEqual([2_000_000, '2000000']);
    expect(json).toHaveLength(2000);
    expect(Reflect.get(Object(json), '1999')).toMatchObject({
      index: 1999,
      text: expect.stringMatching(/^lorem/),
    });
    expect((await at('/large')).body).toHaveLength(1_000_000);
  });

  it.each(['/large?mb=0', '/large?mb=x', '/large?mb=1.5', '/large?mb=2001', '/slow?ms=-1'])(
    'rejects %s',
    async (path) => {
      expect((await at(path)).status).toBe(400);
    },
  );

  it.each([204, 205, 304])('sends no body with status %i', async (status) => {
    const received = await at(`/status/${status}`);
    expect([received.status, received.body.length]).toEqual([status, 0]);
  });

  it('answers HEAD without a body', async () => {
    const { status, body } = await at('/html', { method: 'HEAD' });
    expect([status, body.length]).toEqual([200, 0]);
  });

  it('still answers after a client drops a large answer', async () => {
    const raw = await connectTo(sandbox.description.destination.http);
    raw.write('GET /large?mb=2000 HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    await raw.received('lorem');
    raw.socket.destroy();
    await raw.whole;
    expect((await at('/x')).status).toBe(200);
  });
});
