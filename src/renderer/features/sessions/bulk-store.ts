import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { MAX_BULK_SESSIONS } from '@shared/bridge/sessions';
import { succeed, type Problem } from '@shared/problem';
import type { ProfileStamp } from '@shared/profiles/profile';
import { SESSION_OUTCOMES, type SessionLine, type SessionOutcome } from '@shared/history/session-outcome';
import { RowTable } from '@renderer/components/data-grid/row-table';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useCall } from '@renderer/stores/use-call';
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
  const call = useCall();
  const asked = shallowRef<Omit<BulkList, 'running'> | null>(null);
  const list = computed<BulkList | null>(
    () => asked.value && { ...asked.value, running: call.working !== null },
  );
  const counts = ref<Partial<Record<SessionOutcome, number>>>({});
  const problem = computed(() => call.problem);
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
    if (asked.value?.callId === callId) add(lines);
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
    asked.value?.table.append(fresh);
  }

  async function start(sessionIds: readonly string[]): Promise<void> {
    const { active } = profiles;
    if (!active) return;
    close();
    visible.value = true;
    const total = sessionIds.length;
    if (total > MAX_BULK_SESSIONS) {
      call.refuse({}, tooMany(total));
      return;
    }
    const { id, name, environment } = active;
    const profile = { id, name, environment };
    known = new Set();
    counts.value = {};
    await call.run({}, async (callId) => {
      asked.value = { callId, total, profile, table: new RowTable(BULK_COLUMNS) };
      const answer = await window.explorer.lookUpSessions({ sessionIds, callId });
      if (answer.ok && asked.value?.callId === callId) add(answer.value);
      return answer.ok ? succeed({}) : answer;
    });
  }

  function close(): void {
    void call.cancel();
    call.clear();
    asked.value?.table.close();
    asked.value = null;
  }

  return { list, outcomes, problem, visible, foreign, start, cancel: call.cancel, close };
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
