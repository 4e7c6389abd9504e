import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { useDatabaseStore } from '../stores/database';
import { useNoticesStore } from '../stores/notices';
import { useProfilesStore } from '../stores/profiles';
import KeychainWays from './KeychainWays.vue';

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', { on: () => () => undefined });
});

function open() {
  const profiles = useProfilesStore();
  profiles.acceptCredential({ profileId: 'p', kind: 'unavailable', trouble: 'locked', detail: '' });
  const wrapper = mount(KeychainWays, { props: { profileId: 'p', isLocked: true } });
  return { profiles, meanwhile: () => wrapper.findAll('dt, dd').map((part) => part.text()) };
}

it('says what remains available, until the keychain has answered', async () => {
  const { profiles, meanwhile } = open();
  expect(meanwhile()).toEqual([
    'History',
    'open',
    'Saved requests',
    'open',
    'Profiles',
    'open; their secrets wait',
  ]);
  profiles.acceptCredential({ profileId: 'p', kind: 'none' });
  await nextTick();
  expect(meanwhile()).toEqual([]);
});

it.each([
  [false, 'closed; what is new is kept until the app is closed'],
  [true, 'open; what is new is kept until the app is closed'],
])(
  'describes a history in memory once its notice is dismissed (earlier entries shown: %s)',
  async (showsKept, words) => {
    useDatabaseStore().state = { kind: 'session-only', reason: 'locked', detail: '', showsKept };
    const { meanwhile } = open();
    const secrets = ['Profiles', 'open; their secrets wait'];
    expect(meanwhile()).toEqual(secrets);
    const notices = useNoticesStore();
    for (const notice of notices.notices) notices.dismiss(notice);
    await nextTick();
    expect(meanwhile()).toEqual(['History', words, 'Saved requests', words, ...secrets]);
  },
);
