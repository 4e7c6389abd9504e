import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

/**
 * Collects all garbage of this thread at once. Memory outside V8 that it refers to is freed before the next message
 * is handled.
 */
export function collectGarbage(): void {
  collect ??= collector();
  collect();
}

function collector(): () => void {
  // Only contexts made after this call have the function.
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc !== 'function') throw new Error('V8 has no garbage collector to call');
  return () => void Reflect.apply(gc, undefined, []);
}
