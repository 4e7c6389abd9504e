import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuery } from './query';

describe('a query', () => {
  it('has the values that URLSearchParams gives it', () => {
    const unit = fc.constantFrom('a', 'ab', '=', '&', '&&', '?', '%41', '%', '+', 'é', '#', ' ');
    const name = fc.constantFrom('a', 'ab', 'aa', '', '?a', 'b', 'é');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 12 }), name, (units, asked) => {
        const text = `?${units.join('')}`;
        expect([text, readQuery(text).getAll(asked)]).toEqual([
          text,
          new URLSearchParams(text).getAll(asked),
        ]);
      }),
      {
        numRuns: 2_000,
        examples: [
          [[], 'a'],
          [['a', '=', 'a', '&', 'a'], 'a'],
          [['='], ''],
          [['&', '='], ''],
        ],
      },
    );
    expect(readQuery('').getAll('a')).toEqual([]);
  });
});
