import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shallowRef } from 'vue';
import type { WorkingCall } from './use-call';
import { SLOW_AFTER_MS, useSlowCall } from './use-slow-call';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const call = (callId: string): WorkingCall<object> => ({ kind: 'working', callId, startedAt: 0 });

it('ignores a call that is answered quickly', () => {
  const working = shallowRef<WorkingCall<object> | null>(call('a'));
  const slow = useSlowCall(() => working.value);
  vi.advanceTimersByTime(SLOW_AFTER_MS - 1);
  expect(slow.value).toBeNull();
  working.value = null;
  vi.advanceTimersByTime(SLOW_AFTER_MS);
  expect(slow.value).toBeNull();
});

it('reports a slow call until it ends, and a replacement immediately', () => {
  const working = shallowRef<WorkingCall<object> | null>(call('a'));
  const slow = useSlowCall(() => working.value);
  vi.advanceTimersByTime(SLOW_AFTER_MS);
  expect(slow.value?.callId).toBe('a');
  working.value = call('b');
  expect(slow.value?.callId).toBe('b');
  working.value = null;
  expect(slow.value).toBeNull();
  working.value = call('c');
  expect(slow.value).toBeNull();
  vi.advanceTimersByTime(SLOW_AFTER_MS);
  expect(slow.value?.callId).toBe('c');
});
