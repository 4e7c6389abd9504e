import { flushPromises, shallowMount } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeMain, setUpComposer } from './drafts/testing-composer';
import SplitPanes from '@renderer/components/SplitPanes.vue';
import { SLOW_AFTER_MS } from '@renderer/stores/use-slow-call';
import VaultForwardView from './VaultForwardView.vue';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says that it is reading the drafts if that takes long, until they are here', async () => {
  const main = fakeMain({ drafts: [], activeId: null, unreadable: 0 });
  const answer = await main.openDrafts();
  let tell: () => void = () => undefined;
  main.openDrafts.mockImplementation(() => new Promise((resolve) => (tell = () => resolve(answer))));
  setUpComposer(main);
  const view = shallowMount(VaultForwardView);
  await flushPromises();
  expect(view.text()).not.toContain('Reading the drafts…');
  await vi.advanceTimersByTimeAsync(SLOW_AFTER_MS);
  expect(view.get('[role="status"]').text()).toBe('Reading the drafts…');
  tell();
  await flushPromises();
  expect(view.find('[role="status"]').exists()).toBe(false);
  expect(view.findComponent(SplitPanes).exists()).toBe(true);
});
