import type { SessionListSummary } from '@shared/bridge/sessions';
import { succeed, type Result } from '@shared/problem';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { countOf } from '@shared/text/count-of';
import { useKeptTextsStore } from '@renderer/stores/kept-texts';
import { useUndoStore } from '@renderer/stores/undo';
import { useKeptListsStore } from './kept-lists-store';

/** Deletes a list; this can be undone for a while. Loaded on demand. */
export async function deleteList({ id, name, total, profileId }: SessionListSummary): Promise<void> {
  const lists = useKeptListsStore();
  const texts = useKeptTextsStore();
  texts.drop([id]);
  const answer = await window.explorer.deleteSessionList({ listId: id });
  lists.problem = answer.ok ? null : answer.problem;
  await lists.read();
  if (!answer.ok) return texts.restore([id]);
  useUndoStore().offer(
    `Deleted the list ${name ?? `of ${countOf(total, 'session')}`}.`,
    async (): Promise<Result<unknown>> => {
      const back = await window.explorer.undoDeleteSessionList({ listId: id });
      if (back.ok) texts.restore([id]);
      await lists.read();
      return back.ok ? succeed(null) : back;
    },
    UNDO_WINDOW_MS,
    { profileId, line: id },
  );
}
