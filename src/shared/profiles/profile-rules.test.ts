import { describe, expect, it } from 'vitest';
import { testingDraft } from '../testing/testing-profile';
import { readProfileDraft, type ProfileDraft } from './profile-rules';

const draft = testingDraft({
  name: 'EU',
  baseUrl: 'https://api.example.com',
  merchantAccountId: null,
  proxy: { kind: 'system' },
});

function fieldsRefused(
  changes: Partial<ProfileDraft>,
  taken: readonly string[] = [],
  local = false,
): unknown[] {
  const reading = readProfileDraft({ ...draft, ...changes }, taken, local);
  return reading.ok ? [] : reading.problems.map(({ field }) => field);
}

describe('readProfileDraft', () => {
  it('normalises what it accepts', () => {
    const reading = readProfileDraft(
      {
        ...draft,
        name: '  EU   west ',
        baseUrl: ' API.example.com/v1/ ',
        merchantAccountId: ' acme ',
        merchantHeader: ' X-Merchant ',
        proxy: { kind: 'manual', url: 'proxy.example.com:8080' },
        extraCaFile: ' /ca.pem ',
        clientCertificate: { certificateFile: ' ', keyFile: '' },
      },
      [],
      false,
    );
    expect(reading).toEqual({
      ok: true,
      draft: {
        ...draft,
        name: 'EU west',
        baseUrl: 'https://api.example.com/v1',
        merchantAccountId: 'acme',
        merchantHeader: 'x-merchant',
        proxy: { kind: 'manual', url: 'http://proxy.example.com:8080' },
        extraCaFile: '/ca.pem',
      },
    });
  });

  it.each(['eyJhbGciOiJFUzUxMiJ9.eyJzdWIi', 'Bearer eyJhbGciOiJFUzUxMiJ9.eyJzdWIiOiIx.c2ln'])(
    'refuses a token in any field of its text: %s',
    (token) => {
      expect(fieldsRefused({ name: token })).toEqual(['Name']);
      expect(fieldsRefused({ merchantAccountId: token })).toEqual(['Merchant account ID']);
      expect(fieldsRefused({ merchantHeader: token })).toEqual(['Merchant header']);
      expect(fieldsRefused({ baseUrl: token })).toEqual(['Base URL']);
      expect(fieldsRefused({ baseUrl: `https://api.example.com/${token}` })).toEqual(['Base URL']);
      expect(fieldsRefused({ proxy: { kind: 'manual', url: token } })).toEqual(['Proxy URL']);
      expect(fieldsRefused({ name: 'eyJ EU' })).toEqual([]);
    },
  );

  it.each([
    'Bearer 0123456789ab',
    'basic dXNlcjpwYXNzd29yZA==',
    'sk_live_51HxYzAbCdEfGh',
    'rk_test_51HxYzAbCdEfGh',
    'whsec_AbCdEfGh12345678',
    '-----BEGIN PRIVATE KEY-----',
  ])('refuses a key that its form gives away: %s', (key) => {
    expect(fieldsRefused({ name: key })).toEqual(['Name']);
    expect(fieldsRefused({ merchantAccountId: key })).toEqual(['Merchant account ID']);
    expect(fieldsRefused({ variables: [{ name: 'a', value: key }] })).toEqual(['Variables']);
  });

  it.each(['Basic authentication', 'bearer of EU2', 'Sandbox of risk_test_suites', 'EU 4111 2222'])(
    'takes a name that only resembles a secret: %s',
    (name) => expect(fieldsRefused({ name })).toEqual([]),
  );

  it('refuses a card number as a name, and shows neither it nor a token in a variable’s name', () => {
    expect(fieldsRefused({ name: 'EU 4111 1111 1111 1111' })).toEqual(['Name']);
    const token = 'eyJhbGciOiJub25l.e30';
    for (const name of [token, '4111 1111 1111 1111']) {
      const reading = readProfileDraft({ ...draft, variables: [{ name, value: '' }] }, [], false);
      expect(reading).toMatchObject({ ok: false, problems: [{ field: 'Variables' }] });
      expect(JSON.stringify(reading)).not.toContain(name);
    }
  });

  it('treats an empty base URL and merchant account as missing', () => {
    expect(readProfileDraft({ ...draft, baseUrl: ' ', merchantAccountId: '' }, [], false)).toMatchObject({
      ok: true,
      draft: { baseUrl: null, merchantAccountId: null },
    });
  });

  it.each<[string, Partial<ProfileDraft>, string]>([
    ['an empty name', { name: ' ' }, 'Name'],
    ['a long name', { name: 'x'.repeat(61) }, 'Name'],
    ['an invisible difference', { name: 'EU\u200b' }, 'Name'],
    ['a second Local sandbox', { environment: 'local' }, 'Environment'],
    ['http to another computer', { baseUrl: 'http://api.example.com' }, 'Base URL'],
    ['a merchant account with a line break', { merchantAccountId: 'a\r\nb: c' }, 'Merchant account ID'],
    ['a merchant account that is too long', { merchantAccountId: 'x'.repeat(201) }, 'Merchant account ID'],
    ['a header with a space', { merchantHeader: 'x y' }, 'Merchant header'],
    ['no header', { merchantHeader: '' }, 'Merchant header'],
    ['the header of the token', { merchantHeader: 'Authorization' }, 'Merchant header'],
    [
      'a header that a server may read as one of Vault Forward',
      { merchantHeader: 'X_Vault_Forward_Url' },
      'Merchant header',
    ],
    ['a header of Vault Forward', { merchantHeader: 'x-vault-forward-url' }, 'Merchant header'],
    ['no time at all', { timeouts: { connectMs: 0, totalMs: 60_000 } }, 'Connection time-out'],
    ['a fraction', { timeouts: { connectMs: 100.5, totalMs: 60_000 } }, 'Connection time-out'],
    ['not a number', { timeouts: { connectMs: 100, totalMs: NaN } }, 'Total time-out'],
    [
      'a total timeout below the connection timeout',
      { timeouts: { connectMs: 5_000, totalMs: 4_000 } },
      'Total time-out',
    ],
    ['a proxy with a password', { proxy: { kind: 'manual', url: 'http://me:pw@proxy:1' } }, 'Proxy URL'],
    ['a proxy of another kind', { proxy: { kind: 'manual', url: 'socks5://proxy:1' } }, 'Proxy URL'],
    ['a proxy with a path', { proxy: { kind: 'manual', url: 'http://proxy:1/x' } }, 'Proxy URL'],
    ['a variable without a name', { variables: [{ name: ' ', value: 'x' }] }, 'Variables'],
    ['a variable with a space in its name', { variables: [{ name: 'a b', value: '' }] }, 'Variables'],
    [
      'a variable with the name of a generated value',
      { variables: [{ name: 'uuid', value: 'x' }] },
      'Variables',
    ],
    [
      'a variable twice',
      {
        variables: [
          { name: 'host', value: 'a' },
          { name: 'host', value: 'b' },
        ],
      },
      'Variables',
    ],
    ['a token in a variable', { variables: [{ name: 'a', value: 'eyJhbGciOiJub25l.e30' }] }, 'Variables'],
    ['a card in a variable', { variables: [{ name: 'a', value: '4111 1111 1111 1111' }] }, 'Variables'],
    ['a very long variable', { variables: [{ name: 'a', value: 'x'.repeat(10_001) }] }, 'Variables'],
    ['no proxy', { proxy: { kind: 'manual', url: '' } }, 'Proxy URL'],
    [
      'a key without certificate',
      { clientCertificate: { certificateFile: '', keyFile: '/k' } },
      'Client certificate',
    ],
    [
      'a certificate without key',
      { clientCertificate: { certificateFile: '/c', keyFile: '' } },
      'Client key',
    ],
  ])('refuses %s at its field', (_, changes, field) => expect(fieldsRefused(changes)).toEqual([field]));

  it('refuses a taken name in any spelling', () => {
    expect(fieldsRefused({ name: 'eu' }, ['Live', 'EU'])).toEqual(['Name']);
    expect(fieldsRefused({ name: 'ＥＵ' }, ['EU'])).toEqual(['Name']);
  });

  it('reports every problem at once', () => {
    expect(fieldsRefused({ name: '', baseUrl: 'x y', merchantHeader: ':' })).toEqual([
      'Name',
      'Base URL',
      'Merchant header',
    ]);
  });

  it('ignores environment and address of the Local sandbox', () => {
    expect(
      readProfileDraft({ ...draft, environment: 'production', baseUrl: 'nonsense nonsense' }, [], true),
    ).toMatchObject({
      ok: true,
      draft: { environment: 'local', baseUrl: null },
    });
  });
});
