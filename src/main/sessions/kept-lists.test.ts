import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { unaskedLine, type SessionLine } from '@shared/history/session-outcome';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { useTestingDatabase } from '../testing/use-testing-database';
import { KeptLists } from './kept-lists';

const lineOf = (sessionId: string): SessionLine => ({
  ...unaskedLine(sessionId, 'cancelled'),
  outcome: 'found',
  status: 200,
  buyer: 'Ada Example',
  readAt: '2026-11-29T12:30:00.000Z',
  exchangeId: randomUUID(),
});

const testing = useTestingDatabase();
let lists: KeptLists;
beforeEach(() => {
  lists = new KeptLists(testing.database);
});

it('keeps a list with its name and its lines in order across a restart', async () => {
  const id = randomUUID();
  const lines = [lineOf('c'), unaskedLine('a', 'cancelled'), lineOf('b')];
  await lists.save(id, 'p', lines);
  await lists.rename(id, 'Monday');
  const again = new KeptLists(await testing.reopen());
  expect(await again.list('p')).toMatchObject([
    { id, name: 'Monday', total: 3, counts: { found: 2, cancelled: 1 } },
  ]);
  expect(await again.list('another')).toEqual([]);
  expect((await again.open(id))?.lines).toEqual(lines);
  // When looked up again, it still has its name.
  await again.save(id, 'p', [lineOf('c')]);
  expect(await again.list('p')).toMatchObject([{ name: 'Monday', total: 1 }]);
});

it('opens a list of an earlier version, whose lines had no references and no time', async () => {
  const id = randomUUID();
  const line = lineOf('a');
  await lists.save(id, 'p', [line]);
  await testing.database.execute({
    sql: 'UPDATE session_lists SET lines = ? WHERE id = ?',
    values: [JSON.stringify([{ ...line, references: undefined, readAt: undefined }]), id],
  });
  expect((await lists.open(id))?.lines).toEqual([{ ...line, references: null, readAt: null }]);
});

it('refuses a name that would turn what stands beside it, and keeps the one it has', async () => {
  const id = randomUUID();
  await lists.save(id, 'p', [lineOf('a')]);
  await lists.rename(id, 'Monday');
  await expect(lists.rename(id, 'Mon\u202eday')).rejects.toMatchObject({ problem: { field: 'List name' } });
  expect(await lists.list('p')).toMatchObject([{ id, name: 'Monday' }]);
});

it('masks a card number in a name, which is shown and becomes part of a file’s name', async () => {
  const id = randomUUID();
  await lists.save(id, 'p', [lineOf('a')]);
  expect(await lists.rename(id, 'All of 4111 1111 1111 1111')).toMatchObject([
    { id, name: 'All of 4111 11•• •••• 1111' },
  ]);
});

it('drops the oldest unnamed lists, and keeps named ones', async () => {
  const named = randomUUID();
  await lists.save(named, 'p', [lineOf('a')]);
  await lists.rename(named, 'Kept');
  const ids = Array.from({ length: 22 }, () => randomUUID());
  for (const id of ids) await lists.save(id, 'p', [lineOf('a')]);
  const left = await lists.list('p');
  expect(left).toHaveLength(21);
  expect(left[0]).toMatchObject({ id: named });
});

it('keeps a new list although the clock was set back and all others are later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (let count = 0; count < 20; count += 1) await lists.save(randomUUID(), 'p', [lineOf('a')]);
    vi.setSystemTime(Date.now() - 3_600_000);
    const id = randomUUID();
    await lists.save(id, 'p', [unaskedLine('b', 'cancelled')]);
    await lists.update(id, [lineOf('b')]);
    expect((await lists.open(id))?.lines).toMatchObject([{ sessionId: 'b', outcome: 'found' }]);
    expect(await lists.list('p')).toHaveLength(20);
  } finally {
    vi.useRealTimers();
  }
});

