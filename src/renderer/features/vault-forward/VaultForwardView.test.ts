import { flushPromises, shallowMount } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exchangeOf } from '@shared/testing/exchanges';
import SegmentedControl from '@renderer/components/SegmentedControl.vue';
import { useComposerStore } from './drafts/composer-store';
import { draftOf } from './drafts/draft-tab';
import { fakeMain, PROFILE, setUpComposer } from './drafts/testing-composer';
import SplitPanes from '@renderer/components/SplitPanes.vue';
import { SLOW_AFTER_MS } from '@renderer/stores/use-slow-call';
import VaultForwardView from './VaultForwardView.vue';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says that it is reading the drafts if that takes long, until they are shown', async () => {
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

it.each([
  ['answered', 200],
  ['truncated', 'Outcome unknown'],
] as const)(
  "says beside Result how the last send ended, as the result's head does: %s",
  async (how, words) => {
    setUpComposer(fakeMain());
    const view = shallowMount(VaultForwardView);
    await flushPromises();
    const tab = useComposerStore().active ?? expect.fail('there is no draft');
    const answer = exchangeOf(200, '{}');
    const exchange = {
      ...answer,
      request: { ...answer.request, method: 'POST' },
      ...(how === 'answered'
        ? {}
        : { outcome: { kind: 'failed', failure: how, detail: '', mayHaveArrived: true } as const }),
    };
    const { revision } = tab;
    tab.sending.show({ exchange, draft: draftOf(tab), revision, host: 'psp.example', profile: PROFILE });
    await flushPromises();
    expect(view.getComponent(SegmentedControl).props()).toMatchObject({
      segments: expect.arrayContaining([{ value: 'result', label: 'Result', count: words }]),
    });
  },
);
