import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { explainExchange } from '@shared/explain/explain-exchange';
import type { HeaderList } from '@shared/http/exchange';
import { succeed } from '@shared/problem';
import { apiError, exchangeOf } from '@shared/testing/exchanges';
import { testingProfile } from '@shared/testing/testing-profile';
import ActionList from '@renderer/components/ActionList.vue';
import { useProfilesStore } from '@renderer/stores/profiles';
import { routerOf } from '@renderer/stores/router.fixture';
import { useSessionStore } from './session-store';
import SessionProblem from './SessionProblem.vue';

beforeEach(() => {
  vi.stubGlobal('explorer', {
    on: () => () => undefined,
    describeCredential: () => new Promise(() => undefined),
    listRecentSessions: () => Promise.resolve(succeed([])),
    listSessionLists: () => Promise.resolve(succeed([])),
  });
  setActivePinia(createPinia());
  const profile = testingProfile({ id: 'p', name: 'Sandbox EU' });
  useProfilesStore().accept({ profiles: [profile], activeId: 'p', notice: null });
});

afterEach(() => vi.useRealTimers());

function panelOf(status: number, code: string, headers: HeaderList = []) {
  const { response, ...rest } = exchangeOf(status, apiError(status, code));
  const exchange = {
    ...rest,
    response: response && { ...response, headers },
    operation: 'get_checkout_session' as const,
  };
  const problem = explainExchange(exchange, { requiredScope: null, credential: null });
  if (problem === null) throw new Error('it is no problem');
  const panel = mount(SessionProblem, {
    props: { exchange, sessionId: 's', problem, sentence: null },
    global: {
      plugins: [routerOf()],
      stubs: { ErrorDetails: true, ShowReceived: true },
    },
  });
  return { panel, problem, actions: panel.getComponent(ActionList).text() };
}

it.each([
  [404, 'not_found', 'The same ID may exist in another environment', false],
  [401, 'unauthorized', 'One that was issued for this environment', false],
  [500, 'internal_server_error', 'Look the session up again', true],
])('says what to do about a %i only once', (status, code, way, isSaid) => {
  const { panel, problem, actions } = panelOf(status, code);
  expect(actions).toContain(way);
  expect(panel.text().includes(problem.nextStep)).toBe(isSaid);
});

it('suggests another signing key, not a token, if the refused token was signed with one', () => {
  const key = {
    profileId: 'sandbox',
    kind: 'signing-key',
    home: 'keychain',
    keyId: 'k',
    scopes: [],
  } as const;
  useProfilesStore().acceptCredential({ ...key, lifetimeSeconds: 600, issuer: null });
  const { actions } = panelOf(401, 'unauthorized');
  expect(actions).toContain('Check the signing key');
  expect(actions).not.toContain('access token');
});

it.each([
  [425, 'too_early', false],
  [429, 'too_many_requests', false],
  [500, 'internal_server_error', true],
])(
  'after a %i (%s) of the API offers to look up again, and to edit the profile: %s',
  (status, code, isOffered) => {
    const { actions } = panelOf(status, code);
    expect(actions).toContain('Look up again');
    expect(actions.includes('Edit profile')).toBe(isOffered);
  },
);

it.each([
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [500, 'internal_server_error'],
])('does not offer the profile in use as a second try after a %i of another one', (status, code) => {
  expect(panelOf(status, code).actions).toMatch(/ook the session up again/);
  Object.defineProperty(useSessionStore(), 'foreignProfile', { value: exchangeOf(status, '').profile });
  const { actions } = panelOf(status, code);
  expect(actions).not.toContain('again');
  expect(actions).toContain('Look the session up on the profile in use');
  expect(actions).toContain('Look up on Sandbox EU');
});

it('waits as long as a 429 asks, if told to, and then looks up again', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
  const { panel } = panelOf(429, 'too_many_requests', [['retry-after', '45']]);
  const refresh = vi.spyOn(useSessionStore(), 'refresh').mockResolvedValue();
  const button = panel.getComponent(ActionList).get('button');
  expect(button.text()).toBe('Wait 45 s');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(button.text()).toBe('Wait 36 s');
  await button.trigger('click');
  expect(panel.text()).toContain('Looking the session up again in 36 s');
  await button.trigger('click');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(button.text()).toBe('Wait 16 s');
  await button.trigger('click');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(refresh).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refresh).toHaveBeenCalledOnce();
  expect(button.text()).toBe('Look up again');
});

it('does not wait for another profile than the answer’s', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z') });
  const { panel } = panelOf(429, 'too_many_requests', [['retry-after', '45']]);
  const store = useSessionStore();
  const refresh = vi.spyOn(store, 'refresh').mockResolvedValue();
  await panel.getComponent(ActionList).get('button').trigger('click');
  Object.defineProperty(store, 'foreignProfile', { value: exchangeOf(429, '').profile });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(refresh).not.toHaveBeenCalled();
});
