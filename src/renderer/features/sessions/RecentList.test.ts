import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import type { RecentSession } from '@shared/bridge/sessions';
import { succeed } from '@shared/problem';
import { testingEntry } from '@shared/testing/testing-entry';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import RecentList from './RecentList.vue';
import { useRecentStore } from './recent-store';

const ID = '5e550000-0000-4000-8000-000000000001';

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

/** The row of a look-up with this total. */
async function rowWith(total: string | null, outcome: RecentSession['outcome'] = 'found') {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const list = mount(RecentList, { props: { openId: null } });
  useRecentStore().entries = [
    {
      sessionId: ID,
      lookedUpAt: '2026-11-21T09:00:00Z',
      outcome,
      isForeign: false,
      total,
      buyer: 'Ada Example',
      card: null,
      expiresAt: null,
      pinned: false,
    },
  ];
  await nextTick();
  return list.get('[data-row]');
}

it('names the unit of an amount in its tooltip and accessible name', async () => {
  const row = await rowWith('13591');
  expect(row.attributes('title')).toBe(`Expiry unknown · ${ID} · 13,591 in the smallest unit`);
  expect(row.text()).toContain('13,591 in the smallest unit');
});

it('tells two sessions of one buyer apart in a search: the state, and the ID before what may be cut off', async () => {
  const entries = ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z', null].map((expiresAt, at) =>
    testingEntry({
      id: `look-up ${at}`,
      url: `https://api.example/checkout/sessions/5e550000-0000-4000-8000-00000000000${at}`,
      summary: { who: 'Ada Example', total: null, expiresAt, note: null },
    }),
  );
  const match = { label: 'email_address', before: '', match: 'ada@example.com', after: '', rank: 1 };
  vi.stubGlobal('explorer', {
    on: () => undefined,
    describeCredential: () => new Promise(() => undefined),
    listRecentSessions: async () => succeed([]),
    listSessionLists: async () => succeed([]),
    searchHistory: async () => succeed({ entries, unreadable: 0, unindexed: 0, next: null }),
    findHistoryMatches: async () => succeed(Object.fromEntries(entries.map(({ id }) => [id, match]))),
  });
  setActivePinia(createPinia());
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
  const list = mount(RecentList, { props: { openId: null } });
  useRecentStore().find('ada@example.com');
  const rows = () => list.findAll('[aria-label="Earlier look-ups"] [data-row]');
  await vi.waitFor(() => expect(rows()).toHaveLength(3));
  const words = rows().map((row) => row.text().replaceAll(/\s+/g, ' '));
  expect(words[0]).toMatch(/^Ada Example, Expired ?5e550000…0000 · ada@example\.com · email address/);
  expect(words[1]).toMatch(/^Ada Example, Valid ?5e550000…0001 · ada@example\.com/);
  expect(words[2]).toMatch(/^Ada Example ?5e550000…0002/);
  expect(rows()[0]?.attributes('title')).toBe('Expired · 5e550000-0000-4000-8000-000000000000');
});

it('gives no age in seconds, which would stand still or make the line jump', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T09:00:40Z') });
  expect((await rowWith('13591')).text()).toMatch(/now$/);
  vi.setSystemTime('2026-11-21T09:01:10Z');
  expect((await rowWith('13591')).text()).toMatch(/1 min$/);
  vi.useRealTimers();
});

it('says that a session has no total, and says nothing of that where there is no session', async () => {
  const row = await rowWith(null);
  expect(row.text()).toMatch(/^Ada Example.*no total/);
  expect(row.attributes('title')).toBe(`Expiry unknown · ${ID}`);
  expect((await rowWith(null, 'failed')).text()).not.toContain('no total');
});
