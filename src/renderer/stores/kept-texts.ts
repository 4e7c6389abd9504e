import { defineStore } from 'pinia';
import { shallowRef, watch } from 'vue';
import { MAX_TYPED_LENGTH, type TypedForm, type TypedText } from '@shared/bridge/drafts';
import { useDatabaseStore } from './database';
import { DraftAutosave } from './draft-autosave';

/** @see TypedText.key */
export const textKey = (form: TypedForm, id: string, field: string): string => [form, id, field].join('\n');

export const isDetails = (key: string): boolean => key.startsWith('details\n');

/** Writes what is typed into forms and not saved to disk, a moment later, and reads what an earlier run left. */
export const useKeptTextsStore = defineStore('keptTexts', () => {
  const { explorer } = window;
  const database = useDatabaseStore();
  /** What was changed in this run: the window knows more about it than the disk. */
  const changed = new Map<string, string | null>();
  const autosave = new DraftAutosave<string, string | null>({
    keep: ({ id, change }) => explorer.keepTyped({ key: id, text: change }),
    merge: (_earlier, later) => later,
    // Main asks before the app ends while the disk refuses what is typed.
    onTrouble: () => undefined,
  });
  window.addEventListener('pagehide', () => autosave.flushAtEnd());
  /** What an earlier run left, and this one has not changed. */
  const left = shallowRef<readonly TypedText[]>([]);

  async function read(): Promise<void> {
    const answer = await explorer.openTyped();
    if (answer.ok) left.value = answer.value.filter(({ key }) => !changed.has(key));
  }
  void read();
  // By then, main may have the file again.
  watch(() => database.hidesKept, read);

  /** @param text null when it was saved, discarded or is as before. */
  function keep(key: string, text: string | null): void {
    changed.set(key, text);
    autosave.note(key, text !== null && text.length > MAX_TYPED_LENGTH ? null : text);
  }

  const isAbout = (key: string, ids: readonly string[]): boolean => ids.includes(key.split('\n')[1] ?? '');

  /** Called before these are deleted: main deletes their texts with them, and what is still waiting would outlive them. */
  function drop(ids: readonly string[]): void {
    for (const key of changed.keys()) if (isAbout(key, ids)) void autosave.forget(key);
  }

  /** Called when these are back, or were not deleted: their texts, which are still on screen, go to disk again. */
  function restore(ids: readonly string[]): void {
    const texts = new Map([...left.value.map(({ key, text }) => [key, text] as const), ...changed]);
    for (const [key, text] of texts) if (text !== null && isAbout(key, ids)) keep(key, text);
  }

  return { left, keep, drop, restore };
});
