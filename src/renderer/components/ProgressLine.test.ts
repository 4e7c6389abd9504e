import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { nextTick } from 'vue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSendGuardStore } from '../stores/send-guard';
import ProgressLine from './ProgressLine.vue';

beforeEach(() => {
  setActivePinia(createPinia());
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('is shown while an answer takes long, but not while the app asks a question', async () => {
  const guard = useSendGuardStore();
  const shown = mount(ProgressLine, { props: { working: true } });
  await vi.advanceTimersByTimeAsync(200);
  expect(shown.find('.line').exists()).toBe(true);
  guard.asking = true;
  await nextTick();
  expect(shown.find('.line').exists()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown.find('.line').exists()).toBe(false);
  guard.asking = false;
  await vi.advanceTimersByTimeAsync(200);
  expect(shown.find('.line').exists()).toBe(true);
});
