import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMaskedNumbers } from './card-digit-groups';
import { cardNetwork, isTestCardNumber, TEST_NUMBERS } from './card-networks';
import { findCardNumbers, hideCardDigits, maskCardNumbers, passesLuhn } from './card-numbers';
import { digitOf, ESCAPED_DIGIT } from './plain-digits';
import { processorMs } from '../testing/processor-ms.fixture';

const VISA = '4111111111111111';

function withCheckDigit(digits: string): string {
  for (let digit = 0; digit < 10; digit += 1) if (passesLuhn(digits + digit)) return digits + digit;
  throw new Error('no check digit');
}

/** The text with its escaped digits decoded, as the search sees it: `%34` is a 4. A masked number has none. */
function withPlainDigits(text: string): string {
  return text.replace(new RegExp(ESCAPED_DIGIT, 'gi'), (escaped) => digitOf(escaped) ?? escaped);
}

/** Card numbers of known networks that no service publishes. */
const cardNumber = fc
  .tuple(
    fc.constantFrom('4', '51', '2221', '37', '6011', '62', '3528'),
    fc.constantFrom(13, 14, 15, 16, 18, 19),
    fc.infiniteStream(fc.integer({ min: 0, max: 9 })),
  )
  .map(([lead, length, digits]) => {
    let number = lead;
    for (const digit of digits) {
      if (number.length === length - 1) break;
      number += digit;
    }
    return withCheckDigit(number);
  })
  .filter((number) => cardNetwork(number) !== null);

it('what is masked is recognised as masked, however it is written', () => {
  const between = fc.constantFrom(
    '',
    ' ',
    '-',
    '%20',
    '%2D',
    '\u00a0',
    '  ',
    '+',
    '%E2%80%91',
    '%E2%80%AF',
    '\\u00a0',
    '\\u2011',
    '%2520',
    '&#32;',
    '.',
    '_',
    '\\/',
  );
  fc.assert(
    fc.property(cardNumber, between, (number, separator) => {
      const written = number.replace(/(.{4})(?=.)/g, `$1${separator}`);
      const masked = maskCardNumbers(`pan=${written}&n=1`);
      fc.pre(masked !== `pan=${written}&n=1`);
      expect(findMaskedNumbers(masked)).toHaveLength(1);
      expect(findMaskedNumbers(written)).toEqual([]);
    }),
  );
});

