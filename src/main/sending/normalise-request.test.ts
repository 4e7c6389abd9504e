import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '@shared/testing/processor-ms.fixture';
import { normaliseStrings } from './normalise-request';

describe('normaliseStrings', () => {
  it('gives the strings of JSON the escapes they need, and leaves what is around them alone', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (strings) => {
        const escaped = strings.map((text) => `"${text.replace(/[^]/g, inHex)}"`);
        const text = (written: readonly string[]): string =>
          `{ "a\\/b": {{N_1}}, [ ${written.join(' , ')} ] }`;
        expect(normaliseStrings(text(escaped))).toBe(
          text(strings.map((one) => JSON.stringify(one))).replace('a\\/b', 'a/b'),
        );
      }),
    );
    expect(normaliseStrings('\\u0041 "\\u0041" "\\u0042')).toBe('\\u0041 "A" "\\u0042');
  });

  it('reads a string of 20 MB', () => {
    const long = 'a'.repeat(20_000_000);
    expect(normaliseStrings(`{"a":"${long}\\u0041"}`)).toBe(`{"a":"${long}A"}`);
  });

  it('takes time in proportion to a text in which no string ends', () => {
    const text = '\\"'.repeat(200_000);
    expect(processorMs(() => expect(normaliseStrings(text)).toBe(text))).toBeLessThan(3_000);
  });
});

const inHex = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
