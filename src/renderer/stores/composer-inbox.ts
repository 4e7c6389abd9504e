import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { VaultForwardDraft } from '@shared/vault-forward/draft';

/** A draft that another screen hands to the composer. */
export interface OfferedDraft {
  readonly draft: VaultForwardDraft;
  /** What its tab is called; null lets the destination name it. */
  readonly name: string | null;
  /** The profile that it was composed or recorded under. */
  readonly profileId: string;
  /** The saved request that it is; null for any other. */
  readonly savedId: string | null;
  /** Of one in a folder on disk: what its file asks for (`FileOfRequest`). */
  readonly asked?: string | null;
  /** The family of what it was made from, if nobody knows how that ended. */
  readonly familyId?: string | null;
  /** Sentences on what could not be taken over. */
  readonly notes: readonly string[];
}

/** Where a draft comes from; empty for a new one. */
export type DraftOrigin = Partial<Omit<OfferedDraft, 'draft' | 'notes'>>;

/** Drafts on their way to the composer, which opens each in a tab of its own. */
export const useComposerInbox = defineStore('composerInbox', () => {
  const waiting = shallowRef<readonly OfferedDraft[]>([]);
  /** What could not be taken over of the last one, until it is dismissed. */
  const notes = ref<readonly string[]>([]);

  function offer(draft: OfferedDraft): void {
    waiting.value = [...waiting.value, draft];
  }

  /** Gives all that waits, and empties the box. */
  function take(): readonly OfferedDraft[] {
    const taken = waiting.value;
    if (taken.length === 0) return taken;
    waiting.value = [];
    notes.value = taken.flatMap((draft) => draft.notes);
    return taken;
  }

  /** Says something about what was taken over, or saved. */
  function say(sentences: readonly string[]): void {
    notes.value = sentences;
  }

  function dismissNotes(): void {
    notes.value = [];
  }

  return { waiting, notes, offer, take, say, dismissNotes };
});
