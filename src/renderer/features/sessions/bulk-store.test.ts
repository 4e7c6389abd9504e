import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionLine } from '@shared/history/session-outcome';
import { refuse, succeed } from '@shared/problem';
import { DEFAULT_MERCHANT_HEADER, DEFAULT_TIMEOUTS, type Profile } from '@shared/profiles/profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { useUndoStore } from '@renderer/stores/undo';
import { useBulkStore } from './bulk-store';

const A = '11111111-0000-4000-8000-000000000001';
const B = '22222222-0000-4000-8000-000000000002';

const profile: Profile = {
  id: 'p',
  name: 'A profile',
  environment: 'sandbox',
  baseUrl: 'https://a.example',
  merchantAccountId: null,
  merchantHeader: DEFAULT_MERCHANT_HEADER,
  readOnly: false,
  timeouts: { ...DEFAULT_TIMEOUTS },
  proxy: { kind: 'none' },
  extraCaFile: null,
  clientCertificate: null,
};

const lineOf = (sessionId: string, changes: Partial<SessionLine> = {}): SessionLine => ({
  sessionId,
  outcome: 'found',
  status: 200,
  expiresAt: null,
  items: null,
  total: null,
  card: null,
  buyer: null,
  findings: 0,
  message: null,
  ...changes,
});

const explorer = {
  on: vi.fn(),
  describeCredential: vi.fn(({ profileId }) => Promise.resolve(succeed({ profileId, kind: 'none' }))),
  cancelCall: vi.fn(() => Promise.resolve(succeed(true))),
  lookUpSessions: vi.fn(({ sessionIds }: { sessionIds: readonly string[] }) =>
    Promise.resolve(succeed(sessionIds.map((sessionId) => lineOf(sessionId)))),
  ),
  openSessionLine: vi.fn(),
};

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('explorer', explorer);
  setActivePinia(createPinia());
  useProfilesStore().accept({ profiles: [profile], activeId: 'p', notice: null });
});

describe('opening a line', () => {
  it('gives its exchange while it is held', async () => {
    const store = useBulkStore();
    await store.start([A, B]);
    explorer.openSessionLine.mockResolvedValueOnce(succeed({ id: 'e' }));
    expect(await store.open(lineOf(A))).toEqual({ id: 'e' });
    expect(explorer.openSessionLine).toHaveBeenCalledWith({ callId: store.list?.callId, sessionId: A });
    expect(store.unopened).toBeNull();
  });

  it('says so when its answer is no longer held, until another one is opened', async () => {
    const store = useBulkStore();
    await store.start([A, B]);
    explorer.openSessionLine.mockResolvedValueOnce(succeed(null));
    expect(await store.open(lineOf(A))).toBeNull();
    expect(store.unopened).toMatchObject({
      sessionId: A,
      problem: { title: 'This answer is no longer held in memory', nextStep: 'Look the session up again.' },
    });
    explorer.openSessionLine.mockResolvedValueOnce(succeed({ id: 'e' }));
    await store.open(lineOf(B));
    expect(store.unopened).toBeNull();
  });

  it('claims no lost answer of an id that was never asked, and passes on why main refuses', async () => {
    const store = useBulkStore();
    await store.start([A, B]);
    explorer.openSessionLine.mockResolvedValueOnce(succeed(null));
    await store.open(lineOf(A, { outcome: 'cancelled', message: 'not asked' }));
    expect(store.unopened?.problem.title).toBe('This session was not asked for');
    const problem = { code: 'x', title: 'No', meaning: 'M', nextStep: 'N', detail: null };
    explorer.openSessionLine.mockResolvedValueOnce(refuse(problem));
    await store.open(lineOf(A));
    expect(store.unopened).toEqual({ sessionId: A, wasAsked: true, problem });
  });
});

describe('closing a list', () => {
  it('can be undone: lines, counts, order and the way to its answers are as they were', async () => {
    const store = useBulkStore();
    const undo = useUndoStore();
    await store.start([A, B]);
    const before = store.list;
    store.close();
    expect(store.list).toBeNull();
    expect(undo.entries).toMatchObject([{ words: 'Closed the list of 2 sessions on A profile.' }]);
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(undo.entries).toEqual([]);
    expect(store.list).toMatchObject({ callId: before?.callId, total: 2, running: false });
    expect(store.list?.table.rows).toEqual([lineOf(A), lineOf(B)]);
    expect(store.list?.table.size.value).toBe(2);
  });

  it('is not undone over a list that was begun meanwhile: it says which one is in the way', async () => {
    const store = useBulkStore();
    const undo = useUndoStore();
    await store.start([A]);
    store.close();
    await store.start([B]);
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(undo.entries).toMatchObject([{ problem: { title: 'Another list is open' } }]);
    expect(store.list?.table.rows).toEqual([lineOf(B)]);
    store.close();
    const first = undo.entries.find(({ problem }) => problem !== null);
    await undo.undo(first?.id ?? 0);
    expect(store.list?.table.rows).toEqual([lineOf(A)]);
  });

  it('of one under way cancels it, and offers no undo of half a list', async () => {
    const store = useBulkStore();
    explorer.lookUpSessions.mockReturnValueOnce(new Promise(() => undefined));
    void store.start([A, B]);
    store.close();
    expect(explorer.cancelCall).toHaveBeenCalledTimes(1);
    expect(useUndoStore().entries).toEqual([]);
  });
});
