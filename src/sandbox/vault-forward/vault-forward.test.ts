import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Received } from '../test-fixtures/client';
import { detailsOf, useForwarding, type Overrides } from './forwarding.fixture';
import { sessionIds } from '../sessions/session-handler';
import { storedCards } from '../vault/cards';

const { sandbox, forward } = useForwarding();

describe('what the destination receives', () => {
  it('is the composed request: method, target, headers in order, and the body with card data', async () => {
    const { status, json } = await forward(
      '/pay/%2F?a=1&b=%20',
      {
        'x-vault-forward-http-method': 'PUT',
        'x-vault-forward-header-Authorization': 'Bearer abc',
        'X-Vault-Forward-Header-X-Twice': ['one', 'two'],
        'x-vault-forward-header-Accept': 'text/xml',
      },
      { body: '{"card":"{{CARD_NUMBER_2}}"}' },
    );
    expect(status).toBe(200);
    const body = `{"card":"${storedCards[1]?.number}"}`;
    expect(json).toMatchObject({
      method: 'PUT',
      path: '/pay/%2F?a=1&b=%20',
      headers: [
        ['Host', sandbox.description.destination.http.slice('http://'.length)],
        ['Authorization', 'Bearer abc'],
        ['X-Twice', 'one'],
        ['X-Twice', 'two'],
        ['Accept', 'text/xml'],
        ['Content-Type', 'application/json'],
        ['Content-Length', String(body.length)],
        ['Connection', 'close'],
      ],
      body,
      clientCertificate: null,
      signature: null,
      decrypted: null,
    });
  });

  it('has any JSON body unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ stringUnit: 'binary' }), async (text) => {
        fc.pre(!/\{\{\s*\w+\s*\}\}/.test(text));
        const { json } = await forward('/x', {}, { body: text });
        expect(json).toMatchObject({
          body: Buffer.from(text).toString(),
          bodyBytes: Buffer.byteLength(text),
        });
      }),
      { numRuns: 30 },
    );
  });

  it('has any header value unchanged, including Latin-1', async () => {
    const value = fc
      .string({
        unit: fc
          .integer({ min: 0x20, max: 0xff })
          .filter((code) => code !== 0x7f)
          .map((code) => String.fromCharCode(code)),
        minLength: 1,
      })
      .map((text) => text.trim());
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        const { json } = await forward('/x', { 'x-vault-forward-header-X-Any': text });
        const headers: unknown = Reflect.get(Object(json), 'headers');
        expect(headers).toContainEqual(['X-Any', text]);
      }),
      { numRuns: 30 },
    );
  });

  it('has the content type that the caller sets for it', async () => {
    const { json } = await forward('/x', {
      'x-vault-forward-header-content-type': 'application/vnd.bank+json',
    });
    const headers: unknown = Reflect.get(Object(json), 'headers');
    expect(JSON.stringify(headers)).not.toContain('application/json');
    expect(headers).toContainEqual(['content-type', 'application/vnd.bank+json']);
  });

  it('has no body if the caller sends none', async () => {
    const { json } = await forward('/x', { 'content-type': undefined }, { body: '' });
    expect(json).toMatchObject({ body: '', bodyBytes: 0 });
    expect(JSON.stringify(json)).not.toMatch(/content-type|content-length":/i);
  });

  it('does not include the token of the call', async () => {
    const { text } = await forward('/x');
    expect(text).not.toContain(sandbox.description.tokens.full.slice(0, 30));
  });
});

