import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { routerKey } from 'vue-router';
import { succeed } from '@shared/problem';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { formatMoment } from '@shared/text/format-time';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import RunHead from './RunHead.vue';
import { useStatusStore } from '@renderer/stores/status';
import { useRunStore } from './run-store';

const SANDBOX = testingProfile({ id: 'sandbox', name: 'Sandbox EU' });
const LIVE = testingProfile({ id: 'live', name: 'Live EU', environment: 'production' });
const LINE: SavedRequestLine = {
  ...{ id: 'a', folder: '', name: 'Pay', description: '' },
  ...{ operation: 'vault_forward', subject: 'POST psp', expectations: 0 },
};

const use = (activeId: string): void =>
  useProfilesStore().accept({ profiles: [SANDBOX, LIVE], activeId, notice: null });

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', {
    on: vi.fn(() => () => undefined),
    describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
    runSavedRequests: vi.fn(() => Promise.resolve(succeed([]))),
    saveRunReport: vi.fn(() => Promise.resolve(succeed('/tmp/report.xml'))),
  });
  use('sandbox');
});
afterEach(() => vi.unstubAllGlobals());

it('names the profile of a run even if another one is active', async () => {
  const wrapper = mount(RunHead, {
    props: { title: 'Cards', ran: false, facts: '1 request', verb: 'Run', actions: [] },
    global: { provide: { [routerKey]: {} } },
  });
  expect(wrapper.text()).toContain('1 request · as Sandbox EU');
  await useRunStore().run([LINE], 'Cards');
  await wrapper.setProps({ ran: true });
  expect(wrapper.text()).toContain('1 not run · as Sandbox EU');

  use('live');
  await flushPromises();
  expect(wrapper.text()).toContain('From Sandbox EU (sandbox), not the profile in use');
  expect(wrapper.text()).not.toContain('as Live EU');
  await wrapper
    .findAll('button')
    .find((button) => button.text() === 'Export report')
    ?.trigger('click');
  await vi.waitFor(() => expect(wrapper.text()).toContain('as Sandbox EU · Written to /tmp/report.xml'));
  // Announced by the status bar, which is in the page all the time.
  expect(useStatusStore().words).toBe('Report written');

  await wrapper.setProps({ ran: false });
  expect(wrapper.text()).toContain('1 request · as Live EU');
});

it('says when the run started', async () => {
  const wrapper = mount(RunHead, {
    props: { title: 'Cards', ran: false, facts: '1 request', verb: 'Run', actions: [] },
    global: { provide: { [routerKey]: {} } },
  });
  await useRunStore().run([LINE], 'Cards');
  await wrapper.setProps({ ran: true });
  expect(wrapper.text()).toContain(formatMoment(useRunStore().startedAt));
});
