import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MASKED, type HeaderList } from '../http/exchange';
import { maskSecretHeaders, maskSecretsOfUrl } from './mask-secret-headers';
import { isSecretHeaderName } from './secret-headers';

const SECRET = [
  'Authorization',
  'x-vault-forward-header-authorization',
  'X-Vault-Forward-Header-X-Api-Key',
  'Proxy-Authorization',
  'Cookie',
  'set-cookie',
  'x-api-key',
  'apikey',
  'api_key',
  'X-Auth-Token',
  'X-AuthToken',
  'x-amz-security-token',
  'x-hub-signature-256',
  'client-secret',
  'Ocp-Apim-Subscription-Key',
  'x-functions-key',
  'x-csrf-token',
  'x-password',
  'x-session-id',
  'X-JWT-Assertion',
  ...['x-passphrase', 'x-credential', 'x-bearer', 'x-access-key', 'X-Private-Key', 'x-jwt', 'x-secret'],
  ...['x-auth', 'x-csrf', 'x-xsrf', 'x-pin', 'x-pwd', 'x-session', 'x-sessionid', 'x-sid', 'x-hmac'],
  'X-CVV',
  'x-vault-forward-header-card-cvc',
  'X_CVV',
  'x_vault_forward_header_x_cvv',
];
const PLAIN = [
  'accept',
  'content-type',
  'idempotency-key',
  'x-request-id',
  'x-service-merchant-account-id',
  'x-vault-forward-url',
  'x-vault-forward-authentications',
  'x-vault-forward-checkout-session',
  'x-vault-forward-header-content-type',
  'www-authenticate',
  'signature-input',
  'author',
  'keyboard',
  'access-control-allow-credentials',
];

describe('isSecretHeaderName', () => {
  it.each(SECRET)('%s is secret', (name) => expect(isSecretHeaderName(name)).toBe(true));
  it.each(PLAIN)('%s is not secret', (name) => expect(isSecretHeaderName(name)).toBe(false));
});

it.each([
  ['https://a.example/x?key=AIzaSy&limit=5', 'https://a.example/x?key=#&limit=5'],
  ['https://a.example/x?sv=2024&sig=a%2Bb%3D', 'https://a.example/x?sv=2024&sig=#'],
  [
    'https://a.example/x?X-Amz-Signature=ab&X-Amz-Date=1',
    'https://a.example/x?X-Amz-Signature=#&X-Amz-Date=1',
  ],
  ['https://a.example/x?api_key=a&access_token=b', 'https://a.example/x?api_key=#&access_token=#'],
  ['https://a.example/x?sig=a&pass=b&pw=c&otp=d', 'https://a.example/x?sig=#&pass=#&pw=#&otp=#'],
  ['https://a.example/x?code=1234567890123456', 'https://a.example/x?code=#'],
  ['https://a.example/x?code=123456789012345', null],
  ['https://a.example/back?code=SplxlOBeZQQYbYS6WxSbIA&state=x', 'https://a.example/back?code=#&state=x'],
  // The code of a country or a voucher, and a key that is a name.
  ['https://a.example/x?code=DE&country_code=DE&sort_key=name', null],
  ['https://a.example/x?keyword=shoes&monkey=1&codec=opus&signed=1', null],
])('shows %s as %s', (url, shown) => {
  expect(maskSecretsOfUrl(url)).toBe(shown === null ? url : shown.replaceAll('#', MASKED));
});

const headers: HeaderList = [
  ['accept', '*/*'],
  ['Authorization', 'Bearer CANARY-1'],
  ['x-vault-forward-header-authorization', 'CANARY-2 bearer'],
  ['x-vault-forward-header-Authorization', 'Basic CANARY-3'],
  ['x-mine', 'CANARY-4'],
  ['X-MINE', 'CANARY-5'],
  ['x-api-key', ''],
];

describe('maskSecretHeaders', () => {
  it('hides values, keeps schemes, and hides marked headers', () => {
    expect(maskSecretHeaders(headers, ['X-Mine'])).toEqual([
      ['accept', '*/*'],
      ['Authorization', `Bearer ${MASKED}`],
      ['x-vault-forward-header-authorization', MASKED],
      ['x-vault-forward-header-Authorization', `Basic ${MASKED}`],
      ['x-mine', MASKED],
      ['X-MINE', MASKED],
      ['x-api-key', ''],
    ]);
  });

  it.each([
    ['https://ada:CANARY@shop.example/a?b=1', `https://${MASKED}@shop.example/a?b=1`],
    ['//CANARY@shop.example', `//${MASKED}@shop.example`],
    ['/back?state=1&access_token=CANARY#top', `/back?state=1&access_token=${MASKED}#top`],
    [
      '/back#id_token=CANARY&access%5Ftoken=CANARY&expires=9',
      `/back#id_token=${MASKED}&access%5Ftoken=${MASKED}&expires=9`,
    ],
    ['/back?%=1&cvc=CANARY', `/back?%=1&cvc=${MASKED}`],
    ['/back?api%5Fkey=CANARY&p%61ss=CANARY', `/back?api%5Fkey=${MASKED}&p%61ss=${MASKED}`],
    ['https://shop.example/a@b?mail=ada@shop.example', 'https://shop.example/a@b?mail=ada@shop.example'],
  ])('hides secrets in the address of a redirect: %s', (value, masked) => {
    const names = ['location', 'Content-Location'];
    expect(maskSecretHeaders(names.map((name) => [name, value]))).toEqual(
      names.map((name) => [name, masked]),
    );
    expect(maskSecretHeaders([['refresh', `0; url=${value}`]])).toEqual([['refresh', `0; url=${masked}`]]);
    expect(maskSecretHeaders([['location', masked]])).toEqual([['location', masked]]);
  });

  it('lets no secret through, whatever its form', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SECRET),
        fc.stringMatching(/^[ -~]{0,10}CANARY[ -~]{0,10}$/),
        (name, value) => {
          expect(JSON.stringify(maskSecretHeaders([[name, value]]))).not.toContain('CANARY');
        },
      ),
    );
  });
});
