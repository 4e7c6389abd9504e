import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { succeed } from '@shared/problem';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import ResultHead from './ResultHead.vue';
import SwitchBack from './SwitchBack.vue';

const eu = testingProfile({ id: 'eu', name: 'EU', environment: 'sandbox' });
const live = testingProfile({ id: 'live', name: 'Live', environment: 'production' });
const state = (activeId: string) => ({ profiles: [eu, live], activeId, notice: null });

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', {
    activateProfile: ({ profileId }: { profileId: string }) => Promise.resolve(succeed(state(profileId))),
    describeCredential: ({ profileId }: { profileId: string }) =>
      Promise.resolve(succeed({ profileId, kind: 'none' })),
  });
  useProfilesStore().accept(state('live'));
});

it('switches to the profile of a result, and moves the focus to the profile menu', async () => {
  const profile = document.body.appendChild(document.createElement('button'));
  profile.setAttribute('aria-label', 'Profile');
  const wrapper = mount(SwitchBack, { props: { profile: eu }, attachTo: document.body });
  const button = wrapper.get('button');
  expect(button.text()).toBe('Switch to EU');
  button.element.focus();
  await button.trigger('click');
  await vi.waitFor(() => expect(document.activeElement).toBe(profile));
  expect(useProfilesStore().activeId).toBe('eu');
  expect(wrapper.find('button').exists()).toBe(false);
  wrapper.unmount();
  profile.remove();
});

it('is hidden for a deleted profile and for the active one', () => {
  expect(
    mount(SwitchBack, { props: { profile: { id: 'gone' } } })
      .find('button')
      .exists(),
  ).toBe(false);
  expect(
    mount(SwitchBack, { props: { profile: live } })
      .find('button')
      .exists(),
  ).toBe(false);
});

it('is shown in the heading of a result from another profile only', async () => {
  const wrapper = mount(ResultHead, { props: { from: eu }, slots: { facts: '200 OK' } });
  await vi.waitFor(() => expect(wrapper.get('button').text()).toBe('Switch to EU'));
  expect(wrapper.get('[role="status"]').text()).toBe('From EU (sandbox), not the profile in use');
  expect(wrapper.text()).not.toContain('200 OK');
  await wrapper.setProps({ notice: 'The answer is another session' });
  expect(wrapper.get('[role="status"]').text()).toBe('The answer is another session');
  expect(wrapper.get('button').text()).toBe('Switch to EU');
  await wrapper.setProps({ notice: null, from: live });
  expect(wrapper.text()).toBe('200 OK');
  await wrapper.setProps({ from: eu, working: true });
  expect(wrapper.text()).toBe('200 OK');
});
