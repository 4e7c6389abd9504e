import { expect, it } from 'vitest';
import type { Exchange } from '@shared/http/exchange';
import { exchangeOf } from '@shared/testing/exchanges';
import { describeExchange } from './describe-exchange';

it('says how long an answer took, and of what has none no time that nobody measured', () => {
  const answered = exchangeOf(200, '{}');
  expect(describeExchange(answered, null)).toBe('200 · 1 ms · 0 B');
  const timings = { ...answered.timings, totalMs: 0 };
  const outcome = { kind: 'unanswered', why: 'app-ended', mayHaveArrived: true } as const;
  const ended: Exchange = { ...answered, response: null, timings, outcome };
  expect(describeExchange(ended, null)).toBe('Unknown: the app ended before the answer');
});
