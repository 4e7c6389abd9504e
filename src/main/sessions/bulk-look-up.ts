import type { Exchange } from '@shared/http/exchange';
import type { Gate } from '../sending/gate';

/** Look-ups under way at a time. */
const CONCURRENCY = 6;

export interface BulkServices {
  /** One look-up, tried as often as its policy says; every try passes the gate. */
  readonly lookUp: (sessionId: string, gate: Gate, signal: AbortSignal) => Promise<Exchange>;
  /** Shared by all of them: a limit of the rate makes the whole list wait. */
  readonly gate: Gate;
  /** A look-up that is done with, whatever came of it. */
  readonly onDone: (sessionId: string, exchange: Exchange) => Promise<void> | void;
}

/** Looks up many sessions, `CONCURRENCY` at a time: no id is lost, none is asked twice. After an abort the rest stays unasked. */
export async function bulkLookUp(
  sessionIds: readonly string[],
  { lookUp, gate, onDone }: BulkServices,
  signal: AbortSignal,
): Promise<void> {
  const queue = [...sessionIds];

  async function work(): Promise<void> {
    for (let id = queue.shift(); id !== undefined && !signal.aborted; id = queue.shift()) {
      await onDone(id, await lookUp(id, gate, signal));
    }
  }

  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, queue.length) }, work));
}
