import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RowOfId } from './row-of-id';

/** Few values for each part, so that ids repeat or differ in one place only. */
const part = (length: number) => fc.constantFrom('0', '1', 'f', 'a').map((digit) => digit.repeat(length));
const uuid = fc.tuple(part(8), part(4), part(4), part(4), part(12)).map((parts) => parts.join('-'));
const id = fc.oneof(
  uuid,
  fc.uuid(),
  uuid.map((text) => text.toUpperCase()),
  uuid.map((text) => ` ${text}`),
  fc.string(),
);

it('tells any ids apart, and returns the row in which each came first', () => {
  fc.assert(
    fc.property(fc.array(id, { maxLength: 3_000, size: 'max' }), (ids) => {
      const rows = new RowOfId();
      const expected = new Map<string, number>();
      ids.forEach((one, index) => {
        const before = expected.get(one) ?? null;
        if (before === null) expected.set(one, index + 1);
        expect(rows.note(one, index + 1)).toBe(before);
      });
    }),
    { numRuns: 20 },
  );
});

it('returns the first rows among 50,000 similar ids', () => {
  const rows = new RowOfId();
  const idAt = (row: number) => `5e550000-0000-4000-8000-${row.toString(16).padStart(12, '0')}`;
  const all = Array.from({ length: 50_000 }, (_, index) => index + 1);
  // The ids differ only in their last part.
  expect(all.filter((row) => rows.note(idAt(row), row) !== null)).toEqual([]);
  const repeated = [1, 2, 1_024, 25_000, 50_000].map((row) => rows.note(idAt(row), 99_999));
  expect(repeated).toEqual([1, 2, 1_024, 25_000, 50_000]);
});

it('treats differently escaped forms of an id as the same', () => {
  const escaped = (one: string) =>
    [...one].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  const written = fc.oneof(uuid, fc.constantFrom('é', 'buyer 1', '')).chain((one) => {
    const [first = '', rest] = [one.slice(0, 1), one.slice(1)];
    return fc.constantFrom([one, one], [one, escaped(first) + rest], [one, escaped(one)] as const);
  });
  fc.assert(
    fc.property(fc.array(written, { maxLength: 200 }), fc.nat(9), (ids, place) => {
      const rows = new RowOfId();
      const expected = new Map<string, number>();
      ids.forEach(([one = '', as = ''], index) => {
        const bytes = Buffer.from(' '.repeat(place) + as + ' '.repeat(40));
        const before = expected.get(one) ?? null;
        if (before === null) expected.set(one, index + 1);
        const end = place + Buffer.byteLength(as);
        expect(rows.noteWritten(bytes, place, end, index + 1)).toBe(before);
        expect(rows.note(one, 0)).toBe(expected.get(one));
      });
    }),
  );
});
