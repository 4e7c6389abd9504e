import { ref } from 'vue';
import { countOf } from '@shared/text/count-of';
import type { ProfilesImport, ProfilesState } from '@shared/bridge/profiles';
import type { Problem, Result } from '@shared/problem';
import { UNDO_WINDOW_MS, type Profile } from '@shared/profiles/profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useUndoStore } from '@renderer/stores/undo';

/** Actions for whole profiles. `problem` says why the last one failed; `said` is for screen readers. */
export function useProfileActions() {
  const profiles = useProfilesStore();
  const undo = useUndoStore();
  const problem = ref<Problem | null>(null);
  const said = ref('');

  function taken(answer: Result<ProfilesState>): boolean {
    problem.value = answer.ok ? null : answer.problem;
    if (answer.ok) profiles.accept(answer.value);
    return answer.ok;
  }

  async function move(profile: Profile, place: number): Promise<void> {
    const last = profiles.profiles.length - 1;
    const target = Math.min(Math.max(0, place), last);
    if (profiles.profiles[target]?.id === profile.id) return;
    if (taken(await window.explorer.moveProfile({ profileId: profile.id, place: target }))) {
      said.value = `${profile.name} is now number ${target + 1} of ${last + 1}.`;
    }
  }

  /** Resolves to the copy's id; null if it failed. */
  async function duplicate(profile: Profile): Promise<string | null> {
    const answer = await window.explorer.duplicateProfile({ profileId: profile.id });
    problem.value = answer.ok ? null : answer.problem;
    if (!answer.ok) return null;
    profiles.accept(answer.value.state);
    return answer.value.profileId;
  }

  /** @param onRestored called when the deletion was undone. */
  async function remove(profile: Profile, onRestored: () => Promise<unknown>): Promise<void> {
    const { id: profileId, name } = profile;
    if (!taken(await window.explorer.deleteProfile({ profileId }))) return;
    undo.offer(
      `Deleted ${name} and its secrets.`,
      async () => {
        const answer = await window.explorer.undoDeleteProfile({ profileId });
        if (answer.ok) {
          profiles.accept(answer.value);
          await onRestored();
        }
        return answer;
      },
      UNDO_WINDOW_MS,
      { line: profileId },
    );
  }

  async function importFile(): Promise<ProfilesImport | null> {
    const answer = await window.explorer.importProfiles();
    problem.value = answer.ok ? null : answer.problem;
    if (!answer.ok || answer.value === null) return null;
    profiles.accept(answer.value.state);
    // The result of the previous action would only distract from the report on this one.
    said.value = '';
    return answer.value;
  }

  async function exportAll(): Promise<void> {
    const profileIds = profiles.profiles.map(({ id }) => id);
    const answer = await window.explorer.exportProfiles({ profileIds });
    problem.value = answer.ok ? null : answer.problem;
    if (!answer.ok || answer.value === null) return;
    const count = profiles.profiles.filter(({ environment }) => environment !== 'local').length;
    const { path, masked } = answer.value;
    const hidden = masked.length === 0 ? '' : ` A secret that was typed into ${masked.join(', ')} is masked.`;
    said.value = `${countOf(count, 'profile')} exported to ${path}, without secrets.${hidden} The Local sandbox is on every computer.`;
  }

  return { problem, said, move, duplicate, remove, importFile, exportAll };
}
