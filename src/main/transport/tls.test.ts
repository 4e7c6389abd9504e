import { devNull } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAIN_OPTIONS } from './test-fixtures/harness';
import { startRawServer } from './test-fixtures/raw-server';
import { NAMES, openTlsHarness, type TlsHarness } from './test-fixtures/tls-harness';
import { MAX_PEM_BYTES } from './tls';

let tls: TlsHarness;
beforeAll(async () => {
  tls = await openTlsHarness();
});
afterAll(() => tls.close());

describe('TLS', () => {
  it('does not trust a private authority by default', async () => {
    const port = await tls.serve(await tls.authority.issue('CN=api', NAMES));
    const { outcome } = await tls.get(`https://localhost:${port}/`, PLAIN_OPTIONS);
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'tls', mayHaveArrived: false });
    expect(outcome).toHaveProperty('detail', expect.stringMatching(/^SELF_SIGNED_CERT_IN_CHAIN: /));
  });

  it.each(['localhost', '127.0.0.1'])(
    'trusts an extra CA for %s, and reports the certificate',
    async (host) => {
      const port = await tls.serve(await tls.authority.issue('CN=api, O=Test', NAMES));
      const result = await tls.get(`https://${host}:${port}/`, tls.trusted);
      expect(await tls.text(result)).toBe('hello ');
      expect(result.response?.tls).toMatchObject({
        protocol: 'TLSv1.3',
        subject: 'CN=api, O=Test',
        issuer: 'CN=Transport test CA',
      });
      expect(result.response?.tls?.validTo).toMatch(/^20\d\d-.*Z$/);
      expect(result.timings.tlsMs).toEqual(expect.any(Number));
      const again = await tls.get(`https://${host}:${port}/`, tls.trusted);
      expect(again.connection).toMatchObject({ reused: true, tls: result.response?.tls });
    },
  );

  it.each<[string, readonly string[], { from: number; to: number }, string]>([
    ['has expired', NAMES, { from: -30, to: -2 }, 'CERT_HAS_EXPIRED'],
    ['is not valid yet', NAMES, { from: 2, to: 30 }, 'CERT_NOT_YET_VALID'],
    ['belongs to another host', ['other.example'], { from: -1, to: 30 }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('is refused when the certificate %s', async (_name, names, days, code) => {
    const port = await tls.serve(await tls.authority.issue('CN=api', names, days));
    const { outcome } = await tls.get(`https://localhost:${port}/`, tls.trusted);
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'tls', mayHaveArrived: false });
    expect(outcome).toHaveProperty('detail', expect.stringContaining(code));
  });

  it('fails if the server does not speak TLS', async () => {
    const plain = await startRawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    tls.closeLater(plain.close);
    const { outcome } = await tls.get(plain.url.replace('http:', 'https:'), tls.trusted);
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'tls', mayHaveArrived: false });
  });

  it('presents a client certificate', async () => {
    const port = await tls.serve(await tls.authority.issue('CN=api', NAMES), true);
    const client = await tls.authority.issue('CN=explorer', []);
    const clientCertificate = {
      certificateFile: await tls.file('client.pem', client.certificate),
      keyFile: await tls.file('client.key', client.key),
    };
    expect(
      await tls.text(await tls.get(`https://localhost:${port}/`, { ...tls.trusted, clientCertificate })),
    ).toBe('hello explorer');
  });

  it('fails without a client certificate that the server requires, and the request was not processed', async () => {
    const port = await tls.serve(await tls.authority.issue('CN=api', NAMES), true);
    const { outcome } = await tls.get(`https://localhost:${port}/`, tls.trusted);
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'tls', mayHaveArrived: false });
  });

  it('names an unusable file', async () => {
    const missing = join(tls.folder, 'missing.pem');
    expect(await tls.refusalOf({ ...PLAIN_OPTIONS, extraCaFile: missing })).toMatchObject({
      code: 'certificate-file-unreadable',
      title: `${missing} cannot be read`,
      field: 'Extra CA file',
      detail: expect.stringContaining('ENOENT'),
    });
    const large = await tls.file('large.pem', '-----BEGIN CERTIFICATE-----'.padEnd(MAX_PEM_BYTES + 1));
    for (const [path, why] of [
      [large, 'at most'],
      [tls.folder, 'not a file'],
      [devNull, process.platform === 'win32' ? 'device' : 'not a file'],
    ] as const) {
      expect(await tls.refusalOf({ ...PLAIN_OPTIONS, extraCaFile: path })).toMatchObject({
        code: 'certificate-file-unreadable',
        detail: expect.stringContaining(why),
      });
    }
    const garbage = await tls.file(
      'garbage.pem',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    );
    expect(await tls.refusalOf({ ...PLAIN_OPTIONS, extraCaFile: garbage })).toMatchObject({
      code: 'certificate-file-unusable',
    });
    const empty = await tls.file('empty.pem', '');
    const key = { certificateFile: empty, keyFile: missing };
    expect(await tls.refusalOf({ ...PLAIN_OPTIONS, clientCertificate: key })).toMatchObject({
      field: 'Client certificate',
    });
    const [one, other] = [await tls.authority.issue('CN=one', []), await tls.authority.issue('CN=other', [])];
    const mixed = {
      certificateFile: await tls.file('one.pem', one.certificate),
      keyFile: await tls.file('other.key', other.key),
    };
    const problem = await tls.refusalOf({ ...PLAIN_OPTIONS, clientCertificate: mixed });
    expect(problem).toMatchObject({
      code: 'client-certificate-unusable',
      meaning: expect.stringContaining(mixed.keyFile),
    });
    expect(JSON.stringify(problem)).not.toContain('PRIVATE KEY');
  });
});
