import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortenMiddle } from './shorten-middle';

it('keeps both ends of a UUID, and all of a short identifier', () => {
  expect(shortenMiddle('5e550000-0000-4000-8000-000000000001')).toBe('5e550000…0001');
  expect(shortenMiddle('customer-123')).toBe('customer-123');
  expect(shortenMiddle('')).toBe('');
});

it('is at most 13 characters long, and never longer than the original', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (id) => {
      const short = [...shortenMiddle(id)];
      expect(short.length).toBe(Math.min([...id].length, 13));
    }),
  );
});
