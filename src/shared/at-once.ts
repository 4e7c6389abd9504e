/** Runs long work without its pauses, in a worker or if it is short. */
export function atOnce<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
