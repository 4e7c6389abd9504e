import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | null = null;

/** Collects all garbage of this thread at once. What hangs on it outside of V8 is freed before the next message is taken. */
export function collectGarbage(): void {
  collect ??= collector();
  collect();
}

function collector(): () => void {
  // Only a context that is made after it has the function.
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc !== 'function') throw new Error('V8 has no garbage collector to call');
  return () => void Reflect.apply(gc, undefined, []);
}
