import { defineStore } from 'pinia';
import { computed, shallowRef, watch } from 'vue';
import type { SessionListSummary } from '@shared/bridge/sessions';
import type { Problem } from '@shared/problem';
import { useDatabaseStore } from '@renderer/stores/database';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useBulkStore } from './bulk-store';
import { useRecentStore } from './recent-store';

/** The lists of look-ups of the active profile that main remembers. */
export const useKeptListsStore = defineStore('keptLists', () => {
  const profiles = useProfilesStore();
  const bulk = useBulkStore();
  const recent = useRecentStore();
  const entries = shallowRef<readonly SessionListSummary[]>([]);
  const problem = shallowRef<Problem | null>(null);

  async function read(): Promise<void> {
    const profileId = profiles.activeId;
    if (profileId === null) return;
    const answer = await window.explorer.listSessionLists({ profileId });
    if (answer.ok && profiles.activeId === profileId) entries.value = answer.value;
  }

  async function open(summary: SessionListSummary): Promise<void> {
    problem.value = await bulk.openKept(summary);
    if (problem.value !== null) await read();
  }

  /** Resolves to the problem if the name was not kept. */
  async function rename(listId: string, name: string | null): Promise<Problem | null> {
    const refused = await bulk.rename(listId, name);
    await read();
    return refused;
  }

  watch(
    () => profiles.activeId,
    () => {
      entries.value = [];
      problem.value = null;
      void read();
    },
    { immediate: true },
  );
  /** The last call whose list is known to be kept. */
  let keptCall: string | null = null;
  // Main keeps a list just before it asks for the first of its sessions: at the start it would not be among them yet.
  window.explorer.on('sessionLines', ({ callId }) => {
    if (callId === keptCall || callId !== bulk.list?.callId) return;
    keptCall = callId;
    void read();
  });
  // A list has ended, so what main remembers about it has changed, and about those of its sessions that are among the
  // recent ones.
  watch(
    () => bulk.list?.running,
    (_now, wasRunning) => {
      if (wasRunning !== true) return;
      void read();
      void recent.read();
    },
  );

  const database = useDatabaseStore();
  // Lists may have been cleared or brought back together with the recent look-ups, or can be read only now.
  watch([() => recent.clears, () => database.hidesKept], read);
  const unnamed = computed(() => entries.value.filter(({ name }) => name === null).length);

  return { entries, unnamed, problem, read, open, rename };
});
