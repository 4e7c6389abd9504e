import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HistoryEntry, ReplayPlan } from '@shared/history/history';
import ReplayFacts from './ReplayFacts.vue';

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { on: () => undefined });
});
afterEach(() => vi.unstubAllGlobals());

it('shows where a replay goes without a key or a password that was typed into the address', () => {
  const destination = 'POST https://me:s3cret@psp.example/charge?api_key=s3cret&page=2';
  const entry = {
    id: 'e',
    operation: 'vault_forward',
    method: 'POST',
    destination,
    startedAt: '2026-11-25T10:00:00.000Z',
  };
  const plan = { missingCodes: [], variables: null };
  const facts = mount(ReplayFacts, {
    props: { entry: entry as unknown as HistoryEntry, plan: plan as unknown as ReplayPlan, isAnew: false },
  });
  expect(facts.get('dd').text()).toContain('psp.example/charge?api_key=••••••••&page=2');
  expect(facts.html()).not.toContain('s3cret');
});
