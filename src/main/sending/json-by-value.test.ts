import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsableValue } from '@shared/testing/parsable-json';
import { jsonByValue, MAX_BY_VALUE } from './json-by-value';

/** The same value, with the members of all objects in another order. */
function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, child]) => [key, reordered(child)] as const);
  return Object.fromEntries(members.reverse());
}

/** Keys that are no indexes, because JavaScript would put those first. */
const value = (): fc.Arbitrary<unknown> =>
  fc.dictionary(
    fc.string().map((key) => `k${key.replaceAll('\\', '/')}`),
    parsableValue(),
  );

it('is equal for the same value in any order of keys and any layout', () => {
  fc.assert(
    fc.property(value(), (one) => {
      expect(jsonByValue(JSON.stringify(reordered(one), null, 2))).toBe(jsonByValue(JSON.stringify(one)));
    }),
  );
});

it('is equal only for the same value', () => {
  const plain = fc.jsonValue({ maxDepth: 2 });
  fc.assert(
    fc.property(plain, plain, (one, other) => {
      const [a, b] = [one, other].map((each) => JSON.stringify(each));
      const isSame = jsonByValue(a ?? '') === jsonByValue(b ?? '');
      expect(isSame).toBe(a === b || canonical(one) === canonical(other));
    }),
  );
});

const canonical = (one: unknown): string =>
  JSON.stringify(one, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

it('compares numbers by their exact value, in any notation', () => {
  const digits = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
  fc.assert(
    fc.property(digits, digits, fc.nat(30), fc.nat(30), (one, other, zeros, power) => {
      const written = `${one}.${'0'.repeat(zeros + 1)}e${power}`;
      const shifted = `${one}${'0'.repeat(one === 0n ? 0 : power)}E-0`;
      expect(jsonByValue(`[${written}]`)).toBe(jsonByValue(`[${shifted}]`));
      expect(jsonByValue(`${one}`) === jsonByValue(`${other}`)).toBe(one === other);
    }),
  );
});

it.each([
  ['100', '100.0'],
  ['100', '1e2'],
  ['0.10', '1E-1'],
  ['-0.0', '0'],
  ['"a/b\\u0063"', '"a\\/bc"'],
])('%s is %s', (one, other) => {
  expect(jsonByValue(one)).toBe(jsonByValue(other));
});

it.each([
  ['[1,2]', '[2,1]'],
  ['12345678901234567890', '12345678901234567891'],
  ['0.1', '0.10000000000000000001'],
  ['1', '"1"'],
  ['1', '-1'],
  ['10', '1'],
  ['{"a":1,"a":2}', '{"a":2,"a":1}'],
  ['{"a":1,"a":1}', '{"a":1}'],
  ['{"a":null}', '{}'],
  ['[[1],2]', '[[1,2]]'],
  ['"\\ud800"', '"\\ud801"'],
])('%s is not %s', (one, other) => {
  expect(jsonByValue(one)).not.toBe(jsonByValue(other));
});

it.each([
  '{"amount":{{AMOUNT}}}',
  'a=1',
  '',
  '[01]',
  '['.repeat(600) + ']'.repeat(600),
  `"${'a'.repeat(MAX_BY_VALUE)}"`,
])('is null for what is no JSON, too deep or too long', (text) => {
  expect(jsonByValue(text)).toBeNull();
});
