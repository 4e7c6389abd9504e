import type { DraftChange } from '@shared/bridge/drafts';
import type { Problem } from '@shared/problem';
import type { TextEdit } from '@shared/text/text-edits';
import { DraftAutosave } from '@renderer/stores/draft-autosave';
import { bodyOf, type DraftTab } from './draft-tab';
import { mergeChanges } from './merge-changes';

/** Up to this many UTF-16 units a body is kept as a whole; of a larger one, what was done to it… */
const SMALL_BODY = 100_000;
/** …and the whole when nothing was done to it for so long. */
const QUIET_MS = 5_000;

/** Keeps drafts on disk, a moment after each change. */
export class KeptDrafts {
  private readonly autosave: DraftAutosave<string, DraftChange>;
  /** Large bodies of which only edits were kept since the whole was. */
  private readonly partly = new Map<string, ReturnType<typeof setTimeout>>();
  /** Closed. What is still told of them, as the end of what was being sent, would bring an empty one back. */
  private readonly discarded = new Set<string>();

  /** @param onTrouble told why drafts cannot be kept; null when they can again. */
  constructor(private readonly onTrouble: (problem: Problem | null) => void) {
    this.autosave = new DraftAutosave({
      keep: (argument) => window.explorer.keepDraft(argument),
      merge: mergeChanges,
      onTrouble,
    });
  }

  note(id: string, change: DraftChange): void {
    if (!this.discarded.has(id)) this.autosave.note(id, change);
  }

  noteEdits(tab: DraftTab, edits: readonly TextEdit[]): void {
    if (tab.document.length <= SMALL_BODY) return this.noteBody(tab);
    this.note(tab.id, { edits, place: tab.document.place });
    clearTimeout(this.partly.get(tab.id));
    this.partly.set(
      tab.id,
      setTimeout(() => this.noteBody(tab), QUIET_MS),
    );
  }

  noteWhole(tab: DraftTab): void {
    const { id, familyId, name, profileId, fields, document, saved } = tab;
    this.discarded.delete(id);
    this.note(id, { familyId, name, profileId, fields, body: bodyOf(tab), place: document.place, saved });
  }

  async discard(id: string): Promise<void> {
    this.discarded.add(id);
    this.forgetPart(id);
    await this.autosave.forget(id);
    const answer = await window.explorer.discardDraft({ id });
    if (!answer.ok) this.onTrouble(answer.problem);
  }

  /** @see DraftAutosave.flush */
  flush(id?: string): Promise<void> {
    return this.autosave.flush(id);
  }

  /** @see DraftAutosave.flushAtEnd */
  flushAtEnd(): void {
    this.autosave.flushAtEnd();
  }

  private noteBody(tab: DraftTab): void {
    this.forgetPart(tab.id);
    this.note(tab.id, { body: bodyOf(tab), place: tab.document.place });
  }

  private forgetPart(id: string): void {
    clearTimeout(this.partly.get(id));
    this.partly.delete(id);
  }
}
