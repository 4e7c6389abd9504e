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
