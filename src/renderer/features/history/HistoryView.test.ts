import { flushPromises, shallowMount, type VueWrapper } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { HistoryRequests } from '@shared/bridge/history';
import type { HistoryDetail, HistoryEntry } from '@shared/history/history';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import EmptyState from '@renderer/components/EmptyState.vue';
import OpeningPane from '@renderer/components/OpeningPane.vue';
import { useDatabaseStore } from '@renderer/stores/database';
import { useShortcutsStore } from '@renderer/stores/shortcuts';
import { SLOW_AFTER_MS } from '@renderer/stores/use-slow-call';
import { testingEntry } from '@shared/testing/testing-entry';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { useHistoryDetailStore } from './detail-store';
import EmptyHistory from './EmptyHistory.vue';
import ExchangePane from './ExchangePane.vue';
import { useHistoryStore } from './history-store';
import HistoryView from './HistoryView.vue';
import UnopenedPane from './UnopenedPane.vue';

type Answer = Result<HistoryRequests['searchHistory']['result']>;

/** Answers the latest search. */
let answer: (given: Answer) => void;
let view: VueWrapper;
const focusList = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: () => undefined,
    searchHistory: () => new Promise<Answer>((resolve) => (answer = resolve)),
    countHistory: () => new Promise(() => undefined),
  });
  const routes = [{ path: '/', name: 'history', component: HistoryView }];
  view = shallowMount(HistoryView, {
    global: {
      plugins: [createRouter({ history: createMemoryHistory(), routes })],
      stubs: {
        SplitPanes: {
          props: ['showsSecond'],
          template: '<div :data-shows-second="showsSecond"><slot name="first" /><slot name="second" /></div>',
        },
        EmptyHistory: false,
        HistoryFilter: { methods: { focus: () => undefined }, template: '<div />' },
        HistoryList: {
          name: 'HistoryList',
          methods: { focus: focusList },
          template: '<div><slot name="count" /></div>',
        },
      },
    },
  });
});
afterEach(() => {
  view.unmount();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function found(count: number): Answer {
  const entries = Array.from({ length: count }, (_, at) => ({ id: String(at), place: 100 - at }));
  const rest = { unreadable: 0, unindexed: 0, notWritten: null, next: null };
  return succeed({ entries: entries as unknown as HistoryEntry[], ...rest });
}
async function answerWith(given: Answer): Promise<void> {
  answer(given);
  await flushPromises();
}
const words = (): string => view.get('[role="status"]').text();
const titles = (): string[] => view.findAllComponents(EmptyState).map((state) => state.props('title'));
async function lookFor(text: string): Promise<void> {
  useHistoryStore().refine({ text });
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
}

it('says that it is reading the history, then the number of requests, and for a search how many were found', async () => {
  expect(words()).toBe('Reading the history…');
  await answerWith(found(7));
  expect(words()).toBe('7 requests');
  useHistoryStore().refine({ text: 'one' });
  await flushPromises();
  expect(words()).toBe('7 requests');
  await answerWith(found(1));
  expect(words()).toBe('1 request found');
});

it('never says 0 requests before the first results are there', async () => {
  const said: string[] = [];
  const observer = new MutationObserver(() => said.push(words()));
  observer.observe(view.element, { subtree: true, childList: true, characterData: true });
  await answerWith(found(7));
  observer.disconnect();
  expect(said).toContain('7 requests');
  expect(said).not.toContain('0 requests');
});

it('says that it searches while a search is slow, and shows no earlier number or result', async () => {
  await answerWith(found(7));
  await lookFor('one');
  expect(words()).toBe('Searching…');
  await answerWith(found(0));
  expect(view.findComponent(EmptyState).props('title')).toBe('Nothing matches');
  // Nor does it say that nothing matches before a search is answered.
  await lookFor('two');
  expect(words()).toBe('Searching…');
  expect(titles()).toEqual(['Choose a request']);
  const problem: Problem = { code: 'database', title: 'T', meaning: 'M', nextStep: 'N', detail: null };
  await answerWith(refuse(problem));
  expect(words()).toBe('Not known');
});

it('searches for an ID of a text that found nothing', async () => {
  await answerWith(found(7));
  await lookFor('paid with two words');
  await answerWith(found(0));
  view.getComponent(EmptyHistory).vm.$emit('seek', 'an ID');
  expect(useHistoryStore().query.text).toBe('an ID');
});

it('does not call the history empty while earlier requests cannot be shown', async () => {
  const title = (): string => view.getComponent(EmptyState).props('title');
  await answerWith(found(0));
  expect(title()).toBe('The history is empty');
  useDatabaseStore().state = {
    ...{ kind: 'session-only', reason: 'locked', detail: '', showsKept: false },
    hidesKept: true,
  };
  await flushPromises();
  expect(titles()).toEqual(['Nothing new yet', 'Earlier requests cannot be shown']);
  const texts = view.findAllComponents(EmptyState).map((state) => state.props('text') ?? '');
  expect(
    texts.filter((text) => /cannot be shown|database that holds them is not open/.test(text)),
  ).toHaveLength(1);
});

it('says that it is opening a slow request, in place of any other, without asking to choose one', async () => {
  let opened: (detail: unknown) => void = () => undefined;
  Object.assign(window.explorer, {
    openHistoryEntry: () => new Promise((resolve) => (opened = (detail) => resolve(succeed(detail)))),
  });
  await answerWith(found(7));
  expect(titles()).toEqual(['Choose a request']);
  const details = useHistoryDetailStore();
  const isOpening = (): boolean => view.findComponent(OpeningPane).exists();
  const detailOf = (id: string) => ({ entry: { id }, exchange: null });
  for (const id of ['1', '2']) {
    void details.open(id);
    await flushPromises();
    expect([titles(), isOpening()]).toEqual([[], false]);
    await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
    expect(isOpening()).toBe(true);
    expect(view.findComponent(ExchangePane).exists()).toBe(false);
    opened(detailOf(id));
    await flushPromises();
    expect(isOpening()).toBe(false);
    expect(view.getComponent(ExchangePane).props('detail').entry.id).toBe(id);
  }
  // While the same entry is read again, it stays on screen.
  void details.open('2');
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
  expect(isOpening()).toBe(false);
});

it('replays nothing, and lets no click reach the request before it, until the chosen one is read', async () => {
  let opened: (detail: unknown) => void = () => undefined;
  Object.assign(window.explorer, {
    openHistoryEntry: () => new Promise((resolve) => (opened = (detail) => resolve(succeed(detail)))),
  });
  await answerWith(found(7));
  const details = useHistoryDetailStore();
  const about = (): string | null | undefined => useShortcutsStore().find('replay')?.note?.();
  const url = 'https://api.example/v1/checkout/sessions/';
  const detailOf = (id: string) => ({
    entry: testingEntry({ id, url: url + id }),
    exchange: null,
    chain: [],
  });
  void details.open('1');
  opened(detailOf('1'));
  await flushPromises();
  expect(about()).toBe('1');
  expect(view.getComponent(ExchangePane).classes('stale')).toBe(false);
  void details.open('2');
  await flushPromises();
  expect(about()).toBeUndefined();
  expect(view.getComponent(ExchangePane).classes('stale')).toBe(true);
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
  expect(about()).toBeUndefined();
  opened(detailOf('2'));
  await flushPromises();
  expect(about()).toBe('2');
  expect(view.getComponent(ExchangePane).classes('stale')).toBe(false);
});

it('moves the focus to the list when everything is shown again, as the button for that disappears', async () => {
  await answerWith(found(7));
  await lookFor('one');
  await answerWith(found(1));
  await view.get('.button--link').trigger('click');
  await vi.advanceTimersByTimeAsync(0);
  expect(view.find('.button--link').exists()).toBe(false);
  expect(focusList).toHaveBeenCalledWith(null);
});

const DAMAGED: Problem = {
  code: 'history-entry-unreadable',
  title: 'T',
  meaning: 'M',
  nextStep: 'N',
  detail: null,
};

it('can delete and close a request that cannot be read', async () => {
  Object.assign(window.explorer, { openHistoryEntry: () => Promise.resolve(refuse(DAMAGED)) });
  await answerWith(found(7));
  const details = useHistoryDetailStore();
  await details.open('of-a-link');
  await flushPromises();
  const pane = view.getComponent(UnopenedPane);
  expect(pane.props()).toMatchObject({ problem: DAMAGED, canDelete: true });
  pane.vm.$emit('delete');
  expect(useHistoryStore().toDelete).toEqual(['of-a-link']);
  pane.vm.$emit('back');
  await flushPromises();
  expect(view.findComponent(UnopenedPane).exists()).toBe(false);
  expect(titles()).toEqual(['Choose a request']);
});

it('says why two requests cannot be compared until that message is closed, also in a narrow window', async () => {
  Object.assign(window.explorer, { openHistoryEntry: () => Promise.resolve(refuse(DAMAGED)) });
  await answerWith(found(7));
  await useHistoryDetailStore().compare(['1', '2']);
  await flushPromises();
  expect(view.get('[data-shows-second]').attributes('data-shows-second')).toBe('true');
  const pane = view.getComponent(UnopenedPane);
  expect(pane.props('canDelete')).toBe(false);
  pane.vm.$emit('back');
  await flushPromises();
  expect(view.findComponent(UnopenedPane).exists()).toBe(false);
});

it('ends a comparison when another request is selected, not when one of the two is unselected', async () => {
  await answerWith(found(3));
  const [history, details] = [useHistoryStore(), useHistoryDetailStore()];
  for (const id of ['0', '1']) history.tick(id, true);
  await flushPromises();
  const side = (id: string) => ({ entry: { id } }) as unknown as HistoryDetail;
  details.compared = { before: side('0'), after: side('1') };
  history.tick('0', false);
  await flushPromises();
  expect(details.compared).not.toBeNull();
  history.tick('2', true);
  await flushPromises();
  expect(details.compared).toBeNull();
});
