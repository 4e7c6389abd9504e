import { shallowMount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import type { HistoryDetail } from '@shared/history/history';
import ExchangeCompare from '@renderer/components/compare/ExchangeCompare.vue';
import ComparePane from './ComparePane.vue';

afterEach(() => void vi.unstubAllGlobals());

it('has differences that the keyboard reaches and scrolls: nothing else in them takes the focus', () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const detail = (id: string): HistoryDetail => {
    const entry = { id, startedAt: '2026-11-21T09:00:00Z', profile: { id: 'p', name: 'Sandbox' } };
    return { entry, exchange: null } as unknown as HistoryDetail;
  };
  const pane = shallowMount(ComparePane, {
    props: { compared: { before: detail('1'), after: detail('2') } },
  });
  const differences = pane.getComponent(ExchangeCompare).attributes();
  expect(differences).toMatchObject({ role: 'region', tabindex: '0', 'aria-label': 'Differences' });
});
