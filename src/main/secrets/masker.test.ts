import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MASKED } from '@shared/http/exchange';
import { maskerFor, secretsOf } from './masker';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

describe('secretsOf', () => {
  it('lists the token and the values of headers that are secret by name or mark, ignoring case', () => {
    const headers = [
      ['X-API-Key', 'key-value'],
      ['x-plain', 'plain-value'],
      ['x-vault-forward-header-house', 'house-value'],
      ['x-empty-token', ''],
    ] as const;
    expect(secretsOf('the-token', headers, ['X-Vault-Forward-Header-HOUSE'])).toEqual([
      'the-token',
      'key-value',
      'house-value',
    ]);
    expect(secretsOf(null, [], [])).toEqual([]);
  });
});

describe('maskerFor', () => {
  it('masks repeated texts identically with and without its cache', () => {
    const options = { cards: true, codes: true };
    const [plain, repeating] = [
      maskerFor(['CANARY'], options),
      maskerFor(['CANARY'], { ...options, repeats: true }),
    ];
    const parts = ['CANARY', '4111111111111111', 'cvv=123', ' ', 'x'.repeat(300)];
    const texts = fc.array(
      fc.array(fc.constantFrom(...parts), { maxLength: 3 }).map((some) => some.join('')),
    );
    fc.assert(
      fc.property(texts, (given) => {
        for (const text of [...given, ...given]) expect(repeating.text(text)).toBe(plain.text(text));
      }),
    );
  });

  it.each([
    ['without its scheme', 'Bearer CANARY-value', 'CANARY-value'],
    ['one of several cookies', 'sid=CANARY-one; other="CANARY-two"', 'CANARY-two'],
    ['the only cookie', 'sid=CANARY-one', 'CANARY-one'],
    ['Basic credentials in plain text', basic('user:CANARY-pass'), 'user:CANARY-pass'],
    ['the password of Basic credentials', basic('user:CANARY-pass:x'), 'CANARY-pass:x'],
    ['in a form', 'CANARY value (1)~', new URLSearchParams({ a: 'CANARY value (1)~' }).toString().slice(2)],
    ['in a URL with lower-case escapes', 'CANARY/value+', 'CANARY%2fvalue%2b'],
    ['in JSON that escapes HTML characters', 'CANARY<&>+', 'CANARY\\u003c\\u0026\\u003e\\u002b'],
    ['in a URL that keeps some signs', 'CANARY/a+value==', 'CANARY/a%2Bvalue%3d%3D'],
    ['in a URL that escapes every character', 'CANARY', '%43%41%4e%41%52%59'],
    ['in HTML', 'CANARY<a>&value/+=', 'CANARY&lt;a&gt;&amp;value&#x2F;&#43;&#x3d;'],
    ['in JSON in JSON that escapes signs', 'CANARY+value=', 'CANARY\\\\u002bvalue\\\\u003d'],
    ['in base64', 'CANARY-value', Buffer.from('CANARY-value').toString('base64')],
  ])('masks a secret %s, in texts, header values, header names and deep values', (_how, secret, written) => {
    const masker = maskerFor([secret]);
    const masked = masker.text(`before ${written} after`);
    expect(masked).toContain(MASKED);
    expect(masked).not.toContain(written);
    const headers = masker.headers([[`x-${written}`, written]]);
    expect(JSON.stringify(headers)).not.toContain(written);
    expect(JSON.stringify(masker.deep({ a: [{ b: written }] }))).not.toContain(written);
    expect(masker.bytes(Buffer.from(written), 'utf-8')?.toString()).not.toContain(written);
  });

  it('masks in bytes that are not UTF-8: Latin-1, and UTF-16 in both byte orders', () => {
    const masker = maskerFor(['CANARY-välue']);
    const wide = Buffer.from('\ufeffCANARY-välue', 'utf16le');
    for (const bytes of [wide, Buffer.from(wide).swap16()]) {
      expect(masker.bytes(bytes, 'binary')).not.toBeNull();
      expect(masker.bytes(bytes, 'binary')?.includes(Buffer.from('CANARY', 'utf16le'))).toBe(false);
    }
    const latin = Buffer.concat([Buffer.from([0xff]), Buffer.from('CANARY-välue', 'latin1')]);
    expect(masker.bytes(latin, 'binary')?.includes('CANARY')).toBe(false);
  });

  it('masks card numbers only when asked to', () => {
    expect(maskerFor([]).text('4111111111111111')).toBe('4111111111111111');
    expect(maskerFor([], { cards: true }).text('4111111111111111')).not.toContain('11111111');
  });

  it('masks a secret of which JSON escapes every character, and leaves other escapes alone', () => {
    const secret = 'CANARY-"a\\b"-0123456789';
    const masker = maskerFor([secret]);
    const escaped = [...secret]
      .map((sign) => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`)
      .join('');
    const masked = masker.answer(`{"a":"\\u0041 ${escaped} \\u0022","b":"\\\\u0041"}`);
    expect(JSON.parse(masked)).toEqual({ a: `A ${MASKED} "`, b: '\\u0041' });
    expect(masker.text(`{"a":"${escaped.slice(0, -1)}"}`)).toBe(`{"a":"${escaped.slice(0, -1)}"}`);
    const other = '{"a":"\\u0041\\u0022"}';
    expect(masker.answer(other)).toBe(other);
  });

  it('masks a card number in undeclared UTF-16, and leaves a text with a NUL but no card number alone', () => {
    const masker = maskerFor([], { cards: true });
    const wide = Buffer.from('{"pan":"4111111111111111"}', 'utf16le');
    expect(masker.bytes(wide, 'utf-8')?.toString()).toBe('{"pan":"411111••••••1111"}');
    expect(masker.text('4111\0')).toBe('4111\0');
  });

  it('keeps an incomplete character at the end of a truncated body, and turns a masked number into a string', () => {
    const bytes = Buffer.from('{"pan":4111111111111111,"masked":"411111••••••1111","of":"•').subarray(0, -1);
    const masked = maskerFor([], { cards: true }).bytes(bytes, 'utf-8');
    expect(masked?.subarray(-2)).toEqual(bytes.subarray(-2));
    expect(masked?.subarray(0, -2).toString()).toBe(
      '{"pan":"411111••••••1111","masked":"411111••••••1111","of":"',
    );
  });

  it('removes a secret from any text, and leaves a text without secrets alone', () => {
    const secret = fc
      .string({ minLength: 8, unit: 'grapheme-ascii' })
      .filter((text) => text.trim().length >= 8);
    fc.assert(
      fc.property(secret, fc.string(), (value, around) => {
        fc.pre(!around.includes(value) && !MASKED.includes(value));
        expect(maskerFor([value]).text(`${around}\n${value}\n${around}`)).not.toContain(value);
      }),
    );
    expect(maskerFor(['a', 'on', '']).text('a connection')).toBe('a connection');
    expect(maskerFor(['CANARY']).bytes(Buffer.from('nothing'), 'binary')).toBeNull();
  });
});
