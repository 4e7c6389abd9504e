import { flushPromises } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { createApp } from 'vue';
import type { Exchange } from '@shared/http/exchange';
import { refuse, succeed, type Result } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { closePage, fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { useProfilesStore } from '@renderer/stores/profiles';
import { routerOf } from '@renderer/stores/router.fixture';
import { useKeptInputStore } from './kept-input-store';
import { useSessionStore } from './session-store';

const A = '11111111-0000-4000-8000-000000000001';
const B = '22222222-0000-4000-8000-000000000002';
const KEY = 'look-up\n\nids';
const problem = { code: 'x', title: 'x', meaning: 'x', nextStep: 'x', detail: null };

afterEach(() => vi.unstubAllGlobals());

/** A run of the app that finds `left` on disk; `kept` gives what it has on disk afterwards. */
async function run(left = '', answer: Result<Exchange> = refuse(problem), typedBefore = '') {
  const texts = fakeTexts(left === '' ? [] : [{ key: KEY, text: left }]);
  vi.stubGlobal('explorer', {
    ...texts,
    on: () => () => undefined,
    describeCredential: () => new Promise(() => undefined),
    listSessionLists: async () => succeed([]),
    listRecentSessions: async () => succeed([]),
    lookUpSession: async () => answer,
    cancelCall: async () => succeed(true),
  });
  const pinia = createPinia();
  const router = routerOf('/sessions/:sessionId?');
  createApp({}).use(pinia).use(router);
  await router.push('/sessions');
  setActivePinia(pinia);
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
  const store = useSessionStore();
  store.input = typedBefore;
  useKeptInputStore();
  await flushPromises();
  const kept = (): string => {
    closePage();
    return texts.keepTyped.mock.lastCall?.[0].text ?? '';
  };
  return { store, texts, kept };
}

it('keeps a half-typed ID or a pasted list that was not looked up, and the next run has it in the field', async () => {
  for (const typed of ['5e550000-00', `${A}\n${B}`]) {
    const { store, kept } = await run();
    store.input = typed;
    await flushPromises();
    expect(kept()).toBe(typed);
    const next = await run(typed);
    expect(next.store.input).toBe(typed);
    next.store.input = '';
    await flushPromises();
    expect(next.kept()).toBe('');
    expect(next.store.input).toBe('');
    expect(next.texts.keepTyped).toHaveBeenLastCalledWith({ key: KEY, text: null });
  }
});

it('keeps what was typed before it was loaded, rather than what an earlier run left', async () => {
  const { store, kept } = await run('old', refuse(problem), 'new');
  expect(store.input).toBe('new');
  expect(kept()).toBe('new');
});

it('does not keep an ID that was looked up, but one whose look-up was refused', async () => {
  const found = { id: 'e', operation: 'get_checkout_session', profile: { id: 'p' } } as Exchange;
  for (const [answer, expected] of [
    [succeed({ ...found, check: { kind: 'checked' } } as Exchange), ''],
    [refuse(problem), A],
  ] as const) {
    const { store, kept } = await run('', answer);
    store.input = A;
    await flushPromises();
    await store.lookUp();
    await flushPromises();
    expect(kept()).toBe(expected);
  }
});
