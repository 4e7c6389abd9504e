import { defineStore } from 'pinia';
import { ref } from 'vue';
import type { Problem, Result } from '@shared/problem';

/** Something that was done and can be taken back for a while. */
export interface Undoable {
  readonly id: number;
  /** What was done: "Deleted Sandbox EU." */
  readonly words: string;
  /** Why taking it back failed the last time. */
  readonly problem: Problem | null;
}

/** What can be undone, the newest first. Each entry goes when its time is over. */
export const useUndoStore = defineStore('undo', () => {
  const entries = ref<readonly Undoable[]>([]);
  const ways = new Map<
    number,
    { undo: () => Promise<Result<unknown>>; timer: ReturnType<typeof setTimeout> }
  >();
  let lastId = 0;

  /** @param windowMs for how long it can be undone. */
  function offer(words: string, undo: () => Promise<Result<unknown>>, windowMs: number): void {
    lastId += 1;
    const id = lastId;
    ways.set(id, { undo, timer: setTimeout(() => dismiss(id), windowMs) });
    entries.value = [{ id, words, problem: null }, ...entries.value];
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

  return { entries, offer, undo, dismiss };
});
