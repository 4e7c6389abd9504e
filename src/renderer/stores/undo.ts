import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { Problem, Result } from '@shared/problem';
import { useProfilesStore } from './profiles';

/** For how long most things can be taken back. */
export const UNDO_MS = 60_000;

/** Something that was done and can be taken back for a while. */
export interface Undoable {
  readonly id: number;
  /** What was done: "Deleted Sandbox EU." */
  readonly words: string;
  /** Why taking it back failed the last time. */
  readonly problem: Problem | null;
  /** Where it was done, and where it is missed; null where that is not known. */
  readonly screens: readonly (string | null | undefined)[];
  /** The profile that it is about; null when it is about none. */
  readonly profileId: string | null;
  /** `data-line` of the line that it brings back; null where it brings none back. */
  readonly line: string | null;
}

/**
 * What can be undone, the newest first. Each entry goes when its time is over, and is out of sight on other screens and
 * under another profile than it is about.
 */
export const useUndoStore = defineStore('undo', () => {
  const profiles = useProfilesStore();
  const entries = ref<readonly Undoable[]>([]);
  /** The screen that is visible; the window tells it. */
  const screen = ref<string | null>(null);
  const shown = computed(() =>
    entries.value.filter(
      (entry) =>
        entry.screens.includes(screen.value) &&
        (entry.profileId === null || entry.profileId === profiles.activeId),
    ),
  );
  const ways = new Map<
    number,
    { undo: () => Promise<Result<unknown>>; timer: ReturnType<typeof setTimeout> }
  >();
  let lastId = 0;

  /**
   * @param windowMs for how long it can be undone.
   * @param about `profileId` of the profile that it is about; `line`, the `data-line` of what it brings back; `missedOn`, another
   * screen than the one on which it was done.
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

  return { entries, screen, shown, offer, undo, dismiss };
});
