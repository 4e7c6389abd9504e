import { shallowMount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import type { HistoryDetail } from '@shared/history/history';
import ExchangeCompare from '@renderer/components/compare/ExchangeCompare.vue';
import ComparePane from './ComparePane.vue';

afterEach(() => void vi.unstubAllGlobals());

const detailOf = (id: string, sessionId: string): HistoryDetail => {
  const url = `https://api.example/checkout/sessions/${sessionId}`;
  const request = { operation: 'get_checkout_session', method: 'GET', url, destination: null, load: null };
  const profile = { id: 'p', name: 'Sandbox' };
  const entry = { id, startedAt: '2026-11-21T09:00:00Z', profile, purpose: null, ...request };
  return { entry, exchange: null } as unknown as HistoryDetail;
};
const ONE = '5e550000-0000-4000-8000-000000000001';
const OTHER = '5e550000-0000-4000-8000-000000000003';

it('has its differences in a labelled, focusable region', () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const pane = shallowMount(ComparePane, {
    props: { compared: { before: detailOf('1', ONE), after: detailOf('2', ONE) } },
  });
  const differences = pane.getComponent(ExchangeCompare).attributes();
  expect(differences).toMatchObject({ role: 'region', tabindex: '0', 'aria-label': 'Differences' });
});

it.each([
  ['one session by its whole ID', ONE, ONE, ONE],
  ['both IDs of two sessions', ONE, OTHER, '5e550000…0001 and 5e550000…0003'],
])('shows in its head %s', (_what, before, after, said) => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const compared = { before: detailOf('1', before), after: detailOf('2', after) };
  const pane = shallowMount(ComparePane, {
    props: { compared },
    global: { stubs: { ResultHead: { template: '<div><slot name="state" /></div>' } } },
  });
  expect(pane.get('h2').text()).toBe(said);
});
