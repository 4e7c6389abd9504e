import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { effectScope, nextTick } from 'vue';
import type { BridgeEvents } from '@shared/bridge/events';
import { WAITS_FOR_ANSWER, WAITS_FOR_HISTORY } from '@shared/questions/question';
import { useCallProgress } from './call-progress';

let tell: (event: BridgeEvents['callProgress']) => void;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { on: (_name: string, listener: typeof tell) => (tell = listener) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('counts no time while main asks a question, then counts from the answer', async () => {
  const scope = effectScope();
  const call = scope.run(() => useCallProgress(() => ({ callId: 'a', startedAt: 1_000 })));
  tell({ callId: 'a', note: WAITS_FOR_ANSWER });
  await vi.advanceTimersByTimeAsync(40_000);
  expect(call?.isUnsent.value).toBe(true);
  expect(call?.elapsed.value).toBe('');
  tell({ callId: 'a', note: null });
  await vi.advanceTimersByTimeAsync(2_000);
  await nextTick();
  expect(call?.isUnsent.value).toBe(false);
  expect(call?.elapsed.value).toBe('2.0 s');
  tell({ callId: 'a', note: 'Waiting 2 s before try 2: status 429' });
  tell({ callId: 'a', note: null });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(call?.elapsed.value).toBe('3.0 s');
  scope.stop();
});

it('counts down while a call waits to try again', async () => {
  const scope = effectScope();
  const call = scope.run(() => useCallProgress(() => ({ callId: 'a', startedAt: 1_000 })));
  tell({ callId: 'a', note: 'Waiting 20 s before try 2: status 429', until: 22_000 });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(call?.elapsed.value).toBe('18 s left');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call?.elapsed.value).toBe('0 s left');
  tell({ callId: 'a', note: null });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(call?.elapsed.value).toBe('64.0 s');
  scope.stop();
});

it('counts the time that a call waits for the history, and starts again once it is sent', async () => {
  const scope = effectScope();
  const call = scope.run(() => useCallProgress(() => ({ callId: 'a', startedAt: 1_000 })));
  tell({ callId: 'a', note: WAITS_FOR_HISTORY });
  await vi.advanceTimersByTimeAsync(5_000);
  expect([call?.isUnsent.value, call?.elapsed.value]).toEqual([true, '5.0 s']);
  tell({ callId: 'a', note: null });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([call?.isUnsent.value, call?.elapsed.value]).toEqual([false, '1.0 s']);
  scope.stop();
});
