import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ProfilesState } from '@shared/bridge/profiles';
import { succeed, type Result } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useUndoStore } from '@renderer/stores/undo';
import { routerOf } from '@renderer/stores/router.fixture';
import EditorHead from './EditorHead.vue';

const router = routerOf('/profiles/:profileId?', '/buyers');
const path = (): string => router.currentRoute.value.path;

const [a, b, c] = ['a', 'b', 'c'].map((id) => testingProfile({ id, name: id }));
const stateOf = (profiles: ProfilesState['profiles']): ProfilesState => ({
  profiles,
  activeId: 'c',
  notice: null,
});
const all = stateOf([a, b, c].filter((profile) => profile !== undefined));
const rest = stateOf(all.profiles.slice(1));
let deleted: (answer: Result<ProfilesState>) => void;
let copied: (answer: Result<{ state: ProfilesState; profileId: string }>) => void;

beforeEach(async () => {
  setActivePinia(createPinia());
  await router.push('/profiles/a');
  vi.stubGlobal('explorer', {
    on: vi.fn(),
    describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
    deleteProfile: () => new Promise((resolve) => (deleted = resolve)),
    duplicateProfile: () => new Promise((resolve) => (copied = resolve)),
    undoDeleteProfile: () => Promise.resolve(succeed(all)),
  });
  useProfilesStore().accept(all);
});

/** Deletes the first profile, and undoes that. The person goes to `quick` during the deletion, and to `later` after it. */
async function deleteAndUndo(quick: string | null, later: string | null): Promise<string[]> {
  const seen: string[] = [];
  const head = mount(EditorHead, { props: { profile: a ?? null }, global: { plugins: [router] } });
  await head.get('.button--danger').trigger('click');
  if (quick !== null) await router.push(quick);
  deleted(succeed(rest));
  await flushPromises();
  seen.push(path());
  if (later !== null) await router.push(later);
  const undo = useUndoStore();
  undo.screen = undo.entries[0]?.screens[0] ?? null;
  await undo.undo(undo.entries[0]?.id ?? -1);
  await flushPromises();
  return [...seen, path()];
}

it.each([
  ['the next one, and its own again', null, null, ['/profiles/b', '/profiles/a']],
  ['the one that was opened while it was deleted', '/profiles/c', null, ['/profiles/c', '/profiles/c']],
  ['the next one, where that was opened meanwhile', '/profiles/b', null, ['/profiles/b', '/profiles/b']],
  ['the next one, and the one that was opened since', null, '/profiles/c', ['/profiles/b', '/profiles/c']],
  ['none, where another screen was opened meanwhile', '/buyers', null, ['/buyers', '/buyers']],
] as const)(
  'after a profile is deleted and restored, the form shows %s',
  async (_what, quick, later, forms) => {
    expect(await deleteAndUndo(quick, later)).toEqual(forms);
  },
);

it('deleting a profile leaves a person who went to another screen there', async () => {
  await router.push('/profiles');
  expect(await deleteAndUndo('/buyers', null)).toEqual(['/buyers', '/buyers']);
});

it('opens a copy, but not if the person has gone to another screen', async () => {
  const head = mount(EditorHead, { props: { profile: a ?? null }, global: { plugins: [router] } });
  const copying = () => head.get('.actions .button').trigger('click');
  await copying();
  copied(succeed({ state: all, profileId: 'b' }));
  await flushPromises();
  expect(path()).toBe('/profiles/b');
  await copying();
  await router.push('/buyers');
  copied(succeed({ state: all, profileId: 'c' }));
  await flushPromises();
  expect(path()).toBe('/buyers');
});

it('moves the focus from Delete to the line of the next profile', async () => {
  const line = document.createElement('main');
  line.innerHTML = '<a href="#" data-line="b">b</a>';
  document.body.append(line);
  const head = mount(EditorHead, {
    attachTo: line,
    props: { profile: a ?? null },
    global: { plugins: [router] },
  });
  const button = head.get<HTMLButtonElement>('.button--danger');
  button.element.focus();
  await button.trigger('click');
  // The form is replaced as soon as the next profile is shown.
  const stop = router.afterEach(() => head.unmount());
  deleted(succeed(rest));
  await vi.waitFor(() => expect(document.activeElement).toBe(line.querySelector('a')));
  stop();
  line.remove();
});
