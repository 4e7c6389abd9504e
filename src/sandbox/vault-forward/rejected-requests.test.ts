import { describe, expect, it } from 'vitest';
import { detailsOf, useForwarding } from './forwarding.fixture';

const { sandbox, forward } = useForwarding();

describe('a rejected request', () => {
  it('has missing headers', async () => {
    const received = await forward('', {
      'x-vault-forward-url': undefined,
      'x-vault-forward-http-method': undefined,
    });
    expect(detailsOf(received)).toMatchObject(
      [['/x-vault-forward-url'], ['/x-vault-forward-http-method']].map(([pointer]) => [
        pointer,
        expect.stringContaining('missing'),
      ]),
    );
  });

  it.each([
    ['not a url', 'This is not a URL.'],
    ['ftp://127.0.0.1/', expect.stringMatching(/^This does not match /)],
    [
      'http://user:pass@127.0.0.1/',
      'The URL holds a user name or password. Send them as a header of the downstream request.',
    ],
  ])('has the URL %s', async (url, message) => {
    expect(detailsOf(await forward('', { 'x-vault-forward-url': url }))).toEqual([
      ['/x-vault-forward-url', message],
    ]);
  });

  it.each([
    ['post', 'Methods are case-sensitive: write POST.'],
    ['FETCH', 'This is not an HTTP method.'],
    ['CONNECT', 'CONNECT opens a tunnel, and there is nothing to forward to.'],
  ])('has the method %s', async (method, message) => {
    expect(detailsOf(await forward('', { 'x-vault-forward-http-method': method }))).toEqual([
      ['/x-vault-forward-http-method', message],
    ]);
  });

  it('has invalid or repeated IDs or unknown authentications, each reported with its position', async () => {
    const [first = ''] = sandbox.description.paymentMethods;
    const unknown = '12345678-1234-4234-8234-123456789abc';
    const bad = await forward('', {
      'x-vault-forward-payment-methods': `${first},x`,
      'x-vault-forward-authentications': 'y',
    });
    expect(detailsOf(bad)).toEqual([
      ['/x-vault-forward-payment-methods/1', 'This is not a UUID.'],
      ['/x-vault-forward-authentications/0', 'This is not a UUID.'],
    ]);
    const lists = {
      'x-vault-forward-payment-methods': `${first},${unknown},${first}`,
      'x-vault-forward-authentications': unknown,
    };
    expect(detailsOf(await forward('', lists))).toEqual([
      ['/x-vault-forward-payment-methods/2', 'This payment method is already listed.'],
      ['/x-vault-forward-authentications/0', 'There is no authentication method with this ID.'],
    ]);
  });

  it('has unknown payment methods: 422 with an empty body', async () => {
    const [first = ''] = sandbox.description.paymentMethods;
    const unknown = '12345678-1234-4234-8234-123456789abc';
    for (const ids of [unknown, `${first},${unknown}`]) {
      const refused = await forward('', { 'x-vault-forward-payment-methods': ids });
      expect([refused.status, refused.text]).toEqual([422, '']);
    }
  });

  it('has headers that belong to the connection, or one without a name', async () => {
    const headers = {
      'x-vault-forward-header-Host': 'a',
      'x-vault-forward-header-transfer-encoding': 'chunked',
      'x-vault-forward-header-': 'b',
    };
    expect(detailsOf(await forward('', headers))).toEqual([
      ['/x-vault-forward-header-host', 'Host is set by the sandbox, which makes the connection.'],
      [
        '/x-vault-forward-header-transfer-encoding',
        'transfer-encoding is set by the sandbox, which makes the connection.',
      ],
      ['/x-vault-forward-header-', 'There is no header name after the prefix.'],
    ]);
  });

  it('has a body that is not JSON, or placeholders without payment methods', async () => {
    expect(detailsOf(await forward('', {}, { body: '{"a":' }))).toMatchObject([
      ['', expect.stringMatching(/^Line 1, column 6: /)],
    ]);
    expect(detailsOf(await forward('', { 'content-type': 'text/plain' }))).toEqual([
      ['/content-type', "The body's type must be application/json."],
    ]);
    const none = await forward(
      '',
      { 'x-vault-forward-payment-methods': undefined },
      { body: '{"a":"{{CARD_NUMBER_1}}"}' },
    );
    expect(detailsOf(none)).toEqual([
      ['/a', '{{CARD_NUMBER_1}} asks for payment method 1, but the request names 0.'],
    ]);
  });

  it('has an invalid time-out', async () => {
    for (const seconds of ['0', '-1', 'soon', '301']) {
      expect(detailsOf(await forward('', { 'x-vault-forward-timeout': seconds }))).toMatchObject([
        ['/x-vault-forward-timeout', expect.any(String)],
      ]);
    }
  });

  it('has a body over the limit, with or without a length', async () => {
    const message = 'The body has 5000002 bytes; the sandbox takes up to 100000.';
    const body = JSON.stringify('a'.repeat(5_000_000));
    expect(detailsOf(await forward('', {}, { body }))).toEqual([['', message]]);
    expect(detailsOf(await forward('', { 'transfer-encoding': 'chunked' }, { body }))).toEqual([
      ['', message],
    ]);
  });

  it.each([
    'http://example.invalid/',
    'http://0.0.0.0:1/',
    'https://169.254.169.254/latest',
    'http://[::ffff:10.0.0.1]/',
    'http://[2001:db8::1]/',
  ])('has the destination %s: 403 with the reason', async (url) => {
    const { status, json } = await forward('', { 'x-vault-forward-url': url });
    expect(status).toBe(403);
    expect(json).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('forwards to this computer only'),
    });
  });
});
