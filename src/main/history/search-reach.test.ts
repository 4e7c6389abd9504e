import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  DEFAULT_RETENTION,
  EMPTY_HISTORY_QUERY,
  type HistoryEntry,
  type HistoryPage,
} from '@shared/history/history';
import { BodyStore } from '../bodies/body-store';
import { testingReferences } from '../secrets/testing-references';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { ClearedEntries } from './cleared-entries';
import { History } from './history';
import { HistorySearch } from './history-search';
import { HistoryStore } from './history-store';
import { keepExchange } from './keep-exchange';
import { lookUp } from './testing-exchanges';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
let bodies: BodyStore;
let testing: TestingDatabase;
let store: HistoryStore;
let search: HistorySearch;
const secrets = testingReferences();

beforeEach(async () => {
  bodies = new BodyStore({ directory: folder });
  testing = openTestingDatabase();
  store = new HistoryStore(testing.database, undefined, 4);
  search = new HistorySearch(testing.database, store);
});
afterEach(async () => {
  await testing.remove();
  await bodies.close();
});

/** A look-up with this note. */
async function put(note: string): Promise<HistoryEntry> {
  const { exchange, sentAs } = lookUp();
  const entry = await store.put(await keepExchange(exchange, sentAs, { bodies, secrets }), null);
  return (await store.mark(entry.id, { note })) ?? entry;
}
const page = (text: string): Promise<HistoryPage | null> =>
  search.page({ ...EMPTY_HISTORY_QUERY, text }, null, 100);
const notesOf = async (text: string): Promise<string[] | undefined> =>
  (await page(text))?.entries.map(({ note }) => note);

it.each(['---', '"', '… —', '\u0301'])('finds nothing by punctuation alone: %s', async (text) => {
  await put('a --- "b" …');
  expect(await page(text)).toEqual({ entries: [], unreadable: 0, unindexed: 0, next: null });
  expect(await search.facets({ ...EMPTY_HISTORY_QUERY, text })).toMatchObject({ total: 0, profiles: [] });
});

it.each(['a ---', '--- b', '  '])('ignores punctuation beside a word: %j', async (text) => {
  await put('a --- "b" …');
  expect(await notesOf(text)).toHaveLength(1);
});

it('says how many entries are not indexed yet, and finds them once they are', async () => {
  for (let number = 0; number < 5; number += 1) await put('shoes');
  const cleared = new ClearedEntries(testing.database, store, vi.fn());
  const clearId = randomUUID();
  await cleared.clear(null, false, clearId);
  await cleared.undo(clearId);
  expect(await page('shoes')).toMatchObject({ entries: [], unindexed: 5 });
  // The list of all entries needs no index.
  expect(await page('')).toMatchObject({ unindexed: 0 });
  let left = 2;
  await store.indexMissing(() => left-- === 0);
  expect(await page('shoes')).toMatchObject({ unindexed: 3 });
  expect(await notesOf('shoes')).toHaveLength(2);
  expect(await store.indexMissing()).toBe(3);
  expect(await page('shoes')).toMatchObject({ unindexed: 0 });
  expect(await notesOf('shoes')).toHaveLength(5);
  expect(await store.indexMissing()).toBe(0);
});

it('tells the window when the index is complete, so that it can search again', async () => {
  for (let number = 0; number < 5; number += 1) await put('shoes');
  const { database } = testing;
  await database.execute({ sql: `INSERT INTO exchange_words (exchange_words) VALUES ('delete-all')` });
  const slow = database.transaction.bind(database);
  vi.spyOn(database, 'transaction').mockImplementation(async (statements) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return slow(statements);
  });
  const found: (number | undefined)[] = [];
  const history = new History({
    database,
    log: testing.log,
    bodies,
    references: secrets,
    retention: () => Promise.resolve(DEFAULT_RETENTION),
    announce: () => void page('shoes').then((now) => found.push(now?.entries.length)),
    report: vi.fn(),
  });
  history.databaseChanged(database.state);
  await expect.poll(() => found.length, { timeout: 5_000 }).toBe(2);
  expect(found[0]).toBeLessThan(5);
  expect(found[1]).toBe(5);
  await history.settled();
});

it('finds 小龍 in 李小龍 in an index from an older version', async () => {
  const newest = testing.migrations;
  const step = newest.findIndex(({ name }) => name === 'history-inner-words');
  await testing.remove();
  testing = openTestingDatabase(undefined, newest.slice(0, step));
  store = new HistoryStore(testing.database);
  // A column from a later migration, needed here only to write the entry.
  await testing.database.execute({ sql: 'ALTER TABLE exchanges ADD COLUMN noted_outcome TEXT' });
  const { place } = await put('李小龍');
  await testing.database.execute({ sql: 'ALTER TABLE exchanges DROP COLUMN noted_outcome' });
  await testing.database.execute({
    sql: 'INSERT OR REPLACE INTO exchange_words (rowid, words) VALUES (?, ?)',
    values: [place, '000李小龍'],
  });
  testing.migrations = newest;
  await testing.reopen();
  store = new HistoryStore(testing.database);
  search = new HistorySearch(testing.database, store);
  expect(await store.indexMissing()).toBe(1);
  expect(await notesOf('小龍')).toEqual(['李小龍']);
  expect(await notesOf('小龍 sandbox')).toEqual(['李小龍']);
  expect(await notesOf('小李')).toEqual([]);
});
