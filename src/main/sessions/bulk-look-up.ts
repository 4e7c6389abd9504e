import type { Exchange } from '../../shared/exchange';
import { decideRetry, retryAfterMs } from '../api/retry-policy';
import { waitFor } from '../calls/wait';

/** Look-ups under way at a time. */
const CONCURRENCY = 6;
/** An id that is limited this often is no matter of the rate: its 429 is what became of it. */
const MOST_LIMITED = 10;
/** How long a 429 without a Retry-After makes the list wait. */
const DEFAULT_PAUSE_MS = 1_000;

export interface BulkServices {
  /** One look-up, sent once. */
  readonly lookUp: (sessionId: string, signal: AbortSignal) => Promise<Exchange>;
  /** A look-up that is done with, whatever came of it. */
  readonly onDone: (sessionId: string, exchange: Exchange) => void;
  /** Why the list waits, or null when it goes on. */
  readonly onPause: (note: string | null) => void;
  readonly now?: () => number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

interface Waiting {
  readonly sessionId: string;
  /** How many times it was sent and failed in a way worth another try. */
  readonly tries: number;
  /** How many times it was answered 429. */
  readonly limited: number;
}

/**
 * Looks up many sessions, `CONCURRENCY` at a time. A 429 makes every worker wait as long as the service asks, and its id
 * goes back to the front of the queue: no id is lost, and one that is always limited holds nobody up for ever. After an abort the rest stays unasked.
 */
export async function bulkLookUp(
  sessionIds: readonly string[],
  services: BulkServices,
  signal: AbortSignal,
): Promise<void> {
  const { lookUp, onDone, onPause, now = Date.now, wait = waitFor } = services;
  const queue: Waiting[] = sessionIds.map((sessionId) => ({ sessionId, tries: 0, limited: 0 }));
  let pausedUntil = 0;

  async function work(): Promise<void> {
    for (;;) {
      await pause();
      const next = queue.shift();
      if (next === undefined || signal.aborted) return;
      const exchange = await lookUp(next.sessionId, signal);
      if (exchange.response?.status === 429 && next.limited < MOST_LIMITED && !signal.aborted) {
        const asked = retryAfterMs(exchange.response.headers, now()) ?? DEFAULT_PAUSE_MS;
        pausedUntil = Math.max(pausedUntil, now() + asked);
        queue.unshift({ ...next, limited: next.limited + 1 });
        continue;
      }
      const again = decideRetry('GET', next.tries + 1, exchange.outcome, exchange.response, now());
      if (again && exchange.response?.status !== 429 && !signal.aborted) {
        queue.push({ ...next, tries: next.tries + 1 });
        await wait(again.waitMs, signal);
        continue;
      }
      onDone(next.sessionId, exchange);
    }
  }

  async function pause(): Promise<void> {
    while (pausedUntil > now() && !signal.aborted) {
      const milliseconds = pausedUntil - now();
      onPause(`the service limits the rate: going on in ${Math.ceil(milliseconds / 1000)} s`);
      await wait(milliseconds, signal);
      if (pausedUntil <= now()) onPause(null);
    }
  }

  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, queue.length) }, work));
}
