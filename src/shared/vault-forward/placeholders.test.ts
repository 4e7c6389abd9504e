import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCardNumbers } from '../cards/card-numbers';
import { nearestName } from './nearest-name';
import {
  placeholderCatalogue,
  placeholderCompletions,
  sampleValue,
  type OwnPlaceholder,
} from './placeholder-catalogue';
import { checkPlaceholders } from './placeholder-checks';
import { previewBody } from '@renderer/tools/vault-forward/placeholder-preview';
import { scanPlaceholders } from './placeholder-scan';

const own: OwnPlaceholder[] = [{ name: 'CARD_HOLDER', becomes: "the card holder's name", sample: 'A "B" C' }];

function found(body: string, paymentMethods = 1): string[] {
  return checkPlaceholders(scanPlaceholders(body, 'json'), {
    paymentMethods,
    checkoutSession: false,
    own,
  }).map(({ severity, code }) => `${severity} ${code}`);
}

describe('scanPlaceholders', () => {
  it('finds both spellings, with place, name and index', () => {
    const body = '{"n":"{{CARD_NUMBER_1}}","e":"x {{ CARD_EXPIRATION_DATE_MM_12 }}"}';
    const { placeholders, strays } = scanPlaceholders(body, 'json');
    expect(strays).toEqual([]);
    expect(
      placeholders.map(({ offset, length, name, index }) => [
        body.slice(offset, offset + length),
        name,
        index,
      ]),
    ).toEqual([
      ['{{CARD_NUMBER_1}}', 'CARD_NUMBER', '1'],
      ['{{ CARD_EXPIRATION_DATE_MM_12 }}', 'CARD_EXPIRATION_DATE_MM', '12'],
    ]);
  });

  it('does not mistake closing brackets of JSON for placeholders', () => {
    expect(scanPlaceholders('{"a":{"b":{"c":"d"}}}', 'json')).toEqual({
      kind: 'json',
      placeholders: [],
      strays: [],
    });
  });

  it('uses the innermost of several braces', () => {
    const { placeholders, strays } = scanPlaceholders('"{{{CARD_NUMBER_1}}}"', 'json');
    expect(placeholders).toMatchObject([{ offset: 2, length: 17, name: 'CARD_NUMBER' }]);
    expect(strays).toEqual([]);
  });

  it('handles escaped quotes and a missing quote', () => {
    const body = '{"a":"\\"{{CARD_NUMBER_1}}\\"",\n"b":"oops,\n"c":"{{CARD_NUMBER_2}}"}';
    expect(
      scanPlaceholders(body, 'json').placeholders.map(({ inString, index }) => [inString, index]),
    ).toEqual([
      [true, '1'],
      [true, '2'],
    ]);
  });

  it('finds every placeholder between harmless texts', () => {
    const harmless = fc
      .string({ unit: fc.constantFrom('a', ' ', 'é', '😀', '"', '\\', '\n', '{', '}', '<') })
      .map((text) => text.replace(/[{}]{2,}|[{}]$|^[{}]/g, ''));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(harmless, fc.integer({ min: 1, max: 120 })), { maxLength: 6 }),
        (parts) => {
          const body = JSON.stringify(parts.map(([text, index]) => `${text}{{CARD_NUMBER_${index}}}`));
          const { placeholders, strays } = scanPlaceholders(body, 'json');
          expect(strays).toEqual([]);
          expect(placeholders.map(({ index }) => Number(index))).toEqual(parts.map(([, index]) => index));
          expect(placeholders.every(({ inString }) => inString)).toBe(true);
        },
      ),
    );
  });
});

