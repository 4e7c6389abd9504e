import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils';
import { createPinia, setActivePinia } from 'pinia';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { routerKey } from 'vue-router';
import type { HistoryDetail } from '@shared/history/history';
import { refuse, succeed } from '@shared/problem';
import type { SavedRequest } from '@shared/requests/saved-requests';
import type { Exchange } from '@shared/http/exchange';
import { exchangeOf, unanswered } from '@shared/testing/exchanges';
import { testingProfile } from '@shared/testing/testing-profile';
import ActionMenu from '@renderer/components/ActionMenu.vue';
import StateChip from '@renderer/components/StateChip.vue';
import { useSavedRequestsStore } from '@renderer/stores/saved-requests';
import { useProfilesStore } from '@renderer/stores/profiles';
import { fakeTexts } from '@renderer/stores/kept-texts.fixture';
import { useHistoryDetailStore } from './detail-store';
import ExchangeHead from './ExchangeHead.vue';

beforeEach(() => {
  vi.stubGlobal('explorer', {
    ...fakeTexts(),
    on: () => () => undefined,
    describeCredential: () => new Promise(() => undefined),
  });
  setActivePinia(createPinia());
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});
// The clock of a head that is left mounted calls its own store each second, which makes that the active one.
enableAutoUnmount(afterEach);

const push = vi.fn();

/** The head of an entry of profile `p`. */
function headOf(exchange: Exchange, changes: Readonly<Record<string, unknown>>) {
  const entry = {
    ...{ id: exchange.id, operation: 'list_buyers', method: 'GET', url: 'https://a.example/buyers' },
    ...{ status: 200, outcome: 'answered', startedAt: exchange.startedAt, note: '', notedOutcome: null },
    ...{ summary: null, findings: 0, destination: null, purpose: null, load: null },
    profile: testingProfile({ id: 'p' }),
    ...changes,
  };
  return mount(ExchangeHead, {
    props: {
      detail: { entry, exchange, chain: [], notKept: [] } as unknown as HistoryDetail,
      session: null,
      problem: null,
    },
    global: { provide: { [routerKey]: { push, currentRoute: { value: {} } } } },
  });
}

it.each([
  ['a production profile in use', 'production', 'p', true],
  // Replaying under another profile asks first, and sends nothing on its own.
  ['a production profile that is not in use', 'production', 'q', false],
  ['a sandbox in use', 'sandbox', 'p', false],
] as const)(
  'colours Replay only if it sends to production at once: %s',
  (_what, environment, usedId, goes) => {
    const profile = testingProfile({ id: 'p', environment });
    const other = testingProfile({ id: 'q', environment });
    useProfilesStore().accept({ profiles: [profile, other], activeId: usedId, notice: null });
    const head = headOf(exchangeOf(200, '{}'), { profile });
    const replay = head.findAll('button').find((button) => button.text() === 'Replay');
    expect(replay?.classes('button--production')).toBe(goes);
    expect(replay?.classes('button--edge')).toBe(!goes);
  },
);

it.each([
  ['unknown', { kind: 'failed', failure: 'reset', detail: '', mayHaveArrived: true }, 'Outcome unknown'],
  ['cancelled', { kind: 'cancelled', mayHaveArrived: false }, 'Cancelled before it was sent'],
] as const)(
  'states once how a request without an answer ended, and how long it took: %s',
  (outcome, how, words) => {
    const lost = unanswered(how);
    const exchange = { ...lost, request: { ...lost.request, method: 'POST' } };
    const head = headOf(exchange, { method: 'POST', status: null, outcome });
    expect(head.text().split(words)).toHaveLength(2);
    expect(head.text()).toContain('1 ms');
  },
);

it('states an unknown outcome for an answer that broke off, with its status', () => {
  const answer = exchangeOf(200, '{"id":');
  const exchange: Exchange = {
    ...answer,
    request: { ...answer.request, method: 'POST' },
    outcome: { kind: 'failed', failure: 'truncated', detail: '', mayHaveArrived: true },
  };
  const head = headOf(exchange, { method: 'POST', outcome: 'unknown' });
  expect(head.getComponent(StateChip).text()).toBe('Outcome unknown · 200 broke off');
});

it.each([
  [null, '· recorded'],
  ['one before', '· replayed'],
])('describes an exchange that replays %j as %s', (replayOf, words) => {
  const head = headOf(exchangeOf(200, '{}'), { replayOf });
  expect(head.get('.head__slot').text()).toContain(words);
});

