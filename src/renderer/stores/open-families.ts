import { defineStore } from 'pinia';
import { shallowRef } from 'vue';

/** Which drafts main asks about before they are sent, as a send of them, or of a copy, may be out. */
export const useOpenFamiliesStore = defineStore('openFamilies', () => {
  const ids = shallowRef<ReadonlySet<string>>(new Set());

  async function read(): Promise<void> {
    const answer = await window.explorer.listOpenFamilies();
    if (answer.ok) ids.value = new Set(answer.value);
  }

  // A send, and its answer, are in the history a moment later.
  window.explorer.on('historyChanged', () => void read());
  void read();

  /** @param familyId `KeptDraft.familyId`; on the API screen the draft's id. */
  return { has: (familyId: string): boolean => ids.value.has(familyId) };
});
