/** After this many milliseconds, running work lets messages through, so that rows are answered while a search runs. */
const SLICE_MS = 12;

/** Lets pending messages be handled first. Faster than setTimeout, which waits 4 ms when nested. */
export function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

/** Runs a generator to its end in slices. Null if `isDropped` says that the result is no longer needed. */
export async function runInSlices<Result>(
  work: Generator<void, Result>,
  isDropped: () => boolean,
  onPause: () => void = () => {},
): Promise<{ readonly result: Result } | null> {
  let sliceStart = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return { result: step.value };
    if (performance.now() - sliceStart < SLICE_MS) continue;
    onPause();
    await yieldToMessages();
    if (isDropped()) return null;
    sliceStart = performance.now();
  }
}
