import { describe, expect, it } from 'vitest';
import type { RequestSpec } from '@shared/requests/request-spec';
import { testingProfile } from '@shared/testing/testing-profile';
import type { VaultForwardDraft } from '@shared/vault-forward/draft';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith, headerRow, METHOD_1, METHOD_2 } from '@shared/vault-forward/drafts.fixture';
import { fillComposed } from './fill-order';

const profile = testingProfile({ variables: [{ name: 'host', value: 'psp.example' }] });
const FORM = [headerRow('content-type', 'application/x-www-form-urlencoded')];

/** What is sent of a draft whose `${ref}` comes from an answer. */
function filledWith(ref: string, parts: Partial<VaultForwardDraft>): RequestSpec {
  const request = requestOfDraft(draftWith(parts));
  return fillComposed(request, profile, new Map([['ref', ref]]), 0).request;
}
const destinationOf = ({ headers }: RequestSpec): string | undefined =>
  headers.find(({ name }) => name === 'x-vault-forward-url')?.value;
const refusal = (code: string): object => ({
  problem: { code, title: expect.stringContaining('${ref}') },
});

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe('A value of an answer in a JSON body', () => {
  it.each([
    ['{"amount":100,"ref":"${ref}"}', 'x","amount":999999,"to":"evil'],
    ['{"amount":100,"ref":"${ref}"}', 'x","amount":"9'],
    ['{"amount":100,"ref":"${ref}"}', 'a"b'],
    ['{"amount":100,"ref":"${ref}"}', 'a\\'],
    ['{"amount":${ref}}', '1,"to":"evil"'],
    ['{"amount":${ref}}', '1}'],
    ['["${ref}"]', 'a","b'],
    ['{"${ref}":1}', 'a":1,"b'],
  ])('may only be a value in %s: %s is refused', (body, ref) => {
    expect(thrownBy(() => filledWith(ref, { body }))).toMatchObject(refusal('value-changes-json'));
  });

  it('is named alone, without others that stay values', () => {
    const request = requestOfDraft(draftWith({ body: '{"ref":"${ref}","n":${n}}' }));
    const values = new Map([
      ['ref', 'a"b'],
      ['n', '1.5'],
    ]);
    expect(thrownBy(() => fillComposed(request, profile, values, 0))).toMatchObject({
      problem: { title: 'What an answer gave for ${ref} would change the JSON around it' },
    });
  });

  it.each([
    ['{"ref":"${ref}"}', "a, b: {c} [d] 'e'", '{"ref":"a, b: {c} [d] \'e\'"}'],
    ['{"amount":${ref}}', '12', '{"amount":12}'],
    ['{"cart":${ref}}', '[{"a":1}]', '{"cart":[{"a":1}]}'],
    ['{"${ref}":1}', 'a', '{"a":1}'],
  ])('is filled into %s unchanged: %s', (body, ref, filled) => {
    expect(filledWith(ref, { body }).body).toBe(filled);
  });
});

describe('A value of an answer that is a whole segment of a path', () => {
  const sent = (ref: string, path: string, pathParameters: Record<string, string> = {}): RequestSpec => {
    const parts = { pathParameters, query: [], headers: [], body: null } as const;
    const target = { method: 'DELETE', path };
    const request: RequestSpec = { version: 1, operation: 'free', target, ...parts };
    return fillComposed(request, profile, new Map([['ref', ref]]), 0).request;
  };

  it.each(['', ' ', 'null'])('is not %j: the request would be about something else', (ref) => {
    for (const act of [
      () => sent(ref, '/orders/${ref}'),
      () => sent(ref, '/orders/${ref}/refunds'),
      () => sent(ref, '/orders/{id}', { id: '${ref}' }),
      () => filledWith(ref, { destinationUrl: 'https://psp.example/orders/${ref}?a=b' }),
    ])
      expect(thrownBy(act)).toMatchObject(refusal('value-leaves-gap'));
  });

  it('may be anything else, and empty elsewhere', () => {
    expect(sent('a b', '/orders/${ref}').target?.path).toBe('/orders/a%20b');
    expect(sent('', '/orders/${ref}.json').target?.path).toBe('/orders/.json');
    expect(destinationOf(filledWith('', { destinationUrl: 'https://psp.example/a?after=${ref}' }))).toBe(
      'https://psp.example/a?after=',
    );
    expect(filledWith('', { body: '{"note":"${ref}"}' }).body).toBe('{"note":""}');
  });
});

