import { createHash, generateKeyPairSync } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { RequestRefused } from '../errors/api-error';
import { useSandbox } from '../test-fixtures/client';
import { generateSigningKey, readVerificationKey, type SigningKey } from './signing-key';
import { ALL_SCOPES, mintSampleTokens } from './tokens';
import { requireScopes, TokenVerifier } from './verifier';

const START = Date.UTC(2026, 5, 1, 12);
const HOUR = 3_600_000;

async function verifierAt(
  time: number,
): Promise<{ verifier: TokenVerifier; key: SigningKey; clock: { now: number } }> {
  const key = await generateSigningKey();
  const clock = { now: time };
  return { verifier: new TokenVerifier([key], () => clock.now), key, clock };
}

async function reasonFor(verifier: TokenVerifier, authorization: string | undefined): Promise<string> {
  try {
    await verifier.verify(authorization);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    expect(error.status).toBe(401);
    const body: unknown = JSON.parse(String(error.answer.body));
    return JSON.stringify(body);
  }
}

function sign(
  key: SigningKey,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES512', kid: key.kid, ...header })
    .sign(key.privateKey);
}

describe('TokenVerifier', () => {
  it('accepts the sample token for 30 days, cached or not, and says when it expired', async () => {
    const { verifier, key, clock } = await verifierAt(START);
    const { full } = await mintSampleTokens(key, START);
    const grant = await verifier.verify(`Bearer ${full}`);
    expect([...grant.scopes]).toEqual(ALL_SCOPES);
    // The token has been seen before: the result is not a promise, so the signature was not checked again.
    expect(verifier.verify(`Bearer ${full}`)).toBe(grant);
    clock.now = START + 30 * 24 * HOUR - 1;
    expect(await reasonFor(verifier, `Bearer ${full}`)).toBe('accepted');
    clock.now = START + 30 * 24 * HOUR;
    expect(await reasonFor(verifier, `Bearer ${full}`)).toContain('expired at 2026-07-01T12:00:00.000Z');
    // Somebody sets the clock back while the app is open.
    clock.now = START - HOUR;
    expect(await reasonFor(verifier, `Bearer ${full}`)).toBe('accepted');
  });

  it('accepts the scheme in any case, and rejects other schemes and empty headers', async () => {
    const { verifier, key } = await verifierAt(START);
    const { full } = await mintSampleTokens(key, START);
    expect(await reasonFor(verifier, `bearer  ${full}`)).toBe('accepted');
    expect(await reasonFor(verifier, undefined)).toContain('"type":"missing"');
    for (const header of ['', full, `Basic ${full}`, `Bearer ${full} x`, 'Bearer ']) {
      expect(await reasonFor(verifier, header)).toContain('not have the form');
    }
  });

  it('says that a token is not valid yet, and accepts it later', async () => {
    const { verifier, key, clock } = await verifierAt(START);
    const { notYetValid } = await mintSampleTokens(key, START);
    expect(await reasonFor(verifier, `Bearer ${notYetValid}`)).toContain('not valid before 2026-06-02');
    clock.now = START + 25 * HOUR;
    expect(await reasonFor(verifier, `Bearer ${notYetValid}`)).toBe('accepted');
  });

  it('rejects an unsigned token, another algorithm, another key and a missing kid', async () => {
    const { verifier, key } = await verifierAt(START);
    const claims = { exp: START / 1000 + 60, scopes: ['checkout-sessions.read'] };
    const other = await generateSigningKey();
    const unsigned = new UnsecuredJWT(claims).encode();
    const hmac = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: key.kid })
      .sign(new TextEncoder().encode(key.publicKey.export({ type: 'spki', format: 'pem' }).toString()));
    expect(await reasonFor(verifier, `Bearer ${await sign(key, claims)}`)).toBe('accepted');
    expect(await reasonFor(verifier, `Bearer ${unsigned}`)).toContain('not signed with ES512');
    expect(await reasonFor(verifier, `Bearer ${hmac}`)).toContain('not signed with ES512');
    expect(await reasonFor(verifier, `Bearer ${await sign(other, claims)}`)).toContain(
      'not name a key (kid)',
    );
    expect(await reasonFor(verifier, `Bearer ${await sign(other, claims, { kid: key.kid })}`)).toContain(
      'does not verify',
    );
    expect(await reasonFor(verifier, `Bearer ${await sign(key, claims, { kid: undefined })}`)).toContain(
      'not name a key (kid)',
    );
  });

  it('rejects claims of the wrong type and a token without expiry', async () => {
    const { verifier, key } = await verifierAt(START);
    for (const claims of [{}, { exp: 'soon' }, { exp: 9e9, scopes: 'all' }, { exp: 9e9, nbf: 'now' }]) {
      expect(await reasonFor(verifier, `Bearer ${await sign(key, claims)}`)).toContain(
        'A claim of the token',
      );
    }
  });

  it('does not quote a token', async () => {
    const { verifier, key } = await verifierAt(START);
    const { full } = await mintSampleTokens(key, START);
    const damaged = full.slice(0, -10);
    expect(await reasonFor(verifier, `Bearer ${damaged}`)).not.toContain(damaged.slice(0, 20));
  });
});

