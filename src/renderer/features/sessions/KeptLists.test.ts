import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { routerOf } from '@renderer/stores/router.fixture';
import KeptLists from './KeptLists.vue';
import { useKeptListsStore } from './kept-lists-store';

afterEach(() => void vi.unstubAllGlobals());

it('says which of two lists with the same name a button deletes', async () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const lists = mount(KeptLists, { global: { plugins: [routerOf()] } });
  const of = { profileId: 'p', total: 7, counts: { found: 7 } };
  useKeptListsStore().entries = [
    { ...of, id: 'a', name: 'Monday', lookedUpAt: '2026-11-21T09:00:07Z' },
    { ...of, id: 'b', name: null, lookedUpAt: '2026-11-21T09:00:00Z' },
    { ...of, id: 'c', name: 'Monday', lookedUpAt: '2026-11-21T09:00:09Z' },
  ];
  await nextTick();
  expect(lists.findAll('[aria-label]').map((each) => each.attributes('aria-label'))).toEqual([
    'Lists',
    'Delete the list Monday, looked up 2026-11-21 09:00:07 UTC',
    'Delete the list 7 sessions',
    'Delete the list Monday, looked up 2026-11-21 09:00:09 UTC',
  ]);
});
