import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { createApp, nextTick, watch } from 'vue';
import type { BridgeEvents } from '@shared/bridge/events';
import type { SessionRequests } from '@shared/bridge/sessions';
import type { Exchange } from '@shared/http/exchange';
import { refuse, succeed, type Result } from '@shared/problem';
import { readUuids } from '@shared/text/uuid';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useStatusStore } from '@renderer/stores/status';
import { serveSort } from '@renderer/components/data-grid/sort/serve-sort';
import { workerHere } from '@renderer/components/worker-rpc.fixture';
import { routerOf } from '@renderer/stores/router.fixture';
import { useBulkStore } from './bulk-store';
import { useRecentStore } from './recent-store';
import { useSessionStore } from './session-store';

const router = routerOf('/sessions/:sessionId?', '/buyers');

const A = '11111111-0000-4000-8000-000000000001';
const B = '22222222-0000-4000-8000-000000000002';
const C = '33333333-0000-4000-8000-000000000003';
const NO_UUID = 'No UUID found. An ID has 32 hexadecimal digits.';
const SEARCH_RECENT = 'No UUID found. For names or orders, search Recent.';
const exchangeOf = (id: string) =>
  ({ id, operation: 'get_checkout_session', profile: { id: 'p' }, check: { kind: 'checked' } }) as Exchange;

type Argument = SessionRequests['lookUpSession']['argument'];
let answer: (result: Result<Exchange>) => void;
const explorer = {
  on: vi.fn<(name: string, listener: (event: unknown) => void) => void>(),
  describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
  listSessionLists: vi.fn(() => Promise.resolve(succeed([]))),
  listRecentSessions: vi.fn(() => Promise.resolve(succeed([]))),
  lookUpSessions: vi.fn(() => new Promise(() => undefined)),
  activateProfile: vi.fn(),
  awaitSessionCheck: vi.fn<() => Promise<unknown>>(),
  openSessionList: vi.fn(),
  cancelCall: vi.fn(() => Promise.resolve(succeed(true))),
  lookUpSession: vi.fn<(argument: Argument) => Promise<Result<Exchange>>>(
    () => new Promise((resolve) => (answer = resolve)),
  ),
};

/** Sends the beginning of the answer to the last look-up, in place of main. */
function begin(changes: Partial<BridgeEvents['sessionBegins']> = {}): void {
  const listener = explorer.on.mock.calls.find(([name]) => name === 'sessionBegins')?.[1];
  const callId = explorer.lookUpSession.mock.lastCall?.[0].callId;
  listener?.({ callId, exchange: exchangeOf('b'), beginning: { kind: 'beginning', text: '{' }, ...changes });
}

/** A store that shows one session as JSON while the next one is on its way. */
async function askForTheNext() {
  const store = useSessionStore();
  store.input = A;
  const first = store.lookUp();
  answer(succeed(exchangeOf('a')));
  await first;
  store.tab = 'json';
  const seen: string[] = [];
  watch(
    () => store.shown,
    (shown) => seen.push(`${shown?.exchange.id ?? 'nothing'}${shown?.beginning ? ', its beginning' : ''}`),
  );
  store.input = B;
  return { store, seen, next: store.lookUp() };
}

beforeEach(async () => {
  vi.clearAllMocks();
  vi.stubGlobal('explorer', explorer);
  const pinia = createPinia();
  createApp({}).use(pinia).use(router);
  await router.push('/sessions');
  setActivePinia(pinia);
  useProfilesStore().accept({ profiles: [testingProfile({ id: 'p' })], activeId: 'p', notice: null });
});

it('says how an incomplete ID is wrong, and sends nothing', async () => {
  const store = useSessionStore();
  for (const [pasted, said] of [
    ['8d3c', NO_UUID],
    ['abc-123', NO_UUID],
    ['ORD-2026-000123', SEARCH_RECENT],
    ['山田 太郎', SEARCH_RECENT],
    ['11111111…0001', 'This ID is shortened: search Recent for it.'],
    [A.slice(0, 20), NO_UUID],
    ['Dear all,\nplease look at the order of today.', NO_UUID],
    ['ada@example.com', 'This is an email address. Search Recent for it.'],
    [A.slice(0, 28), 'This is not a whole session ID: it has 24 of 32 digits.'],
    [
      `Session ${A.replaceAll('-', '')}`,
      `No UUID found, but 32 digits without dashes. If they are an ID, enter ${A}.`,
    ],
    [A.slice(0, 35), 'This is not a whole session ID: it has 31 of 32 digits.'],
    [A.slice(0, 35).replaceAll('-', ' '), 'This is not a whole session ID: it has 31 of 32 digits.'],
    [
      `Please look at ${A}x`,
      '1 entry is not an ID: 11111111…001x (x is not a hexadecimal digit). An ID has 32 hexadecimal digits.',
    ],
    [
      `${A.slice(0, -1)}\n${B}0`,
      '2 entries are not IDs: 11111111…0000 and 1 more. An ID has 32 hexadecimal digits.',
    ],
    ['Ada Example', SEARCH_RECENT],
  ] as const) {
    store.input = pasted;
    await store.lookUp();
    expect(store.fieldError).toBe(said);
  }
  expect(explorer.lookUpSession).not.toHaveBeenCalled();
});

