import { defineStore } from 'pinia';
import { computed, shallowRef } from 'vue';
import type { HistoryRequests, ReplayArgument } from '@shared/bridge/history';
import type { SendResult } from '@shared/bridge/sending';
import type { HistoryEntry, ReplayPlan } from '@shared/history/history';
import { succeed } from '@shared/problem';
import { useProfilesStore } from '@renderer/stores/profiles';
import { OneClick } from '@renderer/stores/one-click';
import { useCall } from '@renderer/stores/use-call';
import { useHistoryDetailStore } from './detail-store';

/** A replay before which something has to be shown or entered. */
export interface Asking {
  readonly kind: 'asking';
  readonly entry: HistoryEntry;
  readonly plan: ReplayPlan;
  readonly many: boolean;
}

/** The result: an exchange, or a summary of many. */
type ReplayOutcome = Exclude<SendResult | HistoryRequests['replayManyTimes']['result'], { kind: 'declined' }>;

/** What the person has entered or decided for a replay. */
export type Entered = Pick<ReplayArgument, 'secrets' | 'securityCodes' | 'idempotencyKey' | 'values'>;

const NOTHING_ENTERED: Entered = { secrets: {}, securityCodes: [], idempotencyKey: null, values: 'same' };

export interface Repetition {
  readonly times: number;
  readonly perSecond: number;
}

/** True if nothing has to be shown, entered or decided before it is sent. */
function isPlain({ differences, missingSecrets, missingCodes, idempotency, variables }: ReplayPlan): boolean {
  const toSay = [...differences, ...missingSecrets, ...missingCodes];
  return toSay.length === 0 && idempotency === null && variables === null;
}

/** Sends exchanges of the history again: once each time the person asks for it. */
export const useReplayStore = defineStore('replay', () => {
  const profiles = useProfilesStore();
  const oneClick = new OneClick();
  const details = useHistoryDetailStore();
  const asking = shallowRef<Asking | null>(null);
  const call = useCall<{ readonly entry: HistoryEntry }, { readonly outcome: ReplayOutcome }>();
  /** While main says what a replay would send: as the replay itself, it is shown and can be cancelled. */
  const planning = useCall<{ readonly entry: HistoryEntry }, { readonly plan: ReplayPlan }>();
  const state = computed(() => asking.value ?? planning.working ?? call.state);
  const working = computed(() => planning.working !== null || call.working !== null);

  /** Sends it at once, unless something has to be shown or asked first. */
  async function begin(entry: HistoryEntry, many: boolean): Promise<void> {
    // One key for all entries: the replay is shown at once, so the second click of a double click would land on it.
    // “Many times” only opens a panel, in which sending needs another click.
    await oneClick.run(many ? 'ask how many' : 'replay', async () => {
      const planned = await plan(entry);
      if (planned !== null && !many && isPlain(planned))
        await carryOut(entry, planned, NOTHING_ENTERED, null);
      else if (planned !== null) asking.value = { kind: 'asking', entry, plan: planned, many };
      return true;
    });
  }

  /**
   * Plans again after the person has switched to another profile, as the plan depends on it. This never sends anything:
   * switching the profile is not pressing Replay.
   */
  async function planAgain(): Promise<void> {
    const { value: was } = asking;
    if (was === null) return;
    await oneClick.run('plan again', async () => {
      const planned = await plan(was.entry);
      // Unless it was cancelled meanwhile.
      if (planned !== null && asking.value === was) asking.value = { ...was, plan: planned };
      return true;
    });
  }

  /** Null if there is no plan: another replay is under way, or this one is cancelled or refused, which is shown. */
  async function plan(entry: HistoryEntry): Promise<ReplayPlan | null> {
    const { activeId: profileId } = profiles;
    if (working.value || profileId === null) return null;
    const answer = await planning.run({ entry }, async () => {
      const planned = await window.explorer.planReplay({ id: entry.id, profileId });
      return planned.ok ? succeed({ plan: planned.value }) : planned;
    });
    planning.clear();
    if (answer === null) return null;
    const problem = answer.ok ? answer.value.plan.refused : answer.problem;
    if (answer.ok && problem === null) return answer.value.plan;
    asking.value = null;
    if (problem !== null) call.refuse({ entry }, problem);
    return null;
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
    const { openId } = details;
    const argument = { id: entry.id, profileId, mark: planned.mark, ...entered };
    reset();
    const answer = await call.run({ entry }, async (callId) => {
      const replayed = await (repetition === null
        ? window.explorer.replayExchange({ ...argument, callId })
        : window.explorer.replayManyTimes({ ...argument, ...repetition, callId }));
      if (!replayed.ok) return replayed;
      return replayed.value.kind === 'declined' ? null : succeed({ outcome: replayed.value });
    });
    // The list has it for a person who has gone on to another entry: an answer takes nobody away from that.
    if (!answer?.ok || details.openId !== openId) return true;
    const { outcome } = answer.value;
    if (outcome.kind === 'sent') await details.open(outcome.exchange.id);
    else await details.refresh();
    return true;
  }

  function reset(): void {
    asking.value = null;
    call.clear();
  }

  async function cancel(): Promise<void> {
    planning.clear();
    await call.cancel();
  }

  return { state, working, begin, planAgain, send, reset, cancel };
});
