import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { createMemoryHistory, createRouter } from 'vue-router';
import { succeed } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '../stores/profiles';
import EditProfile from './EditProfile.vue';

const eu = testingProfile({ id: 'eu', name: 'EU', environment: 'sandbox' });
const us = testingProfile({ id: 'us', name: 'US', environment: 'sandbox' });
const local = testingProfile({ id: 'local', name: 'Local sandbox', environment: 'local' });

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', {
    on: () => () => undefined,
    describeCredential: ({ profileId }: { profileId: string }) =>
      Promise.resolve(succeed({ profileId, kind: 'none' })),
  });
});

async function open(active: Profile, of?: string) {
  useProfilesStore().accept({ profiles: [eu, us, local], activeId: active.id, notice: null });
  const component = { render: () => null };
  const routes = [
    { path: '/', name: 'sessions', component },
    { path: '/profiles/:profileId', name: 'profiles', component },
  ];
  const router = createRouter({ history: createMemoryHistory(), routes });
  await router.push('/');
  const props = of === undefined ? {} : { of };
  return { router, wrapper: mount(EditProfile, { props, global: { plugins: [router] } }) };
}

it('opens the form of the active profile, and is hidden there', async () => {
  const { router, wrapper } = await open(eu);
  await wrapper.get('button').trigger('click');
  await flushPromises();
  expect(router.currentRoute.value.fullPath).toBe('/profiles/eu');
  expect(wrapper.find('button').exists()).toBe(false);
});

it('is hidden for an answer of another profile, and for the Local sandbox', async () => {
  expect((await open(eu, 'eu')).wrapper.find('button').exists()).toBe(true);
  expect((await open(us, 'eu')).wrapper.find('button').exists()).toBe(false);
  expect((await open(local, 'local')).wrapper.find('button').exists()).toBe(false);
});
