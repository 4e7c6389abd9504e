import { messageOf } from '@shared/text/message-of';
/** A part of the app that has something to finish before the app ends. */
export interface Closer {
  /** Its name in the log. */
  readonly name: string;
  readonly close: () => unknown;
  /** How long to wait for it, in ms. Default 5 s. */
  readonly limitMs?: number;
}

const LIMIT_MS = 5_000;

/** The part of electron's app used here. */
interface QuittingApp {
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  quit(): void;
}

type Report = (where: string, error: unknown) => void;

/**
 * Runs the steps one after another, the closers of a step in parallel. One that fails or exceeds its limit is
 * reported and holds nothing up. Never rejects; resolves with the names of those that are still not done at the end.
 */
export async function closeInSteps(
  steps: readonly (readonly Closer[])[],
  report: Report,
): Promise<readonly string[]> {
  const pending = new Set<string>();
  for (const step of steps) {
    await Promise.all(step.map((closer) => closeWithin(closer, pending, report)));
  }
  return [...pending];
}

async function closeWithin(closer: Closer, pending: Set<string>, report: Report): Promise<void> {
  const { name, limitMs = LIMIT_MS } = closer;
  pending.add(name);
  const closing = Promise.resolve()
    .then(() => closer.close())
    .catch((error: unknown) => report('end', new Error(`${name}: ${messageOf(error)}`)))
    .finally(() => pending.delete(name));
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      report('end', new Error(`${name}: not done within ${limitMs} ms, the app ends without it`));
      resolve();
    }, limitMs);
  });
  await Promise.race([closing, limit]);
  clearTimeout(timer);
}

/**
 * Closes the app's parts once, before the app ends.
 * @param kill ends the process at once: while quitting, the runtime waits for every thread, and one stuck in a system
 * call would keep the process, and its lock on the data folder, forever.
 */
export function endWithLimits(
  app: QuittingApp,
  steps: readonly (readonly Closer[])[],
  report: Report,
  kill: () => void = () => process.kill(process.pid, 'SIGKILL'),
): void {
  let state: 'running' | 'ending' | 'ended' = 'running';
  app.on('will-quit', (event) => {
    if (state === 'ended') return;
    event.preventDefault();
    if (state === 'ending') return;
    state = 'ending';
    void closeInSteps(steps, report).then((pending) => {
      state = 'ended';
      if (pending.length === 0) app.quit();
      else kill();
    });
  });
}
