import type { ConnectionFailure, HeaderList, Outcome, Retry } from '@shared/http/exchange';
import { FAILURE_WORDS } from '@shared/http/failure-words';
import { retryAfterMs } from '@shared/http/retry-after';
import { ProblemError } from '@shared/problem';
import type { Gate, RetryDecision } from './gate';

/**
 * How often a request may be tried, and how long it may wait in between. Only requests that read are ever retried.
 */
export interface RetryPolicy {
  /** Number of retries after failures that may be temporary. */
  readonly failures: number;
  /** Number of retries after a rate limit (429). */
  readonly rateLimits: number;
  /**
   * Wait in ms after the first, second, … 429 without a Retry-After, or with 0; the last value applies from then on.
   */
  readonly rateBackoffMs: readonly number[];
  /**
   * The longest wait in ms. If a longer one is asked for, the answer is returned as it is, or the wait is shortened.
   */
  readonly maxWaitMs: number;
  readonly beyondLongest: 'give-up' | 'shorten';
}

const FAILURE_BACKOFF_MS = [500, 1_500] as const;

/** For requests that may have an effect: they are sent once. */
export const ONCE: RetryPolicy = {
  failures: 0,
  rateLimits: 0,
  rateBackoffMs: [],
  maxWaitMs: 0,
  beyondLongest: 'give-up',
};

/** For a single read while somebody waits for it. */
export const READ: RetryPolicy = {
  failures: 2,
  rateLimits: 2,
  rateBackoffMs: FAILURE_BACKOFF_MS,
  maxWaitMs: 30_000,
  beyondLongest: 'give-up',
};

/** For one of many look-ups: the list waits as long as the service asks, but at most 15 minutes at a time. */
export const ONE_OF_MANY: RetryPolicy = {
  failures: 2,
  rateLimits: 10,
  rateBackoffMs: [1_000],
  maxWaitMs: 15 * 60_000,
  beyondLongest: 'shorten',
};

/**
 * For the pages of a load: it continues however long it takes, and stops (and can be resumed) if a wait would exceed
 * 15 minutes.
 */
export const PAGE_OF_LOAD: RetryPolicy = {
  failures: 2,
  rateLimits: Number.POSITIVE_INFINITY,
  rateBackoffMs: [1_000, 2_000, 5_000, 15_000, 30_000],
  maxWaitMs: 15 * 60_000,
  beyondLongest: 'give-up',
};

const RETRIED_STATUSES = new Set([502, 504]);
const RETRIED_FAILURES = new Set<ConnectionFailure>([
  'refused',
  'reset',
  'connect-timeout',
  'unreachable',
  'sleep',
]);

/** The result of one try. */
export interface Attempted {
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  readonly outcome: Outcome;
  readonly response: { readonly status: number; readonly headers: HeaderList } | null;
}

/** Number of retries so far, by reason. */
export interface AttemptCounts {
  readonly failures: number;
  readonly rateLimits: number;
}

/** Whether and when to try again; null if the result is final. */
export function decideRetry(
  policy: RetryPolicy,
  tried: AttemptCounts,
  { outcome, response }: Pick<Attempted, 'outcome' | 'response'>,
  now: number,
): RetryDecision | null {
  if (outcome.kind === 'answered' && response?.status === 429) {
    return afterRateLimit(policy, tried, response.headers, now);
  }
  const reason = failureReason(outcome, response);
  if (reason === null || tried.failures >= policy.failures) return null;
  const asked = outcome.kind === 'answered' && response ? retryAfterMs(response.headers, now) : null;
  const wait = within(policy, asked ?? at(FAILURE_BACKOFF_MS, tried.failures));
  return wait === null
    ? null
    : { kind: 'failure', waitMs: wait, reason: asked === null ? reason : `${reason} with Retry-After` };
}

function afterRateLimit(
  policy: RetryPolicy,
  tried: AttemptCounts,
  headers: HeaderList,
  now: number,
): RetryDecision | null {
  if (tried.rateLimits >= policy.rateLimits) return null;
  const asked = retryAfterMs(headers, now);
  // With a wait of 0 the request would be retried over and over without a pause.
  const wait = within(
    policy,
    asked === null || asked === 0 ? at(policy.rateBackoffMs, tried.rateLimits) : asked,
  );
  const reason = asked === null ? 'status 429' : 'status 429 with Retry-After';
  return wait === null ? null : { kind: 'rate-limit', waitMs: wait, reason };
}

function failureReason(outcome: Outcome, response: Attempted['response']): string | null {
  if (outcome.kind === 'failed') {
    return RETRIED_FAILURES.has(outcome.failure) ? FAILURE_WORDS[outcome.failure] : null;
  }
  return outcome.kind === 'answered' && response !== null && RETRIED_STATUSES.has(response.status)
    ? `status ${response.status}`
    : null;
}

function within({ maxWaitMs, beyondLongest }: RetryPolicy, waitMs: number): number | null {
  if (waitMs <= maxWaitMs) return waitMs;
  return beyondLongest === 'shorten' ? maxWaitMs : null;
}

function at(list: readonly number[], index: number): number {
  return list[Math.min(index, list.length - 1)] ?? 0;
}

export interface Retried<Try> {
  readonly last: Try;
  /** Earlier tries, oldest first. */
  readonly retries: readonly Retry[];
  /** True if it was cancelled while waiting to retry. */
  readonly cancelledWaiting: boolean;
}

/**
 * The only loop that retries a request. Each try passes the gate first.
 * @param discard is called with the result of a try once another one has followed.
 */
export async function withRetries<Try extends Attempted>(
  attempt: () => Promise<Try>,
  policy: RetryPolicy,
  gate: Gate,
  signal: AbortSignal,
  discard: (tried: Try) => Promise<void> = () => Promise.resolve(),
): Promise<Retried<Try>> {
  const retries: Retry[] = [];
  const tried = { failures: 0, rateLimits: 0 };
  await gate.pass(signal);
  let last = await attempt();
  for (;;) {
    const decision = signal.aborted ? null : decideRetry(policy, tried, last, gate.now());
    if (decision === null) return { last, retries, cancelledWaiting: false };
    tried[decision.kind === 'failure' ? 'failures' : 'rateLimits'] += 1;
    const heldAt = gate.now();
    await gate.hold(decision, retries.length + 2, signal);
    const waitedMs = signal.aborted ? gate.now() - heldAt : decision.waitMs;
    const retry = { startedAt: last.startedAt, reason: decision.reason, waitedMs };
    if (signal.aborted) return { last, retries: [...retries, retry], cancelledWaiting: true };
    const next = await attempt().catch((error: unknown) => {
      // The next try was refused before anything was sent, for example because the token is gone, so the last result
      // is the one to show.
      if (error instanceof ProblemError) return null;
      throw error;
    });
    if (next === null) return { last, retries, cancelledWaiting: false };
    retries.push(retry);
    await discard(last);
    last = next;
  }
}
