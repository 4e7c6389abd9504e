import { flushPromises, shallowMount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { defineComponent } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { RecentSession } from '@shared/bridge/sessions';
import { refuse, succeed, type Result } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { useShortcutsStore } from '@renderer/stores/shortcuts';
import SessionsView from './SessionsView.vue';
import { useSessionStore } from './session-store';

afterEach(() => {
  focus.mockClear();
  vi.unstubAllGlobals();
});

const focus = vi.fn();
const LookUpForm = defineComponent({
  setup(_props, { expose }) {
    expose({ focus });
    return () => null;
  },
});

/** Opens the screen at this address, with this fake main. */
async function open(explorer: object, path = '/', isNarrow = false) {
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener: () => undefined }));
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
      stubs: {
        LookUpForm,
        SplitPanes: { template: '<div><slot name="first" /><slot name="second" /></div>' },
      },
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

it.each([true, false])('the key for the ID field leads to it; narrow: %s', async (isNarrow) => {
  const problem = { code: 'x', title: 'x', meaning: 'x', nextStep: 'x', detail: null };
  const explorer = {
    lookUpSession: async () => refuse(problem),
    listRecentSessions: async () => succeed([]),
  };
  await open(explorer, '/5e550000-0000-4000-8000-000000000001?look=now', isNarrow);
  const sessions = useSessionStore();
  expect(sessions.state.kind).toBe('refused');
  useShortcutsStore().run('find');
  await flushPromises();
  expect(focus).toHaveBeenCalledOnce();
  // There is room for only one of them.
  expect(sessions.state.kind).toBe(isNarrow ? 'idle' : 'refused');
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
