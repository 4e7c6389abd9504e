import { flushPromises, shallowMount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { RecentSession } from '@shared/bridge/sessions';
import { refuse, succeed, type Result } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import SessionsView from './SessionsView.vue';

afterEach(() => vi.unstubAllGlobals());

/** Opens the screen at this address, with this fake main. */
async function open(explorer: object, path = '/') {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: () => () => undefined,
    listSessionLists: () => Promise.resolve(succeed([])),
    describeCredential: () => new Promise(() => undefined),
    ...explorer,
  });
  setActivePinia(createPinia());
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
  const routes = [{ path: '/:sessionId?', name: 'sessions', component: SessionsView }];
  const router = createRouter({ history: createMemoryHistory(), routes });
  await router.push(path);
  const view = shallowMount(SessionsView, {
    global: {
      plugins: [router],
      stubs: { SplitPanes: { template: '<div><slot name="first" /><slot name="second" /></div>' } },
    },
  });
  await flushPromises();
  return { view, router };
}

it('shows the hint for an empty Recent list only once that has loaded', async () => {
  let answer: (recent: Result<readonly RecentSession[]>) => void = () => undefined;
  const { view } = await open({ listRecentSessions: () => new Promise((resolve) => (answer = resolve)) });
  expect(view.text()).not.toContain('appear here');
  answer(succeed([]));
  await flushPromises();
  expect(view.get('[aria-label="Recent"]').text()).toBe('RecentThe sessions you look up appear here.');
});

it('looks up a link once, and not again when going back to it', async () => {
  const [one, other] = ['1', '2'].map((end) => `5e550000-0000-4000-8000-00000000000${end}`);
  const problem = { code: 'x', title: 'x', meaning: 'x', nextStep: 'x', detail: null };
  const lookUpSession = vi.fn(async () => refuse(problem));
  const listRecentSessions = async () => succeed([]);
  const { router } = await open({ lookUpSession, listRecentSessions }, `/${one}?look=now`);
  expect(lookUpSession).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ sessionId: one }));
  await router.push(`/${other}`);
  await flushPromises();
  router.back();
  await vi.waitFor(() => expect(router.currentRoute.value.path).toBe(`/${one}`));
  await flushPromises();
  expect(lookUpSession).toHaveBeenCalledOnce();
});
