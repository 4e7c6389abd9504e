import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairsByValue } from './pairs-by-value';

/** Names that differ, with values of any kind. */
const pairs = (): fc.Arbitrary<[string, string][]> =>
  fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })), {
    selector: ([name]) => name,
  });
const escaped = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

it('is equal for the same names and values in any order and notation', () => {
  fc.assert(
    fc.property(pairs(), (list) => {
      const reversed = [...list].reverse().map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
      expect(pairsByValue(reversed.join('&'))).toBe(pairsByValue(new URLSearchParams(list).toString()));
    }),
  );
});

it.each([
  ['a=1&b=2', 'a=2&b=1'],
  ['a=1&a=2', 'a=2&a=1'],
  ['a=1', 'a=1&a=1'],
  ['a=%', 'a=%25%'],
  ['amount=10', 'amount=100'],
])('%s is not %s', (one, other) => {
  expect(pairsByValue(one)).not.toBe(pairsByValue(other));
});
