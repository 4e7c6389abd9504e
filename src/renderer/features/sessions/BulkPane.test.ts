import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { unaskedLine, type SessionLine } from '@shared/history/session-outcome';
import { succeed } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { routerOf } from '@renderer/stores/router.fixture';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import BulkPane from './BulkPane.vue';
import { useBulkStore } from './bulk-store';
import RecentList from './RecentList.vue';
import { useRecentStore } from './recent-store';

const NOW = Date.parse('2026-11-29T12:00:00Z');
const SECOND = 1_000;

/** A look-up of a session that expires this many seconds after `NOW`. */
const line = (sessionId: string, seconds: number): SessionLine => ({
  ...unaskedLine(sessionId, 'waiting'),
  outcome: 'found',
  status: 200,
  buyer: 'Ada Example',
  expiresAt: new Date(NOW + seconds * SECOND).toISOString(),
  exchangeId: `look-up of ${sessionId}`,
});
const lines = [
  line('11111111-0000-4000-8000-000000000001', 7),
  line('22222222-0000-4000-8000-000000000002', 7_200),
];
const lookedUpAt = new Date(NOW).toISOString();

let mounted: VueWrapper[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const summary = { id: 'l', profileId: 'p', name: null, lookedUpAt, total: lines.length, counts: {} };
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: vi.fn(),
    describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
    listRecentSessions: () =>
      Promise.resolve(succeed(lines.map((each) => ({ ...each, lookedUpAt, pinned: false })))),
    listSessionLists: () => Promise.resolve(succeed([])),
    openSessionList: () => Promise.resolve(succeed({ summary, lines })),
  });
  setActivePinia(createPinia());
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
});
afterEach(() => {
  for (const each of mounted) each.unmount();
  mounted = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('an expiry on screen changes the chips, the row and Recent at the same tick of the clock', async () => {
  await useRecentStore().read();
  await useBulkStore().openKept({ id: 'l' });
  const options = { attachTo: document.body, global: { plugins: [routerOf()] } };
  const pane = mount(BulkPane, options);
  const recent = mount(RecentList, { ...options, props: { openId: null } });
  mounted = [pane, recent];
  await flushPromises();
  const shown = (): string[] => [
    pane.get('[aria-label="Outcomes"]').text().replaceAll(/\s+/g, ' '),
    pane.get('[data-row="0"] [aria-colindex="2"]').text(),
    recent.get('[data-row]').text(),
  ];
  vi.advanceTimersByTime(6 * SECOND);
  await nextTick();
  expect(shown()[0]).toContain('Expires soon');
  expect(shown()[1]).toBe('Expires soon');
  expect(pane.get('[data-row="0"]').text()).toContain('in 1 s');
  expect(shown()[2]).toContain('Expires soon');
  vi.advanceTimersByTime(SECOND);
  await nextTick();
  expect(shown()[0]).not.toContain('Expires soon');
  for (const each of shown()) expect(each).toContain('Expired');
});
