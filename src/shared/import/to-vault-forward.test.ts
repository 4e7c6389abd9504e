import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../at-once';
import { findCardNumbers } from '../cards/card-numbers';
import { checkDraft } from '../vault-forward/checks';
import { draftWith, METHOD_1, METHOD_2 } from '../vault-forward/drafts.fixture';
import { buildVaultForwardRequest } from '../vault-forward/request';
import { cardPartOf, placeholderFor } from './card-fields';
import { replaceCardData } from './card-placeholders';
import { importCurl } from '@renderer/tools/import/curl';
import { readJson } from '../json/read-json';
import { processorMs } from '../testing/processor-ms.fixture';
import { escapeImported } from './escape-imported';
import type { ImportedRequest } from './imported-request';
import { toVaultForward, type VaultForwardImport } from './to-vault-forward';

const VISA = '4111111111111111';
const AMEX = '378282246310005';

function converted(...given: Parameters<typeof toVaultForward>): VaultForwardImport {
  return atOnce(toVaultForward(...given));
}

function convert(request: Partial<ImportedRequest>): VaultForwardImport {
  let row = 0;
  const whole = { method: 'POST', url: 'https://psp.example/v1', headers: [], body: null, ...request };
  return converted({ request: whole, notes: [] }, () => `row-${(row += 1)}`);
}

function json(body: string): string {
  return convert({ body, headers: [['content-type', 'application/json']] }).draft.body;
}

