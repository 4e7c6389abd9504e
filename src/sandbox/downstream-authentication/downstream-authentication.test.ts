import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useSandbox, type Received as HttpReceived } from '../test-fixtures/client';
import { withHeaders, type DownstreamRequest } from './downstream-request';
import { PayloadEncryption } from './encryption';
import { signRequest, verifySignature } from './signing';

const secret = { keyId: 'key-1', secret: Buffer.from('secret') };
const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

const request: DownstreamRequest = {
  method: 'POST',
  url: new URL('https://127.0.0.1/pay?a=1'),
  headers: [['X-One', '1']],
  body: Buffer.from('{"a":1}'),
  client: null,
};

function received(signed: DownstreamRequest): Parameters<typeof verifySignature>[0] {
  return {
    method: signed.method,
    target: `${signed.url.pathname}${signed.url.search}`,
    headers: signed.headers,
    body: signed.body,
  };
}

describe('request signing', () => {
  const signed = signRequest(request, secret, NOW);

  it('is an HMAC-SHA256 over method, path, date and digest', () => {
    const headers = new Map(signed.headers);
    const text = `(request-target): post /pay?a=1\ndate: Fri, 02 Jan 2026 03:04:05 GMT\ndigest: ${headers.get('Digest')}`;
    const mac = createHmac('sha256', 'secret').update(text).digest('base64');
    expect(headers.get('Date')).toBe('Fri, 02 Jan 2026 03:04:05 GMT');
    expect(headers.get('Digest')).toBe(
      `SHA-256=${createHash('sha256').update(request.body).digest('base64')}`,
    );
    expect(headers.get('Signature')).toBe(
      `keyId="key-1",algorithm="hmac-sha256",headers="(request-target) date digest",signature="${mac}"`,
    );
    expect(headers.get('X-One')).toBe('1');
  });

  it('verifies if unchanged', () => {
    expect(verifySignature(received(signed), [secret])).toEqual({ verified: true, reason: null });
    expect(verifySignature(received(request), [secret])).toBeNull();
  });

  const changes: [string, Partial<Parameters<typeof verifySignature>[0]>, RegExp][] = [
    ['another body', { body: Buffer.from('{"a":2}') }, /Digest does not match the body/],
    ['another path', { target: '/pay?a=2' }, /signature does not match/],
    ['another method', { method: 'PUT' }, /signature does not match/],
    [
      'another date',
      { headers: withHeaders(signed, [['Date', 'Fri, 02 Jan 2026 03:04:06 GMT']]).headers },
      /signature does not match/,
    ],
    ['no date', { headers: signed.headers.filter(([name]) => name !== 'Date') }, /missing/],
    [
      'another key',
      { headers: withHeaders(signed, [['Signature', 'keyId="x",algorithm="hmac-sha256"']]).headers },
      /keyId/,
    ],
    [
      'another algorithm',
      { headers: withHeaders(signed, [['Signature', 'keyId="key-1",algorithm="rsa"']]).headers },
      /algorithm/,
    ],
    [
      'other headers',
      {
        headers: withHeaders(signed, [['Signature', 'keyId="key-1",algorithm="hmac-sha256",headers="date"']])
          .headers,
      },
      /signed headers/,
    ],
  ];
  it.each(changes)('does not verify with %s', (_, change, reason) => {
    const finding = verifySignature({ ...received(signed), ...change }, [secret]);
    expect(finding).toMatchObject({ verified: false, reason: expect.stringMatching(reason) });
  });

  it('replaces the caller’s headers of the same names', () => {
    const own = signRequest(
      {
        ...request,
        headers: [
          ['DATE', 'x'],
          ['signature', 'y'],
          ['Z', 'z'],
        ],
      },
      secret,
      NOW,
    );
    expect(own.headers.map(([name]) => name)).toEqual(['Z', 'Date', 'Digest', 'Signature']);
  });
});

