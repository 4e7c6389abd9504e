import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { countOf } from '@shared/text/count-of';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useUndoStore } from '@renderer/stores/undo';
import { useRecentStore } from './recent-store';

/**
 * Forgets the recent look-ups of the active profile that are not pinned; this can be undone for a while.
 * @param lists the number of unnamed lists, which main forgets at the same time.
 */
export async function clearRecent(lists = 0): Promise<void> {
  const recent = useRecentStore();
  const profileId = useProfilesStore().activeId;
  if (profileId === null) return;
  const clearId = crypto.randomUUID();
  const before = recent.entries.length;
  const answer = await window.explorer.clearRecentSessions({ profileId, clearId });
  recent.accept(profileId, answer);
  if (!answer.ok) return;
  recent.clears += 1;
  const gone = Math.max(0, before - answer.value.length);
  const what = [countOf(gone, 'recent look-up'), countOf(lists, 'list')].filter(
    (words) => !words.startsWith('0 '),
  );
  if (what.length === 0) return;
  useUndoStore().offer(
    `Cleared ${what.join(' and ')}.`,
    async () => {
      const back = await window.explorer.undoClearRecentSessions({ profileId, clearId });
      if (back.ok) {
        recent.accept(profileId, back);
        recent.clears += 1;
      }
      return back;
    },
    UNDO_WINDOW_MS,
    { profileId },
  );
}