describe('requireScopes', () => {
  const grant = { scopes: new Set(['buyers.read']), validFrom: 0, expires: 0 };

  it('accepts granted scopes, and operations that need none', () => {
    expect(() => requireScopes(grant, ['buyers.read'])).not.toThrow();
    expect(() => requireScopes(grant, null)).not.toThrow();
  });

  it('names the missing scope', () => {
    expect(() => requireScopes(grant, ['buyers.read', 'checkout-sessions.read'])).toThrow(
      /lacks the scope checkout-sessions.read/,
    );
  });
});

describe('readVerificationKey', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-521' });

  it('reads PEM and JWK, public and private, with the same thumbprint', async () => {
    const texts = [
      publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      JSON.stringify(publicKey.export({ format: 'jwk' })),
      `  ${JSON.stringify(privateKey.export({ format: 'jwk' }))}\n`,
    ];
    const keys = await Promise.all(texts.map(readVerificationKey));
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1);
    expect(keys.every((key) => key.publicKey.type === 'public')).toBe(true);
  });

  it('computes the thumbprint of RFC 7638', async () => {
    const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
    const expected = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
    expect((await readVerificationKey(JSON.stringify({ crv, kty, x, y }))).kid).toBe(expected);
  });

  it('rejects other keys and texts without quoting them', async () => {
    const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .publicKey.export({ type: 'spki', format: 'pem' })
      .toString();
    await expect(readVerificationKey(p256)).rejects.toThrow('not on the curve P-521');
    for (const text of ['', 'secret text', '{"kty":"EC"', '{}']) {
      await expect(readVerificationKey(text)).rejects.toThrow('neither a PEM nor a JWK');
    }
  });
});

describe('a registered key', async () => {
  const own = await generateSigningKey();
  const sandbox = useSandbox({ registeredKeys: [own] });

  it('signs tokens that are accepted beside those of the sandbox’s own key', async () => {
    const token = await sign(own, { exp: Date.now() / 1000 + 60, scopes: ['checkout-sessions.read'] });
    const path = `/checkout/sessions/${sandbox.description.sessions.minimal}`;
    const { status } = await sandbox.callAnonymously(path, { headers: { authorization: `Bearer ${token}` } });
    expect(status).toBe(200);
    expect((await sandbox.call(path)).status).toBe(200);
  });

  it('is optional, as the description includes the sandbox’s own key', async () => {
    const { kid, privateKeyPem } = sandbox.description.signingKey;
    const described = await readVerificationKey(privateKeyPem);
    expect(described.kid).toBe(kid);
  });
});