it('can undo deleting one list or clearing unnamed ones', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  await lists.save(one, 'p', [lineOf('a')]);
  await lists.save(two, 'p', [lineOf('b')]);
  await lists.rename(two, 'Kept');
  expect(await lists.remove(two)).toMatchObject([{ id: one }]);
  expect(await lists.undoRemove(two)).toMatchObject([{ id: two, name: 'Kept' }, { id: one }]);
  await expect(lists.undoRemove(two)).rejects.toThrow('This list no longer exists');
  await lists.clear('p', 'clear');
  expect(await lists.list('p')).toMatchObject([{ id: two }]);
  await lists.undoClear('clear');
  expect(await lists.list('p')).toHaveLength(2);
});

it('brings back what a clear deleted, also if one of the lists is back already', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  await lists.save(one, 'p', [lineOf('a')]);
  await lists.save(two, 'p', [lineOf('b')]);
  await lists.clear('p', 'clear');
  await lists.undoRemove(one);
  await lists.undoClear('clear');
  expect(await lists.list('p')).toHaveLength(2);
});

it('updates the lines of an existing list, but creates none', async () => {
  const id = randomUUID();
  await lists.update(id, [lineOf('a')]);
  expect(await lists.list('p')).toEqual([]);
  await lists.save(id, 'p', [unaskedLine('a', 'cancelled')]);
  await lists.rename(id, 'Monday');
  await lists.update(id, [lineOf('a')]);
  expect(await lists.list('p')).toMatchObject([{ id, name: 'Monday', total: 1, counts: { found: 1 } }]);
});

it('keeps answers for a deleted list, which only an undo brings back', async () => {
  const id = randomUUID();
  const answered = [lineOf('a')];
  await lists.save(id, 'p', [unaskedLine('a', 'cancelled')]);
  await lists.remove(id);
  await lists.update(id, answered);
  expect(await lists.list('p')).toEqual([]);
  await lists.save(id, 'p', answered);
  expect(await lists.list('p')).toEqual([]);
  expect((await lists.known(id))?.lines).toEqual(answered);
  await lists.undoRemove(id);
  expect((await lists.open(id))?.lines).toEqual(answered);
});

it('keeps an answer that arrives during a delete, and the list if the delete fails', async () => {
  const id = randomUUID();
  await lists.save(id, 'p', [unaskedLine('a', 'cancelled')]);
  const answered = [lineOf('a')];
  await Promise.all([lists.remove(id), lists.update(id, answered)]);
  await lists.undoRemove(id);
  expect((await lists.open(id))?.lines).toEqual(answered);
  vi.spyOn(testing.database, 'transaction').mockRejectedValueOnce(new Error('disk is full'));
  await expect(lists.remove(id)).rejects.toThrow('disk is full');
  await expect(lists.undoRemove(id)).rejects.toThrow('This list no longer exists');
  await lists.save(id, 'p', [unaskedLine('a', 'cancelled')]);
  expect(await lists.list('p')).toMatchObject([{ id, counts: { cancelled: 1 } }]);
});

it('gives a second delete the full undo period', async () => {
  const id = randomUUID();
  await lists.save(id, 'p', [lineOf('a')]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    // A double click.
    await Promise.all([lists.remove(id), lists.remove(id)]);
    await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS - 1_000);
    await lists.undoRemove(id);
    // The only timer left is the database's own; the one for the undo is gone.
    expect(vi.getTimerCount()).toBe(1);
    await lists.remove(id);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await lists.undoRemove(id)).toHaveLength(1);
    await lists.remove(id);
    await vi.advanceTimersByTimeAsync(UNDO_WINDOW_MS);
    await expect(lists.undoRemove(id)).rejects.toThrow('This list no longer exists');
  } finally {
    vi.useRealTimers();
  }
});

it('deletes the lists of some profiles, including named ones', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  await lists.save(one, 'p', [lineOf('a')]);
  await lists.save(two, 'gone', [lineOf('b')]);
  await lists.rename(two, 'Kept');
  expect(new Set(await lists.profileIds())).toEqual(new Set(['p', 'gone']));
  await lists.forgetProfiles(['gone', 'another']);
  expect(await lists.list('gone')).toEqual([]);
  expect(await lists.list('p')).toMatchObject([{ id: one }]);
  await lists.forgetProfiles(['p']);
  // There is nothing left to clear either.
  expect(await lists.clear('p', 'clear')).toEqual([]);
  expect(await lists.list('p')).toEqual([]);
});
