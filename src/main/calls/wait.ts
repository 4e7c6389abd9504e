/** The longest timer in ms; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Waits (24.8 days at most), or returns at once if the signal is aborted. */
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
 * The result of the work, or `late` if it takes longer than `limitMs` or the signal is aborted first. The work
 * continues in any case.
 */
export function withTimeLimit<T, Late>(
  work: Promise<T>,
  limitMs: number,
  late: Late,
  signal?: AbortSignal,
): Promise<T | Late> {
  // A plain timer, because an AbortSignal creates an error with a stack trace each time it aborts.
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

/** After this many ms the person is told what a call waits for; it is nearly always over before. */
const TELL_AFTER_MS = 150;

/** Calls `notify(true)` if the work takes longer than that, and then `notify(false)` when it ends, before its result is returned. */
export async function notifyIfSlow<T>(work: Promise<T>, notify: (isSlow: boolean) => void): Promise<T> {
  let told = false;
  const timer = setTimeout(() => {
    told = true;
    notify(true);
  }, TELL_AFTER_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (told) notify(false);
  }
}
