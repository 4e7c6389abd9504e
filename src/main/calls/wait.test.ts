import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor, withTimeLimit } from './wait';

const DAY_MS = 86_400_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Records whether it has ended yet. */
function watch(waiting: Promise<void>): { done: boolean } {
  const state = { done: false };
  void waiting.then(() => (state.done = true));
  return state;
}

describe('waitFor', () => {
  it.each([2_151_360_000, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY])(
    'caps a wait of %d ms at between 24 and 25 days, where a longer timer would fire at once',
    async (ms) => {
      const waiting = watch(waitFor(ms, new AbortController().signal));
      await vi.advanceTimersByTimeAsync(24 * DAY_MS);
      expect(waiting.done).toBe(false);
      await vi.advanceTimersByTimeAsync(DAY_MS);
      expect(waiting.done).toBe(true);
    },
  );

  it('waits as long as it is asked to, and leaves no timer behind', async () => {
    const waiting = watch(waitFor(500, new AbortController().signal));
    await vi.advanceTimersByTimeAsync(499);
    expect(waiting.done).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(waiting.done).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends at once when cancelled before or during the wait', async () => {
    await waitFor(2 ** 40, AbortSignal.abort());
    const stop = new AbortController();
    const waiting = waitFor(2 ** 40, stop.signal);
    stop.abort();
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('withTimeLimit', () => {
  it('settles like work that is done in time, and leaves no timer behind', async () => {
    expect(await withTimeLimit(Promise.resolve('found'), 500, 'late')).toBe('found');
    await expect(withTimeLimit(Promise.reject(new Error('broken')), 500, 'late')).rejects.toThrow('broken');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('returns the fallback at the limit, even if the work fails later', async () => {
    const work = new Promise<string>((_, reject) => setTimeout(() => reject(new Error('broken')), 600));
    const given = withTimeLimit(work, 500, 'late');
    await vi.advanceTimersByTimeAsync(500);
    expect(await given).toBe('late');
    await vi.advanceTimersByTimeAsync(100);
  });

  it('returns the fallback at once when cancelled before or during the work', async () => {
    const never = new Promise<string>(() => undefined);
    expect(await withTimeLimit(never, 500, 'late', AbortSignal.abort())).toBe('late');
    const stop = new AbortController();
    const given = withTimeLimit(never, 500, 'late', stop.signal);
    stop.abort();
    expect(await given).toBe('late');
    expect(vi.getTimerCount()).toBe(0);
  });
});
