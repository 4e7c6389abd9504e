import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { DatabaseState } from '@shared/app/database-state';

/** Where history, saved requests and drafts are stored, according to main. */
export const useDatabaseStore = defineStore('storage', () => {
  const state = ref<DatabaseState>({ kind: 'closed' });

  /** True when earlier data cannot be read, so that an empty list does not mean that nothing is stored. */
  const hidesKept = computed(() => state.value.kind !== 'closed' && state.value.hidesKept === true);

  async function start(): Promise<void> {
    window.explorer.on('databaseChanged', (next) => {
      state.value = next;
    });
    const answer = await window.explorer.describeStorage();
    if (answer.ok) state.value = answer.value;
  }

  /** Asks the keychain for the key again; what this run has stored in memory then moves into the file. */
  async function retry(): Promise<void> {
    const answer = await window.explorer.retryStorage();
    if (answer.ok) state.value = answer.value;
  }

  return { state, hidesKept, start, retry };
});
