import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, expect, it, vi } from 'vitest';
import { nextTick } from 'vue';
import { flushPromises } from '@vue/test-utils';
import type { RecentSession } from '@shared/bridge/sessions';
import { refuse, succeed, type Problem, type Result } from '@shared/problem';
import { useDatabaseStore } from '@renderer/stores/database';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useUndoStore } from '@renderer/stores/undo';
import { clearRecent } from './clear-recent';
import { useRecentStore } from './recent-store';

const entryOf = (sessionId: string, pinned = false): RecentSession => ({
  sessionId,
  outcome: 'found',
  isForeign: false,
  lookedUpAt: '2026-01-01T00:00:00.000Z',
  pinned,
  expiresAt: null,
  total: null,
  card: null,
  buyer: null,
});
const all = [entryOf('a', true), entryOf('b'), entryOf('c')];

type Clear = (argument: { profileId: string; clearId: string }) => Promise<Result<readonly RecentSession[]>>;
type Ask = (argument: { profileId: string }) => Promise<Result<readonly RecentSession[]>>;

const FAILED: Problem = {
  code: 'database',
  title: 'The recent look-ups cannot be written',
  meaning: 'The disk is full.',
  nextStep: 'Make room.',
  detail: null,
};

const explorer = {
  on: vi.fn(),
  describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
  listRecentSessions: vi.fn<Ask>(),
  clearRecentSessions: vi.fn<Clear>(() => Promise.resolve(succeed([entryOf('a', true)]))),
  searchHistory: vi.fn(() => Promise.resolve(succeed(null))),
  undoClearRecentSessions: vi.fn<Clear>(() => Promise.resolve(succeed(all))),
  pinRecentSession: vi.fn<Ask>(() => Promise.resolve(succeed(all))),
};
const activate = (activeId: string): void =>
  useProfilesStore().accept({ profiles: [], activeId, notice: null });

beforeEach(() => {
  vi.clearAllMocks();
  explorer.listRecentSessions.mockImplementation(({ profileId }) =>
    Promise.resolve(succeed(profileId === 'p' ? all : [])),
  );
  vi.stubGlobal('explorer', explorer);
  setActivePinia(createPinia());
  activate('p');
});

it('reads them once they can be read', async () => {
  explorer.listRecentSessions.mockResolvedValue(succeed([]));
  const store = useRecentStore();
  const database = useDatabaseStore();
  database.state = { kind: 'session-only', reason: 'locked', detail: '', showsKept: false, hidesKept: true };
  await flushPromises();
  expect(store.shown).toEqual([]);
  explorer.listRecentSessions.mockResolvedValue(succeed(all));
  database.state = { kind: 'open', notice: null };
  await flushPromises();
  expect(store.shown).toEqual(all);
});

it('is searched for an ID as its row shows it', async () => {
  const ids = ['5e550000-0000-4000-8000-000000000001', '5e550000-0000-4000-8000-000000000002'];
  explorer.listRecentSessions.mockResolvedValue(succeed(ids.map((id) => entryOf(id))));
  const store = useRecentStore();
  await store.read();
  store.search = '5e550000…0002';
  expect(store.shown.map(({ sessionId }) => sessionId)).toEqual([ids[1]]);
});

it('is searched for the ID in a link or a line of a log', async () => {
  const id = '5e55aaaa-0000-4000-8000-000000000203';
  explorer.listRecentSessions.mockResolvedValue(succeed([entryOf(id), entryOf('b')]));
  const store = useRecentStore();
  await flushPromises();
  store.find(`12:30 ERROR https://shop.example/pay/${id.toUpperCase()}?step=2`);
  expect(store.shown.map(({ sessionId }) => sessionId)).toEqual([id]);
  await vi.waitFor(() =>
    expect(explorer.searchHistory).toHaveBeenCalledWith(
      expect.objectContaining({ query: expect.objectContaining({ text: id }) }),
    ),
  );
});

it('is searched for an amount as its row shows it', async () => {
  explorer.listRecentSessions.mockResolvedValue(succeed([{ ...entryOf('a'), total: '13591' }, entryOf('b')]));
  const store = useRecentStore();
  await store.read();
  for (const words of ['13,591', '13591']) {
    store.search = words;
    expect(store.shown.map(({ sessionId }) => sessionId)).toEqual(['a']);
  }
});

it('offers to undo a clear, with the same ID', async () => {
  const store = useRecentStore();
  const undo = useUndoStore();
  await store.read();
  await clearRecent();
  expect(store.entries).toEqual([entryOf('a', true)]);
  expect(undo.entries).toMatchObject([{ words: 'Cleared 2 recent look-ups.' }]);
  await undo.undo(undo.entries[0]?.id ?? 0);
  expect(explorer.undoClearRecentSessions.mock.calls).toEqual(explorer.clearRecentSessions.mock.calls);
  expect(store.entries).toEqual(all);
  expect(undo.entries).toEqual([]);
});

