import { defineStore } from 'pinia';
import { nextTick, watch } from 'vue';
import { findUuids } from '@shared/text/uuid';
import { useTypedStore } from '@renderer/stores/typed';
import { useBulkStore } from './bulk-store';
import { useSessionStore } from './session-store';

/**
 * Keeps what stands in the Session ID field when the app ends, unless all its IDs were looked up: Recent and Lists have
 * those. What an earlier run left is put into an empty field.
 */
export const useKeptInputStore = defineStore('keptInput', () => {
  const sessions = useSessionStore();
  const bulk = useBulkStore();
  const kept = useTypedStore().field('look-up', () => '', 'ids');

  function wasLookedUp(ids: readonly string[]): boolean {
    const rows = new Set(bulk.list?.table.rows.map(({ sessionId }) => sessionId));
    const { state } = sessions;
    if (state.kind === 'done') rows.add(state.sessionId);
    return ids.length > 0 && ids.every((id) => rows.has(id));
  }

  watch(
    kept,
    async (text) => {
      if (sessions.input !== '' || text === '') return;
      sessions.input = text;
      await nextTick();
      // As when the field gets the focus, so that the next paste replaces it.
      const { activeElement } = document;
      if (activeElement instanceof HTMLTextAreaElement && activeElement.value === text)
        activeElement.select();
    },
    { immediate: true },
  );
  watch(
    [() => sessions.input, () => sessions.state.kind, () => bulk.list?.id],
    ([input]) => {
      kept.value = wasLookedUp(findUuids(input)) ? '' : input;
    },
    { immediate: true },
  );
});
