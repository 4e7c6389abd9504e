import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '../stores/profiles';
import StatusBar from './StatusBar.vue';

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { describeCredential: () => new Promise(() => undefined) });
});
afterEach(() => void vi.unstubAllGlobals());

it.each([
  ['Live EU', 'acme', 'Production · Live EU · merchant acme'],
  ['Production', 'acme', 'Production · merchant acme'],
  ['production', null, 'Production'],
  ['Production EU', null, 'Production · Production EU'],
])(
  'shows environment, profile and merchant of %s without repeating a word',
  (name, merchantAccountId, words) => {
    const profile = testingProfile({ id: 'p', name, merchantAccountId, environment: 'production' });
    useProfilesStore().accept({ profiles: [profile], activeId: 'p', notice: null });
    expect(mount(StatusBar).get('.status__right').text()).toBe(words);
  },
);
