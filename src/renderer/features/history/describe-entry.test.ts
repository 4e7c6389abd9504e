import { expect, it } from 'vitest';
import { describeFindings } from './describe-entry';

it.each([
  [{ findings: 2, status: 200 }, '2 findings'],
  [{ findings: 50_001, status: 200 }, '5,000+ findings'],
  [{ findings: 1, status: 200 }, '1 finding'],
  [{ findings: 0, status: 200 }, null],
  [{ findings: null, status: 200 }, 'not checked'],
  [{ findings: null, status: null }, null],
] as const)('tells of the check of %j as %j', (entry, words) => {
  expect(describeFindings(entry)).toBe(words);
});
