import { setMaxListeners } from 'node:events';
import type { Exchange } from '@shared/http/exchange';
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
 * in a row have reached nobody: each is tried three times, so a list of 2,000 would take ten minutes to fail. If a
 * look-up rejects, the others are stopped, and this rejects with its error once they have ended.
 * @returns whether it stopped because nobody was reached.
 */
export async function bulkLookUp(
  sessionIds: readonly string[],
  { lookUp, gate, onDone }: BulkServices,
  signal: AbortSignal,
): Promise<boolean> {
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

  let unreached = 0;
  let gaveUp = false;
  async function work(): Promise<void> {
    for (let id = queue.shift(); id !== undefined && !stopped.aborted; id = queue.shift()) {
      const exchange = await ask(id);
      if (exchange === null) continue;
      await onDone(id, exchange);
      unreached = reachedNobody(exchange) ? unreached + 1 : 0;
      if (unreached < CONCURRENCY || queue.length === 0) continue;
      gaveUp = true;
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

function reachedNobody({ response, outcome }: Exchange): boolean {
  return response === null && outcome.kind === 'failed' && !outcome.mayHaveArrived;
}
