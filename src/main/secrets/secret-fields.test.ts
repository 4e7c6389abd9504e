import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSecretFieldName, maskSecretFields } from './secret-fields';
import { processorMs } from '@shared/testing/processor-ms.fixture';

describe('isSecretFieldName', () => {
  it.each([
    ...['client_secret', 'clientSecret', 'password', 'private_key', 'privateKey', 'API-Key', 'accessToken'],
    ...['signing_key', 'passphrase', 'credentials', 'pkcs12', 'client_pkcs8', 'keyStore'],
  ])('takes %s for a credential', (name) => expect(isSecretFieldName(name)).toBe(true));
  it.each([
    ...[
      'id',
      'session_id',
      'token',
      'client_secret_id',
      'password_required',
      'secret_expires_at',
      'public_key',
    ],
    ...['next_cursor', 'idempotency_key', 'credentialType', 'key', ''],
  ])('does not take %s for a credential', (name) => expect(isSecretFieldName(name)).toBe(false));
});

describe('maskSecretFields', () => {
  it.each([
    ['a field', '{"client_secret":"CANARY","id":"plain"}'],
    ['a number', '{"password": 99887766,"id":"plain"}'],
    ['everything inside', '{"credentials":{"user":"CANARY","more":["CANARY"]},"id":"plain"}'],
    [
      'a name and its value',
      '{"items":[{"name":"private_key","value":"CANARY"},{"name":"id","value":"plain"}]}',
    ],
    ['a name and a list of values', '{"items":[{"name":"client_secret","value":["CANARY"]}],"id":"plain"}'],
    ['a name beside an id', '{"name":"client_secret","id":"plain","value":"CANARY"}'],
    ['the value before its name', '{"items":[{"value":"CANARY","key":"apiKey"}],"id":"plain"}'],
    [
      'any field of an authentication',
      '{"authentications":[{"id":"plain","kind":"mtls","fields":{"house":"CANARY"}}]}',
    ],
    [
      'any listed field of an authentication',
      '{"authentications":[{"id":"plain","fields":[{"name":"house","value":"CANARY"}]}]}',
    ],
    ['a name with other characters between its letters', '{"pass_w.o-r d":"CANARY","id":"plain"}'],
    ['a name with an escape', '{"pass\\u0077ord":"CANARY","id":"plain"}'],
    ['a name with an escape between its letters', '{"pass\\nword":"CANARY","id":"plain"}'],
    ['a name with a kelvin sign', '{"api_\u212aey":"CANARY","id":"plain"}'],
    ['JSON lines', '{"id":"plain"}\n{"client_secret":"CANARY"}\n{"password": 99887766}'],
    ['what follows a mistake', '{"id":"plain",,"client_secret":"CANARY","b":{"password" : "CAN\\"ARY"}}'],
    ['a value with a mistake', '{"id":"plain","client_secret":"CANARY\\q"}'],
    ['a value that is not closed', '{"id":"plain",,"client_secret":"CANARY'],
    ['what follows a comment', '/* plain */ {"client_secret":"CANARY"}'],
    ['a script', 'const page = {"id":"plain","client_secret":"CANARY"};'],
    ['an answer behind two byte order marks', '\ufeff\ufeff{"client_secret":"CANARY","id":"plain"}'],
    ['an answer behind a byte order mark', '\ufeff{"client_secret":"CANARY","id":"plain"}'],
    ['a truncated answer', '{"id":"plain","items":[{"value":"CANARY","name":"password"'],
  ])('masks %s, and nothing else', (_what, text) => {
    const masked = maskSecretFields(text);
    expect(masked).not.toMatch(/CANARY|99887766/);
    expect(masked).toContain('plain');
    expect(maskSecretFields(masked)).toBe(masked);
  });

  it('masks any value whose name suggests a credential, however it is written', () => {
    const words = ['password', 'passwd', 'passphrase', 'secret', 'credential', 'api key', 'privateKey'];
    const more = ['signing-key', 'authToken', 'bearer token', 'pkcs12', 'pkcs8', 'keystore', 'Hmac.Key'];
    const sign = fc.constantFrom(
      '',
      '',
      '',
      '_',
      '-',
      ' ',
      '"',
      '\\',
      '/',
      '\n',
      '\u0130',
      '\u00e4',
      '\u{1f600}',
    );
    const letter = (one: string) =>
      fc
        .tuple(fc.constantFrom(one, one.toUpperCase(), one === 'k' ? '\u212a' : one), sign)
        .map((both) => both.join(''));
    const name = fc
      .constantFrom(...words, ...more)
      .chain((word) => fc.tuple(fc.string(), ...[...word].map(letter), fc.string()))
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(name, (key) => {
        fc.pre(isSecretFieldName(key));
        expect(maskSecretFields(JSON.stringify({ [key]: 'CANARY' }))).not.toContain('CANARY');
        expect(maskSecretFields(JSON.stringify([{ name: key, value: 'CANARY' }]))).not.toContain('CANARY');
      }),
    );
  });

  it('leaves an answer without credentials unchanged, and keeps masked JSON valid', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify({ value }, null, 2);
        expect(maskSecretFields(text)).toBe(text);
        const secret = JSON.stringify({ a: value, api_key: value });
        expect(() => void JSON.parse(maskSecretFields(secret))).not.toThrow();
      }),
    );
    for (const text of ['', 'no JSON password: x', '[1,2', '{"password":""}', '{"password":"{{NAME}}"}'])
      expect(maskSecretFields(text)).toBe(text);
  });

  it('takes time in proportion to a text that is not JSON', () => {
    for (const part of ['\\"', '"', '"secret": ', '"secret":1,', '{"secret":"x"}\n', '1 ']) {
      const text = `{"secret":,${part.repeat(1_000_000 / part.length)}`;
      expect(
        processorMs(() => maskSecretFields(text)),
        part,
      ).toBeLessThan(1_000);
    }
  });

  it('takes less than a second of processor time for an answer nested 200,000 levels deep', () => {
    const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(processorMs(() => expect(maskSecretFields(nested)).toBe(nested))).toBeLessThan(1_000);
  });
});
