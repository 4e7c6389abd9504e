import { describe, expect, it } from 'vitest';
import { noIdLine, unaskedLine } from '@shared/history/session-outcome';
import { refuse, succeed } from '@shared/problem';
import { readUuids } from '@shared/text/uuid';
import { useUndoStore } from '@renderer/stores/undo';
import { A, B, bulkEach, explorer, lineOf } from './bulk.fixture';
import { useBulkStore } from './bulk-store';

bulkEach();

describe('opening a line', () => {
  it('returns its exchange while that is kept', async () => {
    const store = useBulkStore();
    await store.start(readUuids([A, B].join(' ')));
    explorer.openSessionLine.mockResolvedValueOnce(succeed({ id: 'e' }));
    expect(await store.open(0)).toEqual({ id: 'e' });
    expect(explorer.openSessionLine).toHaveBeenCalledWith({ listId: store.list?.id, sessionId: A });
    expect(store.unopened).toBeNull();
  });

  it('says so when its answer is no longer kept, until another one is opened', async () => {
    const store = useBulkStore();
    await store.start(readUuids([A, B].join(' ')));
    explorer.openSessionLine.mockResolvedValueOnce(succeed(null));
    expect(await store.open(0)).toBeNull();
    expect(store.unopened).toMatchObject({
      sessionId: A,
      problem: { title: 'This answer is no longer kept', nextStep: 'Look the session up again.' },
    });
    explorer.openSessionLine.mockResolvedValueOnce(succeed({ id: 'e' }));
    await store.open(1);
    expect(store.unopened).toBeNull();
  });

  it('returns nothing if another list is on screen by then', async () => {
    const store = useBulkStore();
    await store.start(readUuids([A, B].join(' ')));
    let answer: (result: unknown) => void = () => undefined;
    explorer.openSessionLine.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const opening = store.open(0);
    await store.start(readUuids([B, A].join(' ')));
    answer(succeed({ id: 'e' }));
    expect(await opening).toBeNull();
    expect(store.unopened).toBeNull();
  });

  it('returns nothing, and says nothing, of a row after which another one was opened', async () => {
    const store = useBulkStore();
    await store.start(readUuids([A, B].join(' ')));
    const answers: ((result: unknown) => void)[] = [];
    explorer.openSessionLine.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const first = store.open(0);
    const second = store.open(1);
    answers[1]?.(succeed({ id: 'second' }));
    answers[0]?.(succeed({ id: 'first' }));
    expect([await first, await second]).toEqual([null, { id: 'second' }]);
    const third = store.open(0);
    const fourth = store.open(1);
    answers[2]?.(succeed(null));
    answers[3]?.(succeed({ id: 'second' }));
    expect([await third, await fourth]).toEqual([null, { id: 'second' }]);
    expect(store.unopened).toBeNull();
  });

  it('leaves a list alone that was begun while a remembered one was read', async () => {
    const store = useBulkStore();
    let answer: (result: unknown) => void = () => undefined;
    explorer.openSessionList.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const opening = store.openKept({ id: 'kept' });
    explorer.lookUpSessions.mockReturnValueOnce(new Promise(() => undefined));
    void store.start(readUuids([A, B].join(' ')));
    const begun = store.list?.id;
    const summary = { id: 'kept', name: null, total: 0, profileId: 'p', lookedUpAt: '2026-01-01T00:00:00Z' };
    answer(succeed({ summary, lines: [] }));
    expect(await opening).toBeNull();
    expect(store.list).toMatchObject({ id: begun, running: true });
    expect(explorer.cancelCall).not.toHaveBeenCalled();
  });

  it('reports no lost answer for an ID that was never requested, and passes on why main refuses', async () => {
    const store = useBulkStore();
    explorer.lookUpSessions.mockResolvedValueOnce(succeed([unaskedLine(A, 'cancelled'), lineOf(B)]));
    await store.start(readUuids([A, B].join(' ')));
    explorer.openSessionLine.mockResolvedValueOnce(succeed(null));
    await store.open(0);
    expect(store.unopened?.problem.title).toBe('This session was not looked up');
    const problem = { code: 'x', title: 'No', meaning: 'M', nextStep: 'N', detail: null };
    explorer.openSessionLine.mockResolvedValueOnce(refuse(problem));
    await store.open(1);
    expect(store.unopened).toEqual({ sessionId: B, wasAsked: true, problem });
  });
});

