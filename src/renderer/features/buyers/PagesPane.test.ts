import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BuyersAnswer } from '@shared/bridge/buyers';
import { refuse, succeed, type Result } from '@shared/problem';
import { serveSort } from '@renderer/components/data-grid/sort/serve-sort';
import { workerHere } from '@renderer/components/worker-rpc.fixture';
import PagesPane from './PagesPane.vue';
import { useBuyersForm } from './buyers-form';
import { useBuyerPages } from './pages-store';
import { activate, exchangeOn, fakeExplorer, item, pageOf, profiles } from './stores.fixture';

const { explorer, send } = fakeExplorer();
let answer: (answer: Result<BuyersAnswer>) => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  setActivePinia(createPinia());
  vi.stubGlobal('explorer', explorer);
  vi.stubGlobal('Worker', workerHere(serveSort));
  activate(profiles[0]);
  explorer.listBuyers.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  document.body.innerHTML = '<input id="page-size" /><main></main>';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const cancelled = (): Result<BuyersAnswer> => {
  const outcome = { kind: 'cancelled', mayHaveArrived: false } as const;
  return succeed({ exchange: { ...exchangeOn(profiles[0]), outcome, response: null }, page: null });
};

/** Presses Cancel with the keyboard, and returns what has the focus afterwards. */
async function cancel(pane: ReturnType<typeof mount>): Promise<string | undefined> {
  const button = pane.findAll('button').find((one) => one.text() === 'Cancel');
  if (!(button?.element instanceof HTMLElement)) throw new Error('no Cancel');
  button.element.focus();
  explorer.cancelCall.mockClear();
  await button.trigger('click');
  expect(explorer.cancelCall).toHaveBeenCalledOnce();
  answer(cancelled());
  await flushPromises();
  await vi.advanceTimersByTimeAsync(0);
  expect(button.element.isConnected).toBe(false);
  return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id;
}

it('Cancel moves the focus to the page size or Refresh on a first page, and to Refresh later', async () => {
  const pages = useBuyerPages();
  const stubs = { BuyersTable: true, AnswerProblem: true, RequestInspector: true, BodyPane: true };
  const pane = mount(PagesPane, { attachTo: 'main', global: { stubs } });
  void pages.first();
  await flushPromises();
  const first = await cancel(pane);
  expect(['page-size', 'Refresh']).toContain(first);
  void pages.first();
  await flushPromises();
  answer(succeed({ exchange: exchangeOn(profiles[0]), page: pageOf(['a']) }));
  await flushPromises();
  void pages.refresh();
  await flushPromises();
  await vi.advanceTimersByTimeAsync(300);
  expect(await cancel(pane)).toBe('Refresh');
  pane.unmount();
});

it('shows progress notes from main, such as a retry, while the first page loads', async () => {
  const pages = useBuyerPages();
  const pane = mount(PagesPane);
  void pages.first();
  await flushPromises();
  const said = () => pane.get('[role="status"]').text();
  expect(said()).toBe('Requesting the first page of buyers');
  const callId = pages.call?.callId ?? '';
  send('callProgress', { callId, note: 'Waiting 2 s before try 2: status 429', until: Date.now() + 2_000 });
  await flushPromises();
  expect(said()).toBe('Requesting the first page of buyers · Waiting 2 s before try 2: status 429');
  expect(pane.get('[role="status"] + [aria-hidden]').text()).toBe('2 s left');
  pane.unmount();
});

it('says what is asked for before the first page, and that the service did not filter by it', async () => {
  useBuyersForm().addParameter('external_identifier', 'customer-123');
  const pages = useBuyerPages();
  const stubs = { BuyersTable: true, AnswerProblem: true, RequestInspector: true, BodyPane: true };
  const pane = mount(PagesPane, { global: { stubs } });
  expect(pane.get('.empty').text()).toContain('Both ask for external_identifier customer-123.');
  const rows = ['customer-0000001', null, 'customer-123'];
  const answerWith = async (identifiers: readonly (string | null)[]) => {
    const items = identifiers.map((external_identifier) => item({ id: 'x', external_identifier }));
    answer(succeed({ exchange: exchangeOn(profiles[0]), page: { ...pageOf([]), items } }));
    await flushPromises();
  };
  void pages.first();
  await flushPromises();
  await answerWith(rows);
  const note = pane.get('[role="note"]');
  expect(note.text()).toContain(
    'Not filtered by external_identifier. For 2 of 3 buyers it is not “customer-123”: the service',
  );
  await note.get('button').trigger('click');
  expect(pages.table?.filter.value).toBe('customer-123');
  void pages.refresh();
  await flushPromises();
  await answerWith(['customer-123']);
  expect(pane.find('[role="note"]').exists()).toBe(false);
  pane.unmount();
});

it('says that these buyers have no email addresses when one was sought, and where to search for it', async () => {
  const pages = useBuyerPages();
  const stubs = {
    BuyersTable: { template: '<div><slot name="empty" /></div>' },
    RouterLink: { props: ['to'], template: '<a :href="JSON.stringify(to)"><slot /></a>' },
    ...{ AnswerProblem: true, RequestInspector: true, BodyPane: true },
  };
  const pane = mount(PagesPane, { global: { stubs } });
  void pages.first();
  await flushPromises();
  answer(succeed({ exchange: exchangeOn(profiles[0]), page: pageOf(['a'], { nextCursor: 'b' }) }));
  await flushPromises();
  pages.table?.setFilter('zoe');
  await flushPromises();
  expect(pane.text()).not.toContain('email');
  pages.table?.setFilter('zoe@example.com');
  await flushPromises();
  expect(pane.text()).toContain('These buyers come without email addresses.');
  expect(pane.get('a').attributes('href')).toContain('"find":"zoe@example.com"');
  pane.unmount();
});

it('says in the bar that a first page was refused and that nothing was sent', async () => {
  const pages = useBuyerPages();
  const pane = mount(PagesPane, { global: { stubs: { EditProfile: true } } });
  void pages.first();
  await flushPromises();
  answer(refuse({ code: 'no-credential', title: 'T', meaning: 'M', nextStep: 'N', detail: null }));
  await flushPromises();
  expect(pane.get('.pages__bar').text()).toBe('No tokennothing was sent');
});

it('names the keys that read the page again', async () => {
  const pages = useBuyerPages();
  const stubs = { BuyersTable: true, AnswerProblem: true, RequestInspector: true, BodyPane: true };
  const pane = mount(PagesPane, { global: { stubs } });
  void pages.first();
  await flushPromises();
  answer(succeed({ exchange: exchangeOn(profiles[0]), page: pageOf(['a']) }));
  await flushPromises();
  const refresh = pane.get('[aria-label="Refresh"]');
  expect(refresh.attributes('title')).toBe('Refresh: read this page again (F5)');
  pane.unmount();
});
