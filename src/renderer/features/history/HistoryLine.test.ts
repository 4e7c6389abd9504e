import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { useProfilesStore } from '@renderer/stores/profiles';
import HistoryLine from './HistoryLine.vue';

it('names its profile only if that is not the active one', async () => {
  vi.stubGlobal('explorer', { on: () => undefined });
  setActivePinia(createPinia());
  const entry = {
    id: 'e',
    place: 1,
    startedAt: '2026-11-21T09:00:00Z',
    profile: { id: 'p', name: 'Sandbox EU', environment: 'sandbox' },
    operation: 'get_checkout_session',
    method: 'GET',
    url: 'https://api.example/checkout/sessions/5e550000-0000-4000-8000-000000000001',
    destination: null,
    status: 200,
    outcome: 'answered',
    purpose: null,
    load: null,
    replayOf: null,
    note: '',
    notedOutcome: null,
    starred: false,
    findings: 0,
    summary: { who: 'Ada Example', total: '13591', note: 'visa •••• 1111', expiresAt: null },
  };
  const line = mount(HistoryLine, {
    props: {
      entry: entry as never,
      match: null,
      day: 'Today',
      number: 1,
      total: 1,
      open: false,
      ticked: false,
      ticking: false,
      tabStop: true,
      serviceTime: new Date('2026-11-21T09:00:00Z'),
    },
  });
  const note = () => line.get('.line__note').text();
  expect(note()).toMatch(/^5e550000.*0001 · Sandbox EU · visa ••1111$/);
  useProfilesStore().activeId = 'p';
  await line.vm.$nextTick();
  expect(note()).toMatch(/^5e550000.*0001 · visa ••1111$/);
  const button = line.get('[data-entry]');
  expect(button.attributes('aria-label')).toContain('Sandbox EU');
  expect(button.attributes('title')).toContain('13,591 in the smallest unit · Sandbox EU');
  vi.unstubAllGlobals();
});
