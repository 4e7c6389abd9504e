import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import RecentList from './RecentList.vue';
import { useRecentStore } from './recent-store';

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

it('names the unit of an amount in its tooltip and accessible name', async () => {
  const sessionId = '5e550000-0000-4000-8000-000000000001';
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const list = mount(RecentList, { props: { openId: null } });
  useRecentStore().entries = [
    {
      sessionId,
      lookedUpAt: '2026-11-21T09:00:00Z',
      outcome: 'found',
      isForeign: false,
      total: '13591',
      buyer: 'Ada Example',
      card: null,
      expiresAt: null,
      pinned: false,
    },
  ];
  await nextTick();
  const row = list.get('[data-row]');
  expect(row.attributes('title')).toBe(`Expiry unknown · ${sessionId} · 13,591 in the smallest unit`);
  expect(row.text()).toContain('13,591 in the smallest unit');
});
