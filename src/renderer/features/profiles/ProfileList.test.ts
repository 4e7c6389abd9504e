import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import ActionMenu from '@renderer/components/ActionMenu.vue';
import { useProfilesStore } from '@renderer/stores/profiles';
import { routerOf } from '@renderer/stores/router.fixture';
import ProfileList from './ProfileList.vue';

afterEach(() => vi.unstubAllGlobals());

it('says where profiles were exported to until others are imported', async () => {
  setActivePinia(createPinia());
  const state = { profiles: [testingProfile({ id: 'a', name: 'A' })], activeId: 'a', notice: null };
  vi.stubGlobal('explorer', {
    on: vi.fn(),
    exportProfiles: () => Promise.resolve(succeed({ path: 'profiles.json', masked: ['A'] })),
    importProfiles: () => Promise.resolve(succeed({ state, imported: [], refused: [] })),
    describeCredential: () => Promise.resolve(succeed({ profileId: 'a', kind: 'none' })),
  });
  useProfilesStore().accept(state);
  const list = mount(ProfileList, {
    props: { shown: 'a' },
    global: { plugins: [routerOf('/profiles/:profileId?')] },
  });
  const run = async (label: string): Promise<void> => {
    const actions = list.getComponent(ActionMenu).props('actions');
    const all = typeof actions === 'function' ? actions() : actions;
    all.find((action) => action.label === label)?.run();
    await flushPromises();
  };
  await run('Export…');
  expect(list.get('.list__hint').text()).toContain(
    '1 profile exported to profiles.json, without secrets. A secret that was typed into A is masked.',
  );
  await run('Import…');
  expect(list.get('.list__hint').text()).toMatch(/^Drag/);
});
