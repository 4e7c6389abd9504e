import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuery } from './query';

const pieces = [
  'a',
  'ab',
  'limit',
  'cursor',
  '=',
  '&',
  '&&',
  '?',
  '%41',
  '%26',
  '%3D',
  '%',
  '+',
  'é',
  '#',
  ' ',
];
const names = [
  'a',
  'ab',
  'aa',
  '',
  '?a',
  'a=',
  'a&',
  'a&b',
  'a=b',
  'limit',
  'cursor',
  'b',
  'é',
  'A',
  '\ufffd',
];

function expectSame(text: string): void {
  const expected = new URLSearchParams(text);
  const read = readQuery(text);
  for (const name of names)
    expect([text, name, read.getAll(name)]).toEqual([text, name, expected.getAll(name)]);
}

describe('a query', () => {
  it.each([
    '',
    '?',
    '?=',
    '?&=',
    '?a',
    '?a=a&a',
    '?a=b=a',
    '?ab=1&a=2',
    '?a=&a&=a',
    '?a&',
    '?limit=5&limit=6&cursor=',
    '?cursor=ab&limit=',
    '?limit=5&a%26b=1',
    '?a%26limit=1&limit=2',
    '?a&b=1',
    '?limit%3D=1',
    '?%6Cimit=7',
    '?a+b=1&a=+',
    '?a=%',
    '?a=%2',
    '?a=%zz',
    '?a=\ud800&\udfff=1',
    '??a=1',
  ])('has the same values as URLSearchParams: %j', (text) => {
    expectSame(text);
  });

  it('has the same values as URLSearchParams for any text', () => {
    const anything = fc.oneof(
      fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((units) => units.join('')),
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ maxLength: 20 }),
    );
    fc.assert(
      fc.property(anything, (text) => expectSame(`?${text}`)),
      { numRuns: 3_000 },
    );
  });

  it('has the values of each of its names', () => {
    const text = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 5 }), (pairs) => {
        const written = `?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
        for (const [name] of pairs)
          expect(readQuery(written).getAll(name)).toEqual(
            pairs.filter(([one]) => one === name).map(([, value]) => value),
          );
      }),
    );
  });
});
