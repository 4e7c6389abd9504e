import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../at-once';
import { findCardNumbers } from '../cards/card-numbers';
import { replaceCardData } from './card-placeholders';
import { readJson } from '../json/read-json';
import { processorMs } from '../testing/processor-ms.fixture';
import { AMEX, convert, json, VISA } from './imported.fixture';

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
