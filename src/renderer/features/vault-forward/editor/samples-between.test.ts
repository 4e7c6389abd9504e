import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samplesBetween } from './samples-between';

describe('samplesBetween', () => {
  it('gives those that a look at each one gives', () => {
    const gaps = fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 5 })), { maxLength: 30 });
    fc.assert(
      fc.property(gaps, fc.nat(200), fc.nat(50), (steps, from, length) => {
        let at = 0;
        const samples = steps.map(([gap, size]) => {
          const offset = at + gap;
          at = offset + size;
          return { offset, length: size, placeholder: 'X_1' };
        });
        const to = from + length;
        expect(samplesBetween(samples, from, to)).toEqual(
          samples.filter((sample) => sample.offset + sample.length > from && sample.offset < to),
        );
      }),
    );
  });
});
