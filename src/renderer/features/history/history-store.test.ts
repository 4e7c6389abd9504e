import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { HistoryRequests } from '@shared/bridge/history';
import type { HistoryEntry, HistoryFacets, HistoryQuery } from '@shared/history/history';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { textKey, useKeptTextsStore } from '@renderer/stores/kept-texts';
import { closePage, fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { SLOW_AFTER_MS } from '@renderer/stores/use-slow-call';
import { useHistoryStore } from './history-store';

type Counted = Result<HistoryFacets | null>;

const TROUBLE: Problem = {
  code: 'history-not-written',
  title: 't',
  meaning: 'm',
  nextStep: 'n',
  detail: null,
};

/** Counts that the fake main has not answered yet, oldest first, with the text searched for. */
let counts: { readonly text: string; readonly answer: (counted: Counted) => void }[];
/** How many entries match each text. */
let matches: Record<string, number>;
/** The place of the newest entry that main returns; each older entry is one lower. */
let newestPlace: number;
let announce: (change: { readonly problem: null }) => void;
let notWritten: Problem | null;
/** Searches are answered once this is resolved. */
let searches: Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  setActivePinia(createPinia());
  counts = [];
  matches = {};
  newestPlace = 5_000;
  notWritten = null;
  searches = Promise.resolve();
  const pageOf = ({ text }: HistoryQuery): HistoryRequests['searchHistory']['result'] => {
    const found = matches[text] ?? 0;
    const entries = Array.from({ length: Math.min(found, 100) }, (_, at) => ({
      id: String(at),
      place: newestPlace - at,
    }));
    return {
      entries: entries as unknown as HistoryEntry[],
      unreadable: 0,
      unindexed: 0,
      notWritten,
      next: found > 100 ? 100 : null,
    };
  };
  vi.stubGlobal('explorer', {
    on: (_event: string, listener: typeof announce) => void (announce = listener),
    searchHistory: async ({ query }: { query: HistoryQuery }) => {
      await searches;
      return succeed(pageOf(query));
    },
    countHistory: ({ query: { text } }: { query: HistoryQuery }) =>
      new Promise<Counted>((answer) => counts.push({ text, answer })),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function answerCount(text: string, total: number): Promise<void> {
  const found = counts.findIndex((one) => one.text === text);
  expect(found).toBeGreaterThanOrEqual(0);
  const [count] = counts.splice(found, 1);
  count?.answer(succeed({ total } as HistoryFacets));
  await vi.advanceTimersByTimeAsync(0);
}

it('never shows the count of one query for another', async () => {
  matches = { '': 7, some: 4_000, none: 0 };
  const history = useHistoryStore();
  history.start();
  await vi.advanceTimersByTimeAsync(0);
  // All entries are listed, so nothing has to be counted.
  expect(history.total).toEqual({ count: 7, atLeast: false, found: false });
  await answerCount('', 7);

  history.refine({ text: 'some' });
  await nextTick();
  await vi.advanceTimersByTimeAsync(0);
  expect(history.total).toEqual({ count: 100, atLeast: true, found: true });
  await vi.advanceTimersByTimeAsync(1_000);
  await answerCount('some', 4_000);
  expect(history.total).toEqual({ count: 4_000, atLeast: false, found: true });

  // The counts are answered in a different order.
  history.refine({ text: 'none' });
  await vi.advanceTimersByTimeAsync(1_000);
  history.refine({ text: '' });
  await vi.advanceTimersByTimeAsync(1_000);
  await answerCount('', 7);
  await answerCount('none', 0);
  expect(history.total).toEqual({ count: 7, atLeast: false, found: false });
});

it('drops entries that were deleted elsewhere', async () => {
  matches = { '': 7 };
  const history = useHistoryStore();
  history.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(history.entries).toHaveLength(7);
  matches = { '': 1 };
  announce({ problem: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(history.entries.map(({ place }) => place)).toEqual([5_000]);
  expect(history.total).toMatchObject({ count: 1 });
});

it('loads exchanges sent just before the screen is opened', async () => {
  const history = useHistoryStore();
  history.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(history.entries).toEqual([]);
  matches = { '': 1 };
  history.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(history.entries).toHaveLength(1);
});

it('shows a failure to write from before the screen was opened, until it is resolved', async () => {
  notWritten = TROUBLE;
  const history = useHistoryStore();
  history.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(history.trouble).toEqual(notWritten);
  notWritten = null;
  announce({ problem: null });
  await vi.advanceTimersByTimeAsync(0);
  expect(history.trouble).toBeNull();
});

it('says when a search is slow, and counts its rows once even if more were requested meanwhile', async () => {
  matches = { '': 300, some: 2 };
  const history = useHistoryStore();
  history.start();
  await vi.advanceTimersByTimeAsync(0);
  let goOn = (): void => undefined;
  searches = new Promise((resolve) => (goOn = resolve));
  history.refine({ text: 'some' });
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS - 1);
  expect(history.waits).toBe(false);
  expect(history.total).toEqual({ count: 100, atLeast: true, found: false });
  await vi.advanceTimersByTimeAsync(1);
  expect(history.waits).toBe(true);
  await history.more();
  announce({ problem: null });
  goOn();
  await vi.advanceTimersByTimeAsync(0);
  expect(history.waits).toBe(false);
  expect(history.total).toEqual({ count: 2, atLeast: false, found: true });
});

it('writes nothing that was typed about an entry after its deletion, and all of it if that failed', async () => {
  const deleteHistoryEntries = vi.fn((): Promise<Result<null>> => Promise.resolve(refuse(TROUBLE)));
  const main = { ...window.explorer, ...fakeTexts(), deleteHistoryEntries };
  vi.stubGlobal('explorer', main);
  const history = useHistoryStore();
  const text = { key: textKey('note', 'e', 'note'), text: 'Mine' };
  useKeptTextsStore().keep(text.key, text.text);
  await history.remove(['e']);
  closePage();
  expect(main.keepTyped.mock.calls).toEqual([[text]]);
  useKeptTextsStore().keep(text.key, 'Mine, too');
  deleteHistoryEntries.mockResolvedValue(succeed(null));
  const removing = history.remove(['e']);
  await vi.advanceTimersByTimeAsync(0);
  closePage();
  expect(main.keepTyped).toHaveBeenCalledOnce();
  await answerCount('', 0);
  await removing;
});

it.each([
  ['beside the open one, if it is the first that is chosen', [], '1', ['1', '2']],
  ['alone, if the open one is not in the list', [], '9', ['2']],
  ['alone, if nothing counts as open', [], null, ['2']],
  ['beside others that are chosen', ['0'], '1', ['0', '2']],
] as const)('chooses an entry %s', async (_how, before, openId, chosen) => {
  matches = { '': 3 };
  const history = useHistoryStore();
  history.start();
  await vi.waitFor(() => expect(history.entries).toHaveLength(3));
  for (const id of before) history.tick(id, true);
  history.tick('2', true, openId);
  expect([...history.ticked]).toEqual(chosen);
});
