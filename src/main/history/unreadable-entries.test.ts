import { beforeEach, expect, it } from 'vitest';
import { EMPTY_HISTORY_QUERY, type HistoryPage, type HistoryQuery } from '@shared/history/history';
import { useTestingDatabase } from '../testing/use-testing-database';
import { HistorySearch } from './history-search';
import { HistoryStore } from './history-store';
import { keepExchange } from './keep-exchange';
import { services } from './keep-services.fixture';
import { lookUp } from './testing-exchanges';

const ENTRIES = 5;
const testing = useTestingDatabase();
let store: HistoryStore;
let search: HistorySearch;
let ids: string[];

beforeEach(async () => {
  store = new HistoryStore(testing.database);
  search = new HistorySearch(testing.database, store);
  ids = [];
  for (let index = 0; index < ENTRIES; index += 1) {
    const { exchange, sentAs } = lookUp();
    const { id } = await store.put(await keepExchange(exchange, sentAs, services), null);
    await store.mark(id, { starred: true });
    ids.push(id);
  }
});

async function found(query: Partial<HistoryQuery>, before: number | null = null): Promise<HistoryPage> {
  const page = await search.page({ ...EMPTY_HISTORY_QUERY, ...query }, before, 2);
  if (page === null) throw new Error('no page');
  return page;
}

/** As after a salvage: the index is empty and is filled with what can be read. */
async function reindex(): Promise<void> {
  await testing.database.execute({
    sql: "INSERT INTO exchange_words (exchange_words) VALUES ('delete-all')",
  });
  await testing.reopen();
  store = new HistoryStore(testing.database);
  search = new HistorySearch(testing.database, store);
  await store.indexMissing();
}

it('an unreadable entry is counted on the first page of each filtered search', async () => {
  await testing.database.execute({
    sql: "UPDATE exchanges SET operation = 'x' WHERE id = ?",
    values: [ids[1] ?? ''],
  });
  await reindex();
  const first = await found({ starred: true });
  expect(first.entries.map(({ id }) => id)).toEqual([ids[4], ids[3]]);
  expect(first.unreadable).toBe(1);
  const second = await found({ starred: true }, first.next);
  expect(second.entries.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
  expect(second.unreadable).toBe(0);
  expect((await found({ text: 'nowhere' })).unreadable).toBe(1);
  // The list of all entries counts it on the page of its row, which is not the first one.
  expect((await found({})).unreadable).toBe(0);
});

it('an entry with unreadable contents is found by what its line says', async () => {
  const [id = ''] = ids;
  await testing.database.execute({
    sql: "UPDATE exchange_contents SET record = x'00' WHERE seq = (SELECT seq FROM exchanges WHERE id = ?)",
    values: [id],
  });
  await reindex();
  const all = { ...EMPTY_HISTORY_QUERY, starred: true };
  expect((await search.page(all, null, 100))?.entries).toHaveLength(ENTRIES);
  expect((await found({ text: id })).entries.map((entry) => entry.id)).toEqual([id]);
  await store.mark(id, { starred: false, note: 'Quixotic' });
  expect((await search.page(all, null, 100))?.entries).toHaveLength(ENTRIES - 1);
  expect(await found({ text: 'quixotic' })).toMatchObject({ entries: [{ id }], unreadable: 0 });
});

it('entries that are not indexed yet do not count as unreadable', async () => {
  await testing.database.execute({
    sql: "INSERT INTO exchange_words (exchange_words) VALUES ('delete-all')",
  });
  expect(await found({ starred: true })).toMatchObject({ entries: [], unreadable: 0 });
  await store.indexMissing();
  expect(await found({ starred: true })).toMatchObject({ entries: [{}, {}], unreadable: 0 });
});
