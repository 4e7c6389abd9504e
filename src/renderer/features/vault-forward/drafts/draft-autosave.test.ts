import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftChange } from '@shared/bridge/drafts';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { DraftAutosave, mergeChanges } from './draft-autosave';

const PROBLEM: Problem = { code: 'full', title: 'Full', meaning: '', nextStep: '', detail: null };

let kept: { id: string; change: DraftChange }[];
let told: (Problem | null)[];
let answer: Result<null>;
let secretStore: DraftAutosave;

beforeEach(() => {
  vi.useFakeTimers();
  kept = [];
  told = [];
  answer = succeed(null);
  secretStore = new DraftAutosave({
    keep: (argument) => {
      kept.push(argument);
      return Promise.resolve(answer);
    },
    onTrouble: (problem) => void told.push(problem),
  });
});
afterEach(() => vi.useRealTimers());

describe('DraftAutosave', () => {
  it('gathers what is typed, and writes it when the typing pauses', async () => {
    secretStore.note('a', { body: '1' });
    await vi.advanceTimersByTimeAsync(100);
    secretStore.note('a', { body: '12', name: 'n' });
    await vi.advanceTimersByTimeAsync(100);
    expect(kept).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(kept).toEqual([{ id: 'a', change: { body: '12', name: 'n', edits: undefined } }]);
  });

  it('never lets a change wait for a second, however long somebody types without a pause', async () => {
    const start = Date.now();
    const writtenAt: number[] = [];
    secretStore = new DraftAutosave({
      keep: () => {
        writtenAt.push(Date.now() - start);
        return Promise.resolve(succeed(null));
      },
      onTrouble: () => undefined,
    });
    for (let key = 0; key < 60; key += 1) {
      secretStore.note('a', { body: String(key) });
      await vi.advanceTimersByTimeAsync(50);
    }
    const gaps = writtenAt.map((time, index) => time - (writtenAt[index - 1] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(800);
  });

  it('writes one change after the other', async () => {
    secretStore.note('a', { body: '1' });
    secretStore.note('b', { body: '2' });
    await secretStore.flush();
    expect(kept.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('brings what could not be kept along with the next change, and tells', async () => {
    answer = refuse(PROBLEM);
    secretStore.note('a', { name: 'n', edits: [{ from: 0, to: 0, insert: '1' }] });
    await secretStore.flush();
    answer = succeed(null);
    secretStore.note('a', { edits: [{ from: 1, to: 1, insert: '2' }] });
    await secretStore.flush();
    expect(told).toEqual([PROBLEM, null]);
    expect(kept.at(-1)?.change).toMatchObject({
      name: 'n',
      edits: [{ insert: '1' }, { insert: '2' }],
    });
  });

  it('does not write what was forgotten', async () => {
    secretStore.note('a', { body: '1' });
    await secretStore.forget('a');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(kept).toEqual([]);
  });
});

describe('together', () => {
  const edit = { from: 0, to: 0, insert: 'x' };
  it('drops edits of a body that is given anew, and keeps those after it', () => {
    expect(mergeChanges({ body: 'a', edits: [edit] }, { body: 'b' })).toMatchObject({
      body: 'b',
      edits: undefined,
    });
    expect(mergeChanges({ body: 'a' }, { edits: [edit] })).toMatchObject({ body: 'a', edits: [edit] });
    expect(mergeChanges({ edits: [edit] }, { edits: [edit] })).toMatchObject({ edits: [edit, edit] });
  });
});
