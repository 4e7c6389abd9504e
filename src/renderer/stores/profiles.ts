import { defineStore } from 'pinia';
import { computed, ref, watch } from 'vue';
import type { ProfilesState } from '@shared/bridge/profiles';
import type { CredentialState } from '@shared/profiles/credential';
import type { Problem, Result } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';

/** In ms; main has the profiles at once unless a disk or a keychain blocks it; nothing waits longer than this. */
const PROFILES_LIMIT_MS = 5_000;

const LATE: Problem = {
  code: 'profiles-late',
  title: 'The profiles are not loaded yet',
  meaning: 'They are still being read. Until then nothing is sent, and what you pressed was not done.',
  nextStep: 'Wait a moment; if they do not load, restart the app.',
  detail: null,
};

/** The profiles, which one is active, and the states of their credentials, as reported by main. */
export const useProfilesStore = defineStore('profiles', () => {
  const profiles = ref<readonly Profile[]>([]);
  const activeId = ref<string | null>(null);
  const notice = ref<string | null>(null);
  /** By profile id; states that have not been requested yet are missing. */
  const credentials = ref<ReadonlyMap<string, CredentialState>>(new Map());
  const problem = ref<Problem | null>(null);

  /** The answer to the latest request to main, pending or settled. */
  let latest: Promise<Result<ProfilesState>> | null = null;

  const active = computed(() => profiles.value.find((profile) => profile.id === activeId.value) ?? null);
  const credential = computed(() =>
    activeId.value === null ? null : (credentials.value.get(activeId.value) ?? null),
  );

  function accept(state: ProfilesState): void {
    const before = activeId.value;
    profiles.value = state.profiles;
    activeId.value = state.activeId;
    notice.value = state.notice;
    if (before !== state.activeId) void readCredential();
  }

  function acceptCredential(state: CredentialState): void {
    credentials.value = new Map(credentials.value).set(state.profileId, state);
  }

  /** Asks the keychain about the credential again. */
  async function readCredential(profileId = activeId.value): Promise<void> {
    if (profileId === null) return;
    const answer = await window.explorer.describeCredential({ profileId });
    if (answer.ok) acceptCredential(answer.value);
    else problem.value = answer.problem;
  }

  /** Main sends nothing under a profile that is not shown. It already knows the first one. */
  function noteShown(profileId: string | null, before: string | null): void {
    if (profileId !== null && before !== null) void window.explorer.noteShownProfile({ profileId });
  }

  async function start(): Promise<void> {
    watch(activeId, noteShown, { flush: 'post' });
    window.explorer.on('profilesChanged', accept);
    window.explorer.on('credentialChanged', acceptCredential);
    const limit = setTimeout(() => (problem.value = LATE), PROFILES_LIMIT_MS);
    await acceptNext(window.explorer.describeProfiles()).finally(() => clearTimeout(limit));
  }

  /** Main cancels everything that runs under the previous profile. */
  function activate(profileId: string): Promise<Result<ProfilesState>> {
    return acceptNext(window.explorer.activateProfile({ profileId }));
  }

  function acceptNext(answering: Promise<Result<ProfilesState>>): Promise<Result<ProfilesState>> {
    const accepting = answering.then((answer) => {
      problem.value = answer.ok ? null : answer.problem;
      if (answer.ok) accept(answer.value);
      return answer;
    });
    latest = accepting;
    return accepting;
  }

  /** Waits for the profiles and the latest switch; true if both succeeded in time. */
  async function settled(): Promise<boolean> {
    const limit = new Promise<null>((resolve) => setTimeout(() => resolve(null), PROFILES_LIMIT_MS));
    const answer = await Promise.race([latest, limit]);
    return answer?.ok === true;
  }

  return {
    profiles,
    activeId,
    active,
    notice,
    credentials,
    credential,
    problem,
    accept,
    acceptCredential,
    start,
    activate,
    settled,
    readCredential,
  };
});
