import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import TimeZoneChoice from './TimeZoneChoice.vue';

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { on: () => () => undefined });
  vi.useFakeTimers({ now: new Date('2026-11-21T10:59:58Z') });
});
afterEach(() => vi.useRealTimers());

it('shows the current time, and updates it', async () => {
  const shown = mount(TimeZoneChoice);
  expect(shown.text()).toContain('10:59');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(shown.text()).toContain('11:00');
});
