import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '@shared/testing/processor-ms.fixture';
import { REDACTED, Redactor } from './redactor';

const pem = generateKeyPairSync('ec', { namedCurve: 'P-521' })
  .privateKey.export({ format: 'pem', type: 'pkcs8' })
  .toString();
const pemLines = pem.split('\n').filter((line) => line !== '' && !line.startsWith('-'));
const jwt = 'eyJhbGciOiJFUzUxMiIsInR5cCI6IkpXVCJ9.eyJzY29wZXMiOlsiYSJdfQ.c2lnbmF0dXJlLWNhbmFyeQ';
const redact = (text: string): string => new Redactor().redact(text);

describe('Redactor', () => {
  it.each([
    ['a JWT', `token is ${jwt}, really`, `token is ${REDACTED}, really`],
    ['a truncated JWT', `got ${jwt.slice(0, 30)}`, `got ${REDACTED}`],
    ['a bearer token of any form', 'Authorization: Bearer opaque!token', `Authorization: ${REDACTED}`],
    ['a scheme between words', 'sent Bearer abc123 to it', `sent Bearer ${REDACTED} to it`],
    ['a PEM', `key:\n${pem}end`, `key:\n${REDACTED}\nend`],
    ['a truncated PEM', pem.slice(0, 120), REDACTED],
    ['a password in a URL', 'proxy http://me:pass@proxy:8080/', `proxy http://${REDACTED}@proxy:8080/`],
    ['a header line', 'x-api-key: abc\naccept: */*', `x-api-key: ${REDACTED}\naccept: */*`],
    ['a query', '/a?id=1&api_key=abc&x=2', `/a?id=1&api_key=${REDACTED}&x=2`],
    ['JSON', '{"client_secret":"a b","name":"n"}', `{"client_secret":"${REDACTED}","name":"n"}`],
    ['JSON in JSON', '{\\"password\\":\\"abc\\"}', `{\\"password\\":\\"${REDACTED}\\"}`],
    ['a header list', inspect([['x-auth-token', 'abc']]), `[ [ 'x-auth-token', '${REDACTED}' ] ]`],
    ['a JWK', '{"kty":"EC","d":"AbCdEfGhIjKlMnOpQrStUv"}', `{"kty":"EC","d":"${REDACTED}"}`],
    ['hexadecimal keys', `key ${'0a'.repeat(32)}`, `key ${REDACTED}`],
    ['a card number', 'pan 4111 1111 1111 1111', 'pan 4111 11•• •••• 1111'],
  ])('redacts %s', (_, text, redacted) => expect(redact(text)).toBe(redacted));

  it.each([
    'GET https://api.example.com/checkout/sessions/3f2504e0-4f89-41d3-9a0c-0305e82c3301 200 in 84 ms',
    '    at Object.<anonymous> (/home/user/Projects/PaymentsExplorer2/out/main/index.js:10:20)',
    'the token expired at 2026-11-21T02:50:04.123Z',
    '{"status":404,"code":"not_found","message":"The resource could not be found"}',
    'x-service-merchant-account-id: acme',
  ])('leaves %j unchanged', (text) => expect(redact(text)).toBe(text));

  it('redacts every line of a private key, however it is written', () => {
    for (const text of [
      pem,
      JSON.stringify(pem),
      JSON.stringify(JSON.stringify(pem)),
      inspect({ pem }),
      pem.replace(/\n/g, ' '),
      pem.replace(/-----.*?-----/g, ''),
    ]) {
      const redacted = redact(text);
      for (const line of pemLines.slice(0, -1)) expect(redacted).not.toContain(line);
    }
  });

  it('redacts secrets it was given, in plain text, JSON, URL and base64 form', () => {
    const redactor = new Redactor();
    fc.assert(
      fc.property(
        fc.string({ minLength: 6 }).filter((text) => text.trim().length >= 6),
        fc.string(),
        (secret, around) => {
          redactor.remember(secret);
          const value = secret.trim();
          const encodings = [
            value,
            JSON.stringify(value).slice(1, -1),
            encodeURIComponent(value),
            Buffer.from(value).toString('base64').replace(/=+$/, ''),
          ];
          for (const writing of encodings) {
            const redacted = redactor.redact(`${around} ${writing} ${around}`);
            // An encoding may only remain as part of the redaction's own text or of the text around it.
            if (!REDACTED.includes(writing) && !around.includes(writing))
              expect(redacted).not.toContain(writing);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('redacts security codes of cards in several notations', () => {
    for (const text of ['{"cvv":"987"}', '{"card_security_code": 987}', 'cvc=9876&a=1', 'cvv: 987 was wrong'])
      expect(redact(text)).not.toMatch(/987/);
  });

  it('does not redact parts of ordinary words because of a short secret', () => {
    const redactor = new Redactor();
    redactor.remember('on');
    expect(redactor.redact('one connection')).toBe('one connection');
  });

  it('redacts random keys in base64 and hexadecimal wherever they occur', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('base64', 'base64url', 'hex'),
        fc.string({ unit: fc.constantFrom(...' :"\'{}[]()<>,;\n') }),
        (encoding, around) => {
          const key = randomBytes(48).toString(encoding as BufferEncoding);
          expect(redact(`${around}${key}${around}`)).not.toContain(key);
        },
      ),
    );
  });

  it('redacts a random key that happens to have no digit, and leaves a long identifier alone', () => {
    const key = 'DYYuSkmRrAnZsfWbgVdQCYzyWLAiacmffedhOxnW_rsLtFwIylIxdRrgKSbfKhYZ';
    expect(redact(`key ${key}`)).toBe('key [redacted]');
    const name = 'askBeforeTheProfileOfTheLocalSandboxIsDeleted/AndWhatItMeans';
    expect(redact(name)).toBe(name);
  });

  it('redacts values under names that suggest a secret, in many notations', () => {
    const name = fc.constantFrom(
      'authorization',
      'x-api-key',
      'Cookie',
      'access_token',
      'clientSecret',
      'x-vault-forward-header-authorization',
    );
    const value = fc.stringMatching(/^[A-Za-z0-9 .!$%*+/-]{0,8}CANARY[A-Za-z0-9 .!$%*+/-]{0,8}$/);
    fc.assert(
      fc.property(name, value, (secretName, secret) => {
        const notations = [
          `${secretName}: ${secret}`,
          `{"a":1,"${secretName}":"${secret}"}`,
          inspect({ [secretName]: secret }),
          inspect([[secretName, secret]]),
          JSON.stringify([[secretName, secret]]),
          JSON.stringify(JSON.stringify({ [secretName]: secret })),
          JSON.stringify(JSON.stringify({ [secretName]: `a"b'${secret}` })),
          JSON.stringify(JSON.stringify(JSON.stringify({ [secretName]: secret }))),
          `curl -H '${secretName}: ${secret}' https://x`,
        ];
        for (const notation of notations) expect(redact(notation)).not.toContain('CANARY');
      }),
    );
  });

  it.each([
    ['backslashes', '\\'],
    ['letters', 'a'],
    ['letters and dots', 'a.'],
  ])('takes time in proportion to a text of %s', (_what, piece) => {
    const text = `authorization: x\n${piece.repeat(100_000 / piece.length)} 1`;
    expect(processorMs(() => void redact(text))).toBeLessThan(3_000);
  });
});
