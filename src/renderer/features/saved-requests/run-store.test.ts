import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunEvent, RunResult, RunStep } from '@shared/bridge/saved-requests';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import type { BrokenFile } from '@shared/requests/live-folder';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { outcomeOf } from './describe-run';
import { isAsExpected } from '@shared/requests/run-outcome';
import { useRunStore } from './run-store';

const PROBLEM: Problem = { code: 'x', title: 'No', meaning: '', nextStep: '', detail: null };

const line = (id: string): SavedRequestLine => ({
  id,
  folder: '',
  name: id,
  description: '',
  operation: 'vault_forward',
  subject: 'POST psp',
  expectations: 1,
});
const LINES = ['a', 'b', 'c'].map(line);

const done = (id: string, met = true): Extract<RunStep, { kind: 'done' }> => ({
  kind: 'done',
  exchangeId: id,
  answer: '200 OK',
  why: null,
  wasSent: true,
  mayHaveArrived: false,
  ms: 5,
  results: [{ expectation: { kind: 'status', status: 200 }, met, found: '200' }],
});

/** The summary of a run: how many of each, and none of the others. */
const counts = (some: Partial<Record<string, number>>): Record<string, number | undefined> => ({
  ...{ met: 0, unmet: 0, unknown: 0, unsent: 0, running: 0, waiting: 0, left: 0 },
  ...some,
});

/** A fake main; the test sets the outcome of each request. */
function fakeMain() {
  let listener: (event: RunEvent) => void = () => undefined;
  let answer: (result: Result<readonly RunResult[] | null>) => void = () => undefined;
  let callId = '';
  const stopListening = vi.fn();
  const explorer = {
    on: vi.fn((_name: 'savedRun', on: (event: RunEvent) => void) => {
      listener = on;
      return stopListening;
    }),
    runSavedRequests: vi.fn(
      (argument: {
        readonly ids: readonly string[];
        readonly callId: string;
      }): Promise<Result<readonly RunResult[] | null>> => {
        callId = argument.callId;
        return new Promise((resolve) => (answer = resolve));
      },
    ),
    cancelCall: vi.fn(() => Promise.resolve(succeed(true))),
    describeCredential: vi.fn(({ profileId }: { readonly profileId: string }) =>
      Promise.resolve(succeed({ profileId, kind: 'none' })),
    ),
  };
  return {
    explorer,
    stopListening,
    callId: () => callId,
    tell: (requestId: string, step: RunStep) => listener({ callId, requestId, step }),
    tellOf: (otherCall: string, requestId: string, step: RunStep) =>
      listener({ callId: otherCall, requestId, step }),
    answer: (result: Result<readonly RunResult[] | null>) => answer(result),
  };
}

