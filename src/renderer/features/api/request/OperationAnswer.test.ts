import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { expect, it, vi } from 'vitest';
import { routerKey } from 'vue-router';
import { succeed } from '@shared/problem';
import type { Exchange } from '@shared/http/exchange';
import { exchangeOf } from '@shared/testing/exchanges';
import { testingProfile } from '@shared/testing/testing-profile';
import StateChip from '@renderer/components/StateChip.vue';
import { useProfilesStore } from '@renderer/stores/profiles';
import { routerOf } from '@renderer/stores/router.fixture';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import OperationAnswer from './OperationAnswer.vue';
import { useRequestsStore } from './requests-store';

/** The answer of this exchange, sent by the profile EU. */
async function open(answer: Exchange) {
  const eu = testingProfile({ id: 'eu', name: 'EU', environment: 'sandbox' });
  const live = testingProfile({ id: 'live', name: 'Live', environment: 'production' });
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: () => () => undefined,
    openRequestDraft: () => Promise.resolve(succeed(null)),
    listDocuments: () => Promise.resolve(succeed({ documents: [], notice: null })),
    describeCredential: ({ profileId }: { profileId: string }) =>
      Promise.resolve(succeed({ profileId, kind: 'none' })),
  });
  setActivePinia(createPinia());
  const profiles = useProfilesStore();
  const use = (activeId: string): void => profiles.accept({ profiles: [eu, live], activeId, notice: null });
  use('eu');
  const requests = useRequestsStore();
  await requests.open(null);
  const request = requests.requestOf(requests.active ?? expect.fail('nothing is open'));
  const exchange = { ...answer, profile: { ...answer.profile, id: 'eu', name: 'EU' } };
  requests.active?.sending.show({ request, exchange });
  const global = { provide: { [routerKey]: routerOf('/api') }, stubs: { TabSet: true } };
  return { use, wrapper: mount(OperationAnswer, { props: { operation: null }, global }) };
}

it('says which profile an answer is from once another profile is active', async () => {
  const { use, wrapper } = await open(exchangeOf(200, '{}'));
  const slot = wrapper.get('.head__slot');
  expect(slot.text()).toContain('EU');
  // Only a region that was there before its words is announced.
  const notice = slot.get('[role="status"]');
  expect(notice.text()).toBe('');
  use('live');
  await vi.waitFor(() => expect(slot.get('button').text()).toBe('Switch to EU'));
  expect(notice.text()).toBe('From EU (sandbox), not the profile in use');
});

it('says that the request has changed since its answer, until it is as it was again', async () => {
  const { wrapper } = await open(exchangeOf(200, '{}'));
  const requests = useRequestsStore();
  const request = requests.active ?? expect.fail('nothing is open');
  const { path } = request.rows;
  const says = async (): Promise<boolean> => {
    await flushPromises();
    return wrapper.get('.head__slot').text().includes('The request has changed since this answer');
  };
  expect(await says()).toBe(false);
  requests.patch(request, { path: '/another' });
  expect(await says()).toBe(true);
  requests.patch(request, { path });
  expect(await says()).toBe(false);
  request.document.replace('{"amount":5}');
  expect(await says()).toBe(true);
  request.document.replace('');
  expect(await says()).toBe(false);
  // A row that is not sent makes no difference.
  requests.patch(request, { query: [{ id: '1', name: 'limit', value: '5', enabled: false }] });
  expect(await says()).toBe(false);
});

it('gives no bare status for the result of a request whose answer was cut short', async () => {
  const answer = exchangeOf(200, '{"id":');
  const { wrapper } = await open({
    ...answer,
    request: { ...answer.request, method: 'POST' },
    outcome: { kind: 'failed', failure: 'truncated', detail: '', mayHaveArrived: true },
  });
  const chip = wrapper.getComponent(StateChip);
  expect(chip.text()).toBe('Outcome unknown · 200 broke off');
  expect(chip.props('tone')).toBe('warning');
});

it('says that the operation of Vault Forward is sent from its own screen', async () => {
  const forward = {
    ...{ document: 'built-in', id: 'vault_forward', method: 'POST', path: '/vault-forward' },
    ...{ summary: null, description: null, deprecated: false, parameters: [] },
    ...{ body: null, answers: [], scopes: [], problems: [] },
  };
  const { wrapper } = await open(exchangeOf(200, '{}'));
  await useRequestsStore().open(forward);
  await flushPromises();
  expect(wrapper.text()).toContain('It is sent from its own screen');
  expect(wrapper.text()).not.toContain('Send shows it here');
  expect(wrapper.get('button').text()).toBe('Open in Vault Forward');
});
