import { setMaxListeners } from 'node:events';
import { SERVICE_UNREACHABLE, TOKEN_REFUSED } from '@shared/history/session-outcome';
import type { Exchange } from '@shared/http/exchange';
import { isTokenRefused } from '@shared/http/foreign-answer';
import { ProblemError } from '@shared/problem';
import type { Gate } from '../sending/gate';

/** How many look-ups are under way at a time. */
export const CONCURRENCY = 6;

export interface BulkServices {
  /** One look-up, with the retries of its policy; every try passes the gate. */
  readonly lookUp: (sessionId: string, gate: Gate, signal: AbortSignal) => Promise<Exchange>;
  /** Shared by all look-ups, so that a rate limit makes the whole list wait. */
  readonly gate: Gate;
  /** Called for each finished look-up, whatever its outcome. */
  readonly onDone: (sessionId: string, exchange: Exchange) => Promise<void> | void;
}

/**
 * Looks up many sessions, each once, `CONCURRENCY` at a time. Stops after an abort, and when `CONCURRENCY` look-ups
 * in a row have reached nobody (each is tried three times, so a list of 2,000 would take ten minutes to fail) or had
 * their token refused. If a look-up rejects, the others are stopped, and this rejects with its error once they have
 * ended.
 * @returns the `message` of those that were not asked for, if it stopped by itself.
 */
export async function bulkLookUp(
  sessionIds: readonly string[],
  { lookUp, gate, onDone }: BulkServices,
  signal: AbortSignal,
): Promise<string | null> {
  const queue = [...sessionIds];
  // Electron's Node has no `AbortSignal.any`.
  const stop = new AbortController();
  const stopped = stop.signal;
  // Each look-up under way adds several listeners, and Node warns above ten.
  setMaxListeners(0, stopped);
  const cancel = (): void => stop.abort(signal.reason);
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();

  /** Null if it was stopped before its request was sent. */
  async function ask(id: string): Promise<Exchange | null> {
    try {
      return await lookUp(id, gate, stopped);
    } catch (error) {
      if (stopped.aborted && error instanceof ProblemError) return null;
      throw error;
    }
  }

  let inARow = 0;
  let before: string | null = null;
  let gaveUp: string | null = null;
  async function work(): Promise<void> {
    for (let id = queue.shift(); id !== undefined && !stopped.aborted; id = queue.shift()) {
      const exchange = await ask(id);
      if (exchange === null) continue;
      await onDone(id, exchange);
      const why = whyFutile(exchange);
      inARow = why === before ? inARow + 1 : 1;
      before = why;
      if (why === null || inARow < CONCURRENCY || queue.length === 0) continue;
      gaveUp = why;
      queue.length = 0;
    }
  }

  const workers = Array.from({ length: Math.min(CONCURRENCY, queue.length) }, () =>
    work().catch((error: unknown) => {
      stop.abort();
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  signal.removeEventListener('abort', cancel);
  await Promise.all(workers);
  return gaveUp;
}

/** Why the other look-ups would probably fail in the same way; null if nothing suggests it. */
function whyFutile({ response, outcome }: Exchange): string | null {
  if (isTokenRefused(response)) return TOKEN_REFUSED;
  return response === null && outcome.kind === 'failed' && !outcome.mayHaveArrived
    ? SERVICE_UNREACHABLE
    : null;
}
