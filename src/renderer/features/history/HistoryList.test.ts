import { flushPromises, shallowMount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import SkeletonLines from '@renderer/components/SkeletonLines.vue';
import { SLOW_AFTER_MS } from '@renderer/stores/use-slow-call';
import { useHistoryStore } from './history-store';
import HistoryList from './HistoryList.vue';

beforeEach(() => {
  vi.useFakeTimers();
  setActivePinia(createPinia());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows placeholder lines only while its first load is slow', async () => {
  let answer: () => void = () => undefined;
  const page = { entries: [], unreadable: 0, unindexed: 0, notWritten: null, next: null };
  vi.stubGlobal('explorer', {
    on: () => undefined,
    searchHistory: () => new Promise((resolve) => (answer = () => resolve(succeed(page)))),
    countHistory: () => new Promise(() => undefined),
  });
  const list = shallowMount(HistoryList);
  const isComing = (): boolean => list.findComponent(SkeletonLines).exists();
  useHistoryStore().start();
  await flushPromises();
  expect(isComing()).toBe(false);
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
  expect(isComing()).toBe(true);
  answer();
  await flushPromises();
  expect(isComing()).toBe(false);
  useHistoryStore().refine({ text: 'one' });
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
  expect(isComing()).toBe(false);
  list.unmount();
});

it.each([
  ['beside the list', 'block', '2'],
  ['instead of the list only on request', 'none', null],
])('moves to the next exchange on an arrow key; it is shown %s', async (_where, display, shown) => {
  const entries = ['1', '2'].map((id) => ({
    id,
    place: 1,
    startedAt: '2026-11-21T09:00:00Z',
    profile: { id },
  }));
  const openHistoryEntry = vi.fn(() => new Promise(() => undefined));
  vi.stubGlobal('explorer', {
    on: () => undefined,
    searchHistory: async () =>
      succeed({ entries, unreadable: 0, unindexed: 0, notWritten: null, next: null }),
    countHistory: () => new Promise(() => undefined),
    openHistoryEntry,
  });
  const panes = document.createElement('div');
  panes.className = 'split';
  panes.innerHTML = `<div></div><div class="split__pane--second" style="display: ${display}"></div>`;
  document.body.append(panes);
  const list = shallowMount(HistoryList, { attachTo: panes.firstElementChild ?? panes });
  useHistoryStore().start();
  await flushPromises();
  await list.trigger('keydown', { key: 'ArrowDown' });
  await flushPromises();
  expect(openHistoryEntry.mock.calls).toMatchObject(shown === null ? [] : [[{ id: shown }]]);
  list.unmount();
  panes.remove();
});
