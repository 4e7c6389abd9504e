import { expect, it } from 'vitest';
import { countOf, counted, grouped } from './count-of';

it('groups digits the same way with and without a word', () => {
  expect([grouped(0), grouped(999), grouped(3_000), grouped(-12_000)]).toEqual([
    '0',
    '999',
    '3,000',
    '-12,000',
  ]);
  expect([countOf(1, 'card'), countOf(12_300, 'buyer'), counted(3_000, 'new')]).toEqual([
    '1 card',
    '12,300 buyers',
    '3,000 new',
  ]);
});
