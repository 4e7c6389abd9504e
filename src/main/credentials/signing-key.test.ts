import { generateKeyPairSync, createPublicKey } from 'node:crypto';
import { calculateJwkThumbprint, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem';
import { parseSigningKey, readPkcs8 } from './signing-key';
import { TokenMinter } from './token-minter';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-521' });
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const sec1 = privateKey.export({ format: 'pem', type: 'sec1' }).toString();
const jwk = privateKey.export({ format: 'jwk' });

async function refusal(entered: string): Promise<ProblemError['problem']> {
  const outcome: unknown = await parseSigningKey(entered).catch((error: unknown) => error);
  if (outcome instanceof ProblemError) return outcome.problem;
  throw new Error('it was accepted');
}

describe('parseSigningKey', () => {
  it.each([
    ['PKCS#8 PEM', pem],
    ['SEC 1 PEM', sec1],
    [
      'SEC 1 PEM after its parameters',
      `-----BEGIN EC PARAMETERS-----\nBgUrgQQAIw==\n-----END EC PARAMETERS-----\n${sec1}`,
    ],
    ['PEM with Windows line endings', pem.replace(/\n/g, '\r\n')],
    ['PEM with \\n written out', JSON.stringify(pem)],
    ['PEM on one line', pem.replace(/\n/g, ' ')],
    ['PEM inside other text', `key:\n  ${pem}  end`],
    ['JWK', JSON.stringify(jwk)],
    ['JWK with extra members', JSON.stringify({ ...jwk, alg: 'ES512', key_ops: ['sign'] }, null, 2)],
  ])('reads a key as %s, on one line and with the RFC 7638 thumbprint', async (_, entered) => {
    const { pkcs8, keyId } = await parseSigningKey(entered);
    expect(pkcs8).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(keyId).toBe(await calculateJwkThumbprint(publicKey.export({ format: 'jwk' }), 'sha256'));
    expect(createPublicKey(readPkcs8(pkcs8)).equals(publicKey)).toBe(true);
  });

  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  it.each([
    ['nothing', ' ', 'key-empty'],
    ['prose', 'my key', 'key-unreadable'],
    ['a damaged PEM', pem.replace(/MI/, 'XX'), 'key-unreadable'],
    ['a PEM cut short', pem.slice(0, 100), 'key-unreadable'],
    ['a damaged JWK', JSON.stringify({ ...jwk, x: 'AA' }), 'key-unreadable'],
    ['broken JSON', '{"kty":', 'key-unreadable'],
    ['a public PEM', publicKey.export({ format: 'pem', type: 'spki' }).toString(), 'key-public'],
    ['a public JWK', JSON.stringify(publicKey.export({ format: 'jwk' })), 'key-public'],
    ['another curve', p256.export({ format: 'pem', type: 'pkcs8' }).toString(), 'key-wrong-kind'],
    ['an RSA key', rsa.export({ format: 'pem', type: 'pkcs8' }).toString(), 'key-wrong-kind'],
    ['an RSA PKCS#1 PEM', rsa.export({ format: 'pem', type: 'pkcs1' }).toString(), 'key-wrong-kind'],
    [
      'a key with a passphrase',
      privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' }).toString(),
      'key-encrypted',
    ],
  ])('refuses %s beside the field, without quoting it', async (_, entered, code) => {
    const problem = await refusal(entered);
    expect(problem).toMatchObject({ code, field: 'Signing key', detail: null });
    const quoted = entered.match(/[A-Za-z0-9+/]{24,}/g) ?? [];
    for (const piece of quoted) expect(JSON.stringify(problem)).not.toContain(piece);
  });
});

describe('TokenMinter', () => {
  const start = Date.parse('2026-01-01T00:00:00.700Z');

  async function setUp(lifetimeSeconds = 60, issuer: string | null = 'me') {
    const time = { now: start };
    const minter = new TokenMinter(() => time.now);
    const key = await parseSigningKey(pem);
    const record = { kind: 'signing-key', ...key, scopes: ['a.read'], lifetimeSeconds, issuer } as const;
    return { time, minter, record, mint: () => minter.tokenFor('p', record) };
  }

  it('mints a token that its public key verifies', async () => {
    const { record, mint } = await setUp();
    const { payload, protectedHeader } = await jwtVerify(await mint(), publicKey, {
      currentDate: new Date(start),
      issuer: 'me',
    });
    expect(protectedHeader).toEqual({ alg: 'ES512', typ: 'JWT', kid: record.keyId });
    const second = Math.floor(start / 1000);
    expect(payload).toEqual({
      scopes: ['a.read'],
      iss: 'me',
      iat: second,
      nbf: second - 30,
      exp: second + 60,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('leaves out the issuer if there is none', async () => {
    const { mint } = await setUp(60, null);
    expect(
      (await jwtVerify(await mint(), publicKey, { currentDate: new Date(start) })).payload,
    ).not.toHaveProperty('iss');
  });

  it('reuses a token until shortly before its expiry, then mints another', async () => {
    const { time, mint } = await setUp(60);
    const first = await mint();
    time.now = start + 47_000;
    expect(await mint()).toBe(first);
    time.now = start + 48_000;
    expect(await mint()).not.toBe(first);
  });

  it('mints another if the clock was set back so far that the first is not valid yet', async () => {
    const { time, mint } = await setUp(600);
    const first = await mint();
    time.now = start - 30_000;
    expect(await mint()).toBe(first);
    time.now = start - 3_600_000;
    expect(await mint()).not.toBe(first);
  });

  it('mints another for other settings or another profile', async () => {
    const { minter, record, mint } = await setUp();
    const first = await mint();
    expect(await minter.tokenFor('p', { ...record, scopes: [] })).not.toBe(first);
    expect(await minter.tokenFor('q', record)).not.toBe(first);
  });
});
