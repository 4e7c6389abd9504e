import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { ReplayArgument } from '@shared/bridge/history';
import type { HistoryEntry, ReplayPlan, ReplaySummary } from '@shared/history/history';
import type { Problem } from '@shared/problem';
import { useProfilesStore } from '@renderer/stores/profiles';
import { OneClick } from '@renderer/stores/one-click';
import { useHistoryDetailStore } from './detail-store';

/** How a replay stands. */
export type Replaying =
  | { readonly kind: 'idle' }
  /** Something has to be shown or entered first. */
  | {
      readonly kind: 'asking';
      readonly entry: HistoryEntry;
      readonly plan: ReplayPlan;
      readonly many: boolean;
    }
  | {
      readonly kind: 'working';
      readonly entry: HistoryEntry;
      readonly callId: string;
      readonly startedAt: number;
      readonly many: boolean;
    }
  | { readonly kind: 'refused'; readonly entry: HistoryEntry; readonly problem: Problem }
  | { readonly kind: 'summary'; readonly entry: HistoryEntry; readonly summary: ReplaySummary };

/** What the person has entered or decided for a replay. */
export type Entered = Pick<ReplayArgument, 'secrets' | 'securityCodes' | 'idempotencyKey'>;

const NOTHING_ENTERED: Entered = { secrets: {}, securityCodes: [], idempotencyKey: null };

export interface Repetition {
  readonly times: number;
  readonly perSecond: number;
}

/** Sends what is in the history again: once for each time the person says so. */
export const useReplayStore = defineStore('replay', () => {
  const profiles = useProfilesStore();
  const oneClick = new OneClick();
  const details = useHistoryDetailStore();
  const state = shallowRef<Replaying>({ kind: 'idle' });
  const working = computed(() => state.value.kind === 'working');

  /** Sends it at once, unless there is something to be said or asked first. */
  async function begin(entry: HistoryEntry, many: boolean): Promise<void> {
    // Whatever the entry: a replay shows its own at once, and the second half of a double click meets that.
    await oneClick.run('replay', () => plan(entry, many));
  }

  async function plan(entry: HistoryEntry, many: boolean): Promise<true> {
    const { activeId: profileId } = profiles;
    if (working.value || profileId === null) return true;
    const answer = await window.explorer.planReplay({ id: entry.id, profileId });
    if (!answer.ok) return refuse(entry, answer.problem);
    const planned = answer.value;
    if (planned.refused !== null) return refuse(entry, planned.refused);
    const { differences, missingSecrets, missingCodes, idempotency } = planned;
    const plain = [...differences, ...missingSecrets, ...missingCodes].length === 0 && idempotency === null;
    if (plain && !many) await carryOut(entry, planned, NOTHING_ENTERED, null);
    else state.value = { kind: 'asking', entry, plan: planned, many };
    return true;
  }

  async function send(
    entry: HistoryEntry,
    planned: ReplayPlan,
    entered: Entered,
    repetition: Repetition | null,
  ): Promise<void> {
    await oneClick.run('send', () => carryOut(entry, planned, entered, repetition));
  }

  async function carryOut(
    entry: HistoryEntry,
    planned: ReplayPlan,
    entered: Entered,
    repetition: Repetition | null,
  ): Promise<true> {
    const { activeId: profileId } = profiles;
    if (profileId === null) return true;
    const argument = { id: entry.id, profileId, mark: planned.mark, ...entered };
    return repetition === null ? sendOnce(entry, argument) : sendMany(entry, argument, repetition);
  }

  async function sendOnce(entry: HistoryEntry, argument: Omit<ReplayArgument, 'callId'>): Promise<true> {
    const answer = await window.explorer.replayExchange({ ...argument, callId: startWork(entry, false) });
    if (!answer.ok) return refuse(entry, answer.problem);
    reset();
    if (answer.value.kind === 'sent') await details.open(answer.value.exchange.id);
    return true;
  }

  async function sendMany(
    entry: HistoryEntry,
    argument: Omit<ReplayArgument, 'callId'>,
    { times, perSecond }: Repetition,
  ): Promise<true> {
    const callId = startWork(entry, true);
    const answer = await window.explorer.replayManyTimes({ ...argument, callId, times, perSecond });
    if (!answer.ok) return refuse(entry, answer.problem);
    if (answer.value.kind === 'declined') reset();
    else state.value = { kind: 'summary', entry, summary: answer.value.summary };
    await details.refresh();
    return true;
  }

  function startWork(entry: HistoryEntry, many: boolean): string {
    const callId = crypto.randomUUID();
    state.value = { kind: 'working', entry, callId, startedAt: Date.now(), many };
    return callId;
  }

  function refuse(entry: HistoryEntry, problem: Problem): true {
    state.value = { kind: 'refused', entry, problem };
    return true;
  }

  function reset(): void {
    state.value = { kind: 'idle' };
  }

  async function cancel(): Promise<void> {
    if (state.value.kind === 'working') await window.explorer.cancelCall({ callId: state.value.callId });
  }

  return { state, working, begin, send, reset, cancel };
});
