import { defineStore } from 'pinia';
import { reactive, ref, toRaw, watch } from 'vue';
import { NEW_FORM } from '@shared/bridge/app';
import type { ConnectionReport, EnteredSecret } from '@shared/bridge/connection';
import type { ProfilesState } from '@shared/bridge/profiles';
import type { CredentialHome, CredentialState } from '@shared/profiles/credential';
import { succeed, type Problem, type Result } from '@shared/problem';
import { BUILT_IN_PROFILE_IDS, type Profile } from '@shared/profiles/profile';
import { PROFILE_FIELDS, readProfileDraft, type ProfileDraft } from '@shared/profiles/profile-rules';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useCall, type Call } from '@renderer/stores/use-call';
import { draftOf, emptyForm, formOf, isChanged, type ProfileForm } from './profile-form';

/** Used in place of an id for a profile that is not saved yet. */
export const NEW_PROFILE = NEW_FORM;

/** `tried` is the form as it was tested, as JSON. */
export type ConnectionTest = Call<{ readonly tried: string }, { readonly report: ConnectionReport }>;

/** The form of one profile, and the outcome of saving and testing it. It contains no secrets. */
export interface EditorSlot {
  form: ProfileForm;
  /** By the accessible name of the field. */
  problems: Readonly<Record<string, Problem>>;
  /** A problem that is not about a single field. */
  problem: Problem | null;
  /** Why the keychain did not take the secret, which is still in its field. */
  keychainProblem: Problem | null;
  saving: boolean;
  /** What the form says about the last success. */
  note: string | null;
  /** The action that the problems prevented. */
  asked: 'save' | 'test';
  readonly test: ConnectionTest;
}

/** The forms of the profiles: each keeps what was typed until it is saved or discarded. */
export const useProfileEditorStore = defineStore('profileEditor', () => {
  const profiles = useProfilesStore();
  const slots = reactive(new Map<string, EditorSlot>());
  /** The key of the form whose fields have a secret that is not saved; it exists only there. */
  const secretIn = ref<string | null>(null);

  const savedOf = (key: string): Profile | null => profiles.profiles.find(({ id }) => id === key) ?? null;

  function slotOf(key: string): EditorSlot {
    // Checked without reactivity: a computed value that reads a slot must not be invalidated by the slot's creation.
    if (!toRaw(slots).has(key)) slots.set(key, freshSlot(savedOf(key)));
    return slots.get(key) ?? freshSlot(null);
  }

  /** A form without changes follows its saved profile. */
  watch(
    () => profiles.profiles,
    (next, before) => {
      for (const [key, slot] of slots) {
        const old = before.find(({ id }) => id === key);
        const now = next.find(({ id }) => id === key);
        // A form that is being saved follows afterwards.
        if (now && !slot.saving && (!old || !isChanged(slot.form, old))) slot.form = formOf(now);
      }
    },
  );

  function hasChanges(key: string): boolean {
    const slot = slots.get(key);
    return slot !== undefined && isChanged(slot.form, savedOf(key));
  }

  // Main asks before the app ends while there are any.
  watch(
    () => [...slots.keys()].filter((key) => key === secretIn.value || hasChanges(key)).join(' '),
    (joined) => {
      const ids = joined.split(' ').filter((key) => key !== '');
      void window.explorer.noteUnsavedForms({ kind: 'profile', ids });
    },
  );

  function discard(key: string): void {
    slots.set(key, freshSlot(savedOf(key)));
  }

  /** After a refusal, checks the fields again whenever the person types. */
  function recheck(key: string): void {
    const slot = slotOf(key);
    if (Object.keys(slot.problems).length === 0) return;
    const ofSecret = Object.values(slot.problems).filter(({ field }) => !isProfileField(field));
    checked(key, slot.asked === 'test');
    slot.problems = { ...slot.problems, ...byField(ofSecret) };
  }

  /** Drops the problems of the last secret, as another one is being entered. */
  function forgetSecretProblems(key: string): void {
    const slot = slotOf(key);
    slot.problems = byField(Object.values(slot.problems).filter(({ field }) => isProfileField(field)));
    slot.keychainProblem = null;
  }

  /** The draft if it is valid; otherwise null, and its problems are shown beside the fields. */
  function checked(key: string, unnamed: boolean): ProfileDraft | null {
    const slot = slotOf(key);
    const draft = draftOf(slot.form);
    const others = profiles.profiles.filter(({ id }) => id !== key).map(({ name }) => name);
    const reading = readProfileDraft(draft, others, key === BUILT_IN_PROFILE_IDS.local);
    const problems = reading.ok ? [] : reading.problems;
    const counting = unnamed ? problems.filter(({ field }) => field !== PROFILE_FIELDS.name) : problems;
    slot.problems = byField(counting);
    if (counting.length > 0) return null;
    return reading.ok ? reading.draft : { ...draft, name: 'untitled' };
  }

  /** Resolves to the profile's id once everything is saved; otherwise to null, and the slot says why. */
  async function save(
    key: string,
    secret: EnteredSecret | null,
    home: CredentialHome,
  ): Promise<{ readonly profileId: string; readonly secretSaved: boolean } | null> {
    const slot = slotOf(key);
    Object.assign(slot, { asked: 'save', note: null, problem: null, keychainProblem: null });
    const draft = checked(key, false);
    if (draft === null) return null;
    slot.saving = true;
    let profileId: string | null = null;
    try {
      profileId = await saveProfile(key, slot, draft);
      if (profileId === null) return null;
      const secretSaved = secret === null || (await saveSecret(profileId, slot, secret, home));
      if (secretSaved) slot.note = 'Saved.';
      return { profileId, secretSaved };
    } finally {
      slot.saving = false;
      // The saved profile has taken over the form; the next new profile starts with an empty one.
      if (key === NEW_PROFILE && profileId !== null) slots.delete(key);
    }
  }

  async function saveProfile(key: string, slot: EditorSlot, draft: ProfileDraft): Promise<string | null> {
    const asked = JSON.stringify(slot.form);
    const saved = await keepProfile(key, draft);
    if (!saved.ok) return refuseWith(slot, saved.problem);
    const { profileId, state } = saved.value;
    profiles.accept(state);
    slots.set(profileId, slot);
    const profile = savedOf(profileId);
    // What was typed meanwhile stays.
    if (profile && JSON.stringify(slot.form) === asked) slot.form = formOf(profile);
    return profileId;
  }

  async function saveSecret(
    profileId: string,
    slot: EditorSlot,
    secret: EnteredSecret,
    home: CredentialHome,
  ): Promise<boolean> {
    const answer = await storeSecret(profileId, secret, home);
    if (answer.ok) profiles.acceptCredential(answer.value);
    else if (answer.problem.field !== undefined) refuseWith(slot, answer.problem);
    else slot.keychainProblem = answer.problem;
    return answer.ok;
  }

  async function test(key: string, secret: EnteredSecret | null): Promise<void> {
    const slot = slotOf(key);
    slot.asked = 'test';
    const draft = checked(key, true);
    if (draft === null) return;
    const tried = JSON.stringify(slot.form);
    const profileId = key === NEW_PROFILE ? null : key;
    const answer = await slot.test.run({ tried }, async (callId) => {
      const tested = await window.explorer.testConnection({ profileId, draft, secret, callId });
      return tested.ok ? succeed({ report: tested.value }) : tested;
    });
    if (answer === null || answer.ok || answer.problem.field === undefined) return;
    slot.test.clear();
    refuseWith(slot, answer.problem);
  }

  return { secretIn, slotOf, savedOf, hasChanges, discard, recheck, forgetSecretProblems, save, test };
});

