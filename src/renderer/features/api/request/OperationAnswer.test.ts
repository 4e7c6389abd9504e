import { mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { routerKey } from 'vue-router';
import { succeed } from '@shared/problem';
import { exchangeOf } from '@shared/testing/exchanges';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { routerOf } from '@renderer/stores/router.fixture';
import OperationAnswer from './OperationAnswer.vue';
import { useRequestsStore } from './requests-store';

it('says which profile an answer is from once another profile is active', async () => {
  const eu = testingProfile({ id: 'eu', name: 'EU', environment: 'sandbox' });
  const live = testingProfile({ id: 'live', name: 'Live', environment: 'production' });
  vi.stubGlobal('explorer', {
    on: () => () => undefined,
    openRequestDraft: () => Promise.resolve(succeed(null)),
    listDocuments: () => Promise.resolve(succeed({ documents: [], notice: null })),
    describeCredential: ({ profileId }: { profileId: string }) =>
      Promise.resolve(succeed({ profileId, kind: 'none' })),
  });
  setActivePinia(createPinia());
  const profiles = useProfilesStore();
  profiles.accept({ profiles: [eu, live], activeId: 'eu', notice: null });
  const requests = useRequestsStore();
  await requests.open(null);
  const request = requests.requestOf(requests.active ?? expect.fail('nothing is open'));
  const answer = exchangeOf(200, '{}');
  const exchange = { ...answer, profile: { ...answer.profile, id: 'eu', name: 'EU' } };
  requests.active?.sending.show({ request, exchange });

  const global = { provide: { [routerKey]: routerOf('/api') }, stubs: { TabSet: true } };
  const wrapper = mount(OperationAnswer, { props: { operation: null }, global });
  const slot = wrapper.get('.head__slot');
  expect(slot.text()).toContain('EU');
  expect(slot.find('[role="status"]').exists()).toBe(false);
  profiles.accept({ profiles: [eu, live], activeId: 'live', notice: null });
  await vi.waitFor(() => expect(slot.get('button').text()).toBe('Switch to EU'));
  expect(slot.get('[role="status"]').text()).toBe('From EU (sandbox), not the profile in use');
});
