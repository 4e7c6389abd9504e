import { flushPromises, shallowMount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { refuse, type Problem, type Result } from '@shared/problem';
import { exchangeOf } from '@shared/testing/exchanges';
import { routerOf } from '@renderer/stores/router.fixture';
import { useStatusStore } from '@renderer/stores/status';
import SessionPane from './SessionPane.vue';
import { useSessionStore } from './session-store';

afterEach(() => vi.unstubAllGlobals());

it('shows a first look-up in the status bar instead of the previous answer, until it ends', async () => {
  let answer: (looked: Result<never>) => void = () => undefined;
  vi.stubGlobal('explorer', {
    on: () => () => undefined,
    lookUpSession: () => new Promise((resolve) => (answer = resolve)),
    listRecentSessions: () => new Promise(() => undefined),
  });
  const pinia = createPinia();
  setActivePinia(pinia);
  const status = useStatusStore();
  const view = shallowMount(SessionPane, { global: { plugins: [pinia, routerOf()] } });
  status.show(exchangeOf(200, '{}'));
  const store = useSessionStore();
  store.input = '5e550000-0000-4000-8000-000000000001';
  void store.lookUp();
  await flushPromises();
  await vi.waitFor(() => expect(status.words).toBe('Looking up 5e550000-0000-4000-8000-000000000001'));
  const problem: Problem = { code: 'x', title: 'x', meaning: 'x', nextStep: 'x', detail: null };
  answer(refuse(problem));
  await vi.waitFor(() => expect(store.state.kind).toBe('refused'));
  await flushPromises();
  expect([status.words, status.exchange]).toEqual([null, null]);
  view.unmount();
  // The component shown next is loaded on demand.
  await vi.dynamicImportSettled();
});
