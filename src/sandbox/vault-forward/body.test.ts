import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedCards, type StoredCard } from '../vault/cards';
import { fillBody } from './body';
import { pathAt } from './json-place';

const [visa, mastercard, amex] = storedCards;
if (!visa || !mastercard || !amex) throw new Error('The vault lacks a card.');

function fill(
  text: string | Buffer,
  cards: readonly (StoredCard | undefined)[] = [visa, mastercard],
): string {
  const filled = fillBody(
    Buffer.from(text),
    cards.map((card) => card ?? null),
  );
  return 'body' in filled
    ? filled.body.toString('utf8')
    : JSON.stringify(filled.problems.map(({ pointer, message }) => [pointer, message]));
}

describe('fillBody', () => {
  it('replaces placeholders with card data, with or without spaces, several in a text', () => {
    expect(
      fill('{"a":"{{CARD_NUMBER_1}}","b":"{{ CARD_EXPIRATION_DATE_2 }}/{{CARD_SECURITY_CODE_1}}"}'),
    ).toBe(`{"a":"${visa.number}","b":"06/31/123"}`);
  });

  it('replaces placeholders in keys, and does not replace twice', () => {
    expect(fill('{"{{CARD_NUMBER_1}}":"{{{{CARD_NUMBER_1}}}}"}')).toBe(
      `{"${visa.number}":"{{${visa.number}}}"}`,
    );
  });

  it('leaves every other byte unchanged', () => {
    const text =
      '\r\n{ "n" : 1e999 , "n":-0.0, "n":123456789012345678901234567890,"s":"\\ud800\\u0000\\/é😀","t":"{{CARD_NUMBER_1}}" }\t';
    expect(fill(text)).toBe(text.replace('{{CARD_NUMBER_1}}', visa.number));
  });

  it('returns any JSON without placeholders unchanged', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), fc.constantFrom('', ' ', '\n\t'), (text, space) => {
        fc.pre(!text.includes('{{'));
        const body = Buffer.from(space + text + space);
        expect(fillBody(body, [])).toEqual({ body });
      }),
    );
  });

  it('changes only the placeholder, wherever it is in any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify([value, 'MARK', { MARK: value }]);
        fc.pre(!text.includes('{{') && text.split('MARK').length === 3);
        expect(fill(text.replaceAll('MARK', '{{CARD_NUMBER_2}}'))).toBe(
          Buffer.from(text.replaceAll('MARK', mastercard.number)).toString(),
        );
      }),
    );
  });

  it('ignores braces without a name', () => {
    for (const text of ['{"a":"{{ user.name }} {{}} {{"}', '{"a":{"b":{}}}', '"}}"', '{"a":"{{\\u0041 b}}"}'])
      expect(fill(text)).toBe(text);
  });

  it('rejects unknown names, and missing or out-of-range numbers, each with its place', () => {
    expect(
      fill(
        '{"a":[0,{"b/~":"{{CARD_NUMBER_3}}"}],"c":"{{NAME_1}} {{CARD_NUMBER}} {{CARD_NUMBER_0}} {{CARD_NUMBER_01}}"}',
      ),
    ).toBe(
      JSON.stringify([
        ['/a/1/b~1~0', '{{CARD_NUMBER_3}} asks for payment method 3, but the request names 2.'],
        ['/c', '{{NAME_1}} is not a placeholder that the sandbox knows.'],
        ['/c', '{{CARD_NUMBER}} needs the number of a payment method: CARD_NUMBER_1 is the first.'],
        ['/c', '{{CARD_NUMBER_0}} needs the number of a payment method: CARD_NUMBER_1 is the first.'],
        ['/c', '{{CARD_NUMBER_01}} needs the number of a payment method: CARD_NUMBER_1 is the first.'],
      ]),
    );
    expect(fill('"{{CARD_CRYPTOGRAM_1}}"', [amex])).toContain('payment method 1 has no network token');
    expect(fill('"{{CARD_CRYPTOGRAM_OR_EMPTY_STRING_1}}"', [amex])).toBe('""');
  });

  it('takes the next name of {{ A or B }} when the card has no network token, and rejects it if there is none', () => {
    expect(fill('"{{ CARD_NETWORK_TOKEN_1 or CARD_NUMBER_1 }}"', [amex])).toBe(`"${amex.number}"`);
    expect(fill('"{{ CARD_NUMBER_1 or CARD_NETWORK_TOKEN_1 }}"', [amex])).toBe(`"${amex.number}"`);
    expect(fill('"{{ CARD_NETWORK_TOKEN_1 or CARD_CRYPTOGRAM_1 }}"', [amex])).toContain(
      'has no network token',
    );
    expect(fill('"{{ CARD_NUMBER_1 or NAME_1 }}"', [amex])).toContain('is not a placeholder');
  });

  it('rejects invalid JSON with line and column, and anything but UTF-8', () => {
    expect(fill('{\n  "a": }')).toContain('Line 2, column 8');
    expect(fill('{{CARD_NUMBER_1}}')).toContain('Line 1');
    expect(fill(Buffer.from([0x22, 0xff, 0x22]))).toContain('not UTF-8');
    expect(fill('\ufeff{}')).toContain('Line 1');
    expect(fill('')).toBe('');
  });

  it('accepts any depth of nesting', () => {
    const deep = `${'['.repeat(200_000)}"{{CARD_NUMBER_1}}"${']'.repeat(200_000)}`;
    expect(fill(deep)).toContain(visa.number);
  });
});

describe('pathAt', () => {
  it('returns the path of the value or key at an offset', () => {
    const text = '{"a":[1,{"b":"x"},[],"y"],"c":{"d":{}},"e":"z"}';
    const at = (part: string): (string | number)[] => pathAt(text, text.indexOf(part));
    expect(at('"x"')).toEqual(['a', 1, 'b']);
    expect(at('"y"')).toEqual(['a', 3]);
    expect(at('"z"')).toEqual(['e']);
    expect(at('"d"')).toEqual(['c', 'd']);
    expect(at('{"d"')).toEqual([]);
  });
});
