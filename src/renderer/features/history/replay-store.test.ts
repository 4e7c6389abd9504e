import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SendResult } from '@shared/bridge/sending';
import type { ReplayPlan } from '@shared/history/history';
import { testingReplayPlan } from '@shared/testing/replay-plan';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { exchangeOf } from '@shared/testing/exchanges';
import { testingEntry } from '@shared/testing/testing-entry';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useHistoryDetailStore } from './detail-store';
import { useReplayStore } from './replay-store';

const PROBLEM: Problem = { code: 'x', title: 'No', meaning: '', nextStep: '', detail: null };
const NOTHING = { secrets: {}, securityCodes: [], idempotencyKey: null, values: 'same' as const };

const PROFILE = testingProfile({ id: 'a', name: 'A', baseUrl: 'https://a.example' });

const ENTRY = testingEntry({
  id: 'e',
  operation: 'vault_forward',
  profile: { id: 'a', name: 'A', environment: 'sandbox' },
  method: 'POST',
  url: 'https://a.example/vault-forward',
  destination: 'POST https://psp.example/',
});

function fakeMain(planned: ReplayPlan) {
  let answer: (result: Result<SendResult>) => void = () => undefined;
  return {
    on: vi.fn(() => () => undefined),
    describeCredential: vi.fn(() => Promise.resolve(succeed({ profileId: 'a', kind: 'none' }))),
    describeGrants: vi.fn(() => Promise.resolve(succeed([]))),
    planReplay: vi.fn(() => Promise.resolve(succeed(planned))),
    replayExchange: vi.fn((): Promise<Result<SendResult>> => new Promise((resolve) => (answer = resolve))),
    replayManyTimes: vi.fn(() => Promise.resolve(succeed({ kind: 'declined' }))),
    openHistoryEntry: vi.fn(() => Promise.resolve(succeed(null))),
    answer: (result: Result<SendResult>) => answer(result),
  };
}

let main: ReturnType<typeof fakeMain>;
function start(planned = testingReplayPlan()) {
  setActivePinia(createPinia());
  main = fakeMain(planned);
  vi.stubGlobal('explorer', main);
  useProfilesStore().accept({ profiles: [PROFILE], activeId: PROFILE.id, notice: null });
  return useReplayStore();
}
beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const asked = (times = 1) => vi.waitFor(() => expect(main.replayExchange).toHaveBeenCalledTimes(times));