let main: ReturnType<typeof fakeMain>;
let store: ReturnType<typeof useRunStore>;
beforeEach(() => {
  setActivePinia(createPinia());
  main = fakeMain();
  vi.stubGlobal('explorer', main.explorer);
  store = useRunStore();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const states = (): string[] => store.lines.map(({ state }) => state.kind);

describe('a run of saved requests', () => {
  it('counts only a success as expected if a request has no expectations', async () => {
    void store.run(LINES, 'Cards');
    await expect.poll(() => main.explorer.runSavedRequests.mock.calls.length).toBe(1);
    const nothingSaid = { ...done('x'), results: [] };
    main.tell('a', nothingSaid);
    main.tell('b', { ...nothingSaid, answer: '500 Internal Server Error' });
    main.tell('c', { ...nothingSaid, answer: null, mayHaveArrived: true });
    expect(store.summary).toMatchObject({ met: 1, unmet: 1, unknown: 1, unsent: 0 });
    expect(store.lines.map((one) => outcomeOf(one).word)).toEqual([
      'As expected',
      'Not as expected',
      'Outcome unknown',
    ]);
  });

  it('counts unsent requests separately from unexpected answers', async () => {
    void store.run(LINES, 'Cards');
    await expect.poll(() => main.explorer.runSavedRequests.mock.calls.length).toBe(1);
    main.tell('a', {
      ...done('a'),
      answer: null,
      wasSent: false,
      why: 'The connection was refused',
      results: [],
    });
    main.tell('b', { kind: 'refused', problem: PROBLEM });
    main.tell('c', done('c', false));
    expect(store.summary).toMatchObject({ met: 0, unmet: 1, unsent: 2, left: 0 });
    expect(store.lines.map((one) => outcomeOf(one).word)).toEqual(['Not sent', 'Refused', 'Not as expected']);
  });

  it('is requested from main once, and shows the progress of each request', async () => {
    const running = store.run(LINES, 'Cards');
    expect(main.explorer.runSavedRequests).toHaveBeenCalledWith({
      ids: ['a', 'b', 'c'],
      callId: main.callId(),
    });
    expect([store.running, store.title, states()]).toEqual([
      true,
      'Cards',
      ['waiting', 'waiting', 'waiting'],
    ]);
    main.tell('a', { kind: 'running' });
    expect(states()).toEqual(['running', 'waiting', 'waiting']);
    main.tell('a', done('a'));
    main.tell('b', { kind: 'running' });
    expect(states()).toEqual(['done', 'running', 'waiting']);
    expect(store.summary).toEqual(counts({ met: 1, running: 1, waiting: 1 }));
    main.tell('b', done('b', false));
    expect(store.summary).toEqual(counts({ met: 1, unmet: 1, waiting: 1 }));
    main.tell('c', { kind: 'refused', problem: PROBLEM });
    expect(store.summary).toEqual(counts({ met: 1, unmet: 1, unsent: 1 }));
    main.answer(succeed([]));
    await running;
    expect(states()).toEqual(['done', 'done', 'refused']);
    expect(store.lines.map(({ state }) => isAsExpected(state))).toEqual([true, false, false]);
    expect(store.running).toBe(false);
    expect(main.stopListening).toHaveBeenCalledOnce();
  });

  it('sends again only what failed, says which run it belongs to, and leaves the other outcomes in the report', async () => {
    const profile = testingProfile({ id: 'p' });
    const profiles = useProfilesStore();
    profiles.accept({ profiles: [profile, { ...profile, id: 'q' }], activeId: 'p', notice: null });
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const broken = { file: 'x.yaml', folder: 'Cards', why: 'It is empty.' };
    const first = store.run(ids.map(line), 'Cards', 'folder:Cards', [broken as BrokenFile]);
    await expect.poll(() => main.explorer.runSavedRequests.mock.calls.length).toBe(1);
    main.tell('a', done('a'));
    main.tell('b', done('b', false));
    main.tell('c', { kind: 'refused', problem: PROBLEM });
    main.tell('d', { ...done('d'), answer: null, wasSent: true, mayHaveArrived: true, results: [] });
    main.tell('e', { kind: 'stopped' });
    main.answer(succeed([]));
    await first;
    expect(store.failed.map((one) => one.line.id)).toEqual(['b', 'c']);
    profiles.accept({ profiles: [profile, { ...profile, id: 'q' }], activeId: 'q', notice: null });
    expect(store.failed).toEqual([]);
    profiles.accept({ profiles: [profile, { ...profile, id: 'q' }], activeId: 'p', notice: null });

    const second = store.runFailed();
    await expect.poll(() => main.explorer.runSavedRequests.mock.calls.length).toBe(2);
    expect(main.explorer.runSavedRequests).toHaveBeenLastCalledWith({
      ids: ['b', 'c'],
      among: ids,
      callId: main.callId(),
    });
    expect(states()).toEqual(['done', 'waiting', 'waiting', 'done', 'stopped', 'refused']);
    main.tell('b', done('b'));
    main.answer(succeed([]));
    await second;
    expect(states()).toEqual(['done', 'done', 'cancelled', 'done', 'stopped', 'refused']);
    expect(store.failed).toEqual([]);
    await store.runFailed();
    expect(main.explorer.runSavedRequests).toHaveBeenCalledTimes(2);
  });

  it('uses the final answer if progress events are missing', async () => {
    const running = store.run(LINES, 'Cards');
    main.tell('a', done('a'));
    main.answer(
      succeed([
        { requestId: 'a', step: done('a') },
        { requestId: 'b', step: done('b', false) },
        { requestId: 'c', step: { kind: 'refused', problem: PROBLEM } },
      ]),
    );
    await running;
    expect(states()).toEqual(['done', 'done', 'refused']);
    expect(store.summary).toEqual(counts({ met: 1, unmet: 1, unsent: 1 }));
  });

  it('keeps the report of another run, including what happens to it in the meantime', async () => {
    const first = store.run(LINES, 'Cards', 'folder:Cards');
    main.tell('a', done('a'));
    // Another request is looked at during the run.
    store.show('b');
    expect([store.lines, store.isRunningShown]).toEqual([[], false]);
    main.tell('b', done('b'));
    main.tell('c', done('c', false));
    main.answer(succeed([]));
    await first;
    vi.setSystemTime(Date.now() + 5_000);
    const second = store.run(LINES.slice(0, 1), 'a', 'a');
    main.tell('a', done('a', false));
    main.answer(succeed([]));
    await second;
    expect(store.summary).toEqual(counts({ unmet: 1 }));
    expect([...store.latest.values()].map(({ state }) => isAsExpected(state))).toEqual([false, true, false]);
    store.show('folder:Cards');
    expect([store.title, store.summary]).toEqual(['Cards', counts({ met: 2, unmet: 1 })]);
  });

  it('ignores events of another run', async () => {
    void store.run(LINES, 'Cards');
    main.tellOf('another', 'a', done('a'));
    expect(states()).toEqual(['waiting', 'waiting', 'waiting']);
  });

  it('can be cancelled, and marks unsent requests as cancelled', async () => {
    const running = store.run(LINES, 'Cards');
    main.tell('a', { kind: 'running' });
    await store.cancel();
    expect(main.explorer.cancelCall).toHaveBeenCalledWith({ callId: main.callId() });
    main.tell('a', done('a'));
    main.tell('b', { kind: 'deleted' });
    main.answer(succeed([]));
    await running;
    expect(states()).toEqual(['done', 'deleted', 'cancelled']);
    expect(store.summary).toEqual(counts({ met: 1, left: 2 }));
    main.explorer.cancelCall.mockClear();
    await store.cancel();
    expect(main.explorer.cancelCall).not.toHaveBeenCalled();
  });

  it('sends nothing if declined, and marks all requests as skipped', async () => {
    const running = store.run(LINES, 'Cards');
    main.answer(succeed(null));
    await running;
    expect(states()).toEqual(['skipped', 'skipped', 'skipped']);
    expect(store.summary).toEqual(counts({ left: 3 }));
  });

  it('shows why main refused it on each request without a result', async () => {
    const running = store.run(LINES, 'Cards');
    main.tell('a', done('a'));
    main.answer(refuse(PROBLEM));
    await running;
    expect(store.lines.map(({ state }) => state)).toEqual([
      done('a'),
      { kind: 'refused', problem: PROBLEM },
      { kind: 'refused', problem: PROBLEM },
    ]);
    expect(store.running).toBe(false);
  });

  it('starts once for three clicks in one tick, and ignores a click right after a fast answer', async () => {
    vi.useFakeTimers();
    const all = Promise.all([store.run(LINES, 'x'), store.run(LINES, 'x'), store.run(LINES, 'x')]);
    main.answer(succeed([]));
    await all;
    await store.run(LINES, 'x');
    expect(main.explorer.runSavedRequests).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1_000);
    void store.run(LINES, 'x');
    expect(main.explorer.runSavedRequests).toHaveBeenCalledTimes(2);
  });

  it('runs one set at a time, and ignores an empty set', async () => {
    expect(store.runningTitle).toBeNull();
    void store.run(LINES, 'x');
    await store.run(LINES.slice(1), 'y');
    await store.run([], 'z');
    expect(main.explorer.runSavedRequests).toHaveBeenCalledOnce();
    expect(store.title).toBe('x');
    store.show('another');
    expect(store.runningTitle).toBe('x');
  });
});

it('shows an unreadable file as refused, with its name and the reason', async () => {
  const unread = { file: 'Refund.request.yaml', folder: 'Cards', why: 'Line 3: this is no YAML.' };
  const running = store.run(LINES.slice(0, 1), 'Cards', 'folder:Cards', [unread]);
  main.answer(succeed([{ requestId: 'a', step: done('e') }]));
  await running;
  expect(store.summary).toMatchObject({ met: 1, unmet: 0, unsent: 1, left: 0 });
  expect(store.lines.at(-1)).toMatchObject({
    line: { name: 'Refund.request.yaml', folder: 'Cards' },
    state: { kind: 'refused', problem: { meaning: 'Line 3: this is no YAML. Nothing of it was sent.' } },
  });
});
