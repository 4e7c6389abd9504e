import { describe, expect, it } from 'vitest';
import { readSecretEntry, scopesIn, usualKeyOptions } from './secret-entry';

const fieldsOf = (reading: ReturnType<typeof readSecretEntry>): (string | undefined)[] =>
  reading.ok ? [] : reading.problems.map(({ field }) => field);

describe('readSecretEntry', () => {
  it('returns null for no input, and a token as pasted', () => {
    expect(readSecretEntry(' \n', '', usualKeyOptions())).toEqual({ ok: true, secret: null });
    expect(readSecretEntry(' Bearer x ', '', usualKeyOptions())).toEqual({
      ok: true,
      secret: { kind: 'token', token: ' Bearer x ' },
    });
  });

  it('returns a key with its token options', () => {
    const options = { scopes: 'a.read, b.write\na.read', lifetime: ' 30 ', issuer: ' ' };
    expect(readSecretEntry('', 'KEY', options)).toEqual({
      ok: true,
      secret: {
        kind: 'signing-key',
        key: 'KEY',
        scopes: ['a.read', 'b.write'],
        lifetimeSeconds: 30,
        issuer: null,
      },
    });
    expect(readSecretEntry('', 'KEY', usualKeyOptions()).ok).toBe(true);
  });

  it('rejects a token together with a key, and names every invalid field', () => {
    expect(fieldsOf(readSecretEntry('t', 'k', usualKeyOptions()))).toEqual(['Signing key']);
    const wrong = { scopes: 'a "b"', lifetime: '5', issuer: 'x'.repeat(501) };
    expect(fieldsOf(readSecretEntry('', 'k', wrong))).toEqual(['Scopes', 'Lifetime', 'Issuer']);
    expect(fieldsOf(readSecretEntry('t', '', wrong))).toEqual([]);
  });

  it.each(['', '9', '86401', '60 s', '1e2', '-60'])('rejects %j as a lifetime', (lifetime) => {
    expect(fieldsOf(readSecretEntry('', 'k', { ...usualKeyOptions(), lifetime }))).toEqual(['Lifetime']);
  });
});

it('splits scopes at commas and whitespace', () => {
  expect(scopesIn(' a,b  c\n,d ')).toEqual(['a', 'b', 'c', 'd']);
  expect(scopesIn('')).toEqual([]);
});
