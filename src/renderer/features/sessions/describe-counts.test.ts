import { expect, it } from 'vitest';
import { describeCounts } from './describe-counts';

it.each([
  [null, 500, { found: 2, 'not found': 497, failed: 1 }, '1 failed · 497 not found · 2 found'],
  [null, 3, { expired: 1, found: 1, 'no access': 1 }, '1 no access · 2 found'],
  ['Refunds', 1_200, { cancelled: 1_200 }, '1,200 sessions · 1,200 left · 0 found'],
  ['One', 1, { 'not found': 1 }, '1 session · 1 not found · 0 found'],
  [null, 3, { found: 3, 'not an ID': 1 }, '1 not an ID · 3 found'],
  ['Refunds', 3, { found: 3, 'not an ID': 2 }, '3 sessions · 2 not an ID · 3 found'],
])('counts the rows of a list called %s of %d sessions by outcome', (name, total, counts, words) => {
  expect(describeCounts({ name, total, counts })).toBe(words);
});