describe('card data in JSON', () => {
  it.each([
    [
      `{"number": "${VISA}", "expiry": "12/27", "cvv": "123"}`,
      '{"number": "{{CARD_NUMBER_1}}", "expiry": "{{CARD_EXPIRATION_DATE_1}}", "cvv": "{{CARD_SECURITY_CODE_1}}"}',
    ],
    [`{"card_number":"4111 1111 1111 1111"}`, '{"card_number":"{{CARD_NUMBER_1}}"}'],
    [`{"pan":${VISA}}`, '{"pan":"{{CARD_NUMBER_1}}"}'],
    [
      `{"card":{"pan":"${VISA}","expMonth":"05","expYear":"2027"}}`,
      '{"card":{"pan":"{{CARD_NUMBER_1}}","expMonth":"{{CARD_EXPIRATION_DATE_MM_1}}","expYear":"{{CARD_EXPIRATION_DATE_YYYY_1}}"}}',
    ],
    [
      `{"card":{"number":"${VISA}","expiry":{"month":5,"year":27}}}`,
      '{"card":{"number":"{{CARD_NUMBER_1}}","expiry":{"month":"{{CARD_EXPIRATION_DATE_M_1}}","year":"{{CARD_EXPIRATION_DATE_YY_1}}"}}}',
    ],
    [
      `[{"number":"${VISA}","exp":"01-2030"},{"number":"${AMEX}","exp":"3005"},{"number":"${VISA}"}]`,
      '[{"number":"{{CARD_NUMBER_1}}","exp":"{{CARD_EXPIRATION_DATE_MM_1}}-{{CARD_EXPIRATION_DATE_YYYY_1}}"},{"number":"{{CARD_NUMBER_2}}","exp":"{{CARD_EXPIRATION_DATE_YY_2}}{{CARD_EXPIRATION_DATE_MM_2}}"},{"number":"{{CARD_NUMBER_1}}"}]',
    ],
  ])('%s', (body, expected) => {
    expect(json(body)).toBe(expected);
    expect(findCardNumbers(expected)).toEqual([]);
  });

  it('leaves every other byte unchanged', () => {
    const body = `{ "amount": 1.50,\n\t"order": { "number": "A-17" }, "big": 10000000000000000000001, "number":\t"${VISA}" , "number2": 1}`;
    expect(json(body)).toBe(body.replace(VISA, '{{CARD_NUMBER_1}}'));
  });

  it('does not mistake an order number for a card, or guess which card a date belongs to', () => {
    const body = `{"number":"1234567890123","cards":[{"number":"${VISA}"},{"number":"${AMEX}"}],"expiry":"12/27"}`;
    const { draft, left } = convert({ body });
    expect(draft.body).toContain('"expiry":"12/27"');
    expect(draft.body).toContain('"number":"1234567890123"');
    expect(left).toContain('expiry was left: it is not clear to which card it belongs.');
  });

  it('reports card numbers elsewhere without showing them', () => {
    const { left } = convert({
      url: `https://psp.example/${VISA}`,
      headers: [['x-card', VISA]],
      body: `{"note":"paid with ${VISA}"}`,
    });
    expect(left.join('\n')).not.toContain(VISA);
    expect(left).toEqual([
      'A card number (411111••••••1111) is in line 1 of the body, in a field whose name does not say so.',
      'The URL holds a card number; placeholders work in the body only.',
      'The header x-card holds a card number; placeholders work in the body only.',
    ]);
  });

  it('says what dots stand for, and takes them for the value of no secret header', () => {
    const { draft, left } = convert({
      url: 'https://psp.example/?token=••••••••',
      headers: [
        ['Authorization', 'Bearer ••••••••'],
        ['x-note', 'a • b'],
      ],
      body: '{"number":"411111••••••1111"}',
    });
    expect(draft.headers.map(({ value }) => value)).toEqual(['', 'a • b']);
    expect(left).toEqual([
      'Enter the value of Authorization: what was imported does not hold it.',
      'Dots in the URL and the body stand for a secret or card data: what was imported does not hold it. Enter it again before you send.',
    ]);
  });

  it('changes nothing in a body without card fields', () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        expect(atOnce(replaceCardData(body, 'json')).body).toBe(body);
      }),
    );
  });

  it('takes little longer than reading a body of many values', () => {
    const body = JSON.stringify(
      Array.from({ length: 40_000 }, (_, id) => ({ id, name: `Person ${id}`, amount: id, at: '2026-01-01' })),
    );
    const least = (work: () => unknown): number => Math.min(...[0, 1, 2].map(() => processorMs(work)));
    const read = least(() => readJson(body, {}));
    expect(least(() => atOnce(replaceCardData(body, 'json'))) / read).toBeLessThan(6);
  });

  it('assigns a part to the card of the innermost list or object', () => {
    const card = { number: VISA, 'a/b': { expiry: [{ month: '07' }, '12/30'] } };
    const { body, done } = atOnce(replaceCardData(JSON.stringify({ cards: [card, { pan: AMEX }] }), 'json'));
    expect(JSON.parse(body)).toEqual({
      cards: [
        {
          number: '{{CARD_NUMBER_1}}',
          'a/b': { expiry: [{ month: '07' }, '{{CARD_EXPIRATION_DATE_1}}'] },
        },
        { pan: '{{CARD_NUMBER_2}}' },
      ],
    });
    expect(done[1]).toContain('cards/0/a~1b/expiry/expiry became');
  });

  it('leaves no card number in card fields, and valid JSON', () => {
    const card = fc.record({
      [fc.sample(fc.constantFrom('number', 'pan', 'cardNumber', 'card_number'), 1)[0] ?? 'number']:
        fc.constantFrom(VISA, AMEX, '5555 5555 5555 4444', Number(VISA)),
      expiry: fc.constantFrom('12/27', '1227', '2027-12', '12/2027', 'never'),
      cvc: fc.constantFrom('123', 1234, ''),
      other: fc.jsonValue(),
    });
    fc.assert(
      fc.property(fc.array(card, { minLength: 1, maxLength: 4 }), (cards) => {
        const { body } = atOnce(replaceCardData(JSON.stringify({ cards }), 'json'));
        const { cards: read } = JSON.parse(body) as { cards: Record<string, unknown>[] };
        expect(read).toHaveLength(cards.length);
        for (const each of read) {
          expect(each.number ?? each.pan ?? each.cardNumber ?? each.card_number).toMatch(
            /^\{\{CARD_NUMBER_\d\}\}$/,
          );
        }
      }),
    );
  });
});

describe('card data in forms', () => {
  it('is replaced in place', () => {
    const { draft } = convert({
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: `amount=12%2E50&card[number]=4111+1111+1111+1111&card%5Bexp_month%5D=7&card[exp_year]=27&card[cvc]=123&x`,
    });
    expect(draft.body).toBe(
      'amount=12%2E50&card[number]={{CARD_NUMBER_1}}&card%5Bexp_month%5D={{CARD_EXPIRATION_DATE_M_1}}&card[exp_year]={{CARD_EXPIRATION_DATE_YY_1}}&card[cvc]={{CARD_SECURITY_CODE_1}}&x',
    );
  });
});

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
