import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineAndColumn, linesAndColumns } from './positions';

it('finds many positions in one pass with the same results', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\r\n', '😀'), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.array(fc.nat(80)), (written, wanted) => {
      const offsets = wanted.filter((offset) => offset <= written.length);
      const places = linesAndColumns(written, offsets);
      for (const offset of offsets) expect(places.get(offset)).toEqual(lineAndColumn(written, offset));
      expect(places.size).toBe(new Set(offsets).size);
    }),
    { numRuns: 2000 },
  );
});
