import { computed, type ComputedRef } from 'vue';
import { useProfilesStore } from '../stores/profiles';
import { useUndoStore, type Undoable } from '../stores/undo';

/** What can be undone on the visible screen and under the active profile, newest first. */
export function useShownUndoables(): ComputedRef<readonly Undoable[]> {
  const undo = useUndoStore();
  const profiles = useProfilesStore();
  return computed(() =>
    undo.entries.filter(
      ({ screens, profileId }) =>
        screens.includes(undo.screen) && (profileId === null || profileId === profiles.activeId),
    ),
  );
}
