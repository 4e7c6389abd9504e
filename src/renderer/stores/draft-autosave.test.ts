import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftChange } from '@shared/bridge/drafts';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { DraftAutosave } from './draft-autosave';

const PROBLEM: Problem = { code: 'full', title: 'Full', meaning: '', nextStep: '', detail: null };

let kept: { id: string; change: DraftChange }[];
let told: (Problem | null)[];
let answer: Result<null>;
let autosave: DraftAutosave<string, DraftChange>;

beforeEach(() => {
  vi.useFakeTimers();
  kept = [];
  told = [];
  answer = succeed(null);
  autosave = new DraftAutosave<string, DraftChange>({
    merge: (earlier, later) => ({ ...earlier, ...later }),
    keep: (argument) => {
      kept.push(argument);
      return Promise.resolve(answer);
    },
    onTrouble: (problem) => void told.push(problem),
  });
});
afterEach(() => vi.useRealTimers());

describe('DraftAutosave', () => {
  it('collects changes for a moment, then saves them', async () => {
    autosave.note('a', { body: '1' });
    await vi.advanceTimersByTimeAsync(40);
    autosave.note('a', { body: '12', name: 'n' });
    await vi.advanceTimersByTimeAsync(40);
    expect(kept).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(kept).toEqual([{ id: 'a', change: { body: '12', name: 'n' } }]);
  });

  it('saves at least every 300 ms during continuous typing', async () => {
    const start = Date.now();
    const writtenAt: number[] = [];
    autosave = new DraftAutosave<string, DraftChange>({
      merge: (earlier, later) => ({ ...earlier, ...later }),
      keep: () => {
        writtenAt.push(Date.now() - start);
        return Promise.resolve(succeed(null));
      },
      onTrouble: () => undefined,
    });
    for (let key = 0; key < 60; key += 1) {
      autosave.note('a', { body: String(key) });
      await vi.advanceTimersByTimeAsync(50);
    }
    const gaps = writtenAt.map((time, index) => time - (writtenAt[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(300);
  });

  it('does not save what waits behind another save once it is forgotten', async () => {
    autosave.note('a', { body: '1' });
    autosave.note('b', { body: '2' });
    void autosave.flush();
    await autosave.forget('b');
    expect(kept).toEqual([{ id: 'a', change: { body: '1' } }]);
  });

  it('merges a failed save with later changes', async () => {
    const answers = [refuse(PROBLEM), succeed(null)];
    const written: DraftChange[] = [];
    autosave = new DraftAutosave<string, DraftChange>({
      merge: (earlier, later) => ({ ...earlier, ...later }),
      keep: ({ change }) => {
        written.push(change);
        return new Promise((resolve) => {
          setTimeout(() => resolve(answers.shift() ?? succeed(null)), 1_000);
        });
      },
      onTrouble: () => undefined,
    });
    autosave.note('a', { body: 'old', name: 'n' });
    await vi.advanceTimersByTimeAsync(500);
    autosave.note('a', { body: 'new' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(written).toEqual([
      { body: 'old', name: 'n' },
      { body: 'new', name: 'n' },
    ]);
  });

  it('retries a failed save until it succeeds', async () => {
    answer = refuse(PROBLEM);
    autosave.note('a', { body: '1' });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(told.length).toBeGreaterThan(2);
    expect(told.every((problem) => problem === PROBLEM)).toBe(true);
    answer = succeed(null);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told.at(-1)).toBeNull();
    expect(kept.at(-1)).toEqual({ id: 'a', change: { body: '1' } });
    const { length } = kept;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(kept).toHaveLength(length);
  });

  it('saves on time even if the system clock is set back', async () => {
    autosave.note('a', { body: '1' });
    vi.setSystemTime(Date.now() - 3_600_000);
    autosave.note('a', { body: '12' });
    await vi.advanceTimersByTimeAsync(200);
    expect(kept).toEqual([{ id: 'a', change: { body: '12' } }]);
  });

  it('saves during fast typing without timers', () => {
    for (let key = 0; key < 60; key += 1) {
      vi.setSystemTime(Date.now() + 16);
      autosave.note('a', { body: String(key) });
    }
    return autosave.flush().then(() => {
      expect(kept.length).toBeGreaterThan(3);
      expect(kept.at(-1)?.change).toEqual({ body: '59' });
    });
  });

  it('saves one change after another', async () => {
    autosave.note('a', { body: '1' });
    autosave.note('b', { body: '2' });
    await autosave.flush();
    expect(kept.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('includes a failed save in the next one, and reports both results', async () => {
    answer = refuse(PROBLEM);
    autosave.note('a', { name: 'n', body: '1' });
    await autosave.flush();
    answer = succeed(null);
    autosave.note('a', { body: '2' });
    await autosave.flush();
    expect(told).toEqual([PROBLEM, null]);
    expect(kept.at(-1)?.change).toEqual({ name: 'n', body: '2' });
  });

  it('saves pending changes once and in order when the page closes', async () => {
    let answerFirst: (result: Result<null>) => void = () => undefined;
    autosave = new DraftAutosave<string, DraftChange>({
      merge: (earlier, later) => ({ ...earlier, ...later }),
      keep: (argument) => {
        kept.push(argument);
        return new Promise((resolve) => (answerFirst = resolve));
      },
      onTrouble: () => undefined,
    });
    autosave.note('a', { body: '1' });
    void autosave.flush();
    await vi.advanceTimersByTimeAsync(0);
    autosave.note('a', { body: '2' });
    void autosave.flush();
    autosave.note('b', { body: '3' });
    expect(kept.map(({ change }) => change.body)).toEqual(['1']);
    autosave.flushAtEnd();
    expect(kept.map(({ change }) => change.body)).toEqual(['1', '2', '3']);
    // The page may stay open after all, and then nothing must be written twice.
    answerFirst(succeed(null));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(kept).toHaveLength(3);
  });

  it('does not save what was forgotten', async () => {
    autosave.note('a', { body: '1' });
    await autosave.forget('a');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(kept).toEqual([]);
  });
});
