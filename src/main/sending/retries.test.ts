import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../shared/exchange';
import { decideRetry, LONGEST_WAIT_MS, MAX_RETRIES, retryAfterMs } from './retry-policy';

const answered: Outcome = { kind: 'answered' };
const lost: Outcome = { kind: 'failed', failure: 'reset', detail: '', mayHaveArrived: true };
const now = Date.parse('2026-11-21T00:00:00Z');

describe('decideRetry', () => {
  it('never tries anything but a GET again, whatever happened', () => {
    fc.assert(
      fc.property(
        fc.string().filter((method) => method !== 'GET'),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom(answered, lost),
        fc.integer({ min: 100, max: 599 }),
        (method, tries, outcome, status) => {
          expect(decideRetry(method, tries, outcome, { status, headers: [] }, now)).toBeNull();
        },
      ),
    );
  });

  it.each([429, 502, 504])('tries a GET again after %i', (status) => {
    expect(decideRetry('GET', 1, answered, { status, headers: [] }, now)).toEqual({
      waitMs: 500,
      reason: `status ${status}`,
    });
  });

  it.each([200, 400, 401, 403, 404, 409, 422, 425, 500, 503])('does not try again after %i', (status) => {
    expect(decideRetry('GET', 1, answered, { status, headers: [] }, now)).toBeNull();
  });

  it('gives up after the last retry', () => {
    expect(decideRetry('GET', MAX_RETRIES, lost, null, now)).not.toBeNull();
    expect(decideRetry('GET', MAX_RETRIES + 1, lost, null, now)).toBeNull();
  });

  it('does not try again after a cancel or a failure that would repeat', () => {
    expect(decideRetry('GET', 1, { kind: 'cancelled', mayHaveArrived: true }, null, now)).toBeNull();
    expect(decideRetry('GET', 1, { ...lost, failure: 'tls' }, null, now)).toBeNull();
  });

  it('waits as long as the service asks, and shows a wait that is too long instead', () => {
    const asks = (value: string): unknown =>
      decideRetry('GET', 1, answered, { status: 429, headers: [['Retry-After', value]] }, now)?.waitMs;
    expect(asks('2')).toBe(2_000);
    expect(asks(String(LONGEST_WAIT_MS / 1000 + 1))).toBeUndefined();
  });
});

describe('retryAfterMs', () => {
  it('reads seconds and dates, and nothing else', () => {
    expect(retryAfterMs([['retry-after', '3']], now)).toBe(3_000);
    expect(retryAfterMs([['Retry-After', 'Sat, 21 Nov 2026 00:00:05 GMT']], now)).toBe(5_000);
    expect(retryAfterMs([['Retry-After', 'Sat, 21 Nov 2020 00:00:05 GMT']], now)).toBe(0);
    expect(retryAfterMs([['Retry-After', 'soon']], now)).toBeNull();
    expect(retryAfterMs([], now)).toBeNull();
  });
});
