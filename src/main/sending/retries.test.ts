import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '@shared/http/exchange';
import { Gate } from './gate';
import {
  decideRetry,
  ONCE,
  ONE_OF_MANY,
  PAGE_OF_LOAD,
  READ,
  withRetries,
  type Attempted,
  type RetryPolicy,
} from './retries';

const answered: Outcome = { kind: 'answered' };
const lost: Outcome = { kind: 'failed', failure: 'reset', detail: '', mayHaveArrived: true };
const now = Date.parse('2026-11-21T00:00:00Z');
const first = { failures: 0, rateLimits: 0 };

/** Waits longer than a timer can be set for (24.9 days), and longer ones that a service may still ask for. */
const AGES = [
  '2151360',
  '999999999',
  '2151360000',
  '99999999999999999999',
  'Wed, 16 Dec 2026 00:00:00 GMT',
  'Fri, 31 Dec 9999 23:59:59 GMT',
];

function tryOf(status: number, retryAfter?: string): Attempted {
  const headers = retryAfter === undefined ? [] : ([['Retry-After', retryAfter]] as const);
  return { startedAt: new Date(now).toISOString(), outcome: answered, response: { status, headers } };
}

describe('decideRetry', () => {
  it('never retries a request that is sent once, whatever happened', () => {
    fc.assert(
      fc.property(
        fc.record({ failures: fc.nat(3), rateLimits: fc.nat(3) }),
        fc.constantFrom(answered, lost),
        fc.integer({ min: 100, max: 599 }),
        fc.option(fc.constantFrom('0', '1', ...AGES), { nil: undefined }),
        (tried, outcome, status, retryAfter) => {
          const { response } = tryOf(status, retryAfter);
          expect(decideRetry(ONCE, tried, { outcome, response }, now)).toBeNull();
        },
      ),
    );
  });

  it.each([
    [429, 'rate-limit'],
    [502, 'failure'],
    [504, 'failure'],
  ] as const)('retries a read after %i', (status, kind) => {
    expect(decideRetry(READ, first, tryOf(status), now)).toEqual({
      kind,
      waitMs: 500,
      reason: `status ${status}`,
    });
  });

  it.each([200, 400, 401, 403, 404, 409, 422, 425, 500, 503])('does not retry after %i', (status) => {
    for (const policy of [READ, ONE_OF_MANY, PAGE_OF_LOAD]) {
      expect(decideRetry(policy, first, tryOf(status), now)).toBeNull();
    }
  });

  it('gives up after the last retry', () => {
    const failing = { outcome: lost, response: null };
    const after = (failures: number): unknown =>
      decideRetry(READ, { failures, rateLimits: 0 }, failing, now)?.waitMs;
    expect([after(0), after(1), after(2)]).toEqual([500, 1_500, undefined]);
  });

  it('does not retry after a cancel or after a failure that would happen again', () => {
    const cancelled: Outcome = { kind: 'cancelled', mayHaveArrived: true };
    expect(decideRetry(READ, first, { outcome: cancelled, response: null }, now)).toBeNull();
    expect(
      decideRetry(READ, first, { outcome: { ...lost, failure: 'tls' }, response: null }, now),
    ).toBeNull();
  });

  it('waits as long as the service asks, but not longer than the limit', () => {
    const asks = (value: string): unknown => decideRetry(READ, first, tryOf(429, value), now)?.waitMs;
    expect(asks('2')).toBe(2_000);
    expect(asks(String(READ.maxWaitMs / 1000))).toBe(READ.maxWaitMs);
    expect(asks(String(READ.maxWaitMs / 1000 + 1))).toBeUndefined();
  });

  it.each(AGES)('a single read and a load do not wait for %s; a list waits 15 minutes at a time', (age) => {
    for (const status of [429, 502]) {
      expect(decideRetry(READ, first, tryOf(status, age), now)).toBeNull();
      expect(decideRetry(PAGE_OF_LOAD, first, tryOf(status, age), now)).toBeNull();
      expect(decideRetry(ONE_OF_MANY, first, tryOf(status, age), now)).toMatchObject({
        waitMs: 15 * 60_000,
        reason: `status ${status} with Retry-After`,
      });
    }
  });
});

describe('a 429 with no wait', () => {
  it.each(['0', 'Sat, 21 Nov 2020 00:00:05 GMT'])('is still waited for, longer each time: %s', (asked) => {
    const waits = [0, 1, 9].map(
      (rateLimits) => decideRetry(PAGE_OF_LOAD, { failures: 0, rateLimits }, tryOf(429, asked), now)?.waitMs,
    );
    expect(waits).toEqual([1_000, 2_000, 30_000]);
  });
});

describe('withRetries', () => {
  /** Runs these tries in order, on a clock that each wait moves forward. */
  async function follow(policy: RetryPolicy, tries: readonly Attempted[]) {
    let time = now;
    const waits: number[] = [];
    const discarded: Attempted[] = [];
    const left = [...tries];
    const gate = new Gate({
      onWait: () => undefined,
      now: () => time,
      wait: async (ms) => {
        waits.push(ms);
        time += ms;
      },
    });
    const attempt = async (): Promise<Attempted> => left.shift() ?? expect.unreachable('one try too many');
    const result = await withRetries(attempt, policy, gate, new AbortController().signal, async (tried) => {
      discarded.push(tried);
    });
    return { ...result, waits, discarded, left: left.length };
  }

  it('returns the answer of a single read at once, however long a wait the service asks for', async () => {
    for (const age of AGES) {
      const limited = tryOf(429, age);
      expect(await follow(READ, [limited])).toMatchObject({ last: limited, retries: [], waits: [] });
    }
  });

  it('waits at most 15 minutes at a time for a list', async () => {
    const { waits, retries, last } = await follow(ONE_OF_MANY, [
      ...AGES.map((age) => tryOf(429, age)),
      tryOf(200),
    ]);
    expect(waits).toEqual(AGES.map(() => 15 * 60_000));
    expect(retries).toHaveLength(AGES.length);
    expect(last.response?.status).toBe(200);
  });

  it('keeps the earlier tries, oldest first, and discards their results', async () => {
    const tries = [tryOf(502), tryOf(429, '2'), tryOf(504), tryOf(200)];
    const { retries, discarded, cancelledWaiting } = await follow(READ, tries);
    expect(retries.map(({ reason, waitedMs }) => [reason, waitedMs])).toEqual([
      ['status 502', 500],
      ['status 429 with Retry-After', 2_000],
      ['status 504', 1_500],
    ]);
    expect(discarded).toEqual(tries.slice(0, 3));
    expect(cancelledWaiting).toBe(false);
  });

  it('ends at once when cancelled during a wait, and keeps the earlier try', async () => {
    const stop = new AbortController();
    const gate = new Gate({ onWait: (wait) => wait && stop.abort(), now: () => now });
    const attempt = async (): Promise<Attempted> => tryOf(429, '20');
    const { cancelledWaiting, retries } = await withRetries(attempt, READ, gate, stop.signal);
    expect(cancelledWaiting).toBe(true);
    expect(retries).toMatchObject([{ reason: 'status 429 with Retry-After' }]);
  });
});