it.each(['sandbox', 'production'] as const)(
  'looks an ID up under another profile (%s) only once that is in use, and never by itself on production',
  async (environment) => {
    const profiles = useProfilesStore();
    const other = testingProfile({ id: 'other', environment });
    const all = [testingProfile({ id: 'p' }), other];
    profiles.accept({ profiles: all, activeId: 'p', notice: null });
    const store = useSessionStore();
    // The person did not agree to leave the profile.
    const problem = { code: 'x', title: 'No', meaning: '', nextStep: '', detail: null };
    explorer.activateProfile.mockResolvedValueOnce(refuse(problem));
    await store.tryOn(A, other);
    expect(explorer.lookUpSession).not.toHaveBeenCalled();
    explorer.activateProfile.mockResolvedValueOnce(
      succeed({ profiles: all, activeId: 'other', notice: null }),
    );
    void store.tryOn(A, other);
    await vi.waitFor(() => expect(profiles.activeId).toBe('other'));
    await nextTick();
    expect(explorer.lookUpSession).toHaveBeenCalledTimes(environment === 'production' ? 0 : 1);
    expect(store.input).toBe(A);
  },
);

it('keeps what is typed while a list begins, and while a remembered one cannot be opened', async () => {
  const store = useSessionStore();
  store.input = `${A}\n${B}`;
  void store.lookUp();
  store.input = 'typed since';
  await vi.waitFor(() => expect(explorer.lookUpSessions).toHaveBeenCalled());
  expect(store.input).toBe('typed since');
  explorer.openSessionList.mockResolvedValueOnce(succeed(null));
  const summary = { id: 'gone', profileId: 'p', name: null, lookedUpAt: '', total: 1, counts: {} };
  await store.openList(summary);
  expect(store.input).toBe('typed since');
});

it('makes a list of one ID and one entry that is not an ID', async () => {
  const store = useSessionStore();
  store.input = `${A}\n${B}0`;
  void store.lookUp();
  await expect.poll(() => explorer.lookUpSessions.mock.calls.length).toBe(1);
  expect(useBulkStore().list).toMatchObject({ total: 1, broken: [`${B}0`] });
  expect(useBulkStore().isShown).toBe(true);
  expect(explorer.lookUpSession).not.toHaveBeenCalled();
});

it('replaces a long text by its IDs and counts duplicates, but not if the field is edited', async () => {
  const store = useSessionStore();
  const log = `at 12:00 session=${A} failed\nat 12:01 session=${B} and ${A.slice(0, -1)} failed\n`.repeat(
    1_000,
  );
  // It is loaded on demand.
  await import('./read-large');
  expect(store.takeLarge(`${A}\n${A}`)).toBe(false);

  expect(store.takeLarge(log)).toBe(true);
  expect(store.reading).not.toBeNull();
  store.input = B;
  expect(store.reading).toBeNull();
  expect(store.takeLarge(log)).toBe(true);
  // Enter does nothing until the text is read.
  await store.lookUp();
  expect(explorer.lookUpSession).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(store.reading).toBeNull());
  expect(store.input).toBe(`${A}\n${B}\n${A.slice(0, -1)}`);
  void store.lookUp();
  await vi.waitFor(() => expect(useBulkStore().list).toMatchObject({ total: 2, duplicates: 1_998 }));

  for (const [text, said] of [
    ['not a session\n'.repeat(10_000), NO_UUID],
    [
      Array.from({ length: 10_001 }, (_none, at) => A.slice(0, -5) + String(at).padStart(5, '0')).join('\n'),
      '10,001 IDs are too many for one list. Look them up in smaller batches.',
    ],
  ] as const) {
    store.takeLarge(text);
    await vi.waitFor(() => expect(store.fieldError).toBe(said));
  }
});

it('shows the start of a large answer, then all of it, and nothing in between', async () => {
  const { store, seen, next } = await askForTheNext();
  begin();
  expect(store.shown?.beginning?.text).toBe('{');
  expect(store.slow?.sessionId).toBe(B);
  answer(succeed(exchangeOf('b')));
  await next;
  expect(store.shown?.beginning).toBeUndefined();
  expect(seen).toEqual(['b, its beginning', 'b']);
});

