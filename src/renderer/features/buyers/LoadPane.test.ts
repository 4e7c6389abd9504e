import { flushPromises, mount, type VueWrapper } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LoadEnd, LoadOutcome } from '@shared/bridge/buyers';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { serveSort } from '@renderer/components/data-grid/sort/serve-sort';
import { workerHere } from '@renderer/components/worker-rpc.fixture';
import { nextFrame } from '@renderer/components/next-frame';
import { useStatusStore } from '@renderer/stores/status';
import LoadPane from './LoadPane.vue';
import { useBuyersLoad } from './load-store';
import { activate, exchangeOn, fakeExplorer, loadState, profiles } from './stores.fixture';

const { explorer } = fakeExplorer();
const problem: Problem = { code: 'gone', title: 'No token', meaning: 'M', nextStep: 'N', detail: null };
let pane: VueWrapper;

beforeEach(() => {
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', explorer);
  vi.stubGlobal('Worker', workerHere(serveSort));
  activate(profiles[0]);
});
afterEach(() => {
  pane.unmount();
  vi.unstubAllGlobals();
});

async function loaded(answer: Result<LoadOutcome>): Promise<VueWrapper> {
  explorer.loadBuyers.mockResolvedValue(answer);
  await useBuyersLoad().start();
  pane = mount(LoadPane, { global: { stubs: { AnswerProblem: { template: '<p>Why it failed</p>' } } } });
  // The table is drawn one frame after the bar.
  await nextFrame();
  await flushPromises();
  return pane;
}
const ended = (end: LoadEnd): Result<LoadOutcome> => succeed({ end, state: loadState() });

it('says why a load failed before its first buyer, not that there are no buyers', async () => {
  const outcome = { kind: 'failed', failure: 'dns', detail: '', mayHaveArrived: false } as const;
  const exchange = { ...exchangeOn(profiles[0]), outcome, response: null };
  const text = (await loaded(ended({ kind: 'failed', exchange }))).text();
  expect(text).toContain('Why it failed');
  expect(text).toContain('Nothing was loaded');
  expect(text).not.toMatch(/No buyers|0 buyers/);
  expect(pane.find('[role="grid"]').exists()).toBe(false);
});

it('says why main refused to start a load, not that there are no buyers', async () => {
  const text = (await loaded(refuse(problem))).text();
  expect(text).toContain('No token');
  expect(text).not.toContain('No buyers');
});

it('says that there are no buyers only after a complete load', async () => {
  expect((await loaded(ended({ kind: 'cancelled' }))).text()).toContain('No buyers were loaded.');
  pane.unmount();
  expect((await loaded(ended({ kind: 'complete' }))).text()).toMatch(/No buyers\./);
});

it('sets the text of the status bar, only on its own profile', async () => {
  const status = useStatusStore();
  await loaded(succeed({ end: { kind: 'complete' }, state: loadState({ rows: 12_300, pages: 123 }) }));
  expect(status.words).toBe('12,300 buyers loaded');
  activate(profiles[1]);
  await flushPromises();
  expect(status.words).toBeNull();
  activate(profiles[0]);
  await flushPromises();
  expect(status.words).toBe('12,300 buyers loaded');
});

it('shows the failed answer in the status bar, not a text', async () => {
  await loaded(ended({ kind: 'failed', exchange: exchangeOn(profiles[0]) }));
  expect(useStatusStore().words).toBeNull();
  expect(useStatusStore().exchange).not.toBeNull();
});
