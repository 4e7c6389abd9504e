import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeNameOf } from './security-code-names';
import {
  findMaskedCodes,
  findSecurityCodes,
  isTypedCode,
  maskSecurityCodes,
  putSecurityCodes,
} from './security-codes';
import { processorMs } from '../testing/processor-ms.fixture';

const codes = (text: string): string[] => findSecurityCodes(text).map(({ code }) => code);

describe('codeNameOf', () => {
  it.each([
    ...['cvv', 'CVV2', 'cvc', 'cvc_2', 'card-cvv', 'securityCode', 'card_security_code', 'cardCode'],
    ...['card[cvv]', 'payment.card.cvc', 'card%5Bcvv%5D', 'cardVerificationValue', '\\u0063vv', 'cvvCode'],
    ...['cvv1', 'cvc3', 'dCVV', 'dcvv2', 'iCVV', 'card_icvv', 'dcvc3'],
  ])('is certain of %s', (name) => expect(codeNameOf(name)).toBe('certain'));
  it.each(['cid', 'CSC', 'verification_value', 'verificationCode'])('considers %s likely', (name) =>
    expect(codeNameOf(name)).toBe('likely'),
  );
  it.each(['code', 'status_code', 'cvv_result', 'cvc_check', 'decided', 'amount', 'pin', ''])(
    'does not recognise %s',
    (name) => expect(codeNameOf(name)).toBeNull(),
  );
});

describe('findSecurityCodes', () => {
  it.each([
    ['JSON', '{"card":{"cvv":"123"}}'],
    ['a number', '{"card":{"cvv" : 123}}'],
    ['four digits', '{"cvc2":"1234"}', '1234'],
    ['an object around it', '{"securityCode":{"value":"123"}}'],
    ['JSON in JSON', '{"a":"{\\"cvv\\":\\"123\\"}"}'],
    ['a number in JSON in JSON', '{"a":"{\\"cvv\\":123}"}'],
    ['broken JSON', '{"number": {{CARD_NUMBER_1}}, "cvv": "123"'],
    ['a form', 'number=4111&card%5Bcvv%5D=123&amount=100'],
    ['a query', 'https://psp.example/pay?cvv=123#x'],
    ['XML', '<card><ns:CVV2 type="x"> 123 </ns:CVV2></card>'],
    ['CDATA', '<cvc><![CDATA[123]]></cvc>'],
    ['an attribute', '<card cvv="123" exp="12/30"/>'],
    ['words', 'Use card A with CVV: 123, then'],
    ['words with a dash', 'Card on file, CVV - 123, then'],
    ['words with a long dash', 'security code – 123.\nThanks'],
    ['a hyphenated name', 'Its security-code 123 is wrong'],
    ['a full-width colon', 'CVV： 123'],
    ['a full-width colon after another name', 'card_code：123'],
    ['JSON that escapes digits', '{"cvv":"\\u0031\\u00323"}'],
    ['JSON in JSON that escapes digits', '{"a":"{\\"cvv\\":\\"\\\\u0031\\\\u0032\\\\u0033\\"}"}'],
    ['full-width digits', '{"cvv":"１２３"}'],
    ['a form that encodes digits', 'number=4111&cvv=%31%32%33&amount=100'],
    ['a list', '{"cvv": ["123"]}'],
    ['a number in a list', '{"cvv": [123]}'],
    ['a form in a form that encodes digits', 'number=4111&cvv=%2531%2532%2533&amount=100'],
    ['Arabic digits', '{"cvv":"١٢٣"}'],
    ['XML that escapes digits', '<cvv>&#49;&#x32;3</cvv>'],
    ['an object in source code', "{'cvv': '123', `a`: 1}"],
    ['JSON in a form', 'data=%7B%22cvv%22%3A%22123%22%7D&x=1'],
    ['a number in JSON in a form', 'data=%7B%22card_cvv%22%3A+123%2C%22x%22%3A1%7D'],
    ['a form in a form', 'data=number%3D4111%26cvv%3D123&x=1'],
    ['multipart', '--x\r\ncontent-disposition: form-data; name="cvv"\r\n\r\n123\r\n--x--'],
    ['a likely name beside a placeholder', '{"number":"{{CARD_NUMBER_1}}","cid":"123"}'],
    ['a likely name beside an expiry', '{"expiry":"12/30","csc":"123"}'],
    ['a likely name below a card', '{"number":"4111111111111111","security":{"csc":123}}'],
  ])('finds one in %s', (_where, text, code = '123') => expect(codes(text)).toEqual([code]));

  it.each([
    '{"cvv":"{{CARD_SECURITY_CODE_1}}"}',
    '{"cvv":""}',
    '{"cvv":"12"}',
    '{"cvv":"12345","cvc":12345}',
    '{"cvv":1234.5}',
    '{"cvv_result":"123"}',
    'CVV - 123-456',
    'CVV: 123.50',
    'CVV-checked 123 times',
    'The cvv - 1234567 of them',
    'order-security-code-123',
    '{"cid":"123"}',
    '{"order":{"customer":{"cid":"123"}},"card":{"number":"4111111111111111"}}',
    '{"code":"123","number":"4111111111111111"}',
    '',
  ])('finds none in %s', (text) => expect(codes(text)).toEqual([]));

  it('finds a code whatever the case of its name and the separators in it', () => {
    const names = ['cvv', 'cvc2', 'cvn', 'cvd', 'cvx', 'securitycode', 'cardcode', 'cardcsc', 'cardcid'];
    const long = ['cardverificationvalue', 'cardvalidationcode', 'paymentmethodcvvcode'];
    const name = fc.constantFrom(...names, ...long).chain((letters) => {
      const writings = [...letters].map((letter) => {
        const forms = [letter, letter.toUpperCase(), ...(letter === 'i' ? ['\u0130'] : [])];
        const between = fc.constantFrom('', '', '_', '-', '.', ' ', '\u00a0', '[');
        return fc.tuple(between, fc.constantFrom(...forms)).map((parts) => parts.join(''));
      });
      return fc.tuple(...writings).map((parts) => parts.join(''));
    });
    fc.assert(
      fc.property(name, (written) => {
        fc.pre(codeNameOf(written) === 'certain');
        expect(codes(JSON.stringify({ [written]: '123' }))).toEqual(['123']);
      }),
      { numRuns: 500 },
    );
  });

  it('takes time in proportion to the text', () => {
    const texts = [
      `{"items":[${'{"cvv":"x","aaaa":"bbbb cccc"},'.repeat(100_000)}{}]}`,
      `123 ${`v a l i ${' '.repeat(1_000)}`.repeat(1_000)}`,
    ];
    expect(processorMs(() => expect(texts.flatMap(codes)).toEqual([]))).toBeLessThan(3_000);
  });

  it.each([
    ['backslashes', '123 cvv', '\\'],
    ['backslashes before an escaped digit', '"\\u0031" cvv', '\\'],
    ['space after a name', 'cvv:', ' '],
    ['line breaks after a name', '"cvc":', '\n'],
    ['names that need card data beside them', '[', '{"cid":123},'],
    ['such names with card data beside each', '[', '{"cid":123,"expiry":"12/30"},'],
    ['such names in one object', '{"number":"4111111111111111",', '"csc":123,'],
    ['such names without an object', 'card_number=1&', 'csc=123&'],
  ])('takes time in proportion to a text of %s', (_what, start, piece) => {
    const text = `${start}${piece.repeat(200_000 / piece.length)}123x`;
    expect(processorMs(() => void codes(text))).toBeLessThan(3_000);
  });
});

