import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { Problem, Result } from '@shared/problem';

/** How long most things can be undone. */
export const UNDO_MS = 60_000;

/** Something that was done and can be undone for a while. */
export interface Undoable {
  readonly id: number;
  /** What was done: "Deleted Sandbox EU." */
  readonly words: string;
  /** Why the last attempt to undo it failed. */
  readonly problem: Problem | null;
  /** The screens where it was done and where its result is missing; null for unknown ones. */
  readonly screens: readonly (string | null | undefined)[];
  /** The profile that it concerns; null for none. */
  readonly profileId: string | null;
  /** `data-line` of the line that it restores; null for none. */
  readonly line: string | null;
}

/** The place of an open dialog for what is done in it: entries whose `id` is above `after`. */
interface DialogPlace {
  readonly place: HTMLElement;
  readonly after: number;
}

/**
 * What can be undone, newest first. Each entry disappears after its time, and is hidden on other screens and under
 * other profiles than its own (`useShownUndoables`).
 */
export const useUndoStore = defineStore('undo', () => {
  const entries = ref<readonly Undoable[]>([]);
  /** The visible screen; the window sets it. */
  const screen = ref<string | null>(null);
  /** Null while no dialog is open. */
  const dialog = shallowRef<DialogPlace | null>(null);
  const ways = new Map<
    number,
    { undo: () => Promise<Result<unknown>>; timer: ReturnType<typeof setTimeout> }
  >();
  let lastId = 0;

  /**
   * @param windowMs how long it can be undone.
   * @param about `profileId`, the profile that it concerns; `line`, the `data-line` of what it restores; `missedOn`,
   * another screen than the one on which it was done.
   */
  function offer(
    words: string,
    undo: () => Promise<Result<unknown>>,
    windowMs: number,
    about: {
      readonly profileId?: string;
      readonly line?: string | undefined;
      readonly missedOn?: string;
    } = {},
  ): void {
    lastId += 1;
    const id = lastId;
    ways.set(id, { undo, timer: setTimeout(() => dismiss(id), windowMs) });
    const { profileId = null, line = null } = about;
    const screens = [screen.value, about.missedOn];
    entries.value = [{ id, words, problem: null, screens, profileId, line }, ...entries.value];
  }

  async function undo(id: number): Promise<void> {
    const answer = await ways.get(id)?.undo();
    if (answer === undefined || answer.ok) return dismiss(id);
    entries.value = entries.value.map((entry) =>
      entry.id === id ? { ...entry, problem: answer.problem } : entry,
    );
  }

  function dismiss(id: number): void {
    clearTimeout(ways.get(id)?.timer);
    ways.delete(id);
    entries.value = entries.value.filter((entry) => entry.id !== id);
  }

  return { entries, screen, dialog, offer, undo, dismiss };
});
