import { describe, expect, it } from 'vitest';
import { checkDraft } from '../vault-forward/checks';
import { draftWith, METHOD_1, METHOD_2 } from '../vault-forward/drafts.fixture';
import { buildVaultForwardRequest } from '../vault-forward/request';
import { cardPartOf, placeholderFor } from './card-fields';
import { importCurl } from '@renderer/tools/import/curl';
import { escapeImported } from './escape-imported';
import { convert, converted, VISA } from './imported.fixture';

describe('names and forms', () => {
  it.each([
    ['cardNumber', 'number'],
    ['card-no', 'number'],
    ['PAN', 'number'],
    ['primary_account_number', 'number'],
    ['exp_date', 'expiry'],
    ['validThru', 'expiry'],
    ['expiration_month', 'month'],
    ['ccExpYear', 'year'],
    ['CVV2', 'security-code'],
    ['security_code', 'security-code'],
    ['month', null],
    ['numbers', null],
    ['company', null],
    ['phone_number', null],
  ])('%s names %s', (name, part) => {
    expect(cardPartOf(name, '')).toBe(part);
  });

  it.each([
    ['12/27', '{{CARD_EXPIRATION_DATE_3}}'],
    ['12 / 27', '{{CARD_EXPIRATION_DATE_MM_3}} / {{CARD_EXPIRATION_DATE_YY_3}}'],
    ['1/27', '{{CARD_EXPIRATION_DATE_M_3}}/{{CARD_EXPIRATION_DATE_YY_3}}'],
    ['12/2027', '{{CARD_EXPIRATION_DATE_MM_3}}/{{CARD_EXPIRATION_DATE_YYYY_3}}'],
    ['2027-12', '{{CARD_EXPIRATION_DATE_YYYY_3}}-{{CARD_EXPIRATION_DATE_MM_3}}'],
    ['122027', '{{CARD_EXPIRATION_DATE_MM_3}}{{CARD_EXPIRATION_DATE_YYYY_3}}'],
    ['202712', '{{CARD_EXPIRATION_DATE_YYYY_3}}{{CARD_EXPIRATION_DATE_MM_3}}'],
    ['1227', '{{CARD_EXPIRATION_DATE_MM_3}}{{CARD_EXPIRATION_DATE_YY_3}}'],
    ['2712', '{{CARD_EXPIRATION_DATE_YY_3}}{{CARD_EXPIRATION_DATE_MM_3}}'],
    ['13/27', null],
    ['2027-12-31', null],
    ['soon', null],
  ])('an expiration date written as %s', (value, expected) => {
    expect(placeholderFor('expiry', value, 3)).toBe(expected);
  });
});