describe('Replay', () => {
  it('sends once for three clicks at the same time, for one during the request, and for one right after a fast answer', async () => {
    const store = start();
    const all = Promise.all([
      store.begin(ENTRY, false),
      store.begin(ENTRY, false),
      store.begin(ENTRY, false),
    ]);
    await asked();
    expect(store.state.kind).toBe('working');
    await store.begin(ENTRY, false);
    main.answer(refuse(PROBLEM));
    await all;
    await store.begin(ENTRY, false);
    expect(main.planReplay).toHaveBeenCalledOnce();
    expect(main.replayExchange).toHaveBeenCalledOnce();
    // The replay is shown at once, so the second click of a slow double click lands on another entry.
    await vi.advanceTimersByTimeAsync(350);
    await store.begin({ ...ENTRY, id: 'f' }, false);
    expect(main.planReplay).toHaveBeenCalledOnce();
    // A moment later it counts as a new click.
    await vi.advanceTimersByTimeAsync(1_000);
    void store.begin({ ...ENTRY, id: 'f' }, false);
    await asked(2);
  });

  it('asks first if there is something to decide, then sends once for three clicks', async () => {
    const idempotency = { header: 'idempotency-key', sentAt: ENTRY.startedAt, unknownOutcome: false };
    const planned = testingReplayPlan({ idempotency });
    const store = start(planned);
    await store.begin(ENTRY, false);
    expect(store.state).toMatchObject({ kind: 'asking', plan: planned });
    expect(main.replayExchange).not.toHaveBeenCalled();
    const entered = { ...NOTHING, idempotencyKey: 'new' as const };
    const all = Promise.all([1, 2, 3].map(() => store.send(ENTRY, planned, entered, null)));
    await asked();
    main.answer(succeed({ kind: 'declined' }));
    await all;
    await store.send(ENTRY, planned, entered, null);
    expect(main.replayExchange).toHaveBeenCalledOnce();
    expect(main.replayExchange).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'e', profileId: 'a', mark: 'mark', idempotencyKey: 'new' }),
    );
    expect(store.state).toEqual({ kind: 'idle' });
  });

  it('keeps asking while the open entry is read again, even if it is gone', async () => {
    const store = start();
    await store.begin(ENTRY, true);
    const { state } = store;
    const details = useHistoryDetailStore();
    await details.open(ENTRY.id);
    await details.refresh();
    expect(details.gone).toBe(true);
    expect(store.state).toBe(state);
  });

  it('plans again right after opening, as after a switch of profile, and once for two clicks', async () => {
    const store = start();
    await store.begin(ENTRY, true);
    await Promise.all([store.planAgain(), store.planAgain()]);
    expect(main.planReplay).toHaveBeenCalledTimes(2);
    expect(store.state).toMatchObject({ kind: 'asking', many: true });
  });

  it('plans again but sends nothing after a switch of the profile, even if nothing is left to ask', async () => {
    const store = start(testingReplayPlan({ differences: [{ what: 'profile', then: 'B', now: 'A' }] }));
    await store.begin(ENTRY, false);
    main.planReplay.mockResolvedValue(succeed(testingReplayPlan()));
    await store.planAgain();
    expect(main.replayExchange).not.toHaveBeenCalled();
    expect(store.state).toMatchObject({ kind: 'asking', many: false, plan: { differences: [] } });
  });

  it('shows that it is under way until its plan is here, and then sends nothing if it was cancelled', async () => {
    const store = start();
    let planned: (result: Result<ReplayPlan>) => void = () => undefined;
    main.planReplay.mockImplementation(() => new Promise((resolve) => (planned = resolve)));
    const replay = store.begin(ENTRY, false);
    await vi.waitFor(() => expect(main.planReplay).toHaveBeenCalledOnce());
    expect(store.state).toMatchObject({ kind: 'working', entry: ENTRY });
    expect(store.working).toBe(true);
    await store.cancel();
    expect(store.working).toBe(false);
    planned(succeed(testingReplayPlan()));
    await replay;
    expect(main.replayExchange).not.toHaveBeenCalled();
    expect(store.state.kind).toBe('idle');
  });

  it('leaves the dialog closed that was cancelled while the replay was planned again', async () => {
    const store = start();
    await store.begin(ENTRY, true);
    const again = store.planAgain();
    store.reset();
    await again;
    expect(store.state.kind).toBe('idle');
  });

  it('opens what came of it, but not in place of an entry that was chosen meanwhile', async () => {
    const store = start();
    const details = useHistoryDetailStore();
    await details.open('e');
    const replay = store.begin(ENTRY, false);
    await asked();
    await details.open('f');
    main.answer(succeed({ kind: 'sent', exchange: exchangeOf(200, '') }));
    await replay;
    expect(details.openId).toBe('f');
  });

  it('asks how many times even right after a replay, and sends nothing by asking', async () => {
    const store = start();
    const replay = store.begin(ENTRY, false);
    await asked();
    main.answer(succeed({ kind: 'declined' }));
    await replay;
    await store.begin(ENTRY, true);
    expect(store.state).toMatchObject({ kind: 'asking', many: true });
    expect(main.replayExchange).toHaveBeenCalledOnce();
  });

  it('sends several replays once for three clicks', async () => {
    const store = start();
    await store.begin(ENTRY, true);
    expect(store.state).toMatchObject({ kind: 'asking', many: true });
    const repetition = { times: 5, perSecond: 2 };
    await Promise.all([1, 2, 3].map(() => store.send(ENTRY, testingReplayPlan(), NOTHING, repetition)));
    expect(main.replayManyTimes).toHaveBeenCalledOnce();
    expect(main.replayManyTimes).toHaveBeenCalledWith(expect.objectContaining(repetition));
    expect(main.replayExchange).not.toHaveBeenCalled();
  });
});
