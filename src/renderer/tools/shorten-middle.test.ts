import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortenMiddle } from './shorten-middle';

it('keeps both ends of a UUID, and short identifiers whole', () => {
  expect(shortenMiddle('5e550000-0000-4000-8000-000000000001')).toBe('5e550000…0001');
  expect(shortenMiddle('customer-123')).toBe('customer-123');
  expect(shortenMiddle('')).toBe('');
});

it('is never longer than 13 characters, nor longer than what it shortens', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (id) => {
      const short = [...shortenMiddle(id)];
      expect(short.length).toBe(Math.min([...id].length, 13));
    }),
  );
});
