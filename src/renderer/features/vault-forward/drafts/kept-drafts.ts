import type { DraftChange, DraftRequests } from '@shared/bridge/drafts';
import type { Problem } from '@shared/problem';
import type { TextEdit } from '@shared/text/text-edits';
import { DraftAutosave } from '@renderer/stores/draft-autosave';
import { bodyOf, type DraftTab } from './draft-tab';
import { mergeChanges } from './merge-changes';

/** A body of up to this many UTF-16 units is kept whole; of a larger one, only the edits are kept… */
const SMALL_BODY = 100_000;
/** …and the whole body once there were no edits for this long, in ms. */
const QUIET_MS = 5_000;
/** Delay in ms before trying again to discard a draft or to save the order, if the database refused to. */
const AGAIN_MS = 5_000;

export interface KeptDraftsServices {
  /** Called with the reason why drafts cannot be kept; with null when they can again. */
  readonly onTrouble: (problem: Problem | null) => void;
  /** The drafts in the order of their tabs, and which one is in sight. */
  readonly places: () => DraftRequests['arrangeDrafts']['argument'];
}

/** Saves drafts to disk, a moment after each change. */
export class KeptDrafts {
  private readonly autosave: DraftAutosave<string, DraftChange>;
  /** Timers by draft id: large bodies of which only edits were kept since they were last kept whole. */
  private readonly partly = new Map<string, ReturnType<typeof setTimeout>>();
  /** Ids of closed drafts: saving one later, for example when its send ends, would bring back an empty draft. */
  private readonly discarded = new Set<string>();
  /** Discarded drafts that are still on disk, each with an object that stands for its latest close. */
  private readonly dropping = new Map<string, object>();
  private inTrouble = false;
  private arrangingAgain: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly services: KeptDraftsServices) {
    this.autosave = new DraftAutosave({
      keep: (argument) => window.explorer.keepDraft(argument),
      merge: mergeChanges,
      onTrouble: (problem) => this.tell(problem),
    });
  }

  /** True for a draft that was closed and not restored. */
  isDiscarded(id: string): boolean {
    return this.discarded.has(id);
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
    this.dropping.delete(id);
    this.note(id, { familyId, name, profileId, fields, body: bodyOf(tab), place: document.place, saved });
  }

  async discard(id: string): Promise<void> {
    this.discarded.add(id);
    const close = {};
    this.dropping.set(id, close);
    this.forgetPart(id);
    await this.autosave.forget(id);
    await this.drop(id, close);
  }

  /** Repeats until the draft is gone from disk or restored; otherwise it would reappear after a restart. */
  private async drop(id: string, close: object): Promise<void> {
    if (this.dropping.get(id) !== close) return;
    const answer = await window.explorer.discardDraft({ id });
    this.tell(answer.ok ? null : answer.problem);
    if (!answer.ok) setTimeout(() => void this.drop(id, close), AGAIN_MS);
    else if (this.dropping.get(id) === close) this.dropping.delete(id);
  }

  /** Saves the order, after the changes in progress: a draft has to be on disk before it can have a place. */
  arrange(): void {
    void this.flush().then(() => this.keepPlaces());
  }

  private async keepPlaces(): Promise<void> {
    clearTimeout(this.arrangingAgain);
    const answer = await window.explorer.arrangeDrafts(this.services.places());
    if (!answer.ok) this.arrangingAgain = setTimeout(() => this.arrange(), AGAIN_MS);
  }

  private tell(problem: Problem | null): void {
    // A draft that could not be kept until now is last on disk, whatever its place here.
    if (this.inTrouble && problem === null) this.arrange();
    this.inTrouble = problem !== null;
    this.services.onTrouble(problem);
  }

  /** @see DraftAutosave.flush */
  flush(id?: string): Promise<void> {
    return this.autosave.flush(id);
  }

  /** @see DraftAutosave.flushAtEnd */
  flushAtEnd(): void {
    this.autosave.flushAtEnd();
    for (const id of this.dropping.keys()) void window.explorer.discardDraft({ id });
    void this.keepPlaces();
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
