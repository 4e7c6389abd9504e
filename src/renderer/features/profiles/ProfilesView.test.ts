import { flushPromises, shallowMount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import { succeed } from '@shared/problem';
import { useProfilesStore } from '@renderer/stores/profiles';
import { routerOf } from '@renderer/stores/router.fixture';
import ProfileEditor from './ProfileEditor.vue';
import ProfilesView from './ProfilesView.vue';

it.each([
  ['/profiles/new', '/profiles/created'],
  ['/buyers', '/buyers'],
])('keeps the form of a profile created while the person is at %s, and ends at %s', async (before, after) => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', {
    on: vi.fn(),
    describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
  });
  const profiles = ['first', 'created'].map((id) => testingProfile({ id, name: id }));
  useProfilesStore().accept({ profiles, activeId: 'first', notice: null });
  const router = routerOf('/profiles/:profileId?', '/buyers');
  await router.push('/profiles/new');
  const SplitPanes = { template: '<div><slot name="first" /><slot name="second" /></div>' };
  const view = shallowMount(ProfilesView, { global: { plugins: [router], stubs: { SplitPanes } } });
  const form = view.getComponent(ProfileEditor);
  expect(form.props('profileKey')).toBe('new');
  await router.push(before);
  form.vm.$emit('created', 'created');
  await flushPromises();
  expect(view.getComponent(ProfileEditor).vm).toBe(form.vm);
  expect(form.props('profileKey')).toBe('created');
  expect(router.currentRoute.value.path).toBe(after);
  vi.unstubAllGlobals();
});
