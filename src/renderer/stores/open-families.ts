import { defineStore } from 'pinia';
import { shallowRef } from 'vue';

/** The drafts that main asks about before sending, because a send of them, or of a copy, is unsettled. */
export const useOpenFamiliesStore = defineStore('openFamilies', () => {
  const ids = shallowRef<ReadonlySet<string>>(new Set());

  async function read(): Promise<void> {
    const answer = await window.explorer.listOpenFamilies();
    if (answer.ok) ids.value = new Set(answer.value);
  }

  // Sends and their answers appear in the history a moment later.
  window.explorer.on('historyChanged', () => void read());
  void read();

  /** @param familyId `KeptDraft.familyId`; on the API screen the draft's id. */
  return { has: (familyId: string): boolean => ids.value.has(familyId) };
});