/** Texts with codes and near misses, valid JSON or not. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('{', '}', ',', '"cvv":', '"cvv":123', '"cid":"123"', 'cvc=1234&', '<cvv>123</cvv>'),
      fc.constantFrom('"number":"4111111111111111",', '"a":"{\\"cvv\\":123}"', ' 123 ', 'cvv: 1234 ', '\n'),
      fc.constantFrom('%22cvv%22%3A%22123%22', '&cvv%3D123&', "'cvv': '123'", '"cvv":[123]', '%3A'),
      fc.constantFrom('"cvv":"123"', '"security_code":{"value":', '"', "'", '{{CARD_NUMBER_1}}', '4111 1111'),
      fc.string(),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => !text.includes('•'));

const anyJson = fc
  .jsonValue()
  .map((value) =>
    JSON.stringify({ card: { number: '4111111111111111', cvv: '123', cvc2: 4567, value } }, null, 1),
  );

describe('maskSecurityCodes', () => {
  it('leaves no code, and putSecurityCodes restores each one exactly', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, anyJson), (text) => {
        const { text: masked, masked: places } = maskSecurityCodes(text);
        expect(findSecurityCodes(masked)).toEqual([]);
        expect(findMaskedCodes(masked).map(({ offset, length }) => [offset, length])).toEqual(
          places.map(({ offset, length }) => [offset, length]),
        );
        expect(putSecurityCodes(masked, codes(text))).toBe(text);
        expect(maskSecurityCodes(masked)).toEqual({ text: masked, masked: [] });
      }),
      { numRuns: 1_000 },
    );
  });

  it('keeps JSON valid', () => {
    fc.assert(
      fc.property(anyJson, (text) => {
        expect(() => void JSON.parse(maskSecurityCodes(text).text)).not.toThrow();
      }),
    );
    expect(maskSecurityCodes('{"cvv": 123, "cvc": "1234"}').text).toBe(
      '{"cvv": "••• (number)", "cvc": "••••"}',
    );
    expect(maskSecurityCodes('{"cvv": "\\u0031\\u00323"}').text).toBe('{"cvv": "•••"}');
  });
});

describe('isTypedCode', () => {
  it.each(['cvv', 'X-CVV', 'x-vault-forward-header-cvc', 'x-vault-forward-header-x-security-code'])(
    'recognises a header %s',
    (name) => expect(isTypedCode({ name, value: ' 987 ' })).toBe(true),
  );
  it.each([
    ['x-cvv', '{{CARD_SECURITY_CODE_1}}'],
    ['x-cvv', '98'],
    ['x-code', '987'],
  ])('does not recognise %s: %s', (name, value) => expect(isTypedCode({ name, value })).toBe(false));
});

describe('putSecurityCodes', () => {
  it('refuses a wrong number of codes, and invalid codes', () => {
    const { text } = maskSecurityCodes('{"cvv":"123"}');
    expect(putSecurityCodes(text, [])).toBeNull();
    expect(putSecurityCodes(text, ['12'])).toBeNull();
    expect(putSecurityCodes(text, ['1"2'])).toBeNull();
    expect(putSecurityCodes(text, ['4567'])).toBe('{"cvv":"4567"}');
  });
});
