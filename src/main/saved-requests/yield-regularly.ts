import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may go on before others get their turn, in ms: the window waits for them. */
const LONGEST = 15;

/** Returns a function to await between the parts of long work. */
export function yieldRegularly(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < LONGEST) return;
    await nextTurn();
    since = performance.now();
  };
}
