import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { useHistoryStore } from './history-store';
import SelectionBar from './SelectionBar.vue';

afterEach(() => void vi.unstubAllGlobals());

it('says in its tooltip, too, how many are selected, and how many of them the search hides: its line may be cut', async () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const bar = mount(SelectionBar);
  useHistoryStore().tick('1', true);
  await bar.vm.$nextTick();
  const said = bar.get('[role=status]');
  expect(said.text()).toBe('1 selected, 1 not in this list');
  expect(said.attributes('title')).toBe(said.text());
});
