import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { routerKey } from 'vue-router';
import type { ProfilesState } from '@shared/bridge/profiles';
import { succeed, type Result } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useUndoStore } from '@renderer/stores/undo';
import EditorHead from './EditorHead.vue';

const route = { value: { params: { profileId: 'a' } } };
const replace = vi.fn(({ params }: { params: { profileId: string } }) => {
  route.value = { params };
  return Promise.resolve();
});

const [a, b, c] = ['a', 'b', 'c'].map((id) => testingProfile({ id, name: id }));
const stateOf = (profiles: ProfilesState['profiles']): ProfilesState => ({
  profiles,
  activeId: 'c',
  notice: null,
});
const all = stateOf([a, b, c].filter((profile) => profile !== undefined));
const rest = stateOf(all.profiles.slice(1));
let deleted: (answer: Result<ProfilesState>) => void;

beforeEach(() => {
  setActivePinia(createPinia());
  route.value = { params: { profileId: 'a' } };
  vi.stubGlobal('explorer', {
    on: vi.fn(),
    describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
    deleteProfile: () => new Promise((resolve) => (deleted = resolve)),
    undoDeleteProfile: () => Promise.resolve(succeed(all)),
  });
  useProfilesStore().accept(all);
});

/** Deletes the first profile; what the person opens meanwhile, and once the app has gone on, is `quick` and `later`. */
async function deleteAndUndo(quick: string | null, later: string | null): Promise<string[]> {
  const seen: string[] = [];
  const head = mount(EditorHead, {
    props: { profile: a ?? null },
    global: { provide: { [routerKey]: { currentRoute: route, replace } } },
  });
  await head.get('.button--danger').trigger('click');
  if (quick !== null) route.value = { params: { profileId: quick } };
  deleted(succeed(rest));
  await flushPromises();
  seen.push(route.value.params.profileId);
  if (later !== null) route.value = { params: { profileId: later } };
  const undo = useUndoStore();
  undo.screen = undo.entries[0]?.screens[0] ?? null;
  await undo.undo(undo.entries[0]?.id ?? -1);
  await flushPromises();
  return [...seen, route.value.params.profileId];
}

it.each([
  ['the next one, and its own again', null, null, ['b', 'a']],
  ['the one that was opened while it was deleted', 'c', null, ['c', 'c']],
  ['the next one, where that was opened while it was deleted', 'b', null, ['b', 'b']],
  ['the next one, and the one that was opened since', null, 'c', ['b', 'c']],
] as const)('a profile is deleted and brought back: the form is %s', async (_what, quick, later, forms) => {
  expect(await deleteAndUndo(quick, later)).toEqual(forms);
});
