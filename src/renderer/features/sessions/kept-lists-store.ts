import { defineStore } from 'pinia';
import { computed, shallowRef, watch } from 'vue';
import type { SessionListSummary } from '@shared/bridge/sessions';
import { succeed, type Problem, type Result } from '@shared/problem';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { useDatabaseStore } from '@renderer/stores/database';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useUndoStore } from '@renderer/stores/undo';
import { useBulkStore } from './bulk-store';
import { useRecentStore } from './recent-store';

/** Not loaded at the start. */
async function keptTexts() {
  const { useKeptTextsStore } = await import('@renderer/stores/kept-texts');
  return useKeptTextsStore();
}

/** The lists of look-ups of the active profile that main remembers. */
export const useKeptListsStore = defineStore('keptLists', () => {
  const profiles = useProfilesStore();
  const undo = useUndoStore();
  const bulk = useBulkStore();
  const recent = useRecentStore();
  const entries = shallowRef<readonly SessionListSummary[]>([]);
  const problem = shallowRef<Problem | null>(null);

  async function read(): Promise<void> {
    const profileId = profiles.activeId;
    if (profileId === null) return;
    const answer = await window.explorer.listSessionLists({ profileId });
    if (answer.ok && profiles.activeId === profileId) entries.value = answer.value;
  }

  async function open(summary: SessionListSummary): Promise<void> {
    problem.value = await bulk.openKept(summary);
    if (problem.value !== null) await read();
  }

  /** Resolves to the problem if the name was not kept. */
  async function rename(listId: string, name: string | null): Promise<Problem | null> {
    const refused = await bulk.rename(listId, name);
    await read();
    return refused;
  }

  /** Deletes a list; this can be undone for a while. */
  async function remove({ id, name, total, profileId }: SessionListSummary): Promise<void> {
    const texts = await keptTexts();
    texts.drop([id]);
    const answer = await window.explorer.deleteSessionList({ listId: id });
    problem.value = answer.ok ? null : answer.problem;
    await read();
    if (!answer.ok) return texts.restore([id]);
    undo.offer(
      `Deleted the list ${name ?? `of ${total.toLocaleString('en')} sessions`}.`,
      async (): Promise<Result<unknown>> => {
        const back = await window.explorer.undoDeleteSessionList({ listId: id });
        if (back.ok) texts.restore([id]);
        await read();
        return back.ok ? succeed(null) : back;
      },
      UNDO_WINDOW_MS,
      { profileId, line: id },
    );
  }

  watch(
    () => profiles.activeId,
    () => {
      entries.value = [];
      problem.value = null;
      void read();
    },
    { immediate: true },
  );
  // A list has started or ended, so what main remembers about it has changed.
  watch(
    () => bulk.list?.running,
    () => void read(),
  );

  const database = useDatabaseStore();
  // Lists may have been cleared or brought back together with the recent look-ups, or can be read only now.
  watch([() => recent.clears, () => database.hidesKept], read);
  const unnamed = computed(() => entries.value.filter(({ name }) => name === null).length);

  return { entries, unnamed, problem, read, open, rename, remove };
});
