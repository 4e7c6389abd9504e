import { describe, expect, it, vi } from 'vitest';
import { unaskedLine, type SessionLine } from '@shared/history/session-outcome';
import { refuse, succeed, type Result } from '@shared/problem';
import { readUuids } from '@shared/text/uuid';
import { SAME_CLICK_MS } from '@shared/requests/same-click';
import { testingProfile } from '@shared/testing/testing-profile';
import { useProfilesStore } from '@renderer/stores/profiles';
import { A, B, bulkEach, explorer, lineOf, profile } from './bulk.fixture';
import { useBulkStore } from './bulk-store';

bulkEach();

describe('the rows of a list', () => {
  /** Sends lines in place of main while the list is running. */
  const tell = (lines: readonly SessionLine[]): void => {
    const listener = explorer.on.mock.calls.find(([name]) => name === 'sessionLines')?.[1];
    listener?.({ callId: explorer.lookUpSessions.mock.lastCall?.[0].callId, lines });
  };
  const outcomes = (): string[] | undefined =>
    useBulkStore().list?.table.rows.map(
      ({ sessionId, outcome }) => `${sessionId === A ? 'A' : 'B'} ${outcome}`,
    );

  it('are in the order of the paste from the start, whichever answer comes first', async () => {
    const store = useBulkStore();
    explorer.lookUpSessions.mockReturnValueOnce(new Promise(() => undefined));
    void store.start(readUuids([A, B].join(' ')));
    expect(outcomes()).toEqual(['A waiting', 'B waiting']);
    tell([lineOf(B)]);
    expect(outcomes()).toEqual(['A waiting', 'B found']);
    tell([lineOf(A, { outcome: 'failed', status: 504 })]);
    expect(outcomes()).toEqual(['A failed', 'B found']);
  });

  it('do not go back to waiting after the answer, whatever comes late, but take late results', async () => {
    const store = useBulkStore();
    explorer.lookUpSessions.mockResolvedValueOnce(
      succeed([unaskedLine(A, 'cancelled'), unaskedLine(B, 'cancelled')]),
    );
    await store.start(readUuids([A, B].join(' ')));
    tell([unaskedLine(A, 'waiting'), lineOf(B)]);
    expect(outcomes()).toEqual(['A cancelled', 'B found']);
  });

  it('are requested again when asked, in the same list, and keep their places', async () => {
    const store = useBulkStore();
    explorer.lookUpSessions.mockResolvedValueOnce(succeed([lineOf(A, { outcome: 'failed' }), lineOf(B)]));
    await store.start(readUuids([A, B].join(' ')));
    const id = store.list?.id;
    await store.lookAgain(({ outcome }) => outcome === 'failed');
    expect(explorer.lookUpSessions.mock.lastCall?.[0]).toMatchObject({ listId: id, sessionIds: [A] });
    expect(outcomes()).toEqual(['A found', 'B found']);
    // The person declined: nothing was sent, and nothing is lost.
    explorer.lookUpSessions.mockResolvedValueOnce(succeed(null));
    await store.lookAgain(() => true);
    expect(outcomes()).toEqual(['A found', 'B found']);
  });

  it('are requested again only under the profile of the list, and not while it is running', async () => {
    const store = useBulkStore();
    await store.start(readUuids([A, B].join(' ')));
    const another = testingProfile({ id: 'live', environment: 'production' });
    const profiles = useProfilesStore();
    profiles.accept({ profiles: [profile, another], activeId: 'live', notice: null });
    await store.lookAgain(() => true);
    expect(explorer.lookUpSessions).toHaveBeenCalledTimes(1);
    profiles.accept({ profiles: [profile, another], activeId: 'p', notice: null });
    explorer.lookUpSessions.mockReturnValueOnce(new Promise(() => undefined));
    void store.lookAgain(() => true);
    await store.lookAgain(() => true);
    expect(explorer.lookUpSessions).toHaveBeenCalledTimes(2);
  });

  it('keep what was answered when the rest of the list fails, and the others can be requested again', async () => {
    const store = useBulkStore();
    const problem = { code: 'x', title: 'No token', meaning: 'M', nextStep: 'N', detail: null };
    const failing = async (): Promise<Result<never>> => {
      await Promise.resolve();
      tell([lineOf(B, { buyer: 'new' })]);
      return refuse(problem);
    };
    explorer.lookUpSessions.mockImplementationOnce(failing);
    await store.start(readUuids([A, B].join(' ')));
    expect(outcomes()).toEqual(['A cancelled', 'B found']);
    expect(store.problem).toEqual(problem);
    await store.lookAgain(() => true);
    expect(outcomes()).toEqual(['A found', 'B found']);
    explorer.lookUpSessions.mockImplementationOnce(failing);
    await store.lookAgain(() => true);
    expect(store.list?.table.rows).toEqual([lineOf(A), lineOf(B, { buyer: 'new' })]);
  });

  it('are requested once on a double click, also after an immediate answer', async () => {
    const store = useBulkStore();
    explorer.lookUpSessions.mockReturnValueOnce(new Promise(() => undefined));
    void store.start(readUuids([A, B].join(' ')));
    const id = store.list?.id;
    await store.start(readUuids([A, B].join(' ')));
    expect(store.list?.id).toBe(id);
    expect(explorer.lookUpSessions).toHaveBeenCalledTimes(1);
    expect(explorer.cancelCall).not.toHaveBeenCalled();
    await store.start(readUuids([B, A].join(' ')));
    await store.start(readUuids([B, A].join(' ')));
    expect(explorer.lookUpSessions).toHaveBeenCalledTimes(2);
    vi.useFakeTimers({ now: Date.now() + SAME_CLICK_MS, toFake: ['Date'] });
    await store.start(readUuids([B, A].join(' ')));
    expect(explorer.lookUpSessions).toHaveBeenCalledTimes(3);
    // If the clock is set back, the person does not have to wait until it has caught up.
    vi.setSystemTime(Date.now() - 3_600_000);
    await store.start(readUuids([B, A].join(' ')));
    vi.useRealTimers();
    expect(explorer.lookUpSessions).toHaveBeenCalledTimes(4);
  });

  it('are gone again if nothing was sent', async () => {
    const store = useBulkStore();
    explorer.lookUpSessions.mockResolvedValueOnce(succeed(null));
    await store.start(readUuids([A, B].join(' ')));
    expect(store.list).toBeNull();
  });

  it('can be stepped through as they are shown, and end where the list does', async () => {
    const store = useBulkStore();
    await store.start(readUuids([A, B].join(' ')));
    explorer.openSessionLine.mockResolvedValue(succeed({ id: 'e' }));
    await store.open(0);
    expect([store.neighbour(-1), store.neighbour(1)]).toEqual([null, 1]);
    await store.open(1);
    expect([store.neighbour(-1), store.neighbour(1)]).toEqual([0, null]);
    if (store.list) store.list.table.condition.value = ({ sessionId }) => sessionId === A;
    // The open row is now filtered out, so the next row is the first one in the list.
    expect([store.neighbour(-1), store.neighbour(1)]).toEqual([null, 0]);
  });
});
