import { succeed } from '@shared/problem';
import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { useHistoryStore } from './history-store';
import SelectionBar from './SelectionBar.vue';

afterEach(() => void vi.unstubAllGlobals());

it('repeats the number of selected requests in a tooltip, as the line may be cut', async () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const bar = mount(SelectionBar);
  useHistoryStore().tick('1', true);
  await bar.vm.$nextTick();
  const said = bar.get('[role=status]');
  expect(said.text()).toBe('1 selected, 1 not in this list');
  expect(said.attributes('title')).toBe(said.text());
});

it.each([
  [1, 'Written to /a/file'],
  [2, '1 of 2 was written to /a/file. The other one is gone, or its contents cannot be read.'],
  [3, '1 of 3 was written to /a/file. The others are gone, or their contents cannot be read.'],
])('says what was written of %d exported requests, until the selection changes', async (count, told) => {
  const exportHistory = vi.fn(() => Promise.resolve(succeed({ path: '/a/file', written: 1 })));
  vi.stubGlobal('explorer', { on: () => undefined, exportHistory });
  setActivePinia(createPinia());
  const bar = mount(SelectionBar);
  for (let id = 0; id < count; id += 1) useHistoryStore().tick(String(id), true);
  // Only a region that was there before its words is announced.
  const regions = bar.findAll('[role=status]');
  const said = (): string[] => regions.map((status) => status.text());
  await bar.get('[aria-label="Export as HAR"]').trigger('click');
  await flushPromises();
  expect(said()).toContain(told);
  // For another selection these words would not be true.
  useHistoryStore().tick('another', true);
  await flushPromises();
  expect(said()).not.toContain(told);
});