describe('payload encryption', () => {
  const encryption = new PayloadEncryption('key-2');

  it('creates a compact JWE that the destination can decrypt', async () => {
    const encrypted = await encryption.encrypt(request);
    const jwe = encrypted.body.toString();
    const [header = ''] = jwe.split('.');
    expect(jwe.split('.')).toHaveLength(5);
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      kid: 'key-2',
      cty: 'application/json',
    });
    expect(encrypted.headers).toContainEqual(['Content-Type', 'application/jose']);
    expect(jwe).not.toContain('"a":1');
    expect(await encryption.decrypt(encrypted.body)).toEqual(request.body);
  });

  it('is different each time, and cannot decrypt anything else', async () => {
    const [one, other] = [await encryption.encrypt(request), await encryption.encrypt(request)];
    expect(one.body).not.toEqual(other.body);
    await expect(new PayloadEncryption('key-2').decrypt(one.body)).rejects.toThrow();
    await expect(encryption.decrypt(Buffer.from('no jwe'))).rejects.toThrow();
  });
});

describe('the authentication methods, over the network', () => {
  const sandbox = useSandbox();

  async function forward(
    url: string,
    ...methods: ('signing' | 'mtls' | 'encryption')[]
  ): Promise<HttpReceived> {
    const { authentications, paymentMethods } = sandbox.description;
    return sandbox.call('/vault-forward', {
      method: 'POST',
      headers: {
        'x-vault-forward-url': url,
        'x-vault-forward-http-method': 'POST',
        'x-vault-forward-payment-methods': paymentMethods[0] ?? '',
        'x-vault-forward-authentications': methods.map((name) => authentications[name]).join(', '),
        'content-type': 'application/json',
      },
      body: '{"card":"{{CARD_NUMBER_1}}"}',
    });
  }

  const clear = '{"card":"4111111111111111"}';

  it('signing verifies at the destination', async () => {
    const { json } = await forward(`${sandbox.description.destination.http}/pay?x=%2F`, 'signing');
    expect(json).toMatchObject({ signature: { verified: true, reason: null }, body: clear });
  });

  it('mutual TLS presents the client certificate of the throwaway authority', async () => {
    const { json } = await forward(`${sandbox.description.destination.tls}/pay`, 'mtls');
    expect(json).toMatchObject({
      clientCertificate: {
        subject: expect.stringContaining('CN=vault-forward-client'),
        issuer: expect.stringContaining('CN=Throwaway CA'),
        trusted: true,
      },
      body: clear,
    });
    const without = await forward(
      `${sandbox.description.destination.tls.replace('127.0.0.1', 'localhost')}/pay`,
      'signing',
    );
    expect(without.json).toMatchObject({ clientCertificate: null, signature: { verified: true } });
  });

  it('mutual TLS is rejected without https', async () => {
    const { status, json } = await forward(`${sandbox.description.destination.http}/pay`, 'signing', 'mtls');
    expect([status, json]).toMatchObject([
      400,
      { details: [{ pointer: '/x-vault-forward-authentications/1' }] },
    ]);
  });

  it('encryption hides the card until the destination decrypts it', async () => {
    const { json } = await forward(`${sandbox.description.destination.http}/pay`, 'encryption');
    expect(json).toMatchObject({ decrypted: clear, decryptionError: null });
    expect(JSON.stringify(Reflect.get(Object(json), 'body'))).not.toContain('4111');
  });

  it('are applied in the given order', async () => {
    const url = `${sandbox.description.destination.tls}/pay`;
    const signedLast = await forward(url, 'encryption', 'signing', 'mtls');
    expect(signedLast.json).toMatchObject({
      decrypted: clear,
      signature: { verified: true },
      clientCertificate: { trusted: true },
    });
    // If signed first, the request carries the digest of the clear text, which is not what arrives.
    const signedFirst = await forward(url, 'signing', 'encryption');
    expect(signedFirst.json).toMatchObject({
      decrypted: clear,
      signature: { verified: false, reason: 'The Digest does not match the body.' },
    });
  });

  it('have fixed IDs', () => {
    expect(sandbox.description.authentications).toEqual({
      signing: 'a0700000-0000-4000-8000-000000000001',
      mtls: 'a0700000-0000-4000-8000-000000000002',
      encryption: 'a0700000-0000-4000-8000-000000000003',
    });
  });
});
