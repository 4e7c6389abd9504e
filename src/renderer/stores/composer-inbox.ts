import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { VaultForwardDraft } from '@shared/vault-forward/draft';

/** A draft that another screen passes to the composer. */
export interface OfferedDraft {
  readonly draft: VaultForwardDraft;
  /** The name of its tab; null to use the destination. */
  readonly name: string | null;
  /** The profile under which it was composed or recorded. */
  readonly profileId: string;
  /** The id of the saved request that it is; null for any other draft. */
  readonly savedId: string | null;
  /** For a request in a live folder: what its file requests (`FileOfRequest`). */
  readonly asked?: string | null;
  /** The family of the exchange that it was made from, if the outcome of that is unknown. */
  readonly familyId?: string | null;
  /** Sentences about what could not be taken over. */
  readonly notes: readonly string[];
}

/** Where a draft came from; empty for a new one. */
export type DraftOrigin = Partial<Omit<OfferedDraft, 'draft' | 'notes'>>;

/** Drafts on their way to the composer, which opens each one in its own tab. */
export const useComposerInbox = defineStore('composerInbox', () => {
  const waiting = shallowRef<readonly OfferedDraft[]>([]);
  /** What could not be taken over from the last draft, until dismissed. */
  const notes = ref<readonly string[]>([]);

  function offer(draft: OfferedDraft): void {
    waiting.value = [...waiting.value, draft];
  }

  /** Returns everything that is waiting, and empties the inbox. */
  function take(): readonly OfferedDraft[] {
    const taken = waiting.value;
    if (taken.length === 0) return taken;
    waiting.value = [];
    notes.value = taken.flatMap((draft) => draft.notes);
    return taken;
  }

  /** Shows sentences about what was taken over or saved. */
  function say(sentences: readonly string[]): void {
    notes.value = sentences;
  }

  function dismissNotes(): void {
    notes.value = [];
  }

  return { waiting, notes, offer, take, say, dismissNotes };
});
