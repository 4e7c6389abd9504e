import type { ConnectionFailure, Outcome, ReceivedResponse } from '../../shared/exchange';

/** Tries after the first one. */
export const MAX_RETRIES = 2;
/** A longer Retry-After is shown to the person instead of waited for. */
export const LONGEST_WAIT_MS = 30_000;
const BACKOFF_MS = [500, 1_500] as const;

const RETRIED_STATUSES = new Set([429, 502, 504]);
const RETRIED_FAILURES = new Set<ConnectionFailure>(['refused', 'reset', 'connect-timeout', 'unreachable']);

export interface RetryDecision {
  readonly waitMs: number;
  readonly reason: string;
}

/**
 * Whether and when to try again. Only a GET is ever tried again: anything else may charge a card.
 * @param tries how many times it was sent so far.
 */
export function decideRetry(
  method: string,
  tries: number,
  outcome: Outcome,
  response: Pick<ReceivedResponse, 'status' | 'headers'> | null,
  now: number,
): RetryDecision | null {
  if (method !== 'GET' || tries > MAX_RETRIES) return null;
  const backoff = BACKOFF_MS[Math.min(tries, BACKOFF_MS.length) - 1] ?? BACKOFF_MS[0];
  if (outcome.kind === 'failed') {
    return RETRIED_FAILURES.has(outcome.failure)
      ? { waitMs: backoff, reason: `no connection (${outcome.failure})` }
      : null;
  }
  if (outcome.kind !== 'answered' || !response || !RETRIED_STATUSES.has(response.status)) return null;
  const asked = retryAfterMs(response.headers, now);
  if (asked !== null && asked > LONGEST_WAIT_MS) return null;
  const reason = asked === null ? `status ${response.status}` : `status ${response.status} with Retry-After`;
  return { waitMs: asked ?? backoff, reason };
}

/** Milliseconds that a Retry-After header asks for: delta-seconds or an HTTP date (RFC 9110); null when it is neither. */
export function retryAfterMs(headers: ReceivedResponse['headers'], now: number): number | null {
  const value = headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1].trim();
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
