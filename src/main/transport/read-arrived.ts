import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Waits until everything that has already arrived on any connection has been read: this turn of the event loop may be
 * half over, and the next one reads every connection.
 */
export async function readArrived(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/**
 * Resolves once requests that were asked for in this turn have gone out on open connections, which are read before: by
 * the next tick their own wait has begun, so it is over when this one is.
 */
export async function afterRequests(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await readArrived();
}