it('offers no undo if nothing was cleared', async () => {
  explorer.clearRecentSessions.mockResolvedValueOnce(succeed(all));
  const store = useRecentStore();
  await store.read();
  await clearRecent();
  expect(useUndoStore().entries).toEqual([]);
});

it('offers to undo the clearing of lists, with or without look-ups', async () => {
  const store = useRecentStore();
  const undo = useUndoStore();
  await store.read();
  await clearRecent(1);
  explorer.clearRecentSessions.mockResolvedValueOnce(succeed([entryOf('a', true)]));
  await clearRecent(2);
  expect(undo.entries.map(({ words }) => words)).toEqual([
    'Cleared 2 lists.',
    'Cleared 2 recent look-ups and 1 list.',
  ]);
});

it('undoes a clear for its own profile, even if another one is active', async () => {
  const store = useRecentStore();
  const undo = useUndoStore();
  await store.read();
  await clearRecent();
  activate('other');
  await vi.waitFor(() => expect(store.entries).toEqual([]));
  await undo.undo(undo.entries[0]?.id ?? 0);
  expect(explorer.undoClearRecentSessions).toHaveBeenCalledWith(expect.objectContaining({ profileId: 'p' }));
  expect(store.entries).toEqual([]);
});

it('says why an undo failed', async () => {
  const problem = { code: 'x', title: 'No', meaning: 'M', nextStep: 'N', detail: null };
  const store = useRecentStore();
  const undo = useUndoStore();
  await store.read();
  await clearRecent();
  explorer.undoClearRecentSessions.mockResolvedValueOnce(refuse(problem));
  await undo.undo(undo.entries[0]?.id ?? 0);
  expect(undo.entries).toMatchObject([{ problem }]);
});

it('keeps the chosen entry in place until another session is looked up', async () => {
  const store = useRecentStore();
  explorer.listRecentSessions.mockResolvedValue(succeed([entryOf('a'), entryOf('b'), entryOf('c')]));
  await store.read();
  store.hold();
  explorer.listRecentSessions.mockResolvedValue(succeed([entryOf('c'), entryOf('a'), entryOf('b')]));
  await store.read();
  expect(store.shown.map(({ sessionId }) => sessionId)).toEqual(['a', 'b', 'c']);
  explorer.listRecentSessions.mockResolvedValue(
    succeed([entryOf('d'), entryOf('c'), entryOf('a'), entryOf('b')]),
  );
  await store.read();
  expect(store.shown.map(({ sessionId }) => sessionId)).toEqual(['d', 'c', 'a', 'b']);
});

it('finds entries by buyer, card and total', async () => {
  const store = useRecentStore();
  const ada = { ...entryOf('a'), buyer: 'Ada Example', card: 'visa •••• 1111', total: '13591' };
  explorer.listRecentSessions.mockResolvedValue(succeed([ada, entryOf('b')]));
  await store.read();
  for (const words of ['ada', '1111', '13591']) {
    store.search = words;
    expect(store.shown).toEqual([ada]);
  }
});

it('says why pinning or clearing failed, until it works', async () => {
  const store = useRecentStore();
  await store.read();
  const acts = [
    [explorer.pinRecentSession, () => store.pin(entryOf('b'))],
    [explorer.clearRecentSessions, () => clearRecent()],
  ] as const;
  for (const [ask, act] of acts) {
    ask.mockResolvedValueOnce(refuse(FAILED));
    await act();
    expect(store.problem).toEqual(FAILED);
    expect(store.entries).toEqual(all);
    await act();
    expect(store.problem).toBeNull();
  }
});

it('does not show the problem of one profile under another', async () => {
  const store = useRecentStore();
  await store.read();
  let answer: (result: Result<readonly RecentSession[]>) => void = () => undefined;
  explorer.pinRecentSession.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const pinned = store.pin(entryOf('b'));
  activate('q');
  await vi.waitFor(() => expect(store.entries).toEqual([]));
  answer(refuse(FAILED));
  await pinned;
  expect(store.problem).toBeNull();
});

it('ends its search on another profile, and when a session outside the results is looked up', async () => {
  const store = useRecentStore();
  await store.read();
  store.find('a');
  store.endSearchWithout('a');
  expect([store.searching, store.search]).toEqual([true, 'a']);
  store.endSearchWithout('b');
  expect([store.searching, store.search]).toEqual([false, '']);
  store.find('a');
  activate('q');
  await nextTick();
  expect([store.searching, store.search]).toEqual([false, '']);
});
