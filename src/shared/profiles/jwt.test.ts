import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTokenClaims, tokenValidity } from './jwt';

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');
}

function jwt(payload: unknown, header: unknown = { alg: 'ES512', kid: 'k1' }): string {
  return `${encode(header)}.${encode(payload)}.c2lnbmF0dXJl`;
}

describe('readTokenClaims', () => {
  it('reads the claims of a compatible service', () => {
    const payload = {
      iss: 'me',
      sub: 'you',
      scopes: ['a.read', 'b.read'],
      iat: 1_700_000_000,
      nbf: 1_700_000_000,
      exp: 1_700_000_060.5,
    };
    expect(readTokenClaims(jwt(payload))).toEqual({
      issuer: 'me',
      subject: 'you',
      scopes: ['a.read', 'b.read'],
      issuedAt: '2023-11-14T22:13:20.000Z',
      notBefore: '2023-11-14T22:13:20.000Z',
      expiresAt: '2023-11-14T22:14:20.500Z',
      oddTimes: [],
      algorithm: 'ES512',
      keyId: 'k1',
    });
  });

  it.each([
    ['a list', { scopes: ['a', 'b', 'a', 7] }, ['a', 'b']],
    ['one text', { scope: 'a b  c' }, ['a', 'b', 'c']],
    ['text with commas', { scp: 'a,b' }, ['a', 'b']],
    ['several claims', { scopes: ['a'], scope: 'a b', permissions: ['c'] }, ['a', 'b', 'c']],
    ['nothing', {}, []],
    ['nonsense', { scopes: { a: 1 } }, []],
  ])('finds scopes in %s', (_, payload, scopes) => {
    expect(readTokenClaims(jwt(payload))?.scopes).toEqual(scopes);
  });

  it('treats invalid claims as missing', () => {
    const claims = readTokenClaims(jwt({ iss: 5, exp: 'soon', nbf: 1e300, iat: 1e15 }, { alg: null }));
    expect(claims).toMatchObject({
      issuer: null,
      expiresAt: null,
      notBefore: null,
      issuedAt: null,
      algorithm: null,
    });
  });

  it.each([
    [-5, '1969-12-31T23:59:55.000Z', []],
    ['1700000000', '2023-11-14T22:13:20.000Z', []],
    [null, null, []],
    [undefined, null, []],
    ['0x10', null, ['exp']],
    ['1e9', null, ['exp']],
    ['', null, ['exp']],
    [1_700_000_000_000, null, ['exp']],
    [{}, null, ['exp']],
  ])('distinguishes a missing expiry from an invalid one: %j', (exp, expiresAt, oddTimes) => {
    expect(readTokenClaims(jwt({ exp }))).toMatchObject({ expiresAt, oddTimes });
  });

  it('reads names outside ASCII', () => {
    expect(readTokenClaims(jwt({ iss: 'Zürich 漢字' }))?.issuer).toBe('Zürich 漢字');
  });

  it.each([
    '',
    'opaque',
    'a.b',
    'a.b.c',
    `${encode([])}.${encode({})}.x`,
    `${encode({})}.${encode(null)}.x`,
    '..',
    `${encode({})}.e30.x.y`,
    `${encode({})}.e30.x.y.z`,
    `${encode({})}.e3 0.x`,
    `${encode({})}.e30.x\n`,
  ])('returns null for %j', (text) => expect(readTokenClaims(text)).toBeNull());

  it('never throws, whatever it is given', () => {
    fc.assert(fc.property(fc.string(), (text) => void readTokenClaims(text)));
    fc.assert(
      fc.property(fc.json(), fc.json(), (header, payload) => {
        readTokenClaims(
          `${Buffer.from(header).toString('base64url')}.${Buffer.from(payload).toString('base64url')}.s`,
        );
      }),
    );
  });
});

describe('tokenValidity', () => {
  const claims = { notBefore: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-01T00:10:00.000Z' };
  const start = Date.parse(claims.notBefore);

  it('is valid from its first moment until just before its expiry', () => {
    expect(tokenValidity(claims, start)).toEqual({ kind: 'valid', leftMs: 600_000 });
    expect(tokenValidity(claims, start + 599_999)).toEqual({ kind: 'valid', leftMs: 1 });
    expect(tokenValidity(claims, start + 600_000)).toEqual({ kind: 'expired', agoMs: 0 });
    expect(tokenValidity(claims, start - 1)).toEqual({ kind: 'not-yet', untilMs: 1 });
  });

  it('uses the service’s clock', () => {
    expect(tokenValidity(claims, start, 600_000)).toEqual({ kind: 'expired', agoMs: 0 });
    expect(tokenValidity(claims, start + 600_000, -1_000)).toEqual({ kind: 'valid', leftMs: 1_000 });
  });

  it('never expires if the token has no expiry', () => {
    expect(tokenValidity({ notBefore: null, expiresAt: null }, 0)).toEqual({ kind: 'valid', leftMs: null });
  });
});
