import { createPinia, setActivePinia } from 'pinia';
import { nextTick } from 'vue';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProfilesState } from '@shared/bridge/profiles';
import { refuse, succeed, type Problem } from '@shared/problem';
import { BUILT_IN_PROFILE_IDS, type Profile } from '@shared/profiles/profile';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { NEW_PROFILE, useProfileEditorStore } from './editor-store';

const profile = (id: string, changes: Partial<Profile> = {}): Profile =>
  testingProfile({ id, name: id.toUpperCase(), merchantAccountId: null, ...changes });
const state = (...profiles: Profile[]): ProfilesState => ({ profiles, activeId: 'a', notice: null });
const problem = (changes: Partial<Problem>): Problem => ({
  code: 'x',
  title: 'T',
  meaning: 'M',
  nextStep: 'N',
  detail: null,
  ...changes,
});

const explorer = {
  on: vi.fn(),
  describeCredential: vi.fn(async ({ profileId }) => succeed({ profileId, kind: 'none' })),
  createProfile: vi.fn(),
  editProfile: vi.fn(),
  saveToken: vi.fn(),
  testConnection: vi.fn(),
  noteUnsavedForms: vi.fn(),
  cancelCall: vi.fn(),
};

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', explorer);
  useProfilesStore().accept(state(profile('a'), profile('b')));
});
afterEach(async () => {
  // Main is told of the last change only after this.
  await nextTick();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('profile forms', () => {
  it('follow their profiles until something is typed', async () => {
    const editor = useProfileEditorStore();
    editor.slotOf('a');
    editor.slotOf('b').form.name = 'typed';
    useProfilesStore().accept(
      state(profile('a', { merchantAccountId: 'acme' }), profile('b', { readOnly: true })),
    );
    await nextTick();
    expect(editor.slotOf('a').form.merchantAccountId).toBe('acme');
    expect(editor.slotOf('b').form).toMatchObject({ name: 'typed', readOnly: false });
    expect([editor.hasChanges('a'), editor.hasChanges('b')]).toEqual([false, true]);
    editor.discard('b');
    expect(editor.slotOf('b').form).toMatchObject({ name: 'B', readOnly: true });
  });

  it('ignore the address that the Local sandbox gets when it starts', async () => {
    const id = BUILT_IN_PROFILE_IDS.local;
    const local = (baseUrl: string | null) => state(profile(id, { environment: 'local', baseUrl }));
    const profiles = useProfilesStore();
    profiles.accept(local(null));
    const editor = useProfileEditorStore();
    const slot = editor.slotOf(id);
    explorer.testConnection.mockImplementationOnce(async () => {
      profiles.accept(local('http://127.0.0.1:4010'));
      return succeed({ steps: [], clockSkewMs: null });
    });
    await editor.test(id, null);
    expect(slot.test.state).toMatchObject({ kind: 'done', tried: JSON.stringify(slot.form) });
    // What was typed in the meantime stays, and once it is reverted the form has no changes.
    slot.form.merchantAccountId = 'acme';
    profiles.accept(local('http://127.0.0.1:4011'));
    await nextTick();
    expect(slot.form.merchantAccountId).toBe('acme');
    slot.form.merchantAccountId = '';
    expect(editor.hasChanges(id)).toBe(false);
  });

  it('tell main which of them have changes or an unsaved secret, but not what those are', async () => {
    const editor = useProfileEditorStore();
    const told = (): unknown => explorer.noteUnsavedForms.mock.lastCall?.[0];
    editor.slotOf('a').form.merchantAccountId = 'typed';
    await nextTick();
    expect(told()).toEqual({ kind: 'profile', ids: ['a'] });
    editor.slotOf('b');
    editor.secretIn = 'b';
    editor.slotOf(NEW_PROFILE).form.name = 'typed';
    await nextTick();
    expect(told()).toEqual({ kind: 'profile', ids: ['a', 'b', NEW_PROFILE] });
    editor.secretIn = null;
    for (const key of ['a', NEW_PROFILE]) editor.discard(key);
    await nextTick();
    expect(told()).toEqual({ kind: 'profile', ids: [] });
  });

  it('are not sent while a field is wrong, and are rechecked as it is edited', async () => {
    const editor = useProfileEditorStore();
    const slot = editor.slotOf('a');
    slot.form.name = 'b';
    slot.form.connectMs = 'x';
    expect(await editor.save('a', null, 'keychain')).toBeNull();
    expect(Object.keys(slot.problems).sort()).toEqual(['Connection time-out', 'Name']);
    expect(explorer.editProfile).not.toHaveBeenCalled();
    slot.form.name = 'c';
    editor.recheck('a');
    expect(Object.keys(slot.problems)).toEqual(['Connection time-out']);
  });

  it('show the new profile after it is created, and the next new one starts empty', async () => {
    const editor = useProfileEditorStore();
    editor.slotOf(NEW_PROFILE).form.name = 'New one';
    const made = profile('c', { name: 'New one' });
    explorer.createProfile.mockResolvedValue(
      succeed({ profileId: 'c', state: state(profile('a'), profile('b'), made) }),
    );
    expect(await editor.save(NEW_PROFILE, null, 'keychain')).toEqual({ profileId: 'c', secretSaved: true });
    expect(editor.slotOf('c')).toMatchObject({ note: 'Saved.', form: { name: 'New one' } });
    expect(editor.slotOf(NEW_PROFILE).form.name).toBe('');
  });

  it('keep what is typed during a save', async () => {
    const editor = useProfileEditorStore();
    const edited = succeed(state(profile('a', { name: 'Sent' }), profile('b')));
    explorer.editProfile.mockImplementationOnce(async () => {
      editor.slotOf('a').form.merchantAccountId = 'typed meanwhile';
      return edited;
    });
    editor.slotOf('a').form.name = 'Sent';
    await editor.save('a', null, 'keychain');
    await nextTick();
    expect(editor.slotOf('a').form).toMatchObject({ name: 'Sent', merchantAccountId: 'typed meanwhile' });
    expect(editor.hasChanges('a')).toBe(true);

    editor.slotOf(NEW_PROFILE).form.name = 'New one';
    const made = profile('c', { name: 'New one' });
    explorer.createProfile.mockImplementationOnce(async () => {
      editor.slotOf(NEW_PROFILE).form.merchantAccountId = 'acme';
      return succeed({ profileId: 'c', state: state(profile('a'), profile('b'), made) });
    });
    explorer.saveToken.mockImplementationOnce(async () => {
      expect(editor.slotOf(NEW_PROFILE)).toMatchObject({ saving: true, form: { name: 'New one' } });
      editor.slotOf(NEW_PROFILE).form.name = 'New one, renamed';
      return succeed({ profileId: 'c', kind: 'none' });
    });
    await editor.save(NEW_PROFILE, { kind: 'token', token: 't' }, 'keychain');
    await nextTick();
    expect(editor.slotOf('c').form).toMatchObject({ name: 'New one, renamed', merchantAccountId: 'acme' });
    expect(editor.slotOf(NEW_PROFILE).form.name).toBe('');
  });

  it.each([
    [
      'a keychain that fails',
      problem({ code: 'keychain-locked' }),
      { keychainProblem: { code: 'keychain-locked' } },
    ],
    [
      'a token that cannot be sent',
      problem({ field: 'Access token' }),
      { problems: { 'Access token': { code: 'x' } } },
    ],
  ])('report %s separately, as the profile itself is saved', async (_what, refusal, expected) => {
    const editor = useProfileEditorStore();
    explorer.editProfile.mockResolvedValue(succeed(state(profile('a'), profile('b'))));
    explorer.saveToken.mockResolvedValue(refuse(refusal));
    const done = await editor.save('a', { kind: 'token', token: 't' }, 'keychain');
    expect(done).toEqual({ profileId: 'a', secretSaved: false });
    expect(editor.slotOf('a')).toMatchObject({ note: null, saving: false, ...expected });
    editor.forgetSecretProblems('a');
    expect(editor.slotOf('a')).toMatchObject({ problems: {}, keychainProblem: null });
  });

  it('can be tested without a name, and drop the result of an earlier test', async () => {
    const editor = useProfileEditorStore();
    const report = (words: string) =>
      succeed({ steps: [{ name: 'DNS', state: 'ok', words, ms: 1 }], clockSkewMs: null });
    let answerFirst: (value: unknown) => void = () => undefined;
    explorer.testConnection.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve)));
    explorer.testConnection.mockResolvedValueOnce(report('second'));
    const first = editor.test(NEW_PROFILE, null);
    await editor.test(NEW_PROFILE, null);
    answerFirst(report('first'));
    await first;
    expect(editor.slotOf(NEW_PROFILE)).toMatchObject({
      problems: {},
      test: { state: { kind: 'done', report: { steps: [{ words: 'second' }] } } },
    });
    expect(explorer.testConnection.mock.calls[0]?.[0]).toMatchObject({ profileId: null, secret: null });
  });
});
