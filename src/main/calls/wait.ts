/** A timer takes no more ms than this; a longer one would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Waits (24.8 days at most), or returns at once when the signal is aborted. */
export function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, Math.min(Math.max(0, milliseconds), MAX_TIMER_MS));
    signal.addEventListener('abort', finish);
  });
}

/**
 * What the work gives, or `late` when that takes longer than so many ms, or when the signal is aborted first. The work goes on
 * all the same.
 */
export function withTimeLimit<T, Late>(
  work: Promise<T>,
  limitMs: number,
  late: Late,
  signal?: AbortSignal,
): Promise<T | Late> {
  // Of nothing but a timer: a signal of its own makes an error with its stack each time that it is aborted.
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const giveUp = (): void => {
      end();
      resolve(late);
    };
    const timer = setTimeout(giveUp, limitMs);
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted === true) giveUp();
    work.then(resolve, reject).finally(end);
  });
}

/** Tells of work that takes longer than so many ms: that it does, and then that it is over, before what it gives is here. */
export async function tellIfSlow<T>(
  work: Promise<T>,
  afterMs: number,
  tell: (isSlow: boolean) => void,
): Promise<T> {
  let told = false;
  const timer = setTimeout(() => {
    told = true;
    tell(true);
  }, afterMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (told) tell(false);
  }
}
