import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { RecentSession } from '@shared/bridge/sessions';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useUndoStore } from '@renderer/stores/undo';

/** The recent look-ups of the active profile. */
export const useRecentStore = defineStore('recentSessions', () => {
  const profiles = useProfilesStore();
  const undo = useUndoStore();
  const entries = shallowRef<readonly RecentSession[]>([]);
  const search = ref('');

  const shown = computed(() => {
    const wanted = search.value.trim().toLowerCase();
    return wanted === ''
      ? entries.value
      : entries.value.filter((entry) => `${entry.sessionId} ${entry.outcome}`.includes(wanted));
  });

  async function read(): Promise<void> {
    const profileId = profiles.activeId;
    if (profileId === null) return;
    const answer = await window.explorer.listRecentSessions({ profileId });
    if (answer.ok) accept(profileId, answer.value);
  }

  async function pin(entry: RecentSession): Promise<void> {
    const profileId = profiles.activeId;
    if (profileId === null) return;
    const { sessionId, pinned } = entry;
    const answer = await window.explorer.pinRecentSession({ profileId, sessionId, pinned: !pinned });
    if (answer.ok) accept(profileId, answer.value);
  }

  /** Forgets those that are not pinned; for a while they can be brought back. */
  async function clear(): Promise<void> {
    const profileId = profiles.activeId;
    if (profileId === null) return;
    const clearId = crypto.randomUUID();
    const before = entries.value.length;
    const answer = await window.explorer.clearRecentSessions({ profileId, clearId });
    if (!answer.ok) return;
    const gone = before - answer.value.length;
    accept(profileId, answer.value);
    if (gone <= 0) return;
    undo.offer(
      `Cleared ${gone} recent look-up${gone === 1 ? '' : 's'}.`,
      async () => {
        const back = await window.explorer.undoClearRecentSessions({ profileId, clearId });
        if (back.ok) accept(profileId, back.value);
        return back;
      },
      UNDO_WINDOW_MS,
    );
  }

  /** The person may have gone to another profile meanwhile. */
  function accept(profileId: string, recent: readonly RecentSession[]): void {
    if (profiles.activeId === profileId) entries.value = recent;
  }

  watch(
    () => profiles.activeId,
    () => {
      entries.value = [];
      void read();
    },
    { immediate: true },
  );

  return { entries, search, shown, read, pin, clear };
});
