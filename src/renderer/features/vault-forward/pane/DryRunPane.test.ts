import { flushPromises, mount } from '@vue/test-utils';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DryRunResult } from '@shared/bridge/sending';
import { succeed, type Result } from '@shared/problem';
import { exchangeOf } from '@shared/testing/exchanges';
import { fakeMain, leaveWindow, setUpComposer } from '../drafts/testing-composer';
import { useComposerStore } from '../drafts/composer-store';
import { useFindingsStore } from '../drafts/findings-store';
import DryRunPane from './DryRunPane.vue';

let answer: (result: Result<DryRunResult>) => void;
const dryRun = vi.fn(() => new Promise<Result<DryRunResult>>((resolve) => (answer = resolve)));
const ANSWERED: DryRunResult = { kind: 'answered', exchange: exchangeOf(200, '{}'), notes: [] };

beforeEach(() => vi.clearAllMocks());
afterEach(leaveWindow);

/** Mounts the pane for a draft; `fine` is true if the draft may be sent. */
async function open(fine: boolean) {
  setUpComposer({ ...fakeMain({ drafts: [], activeId: null, unreadable: 0 }), dryRun } as never);
  const composer = useComposerStore();
  await composer.start();
  const tab = composer.active;
  if (tab === null) throw new Error('there is no draft');
  if (fine)
    composer.patch(tab, {
      destinationUrl: 'https://psp.example/charge',
      paymentMethods: [crypto.randomUUID()],
    });
  const pane = mount(DryRunPane, { attachTo: document.body, props: { tab } });
  await flushPromises();
  return pane;
}

it('moves the focus from the first run to Run again, and runs once at a time', async () => {
  const pane = await open(true);
  const first = pane.get<HTMLButtonElement>('button');
  expect(first.text()).toBe('Run on the Local sandbox');
  first.element.focus();
  await first.trigger('click');
  await vi.waitFor(() => expect(document.activeElement?.textContent.trim()).toBe('Run again'));
  const again = pane.get('button');
  expect(again.attributes('aria-disabled')).toBe('true');
  await again.trigger('click');
  expect(dryRun).toHaveBeenCalledOnce();
  answer(succeed(ANSWERED));
  await flushPromises();
  expect(again.attributes('aria-disabled')).toBe('false');
  expect(document.activeElement).toBe(again.element);
  await again.trigger('click');
  expect(dryRun).toHaveBeenCalledTimes(2);
  pane.unmount();
});

it('does not run a draft that may not be sent, and says why not beside the button', async () => {
  const pane = await open(false);
  expect(pane.get('button').attributes('aria-disabled')).toBe('true');
  const why = pane.get(`#${pane.get('button').attributes('aria-describedby')}`);
  expect(why.text()).toBe(useFindingsStore().list.find(({ severity }) => severity === 'error')?.message);
  await pane.get('button').trigger('click');
  expect(dryRun).not.toHaveBeenCalled();
  pane.unmount();
});
