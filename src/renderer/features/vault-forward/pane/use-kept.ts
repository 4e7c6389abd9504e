import { computed, onActivated, ref, watch, type ComputedRef } from 'vue';
import { useDatabaseStore } from '@renderer/stores/database';

/**
 * Says in words that an exchange is kept in History; null if it is not, or until that is known.
 * @param id null if it need not be known: asking reads a whole entry.
 */
export function useKept(id: () => string | null): ComputedRef<string | null> {
  const database = useDatabaseStore();
  const kept = ref<string | null>(null);

  async function read(): Promise<void> {
    const asked = id();
    if (asked === null) return;
    const answer = await window.explorer.openHistoryEntry({ id: asked });
    if (asked === id()) kept.value = answer.ok && answer.value !== null ? asked : null;
  }
  watch(id, read, { immediate: true });
  // It may have been deleted while another screen was shown.
  onActivated(read);

  return computed(() => {
    if (kept.value === null || kept.value !== id()) return null;
    return database.state.kind === 'session-only'
      ? 'kept in History until the app is closed'
      : 'kept in History';
  });
}
