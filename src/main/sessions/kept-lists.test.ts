import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unaskedLine, type SessionLine } from '@shared/history/session-outcome';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { KeptLists } from './kept-lists';

const lineOf = (sessionId: string): SessionLine => ({
  ...unaskedLine(sessionId, 'cancelled'),
  outcome: 'found',
  status: 200,
  buyer: 'Ada Example',
  exchangeId: randomUUID(),
});

let testing: TestingDatabase;
let lists: KeptLists;
beforeEach(() => {
  testing = openTestingDatabase();
  lists = new KeptLists(testing.database);
});
afterEach(() => testing.remove());

it('keeps a list with its name and its lines, in their order, over a restart', async () => {
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
  // Looked up again, it has its name still.
  await again.save(id, 'p', [lineOf('c')]);
  expect(await again.list('p')).toMatchObject([{ name: 'Monday', total: 1 }]);
});

it('lets the oldest lists without a name go, and none with one', async () => {
  const named = randomUUID();
  await lists.save(named, 'p', [lineOf('a')]);
  await lists.rename(named, 'Kept');
  const ids = Array.from({ length: 22 }, () => randomUUID());
  for (const id of ids) await lists.save(id, 'p', [lineOf('a')]);
  const left = await lists.list('p');
  expect(left).toHaveLength(21);
  expect(left[0]).toMatchObject({ id: named });
});

it('brings back what was deleted or cleared a moment ago', async () => {
  const [one, two] = [randomUUID(), randomUUID()];
  await lists.save(one, 'p', [lineOf('a')]);
  await lists.save(two, 'p', [lineOf('b')]);
  await lists.rename(two, 'Kept');
  expect(await lists.remove(two)).toMatchObject([{ id: one }]);
  expect(await lists.undoRemove(two)).toMatchObject([{ id: two, name: 'Kept' }, { id: one }]);
  await expect(lists.undoRemove(two)).rejects.toThrow('This list is not there any more');
  await lists.clear('p', 'clear');
  expect(await lists.list('p')).toMatchObject([{ id: two }]);
  await lists.undoClear('clear');
  expect(await lists.list('p')).toHaveLength(2);
});
