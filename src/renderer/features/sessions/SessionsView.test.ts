import { flushPromises, shallowMount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { RecentSession } from '@shared/bridge/sessions';
import { succeed, type Result } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import SessionsView from './SessionsView.vue';

afterEach(() => vi.unstubAllGlobals());

it('says that looked up sessions appear in Recent once it is known that there are none, and not before', async () => {
  let answer: (recent: Result<readonly RecentSession[]>) => void = () => undefined;
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal('explorer', {
    on: () => () => undefined,
    listRecentSessions: () => new Promise((resolve) => (answer = resolve)),
    listSessionLists: () => Promise.resolve(succeed([])),
    describeCredential: () => new Promise(() => undefined),
  });
  setActivePinia(createPinia());
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
  const routes = [{ path: '/', name: 'sessions', component: SessionsView }];
  const view = shallowMount(SessionsView, {
    global: {
      plugins: [createRouter({ history: createMemoryHistory(), routes })],
      stubs: { SplitPanes: { template: '<div><slot name="first" /><slot name="second" /></div>' } },
    },
  });
  await flushPromises();
  expect(view.text()).not.toContain('appear here');
  answer(succeed([]));
  await flushPromises();
  expect(view.get('[aria-label="Recent"]').text()).toBe('RecentThe sessions you look up appear here.');
});
