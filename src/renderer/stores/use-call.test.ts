import { createPinia, setActivePinia } from 'pinia';
import { isReactive, nextTick, reactive, watch } from 'vue';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { SAME_CLICK_CODE } from '@shared/requests/same-click';
import { useCallProgressStore } from './call-progress';
import { useCall } from './use-call';

const PROBLEM: Problem = { code: 'x', title: 'No', meaning: '', nextStep: '', detail: null };
type Answer = Result<{ readonly words: string }> | null;

const cancelCall = vi.fn(() => Promise.resolve(succeed(true)));
const on = vi.fn<(name: string, listener: (told: unknown) => void) => void>();
beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { cancelCall, on });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** A call that main has not answered yet. */
function asked(call = useCall<{ readonly id: string }, { readonly words: string }>(), id = 'a') {
  let answer: (answer: Answer) => void = () => undefined;
  let callId = '';
  const result = call.run({ id }, (given) => {
    callId = given;
    return new Promise((resolve) => (answer = resolve));
  });
  return { call, result, callId, answer: (value: Answer) => answer(value) };
}

it('is working under its own ID from the start, then holds the result', async () => {
  vi.setSystemTime(1_000);
  const { call, result, callId, answer } = asked();
  expect(callId).toMatch(/^[0-9a-f-]{36}$/);
  expect(call.state).toEqual({ kind: 'working', id: 'a', callId, startedAt: 1_000 });
  expect(call.working).toBe(call.state);
  vi.useRealTimers();
  answer(succeed({ words: 'here' }));
  expect(await result).toEqual(succeed({ words: 'here' }));
  expect(call.state).toEqual({ kind: 'done', id: 'a', words: 'here' });
  expect(call.working).toBeNull();
});

it('receives progress from the start', () => {
  const { callId } = asked();
  for (const [name, listener] of on.mock.calls)
    if (name === 'callProgress') listener({ callId, note: 'rate limited by the service: waiting 12 s' });
  expect(useCallProgressStore().notes.get(callId)).toMatch(/waiting 12 s/);
});

it('holds the problem and its time until the next call', async () => {
  vi.setSystemTime(1_000);
  const { call, result, answer } = asked();
  vi.setSystemTime(3_000);
  answer(refuse(PROBLEM));
  await result;
  vi.useRealTimers();
  expect(call.state).toEqual({ kind: 'refused', id: 'a', problem: PROBLEM, at: 3_000 });
  expect(call.problem).toBe(PROBLEM);
  asked(call);
  expect(call.problem).toBeNull();
});

it('keeps its result when main ignores a second click, or the refusal if there is none', async () => {
  const sameClick = refuse({ ...PROBLEM, code: SAME_CLICK_CODE });
  const first = asked();
  first.answer(sameClick);
  await first.result;
  expect(first.call.state.kind).toBe('refused');
  const second = asked(first.call);
  second.answer(succeed({ words: 'unknown outcome' }));
  await second.result;
  const third = asked(first.call);
  third.answer(sameClick);
  expect(await third.result).toEqual(sameClick);
  expect(first.call.state).toEqual({ kind: 'done', id: 'a', words: 'unknown outcome' });
});

it('cancels the previous call, and ignores its late answer', async () => {
  const first = asked();
  const second = asked(first.call, 'b');
  expect(cancelCall.mock.calls).toEqual([[{ callId: first.callId }]]);
  expect(second.callId).not.toBe(first.callId);
  first.answer(succeed({ words: 'late' }));
  expect(await first.result).toBeNull();
  expect(first.call.state).toMatchObject({ kind: 'working', id: 'b' });
  second.answer(succeed({ words: 'second' }));
  await second.result;
  expect(first.call.state).toEqual({ kind: 'done', id: 'b', words: 'second' });
});

it('asks main to cancel, and still accepts the answer', async () => {
  const { call, result, callId, answer } = asked();
  await call.cancel();
  expect(cancelCall.mock.calls).toEqual([[{ callId }]]);
  answer(succeed({ words: 'cancelled half-way' }));
  await result;
  expect(call.state).toMatchObject({ kind: 'done', words: 'cancelled half-way' });
  await call.cancel();
  expect(cancelCall).toHaveBeenCalledOnce();
});

it('returns to its previous state if nothing came of a call', async () => {
  const { call, result, answer } = asked();
  answer(succeed({ words: 'first' }));
  await result;
  const again = asked(call);
  again.answer(null);
  expect(await again.result).toBeNull();
  expect(call.state).toEqual({ kind: 'done', id: 'a', words: 'first' });
});

it.each([
  [
    'shown',
    (call: ReturnType<typeof asked>['call']) => call.show({ id: 'c', words: 'known' }),
    { kind: 'done', id: 'c', words: 'known' },
  ],
  ['cleared', (call: ReturnType<typeof asked>['call']) => call.clear(), { kind: 'idle' }],
  [
    'refused here',
    (call: ReturnType<typeof asked>['call']) => call.refuse({ id: 'c' }, PROBLEM),
    { kind: 'refused', id: 'c', problem: PROBLEM, at: expect.any(Number) },
  ],
])('ignores an answer after something else was %s', async (_what, change, expected) => {
  const { call, result, answer } = asked();
  change(call);
  answer(succeed({ words: 'late' }));
  expect(await result).toBeNull();
  expect(call.state).toEqual(expected);
});

it('is reactive inside a reactive object, but its content is not', async () => {
  const slot = reactive({ call: useCall<object, { readonly report: object }>() });
  const kinds: string[] = [];
  watch(
    () => slot.call.state.kind,
    (kind) => kinds.push(kind),
  );
  slot.call.show({ report: {} });
  await nextTick();
  expect(kinds).toEqual(['done']);
  expect(slot.call.state.kind === 'done' && isReactive(slot.call.state.report)).toBe(false);
});

it('shows the last answer until a newer one arrives or it is cleared', async () => {
  const first = asked();
  first.answer(succeed({ words: 'old' }));
  await first.result;
  const second = asked(first.call, 'b');
  expect(first.call.shown).toMatchObject({ id: 'a', words: 'old' });
  const third = asked(first.call, 'c');
  expect(first.call.shown).toMatchObject({ id: 'a', words: 'old' });
  second.answer(succeed({ words: 'late' }));
  third.answer(succeed({ words: 'new' }));
  await third.result;
  expect(first.call.shown).toMatchObject({ id: 'c', words: 'new' });
  first.call.clear();
  expect(first.call.shown).toBeNull();
});
