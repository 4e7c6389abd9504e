import { expect, it } from 'vitest';
import { findingCount } from './count-findings';
import { describeCheck } from './describe-check';
import { NOT_CHECKED_REASONS, type ResponseCheck } from './exchange';

const checked = (total: number) => ({
  response: { status: 200 },
  check: { kind: 'checked' } as const,
  findings: Array.from({ length: Math.min(500, total) }),
  moreFindings: Math.max(0, total - 500),
});
const words = (check: ResponseCheck, count: number, status = 200): string =>
  describeCheck({ response: { status }, check, findings: Array.from({ length: count }), moreFindings: 0 });

it('says that a response is valid only if all of it was checked and nothing was found', () => {
  expect(words({ kind: 'checked' }, 0)).toBe('Valid response');
  expect(words({ kind: 'checked' }, 1)).toBe('1 finding');
  // "404 Not Found · Valid response" would contradict itself.
  expect(words({ kind: 'checked' }, 0, 404)).toBe('Valid error response');
  expect(words({ kind: 'checked' }, 1, 404)).toBe('1 finding');
  expect(words({ kind: 'checked' }, 2)).toBe('2 findings');
  for (const why of NOT_CHECKED_REASONS) {
    expect(words({ kind: 'not-checked', why }, 0)).toMatch(/^not checked: ./);
    expect(words({ kind: 'not-checked', why }, 1)).toMatch(/^1 finding; body not checked: ./);
  }
});

it('shows 5,000+ findings once the check may have stopped', () => {
  expect([describeCheck(checked(5_000)), findingCount(checked(5_000))]).toEqual(['5,000 findings', '5,000']);
  for (const total of [5_001, 8_336, 50_001]) {
    expect(describeCheck(checked(total))).toBe('5,000+ findings');
    expect(findingCount(checked(total))).toBe('5,000+');
  }
  expect([findingCount(checked(0)), findingCount(null)]).toEqual([null, null]);
});
