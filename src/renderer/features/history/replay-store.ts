import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import type { ReplayArgument } from '../../../shared/bridge/history';
import type { HistoryEntry, ReplayPlan, ReplaySummary } from '../../../shared/history';
import type { Problem } from '../../../shared/problem';
import { useProfilesStore } from '../../stores/profiles';
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

export interface Repetition {
  readonly times: number;
  readonly perSecond: number;
}

/** Sends what is in the history again: once for each time the person says so. */
export const useReplayStore = defineStore('replay', () => {
  const profiles = useProfilesStore();
  const details = useHistoryDetailStore();
  const state = shallowRef<Replaying>({ kind: 'idle' });
  const working = computed(() => state.value.kind === 'working');
  /** A click that comes before main has answered counts with the first one. */
  const planning = ref(false);

  /** Sends it at once, unless there is something to be said or asked first. */
  async function begin(entry: HistoryEntry, many: boolean): Promise<void> {
    const { activeId: profileId } = profiles;
    if (working.value || planning.value || profileId === null) return;
    planning.value = true;
    const answer = await window.explorer.planReplay({ id: entry.id, profileId });
    planning.value = false;
    if (!answer.ok) return refuse(entry, answer.problem);
    const plan = answer.value;
    if (plan.refused !== null) return refuse(entry, plan.refused);
    const plain = plan.differences.length === 0 && plan.missingSecrets.length === 0;
    if (plain && !many) await send(entry, plan, {}, null);
    else state.value = { kind: 'asking', entry, plan, many };
  }

  async function send(
    entry: HistoryEntry,
    plan: ReplayPlan,
    secrets: Readonly<Record<string, string>>,
    repetition: Repetition | null,
  ): Promise<void> {
    const { activeId: profileId } = profiles;
    if (profileId === null) return;
    const argument = { id: entry.id, profileId, mark: plan.mark, secrets };
    if (repetition === null) await sendOnce(entry, argument);
    else await sendMany(entry, argument, repetition);
  }

  async function sendOnce(entry: HistoryEntry, argument: Omit<ReplayArgument, 'callId'>): Promise<void> {
    const answer = await window.explorer.replayExchange({ ...argument, callId: startWork(entry, false) });
    if (!answer.ok) return refuse(entry, answer.problem);
    reset();
    if (answer.value.kind === 'sent') await details.open(answer.value.exchange.id);
  }

  async function sendMany(
    entry: HistoryEntry,
    argument: Omit<ReplayArgument, 'callId'>,
    { times, perSecond }: Repetition,
  ): Promise<void> {
    const answer = await window.explorer.replayManyTimes({
      ...argument,
      callId: startWork(entry, true),
      times,
      perSecond,
    });
    if (!answer.ok) return refuse(entry, answer.problem);
    if (answer.value.kind === 'declined') return reset();
    state.value = { kind: 'summary', entry, summary: answer.value.summary };
    await details.refresh();
  }

  function startWork(entry: HistoryEntry, many: boolean): string {
    const callId = crypto.randomUUID();
    state.value = { kind: 'working', entry, callId, startedAt: Date.now(), many };
    return callId;
  }

  function refuse(entry: HistoryEntry, problem: Problem): void {
    state.value = { kind: 'refused', entry, problem };
  }

  function reset(): void {
    state.value = { kind: 'idle' };
  }

  async function cancel(): Promise<void> {
    if (state.value.kind === 'working') await window.explorer.cancelCall({ callId: state.value.callId });
  }

  return { state, working, begin, send, reset, cancel };
});
