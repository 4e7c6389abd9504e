import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import CallUnderWay from './CallUnderWay.vue';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('announces the call but not the seconds, and emits cancel when Cancel is clicked', async () => {
  vi.useFakeTimers({ now: 4_000 });
  vi.stubGlobal('explorer', { on: vi.fn() });
  setActivePinia(createPinia());
  const words = 'Reading the first page…';
  const bar = mount(CallUnderWay, { props: { words, call: { callId: 'c', startedAt: 1_000 } } });
  expect(bar.get('[role="status"]').text()).toBe(words);
  const counted = bar.get('[aria-hidden="true"]');
  expect(counted.text()).toBe('3 s');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(counted.text()).toBe('4 s');
  expect(bar.get('[role="status"]').text()).toBe(words);

  // The pane finds the button by this attribute, to move the focus; without its type, it would submit a form.
  const cancel = bar.get('button[data-part="cancel"][type="button"]');
  expect(cancel.text()).toBe('Cancel');
  await cancel.trigger('click');
  expect(bar.emitted('cancel')).toHaveLength(1);
});
