import { describe, expect, it } from 'vitest';
import type { CredentialState, TokenClaims } from '@shared/profiles/credential';
import { describeToken, lackingScopes } from './describe-token';

const now = Date.parse('2026-11-21T12:00:00Z');
const claims: TokenClaims = {
  issuer: null,
  subject: null,
  scopes: ['checkout-sessions.read', 'buyers.read'],
  issuedAt: null,
  notBefore: null,
  expiresAt: '2026-11-21T12:30:00Z',
  oddTimes: [],
  algorithm: 'ES512',
  keyId: null,
};
const key = (scopes: readonly string[]): Extract<CredentialState, { kind: 'signing-key' }> => ({
  profileId: 'p',
  kind: 'signing-key',
  home: 'keychain',
  keyId: 'k',
  scopes,
  lifetimeSeconds: 60,
  issuer: null,
});
const token = (
  changes: Partial<TokenClaims>,
  home: 'keychain' | 'this-run-only' = 'keychain',
): Extract<CredentialState, { kind: 'token' }> => ({
  profileId: 'p',
  kind: 'token',
  home,
  claims: { ...claims, ...changes },
});

describe('describeToken', () => {
  it.each<[string, CredentialState | null, string | null, string, string]>([
    ['unknown yet', null, null, 'reading the keychain…', 'none'],
    ['none', { profileId: 'p', kind: 'none' }, null, 'no token', 'warning'],
    [
      'entered for another address',
      {
        ...token({}),
        detached: {
          staysAt: 'https://api.a.example',
          differences: [{ part: 'Address', soFar: 'https://api.a.example', now: 'https://api.b.example' }],
        },
      },
      null,
      'token stays at https://api.a.example',
      'warning',
    ],
    [
      'entered for another proxy',
      {
        ...key([]),
        detached: {
          staysAt: 'https://api.a.example',
          differences: [{ part: 'Proxy', soFar: 'none', now: 'http://127.0.0.1:8080' }],
        },
      },
      null,
      'signing key keeps its old way to https://api.a.example',
      'warning',
    ],
    ['good', token({}), null, 'token ok · 30 min · 2 scopes', 'ok'],
    ['without expiry', token({ expiresAt: null }), null, 'token ok · no expiry · 2 scopes', 'ok'],
    [
      'with an expiry that is no time',
      token({ expiresAt: null, oddTimes: ['exp'] }),
      null,
      'token expiry not readable · 2 scopes',
      'warning',
    ],
    [
      'soon over',
      token({ expiresAt: '2026-11-21T12:04:10Z' }),
      null,
      'token expires in 4 min · 2 scopes',
      'warning',
    ],
    ['expired', token({ expiresAt: '2026-11-21T12:00:00Z' }), null, 'token expired', 'error'],
    [
      'minted just now',
      token({ notBefore: '2026-11-21T12:00:01Z' }),
      null,
      'token ok · 30 min · 2 scopes',
      'ok',
    ],
    ['too early', token({ notBefore: '2026-11-21T12:00:31Z' }), null, 'token not valid yet', 'error'],
    [
      'without the scope',
      token({ scopes: ['buyers.read'] }),
      'checkout-sessions.read',
      'token lacks checkout-sessions.read',
      'warning',
    ],
    [
      'a key without the scope',
      key(['buyers.read']),
      'checkout-sessions.read',
      'signing key lacks checkout-sessions.read',
      'warning',
    ],
    ['a key', key(['buyers.read']), 'buyers.read', 'signing key · 1 scope', 'ok'],
    ['a key for everything', key([]), 'buyers.read', 'signing key · no scopes named', 'ok'],
    [
      'in memory, as the keychain fails',
      { ...token({}), keychain: { trouble: 'absent', detail: '' } },
      null,
      'token ok · 30 min · 2 scopes · no keychain',
      'warning',
    ],
    ['in memory', token({}, 'this-run-only'), null, 'token ok · 30 min · 2 scopes · this run only', 'ok'],
    [
      'no JWT',
      { profileId: 'p', kind: 'token', home: 'keychain', claims: null },
      null,
      'token (not a JWT)',
      'warning',
    ],
    [
      'locked',
      { profileId: 'p', kind: 'unavailable', trouble: 'locked', detail: '' },
      null,
      'keychain locked',
      'warning',
    ],
    [
      'failed',
      { profileId: 'p', kind: 'unavailable', trouble: 'failed', detail: '' },
      null,
      'keychain failed',
      'error',
    ],
  ])('%s', (_name, state, scope, words, tone) => {
    expect(describeToken(state, { scope, now, skewMs: null })).toEqual({ words, tone });
  });

  it('uses the service’s clock, and says if the local clock is off, first if nothing else is wrong', () => {
    const at = (skewMs: number): ReturnType<typeof describeToken> =>
      describeToken(token({}), { scope: null, now, skewMs });
    expect(at(30_000)).toEqual({ words: 'token ok · 29 min · 2 scopes', tone: 'ok' });
    expect(at(-120_000)).toEqual({
      words: 'clock 2 min off · token ok · 32 min · 2 scopes',
      tone: 'warning',
    });
    expect(at(1_800_000)).toEqual({ words: 'token expired · clock 30 min off', tone: 'error' });
  });
});

describe('lackingScopes', () => {
  it.each<[string, CredentialState | null, readonly (readonly string[])[], readonly string[] | null]>([
    ['none is asked for', token({}), [], null],
    ['it has them all', token({}), [['buyers.read', 'checkout-sessions.read']], null],
    ['one is missing', token({}), [['buyers.read', 'transactions.write']], ['transactions.write']],
    ['another way is enough', token({}), [['transactions.write'], ['buyers.read']], null],
    ['the token names none', token({ scopes: [] }), [['transactions.write']], null],
    ['nothing is known', null, [['transactions.write']], null],
    ['a signing key', key(['buyers.read']), [['transactions.write']], ['transactions.write']],
  ])('%s', (_what, state, ways, lacking) => {
    expect(lackingScopes(state, ways)).toEqual(lacking);
  });
});