it('names the saved request made from this exchange, but not one made from another', async () => {
  const request = { operation: 'list_buyers' };
  vi.stubGlobal('explorer', {
    ...window.explorer,
    requestFromHistory: async () => succeed({ request, profileId: 'p' }),
    listSavedRequests: async () => succeed([]),
  });
  const head = headOf(exchangeOf(200, '{}'), {});
  const actions = head.getComponent(ActionMenu).props('actions');
  const listed = typeof actions === 'function' ? actions() : actions;
  listed.find(({ label }) => label === 'Save request…')?.run();
  await flushPromises();
  const saved = useSavedRequestsStore();
  saved.offered?.saved?.({ name: 'All buyers' } as SavedRequest);
  await flushPromises();
  expect(head.findAll('[role="status"]').map((one) => one.text())).toContain('Saved “All buyers”.');
  await head.setProps({
    detail: { ...head.props('detail'), entry: { ...head.props('detail').entry, id: 'other' } },
  });
  saved.offered?.saved?.({ name: 'All buyers' } as SavedRequest);
  await flushPromises();
  expect(head.text()).not.toContain('Saved');
});

it.each(['Save request…', 'Edit and replay'])(
  'opens nothing of an exchange whose request was read after another was chosen: %s',
  async (action) => {
    let read: (answer: unknown) => void = () => undefined;
    vi.stubGlobal('explorer', {
      ...window.explorer,
      requestFromHistory: () => new Promise((resolve) => (read = resolve)),
      listSavedRequests: async () => succeed([]),
    });
    const head = headOf(exchangeOf(200, '{}'), { operation: 'vault_forward' });
    const actions = head.getComponent(ActionMenu).props('actions');
    const listed = typeof actions === 'function' ? actions() : actions;
    listed.find(({ label }) => label === action)?.run();
    const { detail } = head.props();
    await head.setProps({ detail: { ...detail, entry: { ...detail.entry, id: 'other' } } });
    const request = { operation: 'vault_forward', headers: [], body: null };
    read(succeed({ request, profileId: 'p', notes: [] }));
    await flushPromises();
    expect(useSavedRequestsStore().offered).toBeNull();
    expect(push).not.toHaveBeenCalled();
  },
);

it('pins nothing to the request that was chosen for the answer of another operation', async () => {
  const openSavedRequest = vi.fn(async () => succeed(null));
  const line = { id: 'r', folder: '', name: 'Buyers', operation: 'list_buyers' };
  vi.stubGlobal('explorer', {
    ...window.explorer,
    openSavedRequest,
    listSavedRequests: async () => succeed([line]),
  });
  const head = headOf(exchangeOf(200, '{}'), {});
  await vi.dynamicImportSettled();
  const pin = async (): Promise<HTMLFormElement | null> => {
    const actions = head.getComponent(ActionMenu).props('actions');
    const listed = typeof actions === 'function' ? actions() : actions;
    listed.find(({ label }) => label === 'Pin as an example…')?.run();
    return vi.waitFor(() => {
      const form = document.querySelector('form');
      expect(form).not.toBeNull();
      return form;
    });
  };
  await pin();
  await vi.waitFor(() => expect(document.querySelector('select')?.value).toBe('r'));
  const { detail } = head.props();
  const entry = { ...detail.entry, id: 'other', operation: 'vault_forward' };
  await head.setProps({ detail: { ...detail, entry } as HistoryDetail });
  await vi.waitFor(() => expect(document.querySelector('form')).toBeNull());
  Object.assign(window.explorer, { listSavedRequests: () => new Promise(() => undefined) });
  (await pin())?.requestSubmit();
  await flushPromises();
  expect(openSavedRequest).not.toHaveBeenCalled();
  head.unmount();
});

it('keeps a note that could not be saved in its open dialog, and one that is not saved while another entry is shown', async () => {
  const problem = { code: 'x', title: 'Busy', meaning: '', nextStep: '', detail: null };
  const markHistoryEntry = vi.fn(async () => refuse(problem));
  vi.stubGlobal('explorer', { ...window.explorer, markHistoryEntry });
  const head = headOf(exchangeOf(200, '{}'), {});
  const detail = head.props('detail');
  useHistoryDetailStore().detail = detail;
  const field = (): HTMLTextAreaElement | null => document.querySelector('textarea');
  const open = async (): Promise<void> => {
    const actions = head.getComponent(ActionMenu).props('actions');
    const listed = typeof actions === 'function' ? actions() : actions;
    listed.find(({ label }) => label === 'Add note…')?.run();
    await flushPromises();
  };
  const type = async (text: string): Promise<void> => {
    const element = field();
    if (element) element.value = text;
    element?.dispatchEvent(new Event('input'));
    element?.form?.requestSubmit();
    await flushPromises();
  };
  await open();
  await type('Asked Finance');
  expect(markHistoryEntry).toHaveBeenCalledOnce();
  expect(field()?.value).toBe('Asked Finance');
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('Busy');

  await head.setProps({ detail: { ...detail, entry: { ...detail.entry, id: 'other' } } });
  await open();
  expect(field()?.value).toBe('');
  await head.setProps({ detail });
  await open();
  expect(field()?.value).toBe('Asked Finance');
  head.unmount();
});
