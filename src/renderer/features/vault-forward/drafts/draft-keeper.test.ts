import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftChange } from '@shared/bridge/drafts';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { DraftKeeper, together } from './draft-keeper';

const PROBLEM: Problem = { code: 'full', title: 'Full', meaning: '', nextStep: '', detail: null };

let kept: { id: string; change: DraftChange }[];
let told: (Problem | null)[];
let answer: Result<null>;
let keeper: DraftKeeper;

beforeEach(() => {
  vi.useFakeTimers();
  kept = [];
  told = [];
  answer = succeed(null);
  keeper = new DraftKeeper({
    keep: (argument) => {
      kept.push(argument);
      return Promise.resolve(answer);
    },
    onTrouble: (problem) => void told.push(problem),
  });
});
afterEach(() => vi.useRealTimers());

describe('DraftKeeper', () => {
  it('gathers what is typed, and writes it when the typing pauses', async () => {
    keeper.note('a', { body: '1' });
    await vi.advanceTimersByTimeAsync(100);
    keeper.note('a', { body: '12', name: 'n' });
    await vi.advanceTimersByTimeAsync(100);
    expect(kept).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(kept).toEqual([{ id: 'a', change: { body: '12', name: 'n', edits: undefined } }]);
  });

  it('never lets a change wait for a second, however long somebody types without a pause', async () => {
    const start = Date.now();
    const writtenAt: number[] = [];
    keeper = new DraftKeeper({
      keep: () => {
        writtenAt.push(Date.now() - start);
        return Promise.resolve(succeed(null));
      },
      onTrouble: () => undefined,
    });
    for (let key = 0; key < 60; key += 1) {
      keeper.note('a', { body: String(key) });
      await vi.advanceTimersByTimeAsync(50);
    }
    const gaps = writtenAt.map((time, index) => time - (writtenAt[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(800);
  });

  it('writes one change after the other', async () => {
    keeper.note('a', { body: '1' });
    keeper.note('b', { body: '2' });
    await keeper.flush();
    expect(kept.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('brings what could not be kept along with the next change, and tells', async () => {
    answer = refuse(PROBLEM);
    keeper.note('a', { name: 'n', edits: [{ from: 0, to: 0, insert: '1' }] });
    await keeper.flush();
    answer = succeed(null);
    keeper.note('a', { edits: [{ from: 1, to: 1, insert: '2' }] });
    await keeper.flush();
    expect(told).toEqual([PROBLEM, null]);
    expect(kept.at(-1)?.change).toMatchObject({
      name: 'n',
      edits: [{ insert: '1' }, { insert: '2' }],
    });
  });

  it('does not write what was forgotten', async () => {
    keeper.note('a', { body: '1' });
    await keeper.forget('a');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(kept).toEqual([]);
  });
});

describe('together', () => {
  const edit = { from: 0, to: 0, insert: 'x' };
  it('drops edits of a body that is given anew, and keeps those after it', () => {
    expect(together({ body: 'a', edits: [edit] }, { body: 'b' })).toMatchObject({
      body: 'b',
      edits: undefined,
    });
    expect(together({ body: 'a' }, { edits: [edit] })).toMatchObject({ body: 'a', edits: [edit] });
    expect(together({ edits: [edit] }, { edits: [edit] })).toMatchObject({ edits: [edit, edit] });
  });
});