describe('the answer', () => {
  it.each([200, 201, 302, 404, 418, 422, 500, 502, 503])(
    'has the status %i of the destination',
    async (status) => {
      const received = await forward(`/_destination/status/${status}`);
      expect([received.status, received.json]).toEqual([status, { status, from: 'destination' }]);
    },
  );

  it('may be empty, HTML, binary or large', async () => {
    expect((await forward('/status/204')).body).toHaveLength(0);
    expect((await forward('/html')).headers['content-type']).toBe('text/html; charset=utf-8');
    expect([...(await forward('/binary')).body]).toEqual(Array.from({ length: 256 }, (_, byte) => byte));
    const { body, json } = await forward('/large?mb=3');
    expect(body).toHaveLength(3_000_000);
    expect(json).toHaveLength(3000);
  });

  it('is empty for HEAD, whatever length the destination announces', async () => {
    const { status, body, headers } = await forward('/html', { 'x-vault-forward-http-method': 'HEAD' });
    expect([status, body.length, headers['content-type']]).toEqual([200, 0, 'text/html; charset=utf-8']);
  });

  it('is a 502 if the destination refuses or resets, and a 504 if it is too slow', async () => {
    const refused = await forward('', { 'x-vault-forward-url': 'http://127.0.0.1:1/' });
    expect([refused.status, refused.json]).toMatchObject([
      502,
      { code: 'bad_gateway', details: [{ pointer: '/x-vault-forward-url' }] },
    ]);
    expect((await forward('/reset')).status).toBe(502);
    const slow = await forward('/slow');
    expect([slow.status, slow.json]).toMatchObject([504, { code: 'gateway_timeout' }]);
    expect((await forward('/slow?ms=50')).status).toBe(200);
    expect((await forward('/slow', { 'x-vault-forward-timeout': '0.05' })).status).toBe(504);
  });

  it('is cut short if the destination breaks off', async () => {
    await expect(forward('/truncated')).rejects.toThrow();
  });

  it('is a 502 if the destination does not speak TLS', async () => {
    const url = sandbox.description.destination.http.replace('http:', 'https:');
    expect((await forward('', { 'x-vault-forward-url': url })).status).toBe(502);
  });
});

describe('headers of the answer', () => {
  const server = createServer((_, response) => {
    response.writeHead(
      200,
      [
        ['Set-Cookie', 'a=b'],
        ['Access-Control-Allow-Origin', '*'],
        ['X-Own', 'one'],
        ['X-Own', 'two'],
        ['Keep-Alive', 'timeout=5'],
        ['WWW-Authenticate', 'Basic'],
        ['Content-Encoding', 'x-none'],
      ].flat(),
    );
    response.end('ok');
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

  it('are passed on if safe', async () => {
    const { port } = server.address() as AddressInfo;
    const { headers, text } = await forward('', { 'x-vault-forward-url': `http://localhost:${port}/` });
    expect(text).toBe('ok');
    expect(headers).toMatchObject({
      'x-own': 'one, two',
      'www-authenticate': 'Basic',
      'content-encoding': 'x-none',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['keep-alive']).not.toBe('timeout=5, timeout=5');
  });
});

describe('a checkout session instead of payment methods', () => {
  const [rich, guest] = [sessionIds.rich, sessionIds.minimal];
  const withSession = (id: string | undefined, body: string, headers: Overrides = {}): Promise<Received> =>
    forward(
      '/x',
      { 'x-vault-forward-payment-methods': undefined, 'x-vault-forward-checkout-session': id, ...headers },
      { body },
    );
  const bodyOf = ({ json }: Received): unknown => Reflect.get(Object(json), 'body');

  it('provides its card, security code and authentication values', async () => {
    const got = await withSession(
      rich,
      '["{{CARD_NUMBER_1}}","{{CARD_SECURITY_CODE_1}}","{{CARD_3DS_ECI_1}}","{{ CARD_CRYPTOGRAM_1_OR or CARD_3DS_SCHEME_1 }}"]'.replace(
        'CARD_CRYPTOGRAM_1_OR',
        'CARD_CRYPTOGRAM_OR_EMPTY_STRING_1',
      ),
    );
    expect(bodyOf(got)).toMatch(/^\["\d{16}","123","0[25]","(?:[\w=+/]+|visa)"\]$/);
  });

  it('has to be one known session with a card: otherwise 400 or 422', async () => {
    expect(detailsOf(await withSession('x', '{}'))).toEqual([
      [expect.anything(), 'This is not the UUID of one checkout session.'],
    ]);
    const both = { 'x-vault-forward-payment-methods': storedCards[0]?.id };
    expect(detailsOf(await withSession(rich, '{}', both))).toEqual([
      [expect.anything(), expect.stringContaining('give one or the other')],
    ]);
    expect((await withSession(guest, '{}')).status).toBe(422);
  });

  it('does not support template statements', async () => {
    expect(detailsOf(await withSession(rich, '{% if CARD_3DS_CAVV_1 %}{}{% endif %}'))).toEqual([
      [expect.anything(), expect.stringContaining('this sandbox does not run them')],
    ]);
  });
});
