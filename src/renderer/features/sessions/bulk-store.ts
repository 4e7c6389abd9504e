import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { MOST_BULK_SESSIONS } from '../../../shared/bridge/sessions';
import type { Problem } from '../../../shared/problem';
import type { ProfileStamp } from '../../../shared/profile';
import type { SessionLine } from '../../../shared/session-outcome';
import { useProfilesStore } from '../../stores/profiles';
import type { BulkOrder } from './bulk-order';

/** A list of look-ups: under way, or done. */
export interface BulkList {
  readonly callId: string;
  readonly total: number;
  readonly startedAt: number;
  readonly running: boolean;
  /** The profile it was asked on; a switch of the profile does not change it. */
  readonly profile: Pick<ProfileStamp, 'id' | 'name' | 'environment'>;
}

/** Several ids in one paste: a list that is fetched with bounded concurrency, and opened line by line. */
export const useBulkStore = defineStore('bulkSessions', () => {
  const profiles = useProfilesStore();
  const list = ref<BulkList | null>(null);
  const lines = shallowRef<readonly SessionLine[]>([]);
  const problem = ref<Problem | null>(null);
  /** False while a line of the list is open in its place. */
  const visible = ref(true);

  const filter = ref('');
  const order = ref<BulkOrder | null>(null);

  const foreign = computed(() => list.value !== null && list.value.profile.id !== profiles.activeId);

  window.explorer.on('sessionLines', ({ callId, lines: added }) => {
    if (list.value?.callId === callId && list.value.running) lines.value = [...lines.value, ...added];
  });

  async function start(sessionIds: readonly string[]): Promise<void> {
    const { active } = profiles;
    if (!active) return;
    await cancel();
    visible.value = true;
    problem.value = null;
    lines.value = [];
    filter.value = '';
    order.value = null;
    if (sessionIds.length > MOST_BULK_SESSIONS) {
      problem.value = tooMany(sessionIds.length);
      list.value = null;
      return;
    }
    const { id, name, environment } = active;
    const callId = crypto.randomUUID();
    const begun = {
      callId,
      total: sessionIds.length,
      startedAt: Date.now(),
      profile: { id, name, environment },
    };
    list.value = { ...begun, running: true };
    const answer = await window.explorer.lookUpSessions({ sessionIds, callId });
    if (list.value?.callId !== callId) return;
    list.value = { ...begun, running: false };
    if (answer.ok) lines.value = answer.value;
    else problem.value = answer.problem;
  }

  async function cancel(): Promise<void> {
    if (list.value?.running) await window.explorer.cancelCall({ callId: list.value.callId });
  }

  function close(): void {
    void cancel();
    list.value = null;
    problem.value = null;
  }

  return { list, lines, problem, visible, filter, order, foreign, start, cancel, close };
});

function tooMany(count: number): Problem {
  return {
    code: 'too-many-ids',
    title: `${count.toLocaleString()} ids are too many for one list`,
    meaning: `A list holds at most ${MOST_BULK_SESSIONS.toLocaleString()} ids. Nothing was sent; your text is still in the field.`,
    nextStep: 'Look them up in parts.',
    field: 'Session ID',
    detail: null,
  };
}
