import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { MAX_BULK_SESSIONS } from '@shared/bridge/sessions';
import type { Problem } from '@shared/problem';
import type { ProfileStamp } from '@shared/profiles/profile';
import { SESSION_OUTCOMES, type SessionLine, type SessionOutcome } from '@shared/history/session-outcome';
import { RowTable } from '@renderer/components/data-grid/row-table';
import { useProfilesStore } from '@renderer/stores/profiles';
import { BULK_COLUMNS } from './bulk-columns';

/** A list of look-ups: under way, or done. */
export interface BulkList {
  readonly callId: string;
  readonly total: number;
  readonly running: boolean;
  /** The profile it was asked on; a switch of the profile does not change it. */
  readonly profile: Pick<ProfileStamp, 'id' | 'name' | 'environment'>;
  /** Only grows; a line is never changed. */
  readonly table: RowTable<SessionLine>;
}

/** Several ids in one paste: a list that is fetched with bounded concurrency, and opened line by line. */
export const useBulkStore = defineStore('bulkSessions', () => {
  const profiles = useProfilesStore();
  const list = shallowRef<BulkList | null>(null);
  const counts = ref<Partial<Record<SessionOutcome, number>>>({});
  const problem = ref<Problem | null>(null);
  /** False while a line of the list is open in its place. */
  const visible = ref(true);
  let known = new Set<string>();

  const foreign = computed(() => list.value !== null && list.value.profile.id !== profiles.activeId);
  const outcomes = computed(() =>
    SESSION_OUTCOMES.flatMap((outcome) => {
      const count = counts.value[outcome] ?? 0;
      return count === 0 ? [] : [{ outcome, count }];
    }),
  );

  window.explorer.on('sessionLines', ({ callId, lines }) => {
    if (list.value?.callId === callId) add(lines);
  });

  /** Takes lines that are not there yet: the result repeats what came by events. */
  function add(lines: readonly SessionLine[]): void {
    const fresh = lines.filter(({ sessionId }) => !known.has(sessionId));
    const next = { ...counts.value };
    for (const { sessionId, outcome } of fresh) {
      known.add(sessionId);
      next[outcome] = (next[outcome] ?? 0) + 1;
    }
    counts.value = next;
    list.value?.table.append(fresh);
  }

  async function start(sessionIds: readonly string[]): Promise<void> {
    const { active } = profiles;
    if (!active) return;
    close();
    visible.value = true;
    if (sessionIds.length > MAX_BULK_SESSIONS) {
      problem.value = tooMany(sessionIds.length);
      return;
    }
    const { id, name, environment } = active;
    const callId = crypto.randomUUID();
    const profile = { id, name, environment };
    const begun = { callId, total: sessionIds.length, profile, table: new RowTable(BULK_COLUMNS) };
    known = new Set();
    counts.value = {};
    list.value = { ...begun, running: true };
    const answer = await window.explorer.lookUpSessions({ sessionIds, callId });
    if (list.value?.callId !== callId) return;
    if (answer.ok) add(answer.value);
    else problem.value = answer.problem;
    list.value = { ...begun, running: false };
  }

  async function cancel(): Promise<void> {
    if (list.value?.running) await window.explorer.cancelCall({ callId: list.value.callId });
  }

  function close(): void {
    void cancel();
    list.value?.table.close();
    list.value = null;
    problem.value = null;
  }

  return { list, outcomes, problem, visible, foreign, start, cancel, close };
});

function tooMany(count: number): Problem {
  return {
    code: 'too-many-ids',
    title: `${count.toLocaleString('en')} ids are too many for one list`,
    meaning: `A list holds at most ${MAX_BULK_SESSIONS.toLocaleString('en')} ids. Nothing was sent; your text is still in the field.`,
    nextStep: 'Look them up in parts.',
    field: 'Session ID',
    detail: null,
  };
}
