import { expect, it } from 'vitest';
import { describeCounts } from './describe-counts';

it.each([
  [null, 500, { found: 2, 'not found': 497, failed: 1 }, '2 found · 497 not found · 1 failed'],
  [null, 3, { expired: 1, found: 1, 'no access': 1 }, '2 found · 1 no access'],
  ['Refunds', 1_200, { cancelled: 1_200 }, '1,200 sessions · 0 found · 1,200 left'],
  ['One', 1, { 'not found': 1 }, '1 session · 0 found · 1 not found'],
  [null, 3, { found: 3, 'not an ID': 1 }, '3 found · 1 not an ID'],
  ['Refunds', 3, { found: 3, 'not an ID': 2 }, '3 sessions · 3 found · 2 not an ID'],
])('counts the rows of a list called %s of %d sessions by outcome', (name, total, counts, words) => {
  expect(describeCounts({ name, total, counts })).toBe(words);
});
