import { expect, it } from 'vitest';
import { describeCheck } from './describe-check';
import { NOT_CHECKED_REASONS, type ResponseCheck } from './exchange';

const words = (check: ResponseCheck, count: number, status = 200): string =>
  describeCheck({ response: { status }, check, findings: Array.from({ length: count }), moreFindings: 0 });

it('says that a response conforms only when all of it was checked and nothing was found', () => {
  expect(words({ kind: 'checked' }, 0)).toBe('Valid response');
  expect(words({ kind: 'checked' }, 1)).toBe('1 finding');
  // "404 Not Found · Valid response" would say two things.
  expect(words({ kind: 'checked' }, 0, 404)).toBe('matches the specification');
  expect(words({ kind: 'checked' }, 1, 404)).toBe('1 finding');
  expect(words({ kind: 'checked' }, 2)).toBe('2 findings');
  for (const why of NOT_CHECKED_REASONS) {
    expect(words({ kind: 'not-checked', why }, 0)).toMatch(/^not checked: ./);
    expect(words({ kind: 'not-checked', why }, 1)).toMatch(/^1 finding; body not checked: ./);
  }
});