describe('checkPlaceholders', () => {
  it.each<[string, string[]]>([
    ['["{{CARD_NUMBER_1}}","{{ CARD_EXPIRATION_DATE_1 }}"]', []],
    ['["{{CARD_NUMBER_1}}","{{CARD_HOLDER_1}}"]', []],
    ['["{{CARD_NUMBER_1}"]', ['error placeholder-braces', 'warning payment-method-unused']],
    ['["CARD_NUMBER_1}}"]', ['error placeholder-braces', 'warning payment-method-unused']],
    ['["{{CARD_NUMBER_1}} {{ and more"]', ['warning placeholder-braces']],
    ['["{{CARD_NUMBER_1}}","{{CARD_NUMBER}}"]', ['error placeholder-index']],
    ['["{{CARD_NUMBER_1}}","{{CARD_NUMBER_0}}"]', ['error placeholder-index']],
    ['["{{CARD_NUMBER_1}}","{{CARD_NUMBER_01}}"]', ['error placeholder-index']],
    ['["{{CARD_NUMBER_1}}","{{CARD_NUMBER_2}}"]', ['error placeholder-beyond']],
    ['["{{CARD_NUMBER_1}}","{{CARD_NUMBER_99999999999999999999}}"]', ['error placeholder-beyond']],
    ['["{{CARD_NUMBER_1}}","{{customer}}"]', ['warning placeholder-unknown']],
    ['["{{CARD_NUMBER_1}}","{{#each cards}}"]', ['warning placeholder-unknown']],
    ['["{{CARD_NUMBER_1}}","{{  CARD_NUMBER_1}}"]', ['warning placeholder-spacing']],
    ['["{{CARD_EXPIRATION_DATE_MM_1}}"]', ['note placeholder-known-elsewhere']],
  ])('%s', (body, expected) => {
    expect(found(body)).toEqual(expected);
  });

  it('reports each payment method that nothing uses', () => {
    const findings = checkPlaceholders(scanPlaceholders('["{{CARD_NUMBER_2}}"]', 'json'), {
      paymentMethods: 3,
      checkoutSession: false,
      own,
    });
    expect(findings.map(({ where }) => where)).toEqual([
      { field: 'paymentMethods', index: 0 },
      { field: 'paymentMethods', index: 2 },
    ]);
  });

  it('accepts a checkout session as the first payment method', () => {
    const scan = scanPlaceholders('["{{CARD_NUMBER_1}}","{{CARD_NUMBER_2}}"]', 'json');
    expect(
      checkPlaceholders(scan, { paymentMethods: 0, checkoutSession: true, own }).map(
        ({ message }) => message,
      ),
    ).toEqual(['CARD_NUMBER_2 asks for payment method 2, but the request has no payment method.']);
  });

  it.each([
    ['CARD_NUMER', 'CARD_NUMBER_1'],
    ['card_number', 'CARD_NUMBER_1'],
    ['CARD_NUBMER', 'CARD_NUMBER_1'],
    ['CARD_EXPIRY_DATE', 'CARD_EXPIRATION_DATE_1'],
  ])('suggests what %s was meant to be', (name, meant) => {
    const [finding] = checkPlaceholders(scanPlaceholders(`"{{${name}_1}}"`, 'json'), {
      paymentMethods: 1,
      checkoutSession: false,
      own: [],
    });
    expect(finding?.message).toContain(`Did you mean ${meant}?`);
  });

  it.each([
    ['\u0421ARD_NUMBER_1', 'CARD_NUMBER_1', '"\u0421" (U+0421)'],
    ['CARD_NUMB\u0415R_1', 'CARD_NUMBER_1', '"\u0415" (U+0415)'],
    ['CARD_\u200bNUMBER_1', 'CARD_NUMBER_1', '"\u200b" (U+200B)'],
    ['CARD_NUMBER_\uff11', 'CARD_NUMBER_1', '"\uff11" (U+FF11)'],
    ['CARD-EXPIRATION-DATE_2', 'CARD_EXPIRATION_DATE_2', '"-" (U+002D)'],
  ])('says which character of %s is wrong, where, and fixes it', (content, meant, character) => {
    const body = `"{{${content}}}"`;
    const [finding] = checkPlaceholders(scanPlaceholders(body, 'json'), {
      paymentMethods: 2,
      checkoutSession: false,
      own: [],
    });
    expect(finding?.message).toBe(
      `Did you mean ${meant}? ${character} is not a placeholder character, even if it looks like one: these braces are sent as they are.`,
    );
    expect(finding).toMatchObject({
      where: { field: 'body', offset: 1, length: body.length - 2 },
      mend: { label: 'Replace', offset: 1, length: body.length - 2, insert: `{{${meant}}}` },
    });
  });
});

