import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OneClick } from './one-click';

let oneClick: OneClick;
/** The keys of the actions that were run. */
let done: string[];
beforeEach(() => {
  vi.useFakeTimers();
  oneClick = new OneClick();
  done = [];
});
afterEach(() => vi.useRealTimers());

/** A single press of an action that takes this many ms. */
const press = (key: string, takes = 0): Promise<string | null> =>
  oneClick.run(key, async () => {
    done.push(key);
    if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes));
    return key;
  });

describe('OneClick', () => {
  it('counts several presses in one tick as one', async () => {
    expect(await Promise.all([press('a'), press('a'), press('a')])).toEqual(['a', null, null]);
    expect(done).toEqual(['a']);
  });

  it('ignores a second click after a fast answer', async () => {
    await press('a');
    await vi.advanceTimersByTimeAsync(300);
    expect(await press('a')).toBeNull();
    expect(done).toEqual(['a']);
  });

  it('ignores presses during the action, however long it takes', async () => {
    const first = press('a', 60_000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await press('a')).toBeNull();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await first).toBe('a');
    expect(done).toEqual(['a']);
  });

  it.each([
    ['a fast answer', 10],
    ['an answer that comes meanwhile', 2_000],
  ])('counts a held-down key as one press, also after %s', async (_what, takes) => {
    const first = press('a', takes);
    for (let held = 0; held < 5_000; held += 33) {
      await vi.advanceTimersByTimeAsync(33);
      expect(await press('a')).toBeNull();
    }
    await first;
    expect(done).toEqual(['a']);
  });

  it('runs another request immediately, and the same one a moment later', async () => {
    await press('a');
    expect(await press('b')).toBe('b');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await press('b')).toBe('b');
    expect(done).toEqual(['a', 'b', 'b']);
  });

  it('can run again after a failure', async () => {
    await expect(oneClick.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await press('a')).toBe('a');
  });
});