it('while an ID is looked up under another profile, the answer of the first is not shown as if it were read again', async () => {
  const profiles = useProfilesStore();
  const two = [testingProfile({ id: 'p' }), testingProfile({ id: 'live', environment: 'production' })];
  const store = useSessionStore();
  store.input = A;
  const first = store.lookUp();
  answer(succeed(exchangeOf('a')));
  await first;
  void store.refresh();
  await vi.waitFor(() => expect(store.slow).not.toBeNull());
  expect(store.shown?.exchange.id).toBe('a');
  profiles.accept({ profiles: two, activeId: 'live', notice: null });
  void store.lookUp();
  await vi.waitFor(() => expect(store.slow).not.toBeNull());
  expect(explorer.lookUpSession).toHaveBeenCalledTimes(3);
  expect(store.shown).toBeNull();
});

it('ignores the start of another look-up’s answer, and asks for one only if JSON is shown', async () => {
  const { store, next } = await askForTheNext();
  const asked = explorer.lookUpSession.mock.calls.map(([argument]) => argument.tellBeginning);
  expect(asked).toEqual([false, true]);
  begin({ callId: 'another' });
  expect(store.shown?.exchange.id).toBe('a');
  answer(succeed(exchangeOf('b')));
  await next;
});

it('puts a check that comes late beside its own answer, never in place of what is on screen by then', async () => {
  const store = useSessionStore();
  const status = useStatusStore();
  const unchecked = (id: string): Exchange => ({
    ...exchangeOf(id),
    check: { kind: 'not-checked', why: 'under-way' },
  });
  const checks: ((check: unknown) => void)[] = [];
  explorer.awaitSessionCheck.mockImplementation(() => new Promise((resolve) => checks.push(resolve)));
  const checked = succeed({ check: { kind: 'checked' }, findings: [], moreFindings: 0 });
  for (const [id, sessionId] of [
    ['a', A],
    ['b', B],
  ] as const) {
    store.input = sessionId;
    const looking = store.lookUp();
    answer(succeed(unchecked(id)));
    await looking;
  }
  await vi.waitFor(() => expect(checks).toHaveLength(2));
  // The check of the first answer ends last.
  for (const tell of checks.reverse()) tell(checked);
  await new Promise((resolve) => setTimeout(resolve));
  expect([store.shown?.exchange.id, store.shown?.exchange.check.kind]).toEqual(['b', 'checked']);
  expect([status.exchange?.id, status.exchange?.check.kind]).toEqual(['b', 'checked']);
});

it('counts the answer on screen as another ID until the next one arrives, also after Cancel', async () => {
  const { store, next } = await askForTheNext();
  const seen: [string | undefined, number | null][] = [[store.shown?.sessionId, store.otherIds]];
  void store.cancel();
  seen.push([store.shown?.sessionId, store.otherIds]);
  answer(succeed({ ...exchangeOf('b'), outcome: { kind: 'cancelled', mayHaveArrived: false } }));
  await next;
  seen.push([store.shown?.sessionId, store.otherIds]);
  expect(seen).toEqual([
    [A, 1],
    [A, 1],
    [B, null],
  ]);
});

it('marks the answer on screen as another profile’s while that of the active one is awaited', async () => {
  const { store } = await askForTheNext();
  const profiles = [testingProfile({ id: 'p' }), testingProfile({ id: 'q' })];
  useProfilesStore().accept({ profiles, activeId: 'q', notice: null });
  store.input = A;
  const again = store.lookUp();
  expect(store.shown?.sessionId).toBe(A);
  expect(store.foreignProfile?.id).toBe('p');
  answer(succeed({ ...exchangeOf('a'), profile: { id: 'q' } } as Exchange));
  await again;
  expect(store.foreignProfile).toBeNull();
});

it('shows no session in the status bar while a list is on screen', async () => {
  vi.stubGlobal('Worker', workerHere(serveSort));
  const { store, next } = await askForTheNext();
  const bulk = useBulkStore();
  store.input = `${A} ${B}`;
  void store.lookUp();
  await expect.poll(() => bulk.isShown).toBe(true);
  expect(useStatusStore().exchange).toBeNull();
  answer(succeed(exchangeOf('b')));
  await next;
  expect(useStatusStore().exchange).toBeNull();
  bulk.visible = false;
  await nextTick();
  expect(useStatusStore().exchange?.id).toBe('b');
});

it('does not take a person back from another screen when the answer arrives', async () => {
  const store = useSessionStore();
  store.input = A;
  const looking = store.lookUp();
  await router.push('/buyers');
  answer(succeed(exchangeOf('a')));
  await looking;
  expect(router.currentRoute.value.name).toBe('buyers');
});

