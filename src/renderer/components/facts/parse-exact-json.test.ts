import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsableJson } from '@shared/testing/parsable-json';
import { asObject, formatValue, toJsonText, toNumber } from './json';
import { parseExactJson } from './parse-exact-json';

it.each(['1.10', '12345678901234567890123', '-0', '1e2', '5.0', '0.1000', '1E400'])(
  'keeps the number %s as written, alone and nested',
  (written) => {
    const value = parseExactJson(`{"a":${written},"b":[${written}]}`);
    expect(formatValue(asObject(value)?.a ?? null)).toBe(written);
    expect(toJsonText(value ?? null)).toBe(`{"a":${written},"b":[${written}]}`);
  },
);

it('converts exact whole numbers, and returns NaN for anything else', () => {
  const number = (text: string): number => toNumber(parseExactJson(text));
  expect([number('7'), number('5.0'), number('1e2')]).toEqual([7, 5, 100]);
  expect([number('1.10'), number('12345678901234567890123'), number('"7"')]).toEqual([NaN, NaN, NaN]);
});

it('stops writing a value after its beginning if that is enough', () => {
  fc.assert(
    fc.property(parsableJson(), fc.nat(40), (text, enough) => {
      const value = parseExactJson(JSON.stringify(JSON.parse(text))) ?? null;
      const whole = toJsonText(value);
      const begun = toJsonText(value, enough);
      expect(begun.slice(0, enough)).toBe(whole.slice(0, enough));
      expect(begun.length > enough).toBe(whole.length > enough);
    }),
  );
  expect(toJsonText(['a'.repeat(1_000_000), 'b'], 10)).toHaveLength(14);
});

it('agrees with JSON.parse on everything that JSON.stringify writes', () => {
  fc.assert(
    fc.property(parsableJson(), (text) => {
      const again = JSON.stringify(JSON.parse(text));
      expect(toJsonText(parseExactJson(again) ?? null)).toBe(again);
    }),
  );
  for (const text of ['', '{', '{"a":1,}', 'nothing']) expect(parseExactJson(text)).toBeUndefined();
  expect(toJsonText(parseExactJson('{"a":1,"a":2,"__proto__":3}') ?? null)).toBe('{"a":2,"__proto__":3}');
});

it('reads and writes values nested 5,000 and 200,000 levels deep', () => {
  for (const depth of [5_000, 200_000]) {
    const text = '[{"a":'.repeat(depth) + '1.10' + '}]'.repeat(depth);
    expect(formatValue(parseExactJson(text) ?? null) === text).toBe(true);
  }
});
