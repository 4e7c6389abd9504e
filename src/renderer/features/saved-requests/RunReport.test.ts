import { mount, RouterLinkStub } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunStep } from '@shared/bridge/saved-requests';
import { succeed, type Problem } from '@shared/problem';
import type { SavedRequestLine } from '@shared/requests/saved-requests';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import RunReport from './RunReport.vue';
import { useRunStore } from './run-store';

const LINE: SavedRequestLine = {
  ...{ id: 'a', folder: '', name: 'Pay', description: '' },
  ...{ operation: 'vault_forward', subject: 'POST psp', expectations: 0 },
};

const PROBLEM: Problem = { code: 'secret-missing', title: '', meaning: '', nextStep: '', detail: null };

beforeEach(() => setActivePinia(createPinia()));
afterEach(() => vi.unstubAllGlobals());

it('says beside a request why it was not sent', async () => {
  const step: RunStep = {
    ...{
      kind: 'done',
      exchangeId: 'x',
      answer: null,
      wasSent: false,
      mayHaveArrived: false,
      ms: 2069.4,
      results: [],
    },
    why: 'psp.example refused the connection',
  };
  vi.stubGlobal('explorer', {
    on: vi.fn(() => () => undefined),
    describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
    runSavedRequests: vi.fn(() => Promise.resolve(succeed([{ requestId: 'a', step }]))),
  });
  const profile = testingProfile({ id: 'sandbox' });
  useProfilesStore().accept({ profiles: [profile], activeId: 'sandbox', notice: null });
  await useRunStore().run([LINE], 'Cards');
  const report = mount(RunReport, { global: { stubs: { RouterLink: RouterLinkStub } } });
  const [, line] = report.findAll('tr');
  expect(line?.text()).toMatch(/Not sent.*psp\.example refused the connection/);
  expect(line?.text()).not.toContain('a success (2xx)');
  expect(line?.find('td.number').text()).toBe('2,069 ms');
});

it('says what to do about a refused request', async () => {
  const problem = { ...PROBLEM, title: 'No value', meaning: 'Nothing was sent.', nextStep: 'Enter it.' };
  vi.stubGlobal('explorer', {
    on: vi.fn(() => () => undefined),
    describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
    runSavedRequests: vi.fn(() =>
      Promise.resolve(succeed([{ requestId: 'a', step: { kind: 'refused', problem } }])),
    ),
  });
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
  await useRunStore().run([LINE], 'Cards');
  const report = mount(RunReport, { global: { stubs: { RouterLink: RouterLinkStub } } });
  expect(report.text()).toContain('No value. Nothing was sent. Enter it.');
});
