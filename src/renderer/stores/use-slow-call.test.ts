import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shallowRef } from 'vue';
import type { WorkingCall } from './use-call';
import { SLOW_AFTER_MS, useSlowCall } from './use-slow-call';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const call = (callId: string): WorkingCall<object> => ({ kind: 'working', callId, startedAt: 0 });

it('says nothing of a call that is answered at once', () => {
  const working = shallowRef<WorkingCall<object> | null>(call('a'));
  const slow = useSlowCall(() => working.value);
  vi.advanceTimersByTime(SLOW_AFTER_MS - 1);
  expect(slow.value).toBeNull();
  working.value = null;
  vi.advanceTimersByTime(SLOW_AFTER_MS);
  expect(slow.value).toBeNull();
});

it('gives a call that takes longer, until it is done, and counts anew for the next one; one in its place at once', () => {
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
