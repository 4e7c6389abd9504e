import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretEncodings } from './secret-encodings';

/** The text with every encoding of the secret replaced. */
const without = (text: string, secret: string): string =>
  secretEncodings(secret).reduce((rest, writing) => rest.split(writing).join('#'), text);

/** Long enough to be searched for in its encodings. */
const secret = fc.string({ minLength: 12, maxLength: 60 });

describe('secretEncodings', () => {
  it('finds a secret in JSON and URLs', () => {
    fc.assert(
      fc.property(secret, (value) => {
        expect(without(JSON.stringify(value), value)).toBe('"#"');
        expect(without(JSON.stringify(value).replaceAll('/', '\\/'), value)).toBe('"#"');
        expect(without(`?t=${encodeURIComponent(value)}&`, value)).toBe('?t=#&');
      }),
    );
  });

  it.each([
    ['JSON within JSON', JSON.stringify(JSON.stringify('a"b c/d<e>é')).slice(3, -3)],
    ['JSON that escapes HTML', 'a\\"b c/d\\u003Ce\\u003Eé'],
    ['the same in small letters', 'a\\"b c/d\\u003ce\\u003eé'],
    ['a URL in small letters', 'a%22b%20c%2fd%3ce%3e%c3%a9'],
    ['a form', 'a%22b+c%2Fd%3Ce%3E%C3%A9'],
    ['a form in small letters', 'a%22b+c%2fd%3ce%3e%c3%a9'],
  ])('finds a secret in %s', (_where, text) => {
    expect(without(text, 'a"b c/d<e>é')).toBe('#');
  });

  it('leaves at most the ends of a secret in base64, whatever surrounds it', () => {
    const encodings = fc.constantFrom<BufferEncoding>('base64', 'base64url');
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), encodings, (before, value, after, encoding) => {
        const written = Buffer.from(before + value + after, 'utf8').toString(encoding);
        const rest = without(written, value);
        expect(rest).toContain('#');
        const around = Buffer.byteLength(before + after, 'utf8');
        expect(rest.length).toBeLessThanOrEqual(Math.ceil((around * 4) / 3) + 8);
      }),
    );
  });

  it('returns a short secret only as it is, and nothing for an empty one', () => {
    expect(secretEncodings('abc')).toEqual(['abc']);
    expect(secretEncodings('')).toEqual([]);
  });
});