describe('entries of a paste that are not IDs', () => {
  const SHORT = B.slice(0, -1);
  const pasted = { duplicates: 0, broken: ['8d3c', SHORT], entries: ['8d3c', A, SHORT, B] };
  const rows = (): unknown[] | undefined =>
    useBulkStore().list?.table.rows.map(({ sessionId, outcome, message }) => [sessionId, outcome, message]);

  it('have rows in the order of the paste that say so, and are not looked up', async () => {
    const store = useBulkStore();
    await store.start({ uuids: [A, B], ...pasted });
    const expected = [
      ['8d3c', 'not an ID', 'not looked up: 4 digits, not 32'],
      [A, 'found', null],
      [SHORT, 'not an ID', 'not looked up: 31 digits, not 32'],
      [B, 'found', null],
    ];
    expect(rows()).toEqual(expected);
    await store.lookAgain(() => true);
    // Main is told about them once, and then has them.
    expect(
      explorer.lookUpSessions.mock.calls.map(([{ sessionIds, entries }]) => [sessionIds, entries]),
    ).toEqual([
      [[A, B], pasted.entries],
      [[A, B], undefined],
    ]);
    expect(rows()).toEqual(expected);
  });

  it('are shown again when a remembered list is opened, and do not count as its sessions', async () => {
    const store = useBulkStore();
    const summary = { id: 'l', profileId: 'p', name: null, lookedUpAt: '2026-11-28T10:00:00Z', total: 2 };
    const lines = [noIdLine('8d3c'), lineOf(A), noIdLine(SHORT), lineOf(B)];
    explorer.openSessionList.mockResolvedValueOnce(succeed({ summary, lines }));
    expect(await store.openKept({ id: 'l' })).toBeNull();
    expect(store.list).toMatchObject({ total: 2, broken: ['8d3c', SHORT] });
    expect(store.list?.table.rows).toEqual(lines);
  });

  it('are cut if they are long, as main keeps them, and their list still starts only once', async () => {
    const store = useBulkStore();
    const long = `${SHORT} `.repeat(20);
    explorer.lookUpSessions.mockReturnValueOnce(new Promise(() => undefined));
    const entries = [long, A, `${long}1`, B];
    void store.start({ uuids: [A, B], duplicates: 0, broken: [long, `${long}1`], entries });
    const shown = store.list?.table.rows.map(({ sessionId }) => sessionId) ?? [];
    expect(shown).toEqual([`${long.slice(0, 199)}…`, A, B]);
    expect(explorer.lookUpSessions.mock.lastCall?.[0].entries).toEqual(shown);
    await store.start({ uuids: [A, B], duplicates: 0, broken: [long, `${long}1`], entries });
    expect(explorer.lookUpSessions).toHaveBeenCalledTimes(1);
  });

  it('open nothing, and are skipped when stepping from one session to the next', async () => {
    const store = useBulkStore();
    await store.start({ uuids: [A, B], ...pasted });
    expect(await store.open(0)).toBeNull();
    expect(store.unopened).toBeNull();
    expect(explorer.openSessionLine).not.toHaveBeenCalled();
    explorer.openSessionLine.mockResolvedValue(succeed({ id: 'e' }));
    await store.open(1);
    expect([store.neighbour(-1), store.neighbour(1)]).toEqual([null, 3]);
  });

  it('do not keep a list for which nothing was sent', async () => {
    const store = useBulkStore();
    explorer.lookUpSessions.mockResolvedValueOnce(succeed(null));
    await store.start({ uuids: [A, B], ...pasted });
    expect(store.list).toBeNull();
  });
});

describe('closing a list', () => {
  it('can be undone: lines, counts, order and access to its answers are as they were', async () => {
    const store = useBulkStore();
    const undo = useUndoStore();
    await store.start(readUuids([A, B].join(' ')));
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

  it('is not undone over a list that was started meanwhile: it says which one is in the way', async () => {
    const store = useBulkStore();
    const undo = useUndoStore();
    await store.start(readUuids([A].join(' ')));
    store.close();
    expect(undo.entries).toMatchObject([{ words: 'Closed the list of 1 session on A profile.' }]);
    await store.start(readUuids([B].join(' ')));
    await undo.undo(undo.entries[0]?.id ?? 0);
    expect(undo.entries).toMatchObject([{ problem: { title: 'Another list is open' } }]);
    expect(store.list?.table.rows).toEqual([lineOf(B)]);
    store.close();
    const first = undo.entries.find(({ problem }) => problem !== null);
    await undo.undo(first?.id ?? 0);
    expect(store.list?.table.rows).toEqual([lineOf(A)]);
  });

  it('is not said of a list whose place another one takes: it stays among the lists', async () => {
    const store = useBulkStore();
    await store.start(readUuids([A].join(' ')));
    await store.start(readUuids([B].join(' ')));
    expect(store.list?.table.rows).toEqual([lineOf(B)]);
    expect(useUndoStore().entries).toEqual([]);
  });

  it('while it is running cancels it, and offers no undo of half a list', async () => {
    const store = useBulkStore();
    explorer.lookUpSessions.mockReturnValueOnce(new Promise(() => undefined));
    void store.start(readUuids([A, B].join(' ')));
    store.close();
    expect(explorer.cancelCall).toHaveBeenCalledTimes(1);
    expect(useUndoStore().entries).toEqual([]);
  });
});
