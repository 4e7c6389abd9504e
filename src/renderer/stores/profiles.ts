import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { CredentialState } from '../../shared/credential';
import type { Problem } from '../../shared/problem';
import type { Profile } from '../../shared/profile';
import type { ProfilesState } from '../../shared/bridge/profiles';

/** The profiles, which one is active, and the state of its credential, as main tells them. */
export const useProfilesStore = defineStore('profiles', () => {
  const profiles = ref<readonly Profile[]>([]);
  const activeId = ref<string | null>(null);
  const notice = ref<string | null>(null);
  const credential = ref<CredentialState | null>(null);
  const problem = ref<Problem | null>(null);

  const active = computed(() => profiles.value.find((profile) => profile.id === activeId.value) ?? null);

  function accept(state: ProfilesState): void {
    profiles.value = state.profiles;
    activeId.value = state.activeId;
    notice.value = state.notice;
  }

  async function readCredential(): Promise<void> {
    const profileId = activeId.value;
    if (profileId === null) return;
    const answer = await window.explorer.describeCredential({ profileId });
    if (activeId.value !== profileId) return;
    if (answer.ok) credential.value = answer.value;
    else problem.value = answer.problem;
  }

  async function start(): Promise<void> {
    window.explorer.on('profilesChanged', (state) => {
      const before = activeId.value;
      accept(state);
      if (before !== state.activeId) {
        credential.value = null;
        void readCredential();
      }
    });
    window.explorer.on('credentialChanged', (state) => {
      if (state.profileId === activeId.value) credential.value = state;
    });
    const answer = await window.explorer.describeProfiles();
    if (answer.ok) accept(answer.value);
    else problem.value = answer.problem;
    await readCredential();
  }

  async function activate(profileId: string): Promise<void> {
    const answer = await window.explorer.activateProfile({ profileId });
    if (!answer.ok) {
      problem.value = answer.problem;
      return;
    }
    problem.value = null;
    credential.value = null;
    accept(answer.value);
    await readCredential();
  }

  return { profiles, activeId, active, notice, credential, problem, start, activate, readCredential };
});
