import { flushPromises } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HistoryDetail } from '@shared/history/history';
import { succeed, type Result } from '@shared/problem';
import { exchangeOf } from '@shared/testing/exchanges';
import { testingEntry } from '@shared/testing/testing-entry';
import { useHistoryDetailStore } from './detail-store';

/** Answers what was asked for so far, in place of main. */
let answer: () => Promise<void>;
/** Holds back what was asked for so far. */
let takeWaiting: () => readonly (() => void)[];

beforeEach(() => {
  setActivePinia(createPinia());
  const waiting: (() => void)[] = [];
  const openHistoryEntry = ({ id }: { id: string }) =>
    new Promise<Result<HistoryDetail>>((resolve) => {
      const detail = { entry: testingEntry({ id }), exchange: exchangeOf(200, ''), notKept: [], chain: [] };
      waiting.push(() => resolve(succeed(detail)));
    });
  takeWaiting = () => waiting.splice(0);
  answer = async () => {
    for (const resolve of takeWaiting()) resolve();
    await flushPromises();
  };
  vi.stubGlobal('explorer', { openHistoryEntry });
});
afterEach(() => vi.unstubAllGlobals());

it('shows no comparison that was left before its exchanges were read', async () => {
  const details = useHistoryDetailStore();
  for (const leave of [() => void details.open('c'), details.close]) {
    void details.open('a');
    await answer();
    void details.compare(['a', 'b']);
    leave();
    await answer();
    expect(details.compared).toBeNull();
  }
  void details.compare(['a', 'b']);
  await answer();
  expect(details.compared).toMatchObject({ before: { entry: { id: 'a' } }, after: { entry: { id: 'b' } } });
});

it('shows the comparison that was asked for last, also when an earlier one is read after it', async () => {
  const details = useHistoryDetailStore();
  void details.compare(['a', 'b']);
  const earlier = takeWaiting();
  void details.compare(['c', 'd']);
  await answer();
  for (const resolve of earlier) resolve();
  await flushPromises();
  expect(details.compared).toMatchObject({ before: { entry: { id: 'c' } }, after: { entry: { id: 'd' } } });
});