describe('the rest of the request', () => {
  it('keeps headers for the destination, marks secrets, and disables browser headers', () => {
    const { draft, left } = convert({
      headers: [
        ['Host', 'psp.example'],
        ['authorization', 'Bearer abc'],
        ['user-agent', 'Mozilla'],
        ['x-idempotency', '1'],
      ],
    });
    expect(draft.headers.map(({ id, name, secret, enabled }) => [id, name, secret, enabled])).toEqual([
      ['row-1', 'authorization', true, true],
      ['row-2', 'user-agent', false, false],
      ['row-3', 'x-idempotency', false, true],
    ]);
    expect(left).toEqual([
      'Left out, as whoever makes the connection sets them: Host.',
      'Switched off, as they describe a browser: user-agent.',
    ]);
  });

  it('turns a pasted command into a draft that needs only IDs', () => {
    const curl = importCurl(
      `curl https://psp.example/charges -H 'Content-Type: application/json' -u key: -d '{"card":{"number":"${VISA}","expiry":"12/27"}}'`,
    );
    const { draft, left, done } = converted(
      curl.ok ? curl.value : { request: { method: '', url: '', headers: [], body: null }, notes: [] },
      () => 'row',
    );
    expect(done).toEqual([
      'card/number became {{CARD_NUMBER_1}}.',
      'card/expiry became {{CARD_EXPIRATION_DATE_1}}.',
    ]);
    expect(left).toEqual(['In the draft, enter the ID of the stored payment method.']);
    expect(checkDraft({ ...draft, paymentMethods: [METHOD_1] })).toEqual([]);
  });

  it('turns a Vault Forward request into the draft that makes the same one', () => {
    const draft = draftWith({
      method: 'PATCH',
      paymentMethods: [METHOD_1, METHOD_2],
      authentications: [{ id: METHOD_2, name: '' }],
      headers: [{ id: 'row', name: 'Authorization', value: 'Bearer x', secret: true, enabled: true }],
      serviceHeaders: [
        { id: 'row', name: 'x-vault-forward-timeout', value: '5', secret: false, enabled: true },
      ],
    });
    const { headers, body } = buildVaultForwardRequest(draft, {
      merchantHeader: 'x-m',
      merchantAccountId: 'acme',
    });
    const again = converted(
      {
        request: { method: 'POST', url: 'https://api.example/prefix/vault-forward', headers, body },
        notes: [],
      },
      () => 'row',
    );
    expect(again.draft).toEqual(draft);
    expect(again.left).toEqual(['Left out, as the profile or the connection sets them: content-type, x-m.']);
  });

  it.each([
    `-H "authorization: Bearer $TOKEN"`,
    '-H "x-api-key: ${API_KEY}"',
    '-H "cookie: sid=$SID; theme=dark"',
    '-u "user:$PASSWORD"',
    // What nothing fills in is hardly meant as a secret.
    `-H 'authorization: Bearer $TOKEN'`,
    `-u 'user:$PASSWORD'`,
  ])('turns a shell variable into an empty secret, and says that it has to be entered: %s', (option) => {
    const curl = importCurl(`curl https://psp.example/charges ${option} -d '{}'`);
    if (!curl.ok) throw new Error(curl.problem.title);
    const { draft, left } = converted(escapeImported(curl.value), () => 'row');
    const header = draft.headers.find(({ secret }) => secret);
    expect(header).toMatchObject({ value: '', enabled: true });
    expect(left.join(' ')).toContain(`Enter the value of ${header?.name ?? '?'}`);
  });

  it('loses nothing of a Vault Forward request that says things twice, or in a way the service does not take', () => {
    const { draft, left } = convert({
      method: 'PUT',
      url: 'https://api.example/vault-forward?dry=1',
      headers: [
        ['x-vault-forward-url', 'https://shop.example/'],
        ['X-Vault-Forward-Url', 'https://other.example/'],
        ['x-vault-forward-payment-methods', METHOD_1],
        ['x-vault-forward-payment-methods', METHOD_2],
        ['x-vault-forward-header-x-a', '1'],
        ['x-vault-forward-header-x-a', '2'],
      ],
    });
    expect(draft).toMatchObject({ destinationUrl: 'https://shop.example/', paymentMethods: [METHOD_1] });
    expect(draft.serviceHeaders.map(({ name, value }) => [name, value])).toEqual([
      ['X-Vault-Forward-Url', 'https://other.example/'],
      ['x-vault-forward-payment-methods', METHOD_2],
    ]);
    expect(draft.headers.map(({ value }) => value)).toEqual(['1', '2']);
    expect(checkDraft(draft).filter(({ code }) => code === 'header-owned')).toHaveLength(2);
    expect(left).toEqual([
      'It was a PUT: Vault Forward takes POST only.',
      'The query of its own URL was left out: Vault Forward has none.',
    ]);
  });

  it('keeps a secret that merely contains a dollar sign', () => {
    const curl = importCurl(`curl https://psp.example/ -H 'x-api-key: pa$word$1'`);
    if (!curl.ok) throw new Error(curl.problem.title);
    expect(converted(curl.value, () => 'row').draft.headers[0]?.value).toBe('pa$word$1');
  });
});
