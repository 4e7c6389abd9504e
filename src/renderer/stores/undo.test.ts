import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refuse, succeed, type Result } from '@shared/problem';
import { useUndoStore } from './undo';

beforeEach(() => {
  setActivePinia(createPinia());
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const problem = { code: 'x', title: 'No', meaning: 'M', nextStep: 'N', detail: null };

it('offers the latest action first, each for its own time', async () => {
  const store = useUndoStore();
  store.offer('Deleted A.', async () => succeed(null), 1_000);
  await vi.advanceTimersByTimeAsync(600);
  store.offer('Deleted B.', async () => succeed(null), 1_000);
  expect(store.entries.map(({ words }) => words)).toEqual(['Deleted B.', 'Deleted A.']);
  await vi.advanceTimersByTimeAsync(500);
  expect(store.entries.map(({ words }) => words)).toEqual(['Deleted B.']);
});

it('disappears after an undo, but stays with the reason if that failed', async () => {
  const store = useUndoStore();
  const answers: Result<null>[] = [refuse(problem), succeed(null)];
  const undo = vi.fn(async () => answers.shift() ?? succeed(null));
  store.offer('Deleted A.', undo, 1_000);
  const [entry] = store.entries;
  await store.undo(entry?.id ?? 0);
  expect(store.entries).toEqual([{ ...entry, problem }]);
  await store.undo(entry?.id ?? 0);
  expect(store.entries).toEqual([]);
  await store.undo(entry?.id ?? 0);
  expect(undo).toHaveBeenCalledTimes(2);
});
