import { flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { routerKey } from 'vue-router';
import type { HistoryDetail } from '@shared/history/history';
import type { Exchange, LoadCounts, Outcome } from '@shared/http/exchange';
import { succeed } from '@shared/problem';
import { exchangeOf } from '@shared/testing/exchanges';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import ExchangePane from './ExchangePane.vue';

beforeEach(() => {
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: () => () => undefined,
    openHistoryEntry: () => Promise.resolve(succeed(null)),
    listDocuments: () => new Promise(() => undefined),
  });
  setActivePinia(createPinia());
});
afterEach(() => vi.unstubAllGlobals());

/** Opens an exchange that sent a card to psp.example, with this outcome. */
async function open(outcome: Outcome, response: Exchange['response'], load: LoadCounts | null = null) {
  const base = exchangeOf(200, '{}');
  const exchange: Exchange = {
    ...base,
    operation: 'vault_forward',
    outcome,
    response,
    request: {
      ...base.request,
      method: 'POST',
      headers: [
        ['x-vault-forward-url', 'https://psp.example/charge'],
        ['x-vault-forward-http-method', 'POST'],
        ['x-vault-forward-payment-methods', 'pm_1'],
      ],
    },
  };
  const detail = {
    exchange,
    entry: { id: exchange.id, load },
    chain: [],
    notKept: [],
  } as unknown as HistoryDetail;
  const pane = mount(ExchangePane, {
    props: { detail },
    global: {
      provide: { [routerKey]: { push: vi.fn(), currentRoute: { value: {} } } },
      stubs: { ExchangeHead: true, RequestInspector: { template: '<p>byte by byte</p>' }, BodyPane: true },
    },
  });
  await flushPromises();
  return pane;
}

it('explains an unknown outcome, offers next steps, and shows what was sent', async () => {
  const pane = await open({ kind: 'failed', failure: 'reset', detail: '', mayHaveArrived: true }, null);
  expect(pane.get('[role="alert"]').text()).toContain('It may have reached psp.example');
  expect(pane.text()).toContain('Please do not pay again for now.');
  expect(pane.findAll('[aria-label="What to do"] button').map((button) => button.text())).toEqual([
    'Show what was sent',
    'Note the outcome',
  ]);
  await pane.get('[aria-label="What to do"] button').trigger('click');
  await flushPromises();
  expect(pane.text()).toContain('byte by byte');
});

it('explains a 504 as an unknown outcome, and gives the same advice only once', async () => {
  const pane = await open({ kind: 'answered' }, exchangeOf(504, '').response);
  expect(pane.text()).toContain('504: it may have been carried out all the same');
  expect(pane.text()).toContain('Please do not pay again for now.');
  expect(pane.text().match(/What to do/g)).toHaveLength(1);
});

it.each([
  [null, 'The response has no body.'],
  [{ pages: 3, rows: 120 }, 'The bodies of a load are not kept, only how many pages and rows it brought.'],
])('tells a body that is not kept from one that was not there: %j', async (load, words) => {
  const { response } = exchangeOf(204, '');
  const pane = await open({ kind: 'answered' }, response && { ...response, body: { kind: 'none' } }, load);
  expect(pane.text()).toContain(words);
});
