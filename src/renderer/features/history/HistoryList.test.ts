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

it('shows where its lines will be while its first load takes long, and never again', async () => {
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
