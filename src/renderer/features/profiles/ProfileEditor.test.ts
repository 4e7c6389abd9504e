import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProfilesState } from '@shared/bridge/profiles';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { routerOf } from '@renderer/stores/router.fixture';
import { useProfileEditorStore } from './editor-store';
import ProfileEditor from './ProfileEditor.vue';

const profile = testingProfile({ id: 'a', name: 'A' });
const state: ProfilesState = { profiles: [profile], activeId: 'a', notice: null };
const WAITS: Problem = {
  code: 'request-under-way',
  title: 'The profile was not changed',
  meaning: 'You chose to wait.',
  nextStep: 'Save again later.',
  detail: null,
};

let answer: (result: Result<ProfilesState>) => void;
const editProfile = vi.fn(() => new Promise<Result<ProfilesState>>((resolve) => (answer = resolve)));
let form: VueWrapper;

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', {
    on: vi.fn(),
    describeCredential: vi.fn(async ({ profileId }) => succeed({ profileId, kind: 'none' })),
    editProfile,
    noteUnsavedForms: vi.fn(),
  });
  useProfilesStore().accept(state);
  useProfileEditorStore().slotOf('a').form.merchantAccountId = 'another';
  form = mount(ProfileEditor, {
    props: { profileKey: 'a' },
    attachTo: document.body,
    global: { plugins: [routerOf()] },
  });
});
afterEach(async () => {
  form.unmount();
  // Main has been told that nothing is left in its fields.
  await flushPromises();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('points to the message, and marks no field, after a save that had to wait', async () => {
  await form.trigger('submit');
  answer(refuse(WAITS));
  await flushPromises();
  expect(form.get('.problem').text()).toContain(WAITS.title);
  expect(form.find('[aria-invalid="true"]').exists()).toBe(false);
  expect(form.get('[role="status"].editor__status').text()).toBe('Not saved: see the message');
});

it('points to the marked fields, and does not save', async () => {
  useProfileEditorStore().slotOf('a').form.name = '';
  await form.trigger('submit');
  await flushPromises();
  expect(form.find('[aria-invalid="true"]').exists()).toBe(true);
  expect(form.get('.editor__status').text()).toBe('Not saved: see the marked fields');
  expect(editProfile).not.toHaveBeenCalled();
});

it('keeps the focus on Save while saving, and saves once', async () => {
  const save = form.get<HTMLButtonElement>('button[type="submit"]');
  save.element.focus();
  await form.trigger('submit');
  expect(save.attributes()).toMatchObject({ 'aria-disabled': 'true' });
  expect(save.element.disabled).toBe(false);
  await form.trigger('submit');
  expect(editProfile).toHaveBeenCalledOnce();
  answer(refuse(WAITS));
  await flushPromises();
  expect(save.attributes('aria-disabled')).toBe('false');
  expect(document.activeElement).toBe(save.element);
});

it('keeps a token pasted during a save', async () => {
  await form.trigger('submit');
  const token = form.get<HTMLTextAreaElement>('textarea');
  await token.setValue('pasted-meanwhile');
  answer(succeed(state));
  await flushPromises();
  expect(form.get<HTMLTextAreaElement>('textarea').element.value).toBe('pasted-meanwhile');
});

it('says that a new profile has no secret once it has its ID', async () => {
  form.unmount();
  form = mount(ProfileEditor, { props: { profileKey: 'new' }, global: { plugins: [routerOf()] } });
  useProfilesStore().accept({ ...state, profiles: [profile, testingProfile({ id: 'b', name: 'B' })] });
  await form.setProps({ profileKey: 'b' });
  await flushPromises();
  expect(form.text()).toContain('No secret is stored.');
  expect(form.text()).not.toContain('reading the keychain');
});

it('says so if only the secret was not saved', async () => {
  useProfileEditorStore().slotOf('a').problems = { 'Signing key': { ...WAITS, field: 'Signing key' } };
  useProfileEditorStore().slotOf('a').form.merchantAccountId = profile.merchantAccountId ?? '';
  await flushPromises();
  expect(form.get('.editor__status').text()).toBe('The secret was not saved: see the marked field');
});

it('warns beside the variables of a value that may be a secret', async () => {
  const { variables } = useProfileEditorStore().slotOf('a').form;
  const section = form.get<HTMLDetailsElement>('details.variables');
  section.element.open = true;
  await section.trigger('toggle');
  variables.push({ name: 'token_url', value: 'https://auth.example.com' }, { name: 'api_key', value: '' });
  await flushPromises();
  expect(form.find('#variables-warning').exists()).toBe(false);
  variables.splice(1, 1, { name: 'api_key', value: 'abc' });
  await flushPromises();
  expect(form.get('#variables-warning').text()).toContain('${api_key} may be a secret.');
  const rows = form.get('[role="group"][aria-label="Variables"]');
  expect(rows.attributes('aria-describedby')).toBe('variables-warning');
});