function freshSlot(saved: Profile | null): EditorSlot {
  return {
    form: saved === null ? emptyForm() : formOf(saved),
    problems: {},
    problem: null,
    keychainProblem: null,
    saving: false,
    note: null,
    asked: 'save',
    test: useCall(),
  };
}

/** False for a field of its secret. */
export function isProfileField(field: string | undefined): boolean {
  return Object.values<string | undefined>(PROFILE_FIELDS).includes(field);
}

function byField(problems: readonly Problem[]): Readonly<Record<string, Problem>> {
  return Object.fromEntries(problems.map((problem) => [problem.field ?? '', problem]));
}

function refuseWith(slot: EditorSlot, problem: Problem): null {
  if (problem.field === undefined) slot.problem = problem;
  else slot.problems = { ...slot.problems, [problem.field]: problem };
  return null;
}

async function keepProfile(
  key: string,
  draft: ProfileDraft,
): Promise<Result<{ readonly profileId: string; readonly state: ProfilesState }>> {
  if (key === NEW_PROFILE) return window.explorer.createProfile({ draft });
  const answer = await window.explorer.editProfile({ profileId: key, draft });
  return answer.ok ? succeed({ profileId: key, state: answer.value }) : answer;
}

function storeSecret(
  profileId: string,
  secret: EnteredSecret,
  home: CredentialHome,
): Promise<Result<CredentialState>> {
  switch (secret.kind) {
    case 'token':
      return window.explorer.saveToken({ profileId, token: secret.token, home });
    case 'signing-key': {
      const { key, scopes, lifetimeSeconds, issuer } = secret;
      return window.explorer.saveSigningKey({
        profileId,
        key,
        scopes: [...scopes],
        lifetimeSeconds,
        issuer,
        home,
      });
    }
  }
}
