import { expect, it } from 'vitest';
import type { Exchange, Retry } from '@shared/http/exchange';
import { exchangeOf, unanswered } from '@shared/testing/exchanges';
import { describeExchange } from './describe-exchange';

it('says how long an answer took, but no time if there is none', () => {
  const answered = exchangeOf(200, '{}');
  expect(describeExchange(answered, null)).toBe('200 · 1 ms · 0 B');
  const timings = { ...answered.timings, totalMs: 0 };
  expect(describeExchange({ ...answered, timings: { ...timings, totalMs: 2356 } }, null)).toBe(
    '200 · 2,356 ms · 0 B',
  );
  const outcome = { kind: 'unanswered', why: 'app-ended', mayHaveArrived: true } as const;
  const ended: Exchange = { ...answered, response: null, timings, outcome };
  expect(describeExchange(ended, null)).toBe('Outcome unknown: the app ended before the answer');
});

it.each([
  ['POST', 'Outcome unknown · 200 broke off'],
  ['GET', 'No complete answer · 200 broke off'],
])('does not show only the status of an answer that broke off: %s', (method, words) => {
  const answer = exchangeOf(200, '{"id":');
  const exchange: Exchange = {
    ...answer,
    request: { ...answer.request, method },
    outcome: { kind: 'failed', failure: 'truncated', detail: '', mayHaveArrived: true },
  };
  expect(describeExchange(exchange, null)).toBe(`${words} · 1 ms · 0 B`);
});

it.each([
  ['POST', 'failed', 'Outcome unknown'],
  ['GET', 'failed', 'No complete answer'],
  ['POST', 'cancelled', 'Outcome unknown'],
  ['GET', 'cancelled', 'Cancelled'],
] as const)(
  'calls the outcome unknown if the request may have taken effect: %s, %s',
  (method, kind, words) => {
    const lost = unanswered(
      kind === 'failed'
        ? { kind, failure: 'reset', detail: '', mayHaveArrived: true }
        : { kind, mayHaveArrived: true },
    );
    expect(describeExchange({ ...lost, request: { ...lost.request, method } }, null)).toMatch(
      new RegExp(`^${words} · `),
    );
  },
);

it('counts the tries that were sent, without one that was only waited for', () => {
  const cancelled = unanswered({ kind: 'cancelled', mayHaveArrived: true });
  const at = (startedAt: string): Retry => ({ startedAt, reason: 'status 429', waitedMs: 500 });
  const earlier = at('2026-11-20T08:00:00.000Z');
  expect(describeExchange({ ...cancelled, retries: [earlier] }, null)).toMatch(/ · 2 tries$/);
  const waiting = [earlier, at(cancelled.startedAt)];
  expect(describeExchange({ ...cancelled, retries: waiting }, null)).toMatch(/ · 2 tries$/);
  expect(describeExchange({ ...cancelled, retries: waiting.slice(1) }, null)).not.toContain('tries');
});