describe('A value of an answer in the address of the destination', () => {
  it.each([
    ['https://psp.example${ref}', '.evil.example/v1'],
    ['https://psp.example${ref}/v1', '.evil.example'],
    ['https://psp.example${ref}/v1', '/a?'],
    ['https://psp.example:${ref}/v1', '1/v2'],
    ['https://${ref}.psp.example/v1', 'evil.example/'],
    ['https://${ref}.psp.example/v1', 'evil.example#'],
    ['https://psp.example/v1/${ref}/capture', '../refunds?'],
    ['https://psp.example/v1/${ref}/capture', '..'],
    ['https://psp.example/v1/${ref}/capture', '%2E.'],
    ['https://psp.example/v1/.${ref}/capture', '.'],
    ['https://psp.example/v1/${ref}', 'a/b'],
    ['https://psp.example/v1/${ref}', 'a\\b'],
    ['https://psp.example/v1?id=${ref}', '1&amount=9'],
    ['https://${host}/v1/${ref}', 'a?b'],
  ])('stays within its part of %s: %s is refused', (destinationUrl, ref) => {
    expect(thrownBy(() => filledWith(ref, { destinationUrl }))).toMatchObject(
      refusal('value-changes-destination'),
    );
  });

  it.each([
    ['${ref}', 'https://psp.example/v1/charges?id=1'],
    ['${ref}/capture', 'https://psp.example/v1'],
    ['https://${ref}/v1', 'eu.psp.example:8443'],
    ['https://${ref}.psp.example/v1', 'eu-1'],
    ['https://api.${ref}/v1', 'psp.example'],
    ['https://psp.example${ref}', '/v1/charges/a.b?id=1&of=2'],
    ['https://psp.example:${ref}/v1', '8443'],
    ['https://psp.example/v1/${ref}/capture', 'a.b:c@d..e'],
    ['https://psp.example/v1?id=${ref}', 'a/b?c'],
  ])('is filled into %s unchanged: %s', (destinationUrl, ref) => {
    expect(destinationOf(filledWith(ref, { destinationUrl }))).toBe(destinationUrl.replace('${ref}', ref));
  });
});

describe('A value of an answer in a body of Vault Forward', () => {
  it.each([
    ['{"note":"${ref}"}', '{{CARD_NUMBER_1}}', []],
    ['{"note":"${ref}","n":"{{CARD_NUMBER_1}}"}', '{{CARD_NUMBER_1}}', []],
    ['{"note":"${ref}","n":"{{CARD_NUMBER_1}}"}', '{{', []],
    ['{"note":"{${ref}"}', '{ CARD_NUMBER_1 }}', []],
    ['{"cart":${ref}}', '["{{CARD_NUMBER_1}}"]', []],
    ['{"note":"${ref}"}', '{% if CARD_NUMBER_1 %}', []],
    ['note=${ref}', '{{CARD_NUMBER_1}}', FORM],
  ])('brings no placeholder into %s: %s is refused', (body, ref, headers) => {
    expect(thrownBy(() => filledWith(ref, { body, headers }))).toMatchObject(refusal('value-is-placeholder'));
  });

  it.each([
    ['{"note":"${ref}"}', '{a} {1}', []],
    ['{"cart":${ref}}', '{"a":{"b":{}}}', []],
    ['{"number":"{{CARD_NUMBER_${ref}}}"}', '1', []],
    ['note=${ref}', '{1}', FORM],
  ])('is filled into %s unchanged: %s', (body, ref, headers) => {
    expect(filledWith(ref, { body, headers }).body).toBe(body.replace('${ref}', ref));
  });
});

it.each([
  ['payment method', { paymentMethods: ['${ref}'] }],
  ['authentication method', { authentications: [{ id: '${ref}', name: '' }] }],
])('A value of an answer stands for one %s', (_, parts) => {
  expect(thrownBy(() => filledWith(`${METHOD_1},${METHOD_2}`, parts))).toMatchObject(
    refusal('value-is-list'),
  );
  expect(filledWith(METHOD_2, parts).headers.map(({ value }) => value)).toContain(METHOD_2);
});
