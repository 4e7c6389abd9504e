import { defineStore } from 'pinia';
import { shallowRef } from 'vue';
import type { OpenSends } from '@shared/bridge/sending';

/** The sends that main asks about before sending again, because they may have taken effect. */
export const useOpenSendsStore = defineStore('openSends', () => {
  /** A new object after each answer from main; empty until main has answered. */
  const open = shallowRef<OpenSends>({ families: [], any: false });

  async function read(): Promise<void> {
    const answer = await window.explorer.listOpenSends();
    if (answer.ok) open.value = answer.value;
  }

  // Sends and their answers appear in the history a moment later.
  window.explorer.on('historyChanged', () => void read());
  void read();

  /** @param familyId `KeptDraft.familyId`; on the API screen the draft's id. */
  return { open, has: (familyId: string): boolean => open.value.families.includes(familyId) };
});
