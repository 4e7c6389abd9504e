import { setImmediate as nextTurn } from 'node:timers/promises';

/** So long work may go on before others have their turn, in ms: the window waits for them. */
const LONGEST = 15;

/** To be awaited between the parts of long work. */
export function giveTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < LONGEST) return;
    await nextTurn();
    since = performance.now();
  };
}

/** Does long work in steps, and lets others have their turn between them. */
export async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  const giveTurn = giveTurns();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await giveTurn();
  }
}
