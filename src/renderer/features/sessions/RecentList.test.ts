import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import RecentList from './RecentList.vue';

afterEach(() => void vi.unstubAllGlobals());

it('moves the focus to its search, and back to the button on Escape', async () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const list = mount(RecentList, { props: { openId: null }, attachTo: document.body });
  const focused = async (): Promise<string | null | undefined> => {
    await nextTick();
    await nextTick();
    return document.activeElement?.getAttribute('aria-label');
  };
  await list.get('[aria-label="Search recent look-ups"]').trigger('click');
  expect(await focused()).toBe('Search recent');
  await list.get('[aria-label="Search recent"]').trigger('keydown', { key: 'Escape' });
  expect(await focused()).toBe('Search recent look-ups');
  list.unmount();
});
