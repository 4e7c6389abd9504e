import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serviceCallHeaders } from '@shared/http/wire-headers';
import { ProblemError } from '@shared/problem';
import { buyersRequest, sessionRequest } from '@shared/requests/reading-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import type { Expectation, SavedRequest } from '@shared/requests/saved-requests';
import { secretReference } from '@shared/secrets/secret-reference';
import { emptyDraft, type VaultForwardDraft } from '@shared/vault-forward/draft';
import { formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { METHOD_1, headerRow as header } from '@shared/vault-forward/drafts.fixture';
import { fillComposed } from '../sending/fill-order';
import { toServiceRequest } from '../sending/service-request';
import { testingProfile } from '@shared/testing/testing-profile';
import { k6Script } from './k6-script';
import { runK6, type K6Answer } from './testing-k6';

const PROFILE = testingProfile({
  baseUrl: 'https://api.sandbox.example/v1',
  merchantAccountId: 'acme',
  variables: [{ name: 'host', value: 'psp.example' }],
});
const ENV = {
  PAYMENTS_API_TOKEN: 'token',
  DESTINATION_AUTHORIZATION: 'Bearer `one`',
  DESTINATION_AUTHORIZATION_2: 'Bearer ${two}',
};
const ID = '5e550000-0000-4000-8000-000000000001';

function saved(draft: Partial<VaultForwardDraft>, changes: Partial<SavedRequest> = {}): SavedRequest {
  const composed = {
    ...emptyDraft(),
    destinationUrl: 'https://psp.example/charges',
    paymentMethods: [METHOD_1],
    body: '{}',
    ...draft,
  };
  return {
    ...{ id: ID, folder: 'Cards', name: 'Charge', description: '', profileId: 'sandbox', order: 0 },
    ...{ request: requestOfDraft(composed), form: formOfDraft(composed), expectations: [], example: null },
    ...changes,
  };
}
const free = (body: string): RequestSpec => ({
  ...{ version: 1, operation: 'free', target: { method: 'POST', path: '/orders' } },
  ...{ pathParameters: {}, query: [], headers: [], body },
});
const script = (requests: readonly SavedRequest[], profile = PROFILE) =>
  k6Script(requests, profile, 'Cards', 'http://127.0.0.1:7');
const sentBy = (requests: readonly SavedRequest[]) => runK6(script(requests).text, ENV).sent;

describe('a script for k6', () => {
  it('sends the same bytes as the app', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }).filter((one) => one === Buffer.from(one).toString()),
      fc.stringMatching(/^[`$\\{}'"\r\n\t A-Za-z/*]{0,30}$/),
      fc.constantFrom(
        '`${1}`',
        '$',
        '$`',
        '\\',
        '\\u0041',
        '\r\n',
        '\u2028',
        '{{CARD_NUMBER_1}}',
        '</script>',
        '$${host}',
      ),
    );
    const value = fc.stringMatching(/^[ -~]{1,20}$/).map((one) => `x${one.replace(/\$\{/g, '')}`);
    const body = text.map((inside) => JSON.stringify({ note: inside, number: '{{CARD_NUMBER_1}}' }, null, 1));
    const asked = fc.oneof(
      fc
        .tuple(body, value)
        .map(([written, given]) => saved({ body: written, headers: [header('x-note', given)] })),
      fc
        .tuple(text, text)
        .map((query) =>
          saved({}, { request: buyersRequest({ limit: 5, cursor: null, parameters: [query] }), form: null }),
        ),
    );
    fc.assert(
      fc.property(fc.array(asked, { minLength: 1, maxLength: 3 }), (requests) => {
        const made = script(requests);
        // A request that the app refuses is not in the script either.
        if (made.written !== requests.length) return;
        const { sent } = runK6(made.text, ENV);
        requests.forEach(({ request }, at) => {
          const { request: filled } = fillComposed(request, PROFILE, new Map(), 0);
          const app = toServiceRequest(PROFILE, filled);
          const { method, url, body: bytes, headers } = sent[at] ?? {};
          expect({ method, url }).toEqual({ method: app.method, url: app.url });
          expect(Buffer.from(bytes ?? '').toString('hex')).toBe(Buffer.from(app.body ?? []).toString('hex'));
          expect(headers).toEqual([...serviceCallHeaders(PROFILE, 'token', app.headers), ['accept', '*/*']]);
        });
      }),
      { numRuns: 100 },
    );
  });

  it('takes the token and secret headers from the environment, and does not contain them', () => {
    const secret = [header('authorization', secretReference(ID), true)];
    const other = saved({ headers: secret, destinationUrl: 'https://other.example/pay' }, { name: 'Pay' });
    const made = script([saved({ headers: secret }), other, saved({ headers: secret }, { name: 'Again' })]);
    expect(made.text).not.toContain('kept-secret');
    const values = runK6(made.text, ENV).sent.map(({ headers }) =>
      new Map(headers).get('x-vault-forward-header-authorization'),
    );
    expect(values).toEqual(['Bearer `one`', 'Bearer ${two}', 'Bearer `one`']);
    const without = { PAYMENTS_API_TOKEN: 'token' };
    expect(() => runK6(made.text, without)).toThrow('-e DESTINATION_AUTHORIZATION=');
  });

  it('generates values for each request, in the address and in the body', () => {
    const two = [
      saved({ body: '{"id":"${uuid}","at":"${now}","s":${timestamp},"n":${random},"h":"${host}"}' }),
      saved(
        {},
        {
          request: buyersRequest({ limit: null, cursor: null, parameters: [['since', '${now}']] }),
          form: null,
        },
      ),
    ];
    const [forward, buyers] = sentBy(two);
    const read: unknown = JSON.parse(forward?.body ?? '');
    expect(read).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      s: expect.any(Number),
      n: expect.any(Number),
      h: 'psp.example',
    });
    expect(buyers?.url).toMatch(/\?since=\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\d\.\d{3}Z$/);
  });

  it('passes a value of one answer to later requests, and stops without it', () => {
    const keeping: Expectation = { kind: 'json-path', path: '$.id', is: { how: 'kept', as: 'order-id' } };
    const made = script([
      saved({}, { expectations: [keeping] }),
      saved({ body: '{"of":"${order-id}"}' }),
      saved({}, { request: sessionRequest('${order-id}'), form: null }),
    ]);
    expect([made.written, made.notes]).toEqual([3, []]);
    const answer: K6Answer = { status: 200, headers: {}, body: '{"id":"a/`b"}', timings: { duration: 1 } };
    const { sent, checks } = runK6(made.text, ENV, answer);
    expect(sent[1]?.body).toBe('{"of":"a/`b"}');
    expect(sent[2]?.url).toBe('https://api.sandbox.example/v1/checkout/sessions/a%2F%60b');
    expect(Object.values(checks)).toEqual([true]);
    expect(() => runK6(made.text, ENV, { ...answer, body: '{}' })).toThrow('order-id');
  });

  it('passes on a number for a JSON body, and a path for the destination', () => {
    const keeping = (path: string, as: string): Expectation => ({
      kind: 'json-path',
      path,
      is: { how: 'kept', as },
    });
    const made = script([
      saved({}, { expectations: [keeping('$.amount', 'amount'), keeping('$.href', 'href')] }),
      saved({ destinationUrl: 'https://psp.example${href}', body: '{"amount":${amount}}' }),
    ]);
    expect([made.written, made.notes]).toEqual([2, []]);
    const body = '{"amount":1250,"href":"/charges/1"}';
    const [, sent] = runK6(made.text, ENV, { status: 200, headers: {}, body, timings: { duration: 1 } }).sent;
    expect(sent?.body).toBe('{"amount":1250}');
    expect(new Map(sent?.headers).get('x-vault-forward-url')).toBe('https://psp.example/charges/1');
  });

  it.each([
    ['of a request that is left out', '$.id', '{"of": "${unknown}"}', 1],
    ['that it cannot find', '$..id', '{}', 2],
  ])('leaves out what needs a value %s, whatever the profile says', (_what, path, body, written) => {
    const keeping: Expectation = { kind: 'json-path', path, is: { how: 'kept', as: 'host' } };
    const made = script([
      saved({ body }, { expectations: [keeping] }),
      saved({ body: '{"host": "${host}"}' }, { name: 'Capture' }),
      saved({ body: '{"plain": 1}' }),
    ]);
    expect(made.notes).toContainEqual(expect.stringMatching(/^Capture is left out: \$\{host\} has no value/));
    expect(made.written).toBe(written);
  });

  it('does not follow redirects, uses the profile’s timeout, and has names that k6 accepts', () => {
    const [sent] = sentBy([saved({ destinationUrl: '{sandbox}/echo' }, { name: 'a::b `c`', folder: '' })]);
    expect(sent).toMatchObject({
      group: 'a:b `c`',
      params: { redirects: 0, timeout: `${PROFILE.timeouts.totalMs}ms` },
    });
    expect(new Map(sent?.headers).get('x-vault-forward-url')).toBe('http://127.0.0.1:7/echo');
  });

  it.each<readonly [Expectation, boolean, boolean]>([
    [{ kind: 'status', status: 201 }, true, false],
    [{ kind: 'time', withinMs: 100 }, true, false],
    [{ kind: 'header', name: 'x-id', is: { how: 'contains', text: 'a`' } }, true, false],
    [{ kind: 'header', name: 'x-gone', is: { how: 'missing' } }, true, true],
    [{ kind: 'header', name: 'x-id', is: { how: 'equals', value: 'a`b' } }, true, false],
    [
      { kind: 'json-path', path: '$.list[-1].a', is: { how: 'equals', value: '{"c": [1], "b": null}' } },
      true,
      false,
    ],
    [{ kind: 'json-path', path: '$.list[*].n', is: { how: 'exists' } }, true, false],
    [{ kind: 'json-path', path: '$.error', is: { how: 'missing' } }, true, false],
    [{ kind: 'json-path', path: "$['a::b']", is: { how: 'matches', pattern: '^[a-z]\\-\\.$' } }, true, false],
    [{ kind: 'json-path', path: '$.toString', is: { how: 'exists' } }, false, false],
  ])('checks %j', (expectation, first, second) => {
    const made = script([saved({}, { expectations: [expectation] })]);
    const good: K6Answer = {
      status: 201,
      headers: { 'X-Id': 'a`b' },
      body: '{"list":[{"n":1,"a":{"b":null,"c":[1]}}],"a::b":"x-."}',
      timings: { duration: 100 },
    };
    const bad: K6Answer = {
      status: 200,
      headers: {},
      body: '{"list":[],"error":1}',
      timings: { duration: 101 },
    };
    const resultOf = (answer: K6Answer) => Object.values(runK6(made.text, ENV, answer).checks);
    expect([resultOf(good), resultOf(bad)]).toEqual([[first], [second]]);
    expect(made.notes).toEqual([]);
  });

  it('does not meet a JSON path expectation if the answer is not JSON', () => {
    const missing: Expectation = { kind: 'json-path', path: '$.error', is: { how: 'missing' } };
    const answer: K6Answer = { status: 502, headers: {}, body: '<a/>', timings: { duration: 1 } };
    const { checks } = runK6(script([saved({}, { expectations: [missing] })]).text, ENV, answer);
    expect(Object.values(checks)).toEqual([false]);
  });

  it('leaves out what it cannot do or the app would refuse, and says so', () => {
    const made = script([
      saved({ body: '{"cvv":"••• (number)"}' }, { name: 'Masked' }),
      saved({}, { name: 'Free', request: free('{"cvv":"•••"}'), form: null }),
      saved({ body: '${unknown}' }, { name: 'Unknown' }),
      saved({}, { expectations: [{ kind: 'json-path', path: '$..a', is: { how: 'exists' } }] }),
      saved({}, { name: 'Session', request: sessionRequest(ID), form: null }),
    ]);
    expect(made.notes).toEqual([
      expect.stringMatching(/^Masked is left out: /),
      expect.stringMatching(/^Free is left out: .* stands as dots/),
      expect.stringMatching(/^Unknown is left out: \$\{unknown\} has no value/),
      'Charge: not checked by k6: $..a exists',
    ]);
    expect(runK6(made.text, ENV).sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://api.sandbox.example/v1/vault-forward',
      `GET https://api.sandbox.example/v1/checkout/sessions/${ID}`,
    ]);
  });

  it('is refused on production, and only reads under a read-only profile', () => {
    expect(() => script([saved({})], { ...PROFILE, environment: 'production' })).toThrow(ProblemError);
    const made = script(
      [saved({}), saved({}, { name: 'Session', request: sessionRequest(ID), form: null })],
      { ...PROFILE, readOnly: true },
    );
    expect([made.written, made.notes]).toEqual([1, [expect.stringContaining('read-only')]]);
  });
});
