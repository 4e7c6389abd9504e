import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import type { RecentSession } from '@shared/bridge/sessions';
import { useProfilesStore } from '@renderer/stores/profiles';

/** The recent look-ups of the active profile. */
export const useRecentStore = defineStore('recentSessions', () => {
  const profiles = useProfilesStore();
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
    if (answer.ok && profiles.activeId === profileId) entries.value = answer.value;
  }

  async function pin(entry: RecentSession): Promise<void> {
    const profileId = profiles.activeId;
    if (profileId === null) return;
    const { sessionId, pinned } = entry;
    const answer = await window.explorer.pinRecentSession({ profileId, sessionId, pinned: !pinned });
    if (answer.ok) entries.value = answer.value;
  }

  async function clear(): Promise<void> {
    const profileId = profiles.activeId;
    if (profileId === null) return;
    const answer = await window.explorer.clearRecentSessions({ profileId });
    if (answer.ok) entries.value = answer.value;
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