describe('nearestName', () => {
  it('finds the name with any one letter changed', () => {
    const names = placeholderCatalogue().map(({ name }) => name);
    fc.assert(
      fc.property(
        fc.constantFrom('CARD_NUMBER', 'CARD_CRYPTOGRAM', 'CARD_SECURITY_CODE'),
        fc.nat(),
        fc.constantFrom('X', ''),
        (name, at, letter) => {
          const place = at % name.length;
          expect(nearestName(name.slice(0, place) + letter + name.slice(place + 1), names)).toBe(name);
        },
      ),
    );
  });

  it('does not suggest distant names', () => {
    expect(nearestName('CUSTOMER', ['CARD_NUMBER'])).toBeNull();
  });
});

describe('samples and preview', () => {
  it('has no sample that looks like a card number', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...placeholderCatalogue()),
        fc.integer({ min: 1, max: 100_000 }),
        (entry, index) => {
          expect(findCardNumbers(sampleValue(entry, index))).toEqual([]);
        },
      ),
    );
  });

  it('gives each card of a request its own sample', () => {
    const samples = placeholderCompletions(20).map(({ label, sample }) =>
      /^CARD_(?:NUMBER|NETWORK_TOKEN)_\d+$/.test(label) ? sample : null,
    );
    const numbers = samples.filter((sample) => sample !== null);
    expect(new Set(numbers).size).toBe(40);
  });

  it('fills in samples and says where they are', () => {
    const body = '{"n":"{{CARD_NUMBER_1}}","h":"{{CARD_HOLDER_1}}","u":"{{NOPE_1}}"}';
    const { text, samples } = previewBody(body, scanPlaceholders(body, 'json'), own);
    expect(JSON.parse(text)).toEqual({ n: '0000000000000013', h: 'A "B" C', u: '{{NOPE_1}}' });
    expect(
      samples.map(({ offset, length, placeholder }) => [text.slice(offset, offset + length), placeholder]),
    ).toEqual([
      ['0000000000000013', 'CARD_NUMBER_1'],
      ['A \\"B\\" C', 'CARD_HOLDER_1'],
    ]);
  });
});

describe('completion', () => {
  it('offers every kind for every payment method, the specified ones first', () => {
    const labels = placeholderCompletions(2, own).map(({ label }) => label);
    expect(labels.slice(0, 4)).toEqual([
      'CARD_NUMBER_1',
      'CARD_NUMBER_2',
      'CARD_EXPIRATION_DATE_1',
      'CARD_EXPIRATION_DATE_2',
    ]);
    expect(labels.slice(-2)).toEqual(['CARD_HOLDER_1', 'CARD_HOLDER_2']);
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('takes only names from the specification', () => {
    const specified = placeholderCatalogue().filter(({ source }) => source === 'specification');
    expect(specified.map(({ name, becomes }) => [name, becomes])).toEqual([
      ['CARD_NUMBER', 'the card number'],
      ['CARD_EXPIRATION_DATE', 'the expiration date, known elsewhere as MM/YY'],
    ]);
  });

  it('offers only what the checks accept', () => {
    for (const { insert } of placeholderCompletions(1, own)) {
      expect(found(JSON.stringify(insert)).filter((finding) => !finding.startsWith('note'))).toEqual([]);
    }
  });
});