describe('findCardNumbers', () => {
  it('reports place, network and whether it is a test number, never the number', () => {
    const text = `{\n  "cards": [\n    { "number": "${VISA}" },\n    { "number": "5100000000000008" }\n  ]\n}`;
    expect(findCardNumbers(text)).toEqual([
      {
        offset: text.indexOf(VISA),
        length: 16,
        line: 3,
        column: 18,
        masked: '411111••••••1111',
        network: 'Visa',
        testNumber: true,
      },
      {
        offset: text.indexOf('51000'),
        length: 16,
        line: 4,
        column: 18,
        masked: '510000••••••0008',
        network: 'Mastercard',
        testNumber: false,
      },
    ]);
    expect(JSON.stringify(findCardNumbers(text))).not.toContain(VISA);
  });

  it.each([
    ['4111 1111 1111 1111', '4111 11•• •••• 1111'],
    ['4111-1111-1111-1111', '4111-11••-••••-1111'],
    ['3782 822463 10005', '3782 82•••• •0005'],
    ['4111\u00a01111\u00a01111\u00a01111', '4111\u00a011••\u00a0••••\u00a01111'],
    ['4111 - 1111', '4111 - 1111'],
    ['?pan=4111+1111+1111+1111&x=1', '?pan=4111+11••+••••+1111&x=1'],
    ['?pan=4111%201111%201111%201111', '?pan=4111%2011••%20••••%201111'],
    ['?q=%204111111111111111', '?q=%20411111••••••1111'],
    ['"4111\\u00a01111\\u00A01111\\u00a01111"', '"4111\\u00a011••\\u00A0••••\\u00a01111"'],
    ['"\\u00a04111111111111111"', '"\\u00a0411111••••••1111"'],
    ['"\\u200741111111111111111"', '"\\u200741111111111111111"'],
    ['4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', '4 1 1 1 1 1 • • • • • • 1 1 1 1'],
    ['41 11 11 11 11 11 11 11', '41 11 11 •• •• •• 11 11'],
    ['4111.1111.1111.1111', '4111.11••.••••.1111'],
    ['4111_1111_1111_1111', '4111_11••_••••_1111'],
    ['4111\t1111\t1111\t1111', '4111\t11••\t••••\t1111'],
    ['{"pan":"4111\\t1111\\t1111\\t1111"}', '{"pan":"4111\\t11••\\t••••\\t1111"}'],
    ['4111\u20281111\u20281111\u20281111', '4111\u202811••\u2028••••\u20281111'],
    ['{"pan":"4111\\u20281111\\u20281111\\u20281111"}', '{"pan":"4111\\u202811••\\u2028••••\\u20281111"}'],
    // A row of a table, with more columns or with years.
    ['4111\t1111\t1111\t1111\t1111', '4111\t1111\t1111\t1111\t1111'],
    ['17\t4111\t1111\t1111\t1111', '17\t4111\t1111\t1111\t1111'],
    ['2018\t2019\t2020\t2024', '2018\t2019\t2020\t2024'],
    ['4111/1111/1111/1111.', '4111/11••/••••/1111.'],
    ['4111\u20031111\u20031111\u20031111', '4111\u200311••\u2003••••\u20031111'],
    ['4111\u200b1111\u00ad1111\u20141111', '4111\u200b11••\u00ad••••\u20141111'],
    ['４１１１ １１１１ １１１１ １１１１', '4111 11•• •••• 1111'],
    ['?pan=%34%31%31%31%31%31%31%31%31%31%31%31%31%31%31%31&x=%31', '?pan=411111••••••1111&x=%31'],
    ['?pan=%34111%201111%201111%20111%31', '?pan=4111%2011••%20••••%201111'],
    ['"\\u0034111111111111111", "\\u0031"', '"411111••••••1111", "\\u0031"'],
    ['"\\\\u0034111111111111\\\\u0031\\\\u0031\\\\u0031"', '"411111••••••1111"'],
    ['4111&nbsp;1111&#160;1111&#xA0;1111', '4111&nbsp;11••&#160;••••&#xA0;1111'],
    ['4111%E2%80%831111%C2%AD1111\\u200b1111', '4111%E2%80%8311••%C2%AD••••\\u200b1111'],
    ['%B4111111111111111^DOE/JANE^2912', '%B411111••••••1111^DOE/JANE^2912'],
    ['?pan=%2534%253111111111111111&x=%2531', '?pan=411111••••••1111&x=%2531'],
    ['?pan=4111%25201111%25201111%25252D1111', '?pan=4111%252011••%2520••••%25252D1111'],
    ['a4111&nbsp;1111&nbsp;1111&nbsp;1111', 'a4111&nbsp;11••&nbsp;••••&nbsp;1111'],
    ['a4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1', 'a4 1 1 1 1 1 • • • • • • 1 1 1 1'],
    ['?q=%25204111111111111111', '?q=%2520411111••••••1111'],
    ['?q=%2525224111111111111111', '?q=%252522411111••••••1111'],
    ['&#52;1111&#49;1111&#x31;1111&#X31;', '411111••••••1111'],
    ['<a>&#052;111111111111111</a>', '<a>411111••••••1111</a>'],
    ['4111&#32;1111&shy;1111&ensp;1111', '4111&#32;11••&shy;••••&ensp;1111'],
    ['٤١١١ ١١١١ ١١١١ ١١١١', '4111 11•• •••• 1111'],
    ['٤٩٢٩٦٠٨٣١٢٧٥٧٠٩٩', '492960••••••7099'],
    ['۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱', '411111••••••1111'],
    ['"4111\\/1111\\/1111\\/1111"', '"4111\\/11••\\/••••\\/1111"'],
    // Everything that follows on a magnetic stripe: name, expiry, service code, verification values.
    [';4111111111111111=29121011000012300000?', ';411111••••••1111=••••••••••••••••••••?'],
    ['{"track2":"4111111111111111=2912101123"}', '{"track2":"411111••••••1111=••••••••••"}'],
    ['"57":"4111111111111111D29121011000012300000F"', '"57":"411111••••••1111D••••••••••••••••••••F"'],
    ['%3B4111111111111111%3D29121011000?', '%3B411111••••••1111%3D•••••••••••?'],
    ['"4111111111111111\\u003d29121011000"', '"411111••••••1111\\u003d•••••••••••"'],
    ['%B4111111111111111^DOE/JANE^29121011000?', '%B411111••••••1111^DOE/JANE^•••••••••••?'],
    ['%25B4111111111111111%5EDOE%2FJANE%5E29121011000', '%25B411111••••••1111%5EDOE%2FJANE%5E•••••••••••'],
    ['4530393635380d4530393635380.4530393635380', '453039•••5380d•••••••••••••.4530393635380'],
    [';4111111111111111=4111111111111111?', ';411111••••••1111=••••••••••••••••?'],
    [';4111111111111111=2912 5555555555554444', ';411111••••••1111=2912 555555••••••4444'],
    ['card4111111111111111', 'card411111••••••1111'],
    ['123 4111 1111 1111 1111 12/29 456', '123 4111 11•• •••• 1111 12/29 456'],
    ['4917610000000000003', '491761•••••••••0003'],
    ['4222222222222', '422222•••2222'],
    ['1234567812345670', '123456••••••5670'],
    ['1234567812345670 4111111111111111', '123456••••••5670 411111••••••1111'],
    ['4111111111111111,5555555555554444', '411111••••••1111,555555••••••4444'],
    ['4111111111111111 5555555555554444', '411111••••••1111 555555••••••4444'],
    // Digits next to a hidden digit are not masked because of it.
    ['visa •••• 4111111111111111', 'visa •••• 411111••••••1111'],
    ['• 4111 1111 1111 1111', '• 4111 11•• •••• 1111'],
    ['4111111111111111•', '411111••••••1111•'],
    ['12 •••• 4111-1111-1111-1111', '12 •••• 4111-11••-••••-1111'],
    ['1•••4111111111111111', '1•••411111••••••1111'],
    ['411111••••••1111 4111111111111111', '411111••••••1111 411111••••••1111'],
  ])('masks %j as %j', (text, masked) => expect(maskCardNumbers(text)).toBe(masked));

  it.each([
    ['a wrong check digit', '4111111111111112'],
    ['twelve digits', '411111111116'],
    ['a part of a longer run', `${VISA}0000`],
    ['a part of a longer run, at its end', `9999${VISA}`],
    ['a UUID of digits', '41111111-1111-4111-8111-111111111111'],
    ['a UUID around it', 'aaaaaaaa-4111-1111-1111-1111aaaaaaaa'],
    ['a long hexadecimal id', `ab${VISA}cdef01`],
    ['an id with a D where a stripe has one', `ab${VISA}d12345678`],
    ['a long hexadecimal id after a number and a dash', '1309097427-382113036A60111193726819'],
    ['a long hexadecimal id before a dash and a number', '4810186773493A1455668876-119348234'],
    ['a decimal fraction', `51.${VISA}`],
    ['a number with a fraction', '4111.111111111111'],
    ['versions and addresses', '4111.1111.1111.1111.5 4111.1111_1111.1111'],
    ['milliseconds since 1970', '1700000000000'],
    ['microseconds since 1970', withCheckDigit('170000000000012')],
    ['a date and time', withCheckDigit('2026112102500')],
    ['zeros', '0000000000000000'],
    ['a date and its time', '2026-11-21 02:50:04'],
    ['letters between', '4111x1111x1111x1111'],
    ['lines between', '4111\n1111\n1111\n1111'],
  ])('leaves %s alone', (_, text) => expect(findCardNumbers(text)).toEqual([]));

  it('finds a number beside text that it ignores', () => {
    const text = `3f2504e0-4f89-41d3-9a0c-0305e82c3301 ${VISA} 1700000000000`;
    expect(findCardNumbers(text).map(({ masked }) => masked)).toEqual(['411111••••••1111']);
  });

  it('counts lines and columns from 1', () => {
    const places = findCardNumbers(`${VISA}\r\n\n  ${VISA} ${VISA}\n${VISA}`).map(({ line, column }) => [
      line,
      column,
    ]);
    expect(places).toEqual([
      [1, 1],
      [3, 3],
      [3, 20],
      [4, 1],
    ]);
  });

  it('finds every card number in text without digits, with or without separators', () => {
    const word = fc.string({ unit: fc.constantFrom(...'xyzXYZ_:;"\'{}[](),\n\t=&?/#') });
    const separator = fc.constantFrom('', ' ', '-');
    fc.assert(
      fc.property(word, cardNumber, separator, word, (before, number, apart, after) => {
        // With separators, a longer number may contain a shorter valid one, and nobody can tell which is meant.
        const shorter = [13, 14, 15, 16]
          .map((length) => number.slice(0, length))
          .filter((part) => part !== number);
        fc.pre(apart === '' || !shorter.some((part) => passesLuhn(part) && cardNetwork(part) !== null));
        const written = number.match(/.{1,4}/g)?.join(apart) ?? '';
        const text = `${before} ${written} ${after}`;
        const [find, ...others] = findCardNumbers(text);
        expect(others).toEqual([]);
        expect(text.slice(find?.offset, (find?.offset ?? 0) + (find?.length ?? 0))).toBe(written);
        expect(find?.masked.replace(/[ -]/g, '')).toBe(
          number.slice(0, 6) + '•'.repeat(number.length - 10) + number.slice(-4),
        );
      }),
    );
  });

  it('leaves no card number after masking, and keeps every other character', () => {
    const piece = fc.oneof(
      cardNumber,
      fc.string(),
      fc.constantFrom(' ', '-', '\n', '.', '%20', '%', '%25', '•', '••••'),
      fc.integer().map(String),
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (text) => {
          expect(findCardNumbers(maskCardNumbers(text))).toEqual([]);
          // In JSON a masked number gets quotes as well.
          const written = withPlainDigits(text);
          const masked = withPlainDigits(hideCardDigits(text));
          expect(masked).toHaveLength(written.length);
          for (let index = 0; index < written.length; index += 1) {
            if (masked[index] !== written[index])
              expect(`${written[index]}${masked[index]}`).toMatch(/^\d•$/);
          }
        },
      ),
    );
  });

  it.each([
    ['numbers in rows', '4111 1111 1111 1112 '],
    ['single digits', '1 '],
    ['one endless run', '4111'],
    ['JSON', '{"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","amount":129900,"at":1700000000000},\n'],
    ['card numbers', '"4111111111111111",\n'],
    ['encoded', '%204111%20'],
  ])('reads %s in time roughly proportional to the length', (_, piece) => {
    const timeOf = (length: number): number => {
      const text = piece.repeat(length / piece.length);
      return Math.min(...[0, 1, 2].map(() => processorMs(() => findCardNumbers(text))));
    };
    // If it were quadratic, eight times the length would take 64 times as long. The reference is measured in the same
    // run.
    expect(timeOf(320_000) / Math.max(timeOf(40_000), 1)).toBeLessThan(32);
  });

  it('looks for the end of a long line once, not for each number in it', () => {
    const timeOf = (numbers: number): number => {
      const text = `${VISA}${' x'.repeat(500)}`.repeat(numbers);
      return Math.min(...[0, 1].map(() => processorMs(() => findCardNumbers(text))));
    };
    expect(timeOf(3_200) / Math.max(timeOf(400), 1)).toBeLessThan(24);
  });

  it('finds all of 150,000 numbers in a row', () => {
    expect(findCardNumbers(`${VISA} `.repeat(150_000))).toHaveLength(150_000);
  });
});

describe('test numbers', () => {
  it('are card numbers of known networks', () => {
    for (const number of TEST_NUMBERS) {
      expect([number, passesLuhn(number), cardNetwork(number) !== null]).toEqual([number, true, true]);
    }
    expect(isTestCardNumber(VISA)).toBe(true);
    expect(isTestCardNumber('5100000000000008')).toBe(false);
  });
});