it('shows a list row that is read late, and does not take a person back from another screen', async () => {
  vi.stubGlobal('Worker', workerHere(serveSort));
  const store = useSessionStore();
  const bulk = useBulkStore();
  let read: (exchange: Exchange) => void = () => undefined;
  void bulk.start(readUuids([A].join(' ')));
  vi.spyOn(bulk, 'open').mockReturnValue(new Promise((resolve) => (read = resolve)));
  const opening = store.openRow(0);
  await router.push('/buyers');
  read(exchangeOf('a'));
  await opening;
  expect(store.shown?.sessionId).toBe(A);
  expect(router.currentRoute.value.name).toBe('buyers');
});

it('shows the row that was opened last, and a session that was looked up after it', async () => {
  vi.stubGlobal('Worker', workerHere(serveSort));
  const store = useSessionStore();
  const bulk = useBulkStore();
  const reads: ((exchange: Exchange | null) => void)[] = [];
  void bulk.start(readUuids([A, B].join(' ')));
  vi.spyOn(bulk, 'open').mockImplementation(() => new Promise((resolve) => reads.push(resolve)));
  const opening = [store.openRow(0), store.openRow(1)];
  reads[1]?.(exchangeOf('b'));
  reads[0]?.(null);
  await Promise.all(opening);
  expect(store.shown?.sessionId).toBe(B);
  expect(bulk.visible).toBe(false);

  const late = store.openRow(0);
  store.input = C;
  const looking = store.lookUp();
  reads[2]?.(exchangeOf('a'));
  await late;
  answer(succeed(exchangeOf('c')));
  await looking;
  expect(store.shown?.sessionId).toBe(C);
});

it('leads back only to a list of the same profile', async () => {
  vi.stubGlobal('Worker', workerHere(serveSort));
  const store = useSessionStore();
  const bulk = useBulkStore();
  void bulk.start(readUuids([A, B].join(' ')));
  bulk.visible = false;
  const ask = async (profileId: string) => {
    useProfilesStore().accept({
      profiles: [testingProfile({ id: 'p' }), testingProfile({ id: 'live', environment: 'production' })],
      activeId: profileId,
      notice: null,
    });
    store.input = A;
    const asking = store.lookUp();
    answer(succeed({ ...exchangeOf('a'), profile: { id: profileId } } as Exchange));
    await asking;
  };
  await ask('p');
  expect(store.listBehind?.id).toBe(bulk.list?.id);
  await ask('live');
  expect(store.listBehind).toBeNull();
  // In a narrow window, Back leads to the form, not to that list, although both have the same address.
  bulk.visible = true;
  await store.close();
  expect([bulk.list?.total, bulk.isShown]).toEqual([2, false]);
});

it('counts the IDs in the field that are not of the session on screen', async () => {
  const store = useSessionStore();
  store.input = A;
  const asking = store.lookUp();
  answer(succeed({ ...exchangeOf('a'), response: { status: 200 } } as Exchange));
  await asking;
  const seen = ['', 'not yet', `${A}\n${B}`, B, `${B}\n${B.replace(/2$/, '3')}`].map((typed) => {
    store.input = typed;
    return store.otherIds;
  });
  expect(seen).toEqual([null, null, null, 1, 2]);
  store.input = 'no ID';
  await store.lookUp();
  expect(store.otherIds).toBe(0);
});

it.each([
  [404, null, 0],
  [200, 200, null],
])('removes an earlier %i when the field is refused, unless it is a session', async (status, kept, ids) => {
  const store = useSessionStore();
  store.input = A;
  const asking = store.lookUp();
  answer(succeed({ ...exchangeOf('a'), response: { status } } as Exchange));
  await asking;
  store.input = '8d3c';
  await store.lookUp();
  expect(store.fieldError).toMatch(/^No UUID found/);
  expect(store.shown?.exchange.response?.status ?? null).toBe(kept);
  expect(store.otherIds).toBe(ids === 0 ? null : 0);
});

it('keeps an earlier failure when the field is refused if a list can be reached from it', async () => {
  const store = useSessionStore();
  const bulk = useBulkStore();
  void bulk.start(readUuids([A, B].join(' ')));
  bulk.visible = false;
  store.input = A;
  const asking = store.lookUp();
  answer(succeed({ ...exchangeOf('a'), response: { status: 404 } } as Exchange));
  await asking;
  store.input = '8d3c';
  await store.lookUp();
  expect(store.shown?.exchange.response?.status).toBe(404);
  expect(store.listBehind?.id).toBe(bulk.list?.id);
});

it('ends the search in Recent when a session is looked up', () => {
  const recent = useRecentStore();
  recent.find('shoes');
  const store = useSessionStore();
  store.input = A;
  void store.lookUp();
  expect(recent.searching).toBe(false);
});
