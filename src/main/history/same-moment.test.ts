import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_HISTORY_QUERY, type HistoryEntry } from '@shared/history/history';
import { useTestingDatabase } from '../testing/use-testing-database';
import { HistorySearch } from './history-search';
import { HistoryStore } from './history-store';
import { keepExchange } from './keep-exchange';
import { services } from './keep-services.fixture';
import { lookUp, textBody, type TestingExchange } from './testing-exchanges';

const startedAt = '2026-11-21T10:00:00.000Z';
const testing = useTestingDatabase();

async function put(
  store: HistoryStore,
  { exchange, sentAs }: TestingExchange,
  replayOf: string | null = null,
): Promise<HistoryEntry> {
  return store.put(await keepExchange(exchange, sentAs, services), replayOf);
}

/** All entries, newest first, each with its details. */
async function whole(store: HistoryStore): Promise<{ id: string; status: number | null }[]> {
  const search = new HistorySearch(testing.database, store);
  const listed = (await search.page(EMPTY_HISTORY_QUERY, null, 100))?.entries ?? [];
  const matching = (await search.page({ ...EMPTY_HISTORY_QUERY, text: 'mull' }, null, 100))?.entries ?? [];
  expect(matching.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
  return Promise.all(
    listed.map(async ({ id, place }) => {
      const kept = await store.read(place);
      expect(kept?.record.id).toBe(id);
      expect(kept?.responseBody?.toString()).toContain('Müller');
      return { id, status: kept?.record.response?.status ?? null };
    }),
  );
}

describe('two exchanges that start in the same millisecond', () => {
  it('are both kept with their own contents in two instances of the app', async () => {
    const [store, other] = [new HistoryStore(testing.database), new HistoryStore(testing.database)];
    // Both stores load the existing entries before either writes.
    await Promise.all([store.shards.newPlace(0), other.shards.newPlace(0)]);
    const second = lookUp({ startedAt });
    const one = await put(store, lookUp({ startedAt }));
    const two = await put(other, second);
    const three = await put(store, lookUp({ startedAt }), two.id);
    expect([two.place, three.place]).toEqual([one.place + 1, one.place + 2]);
    expect((await whole(store)).map(({ id }) => id)).toEqual([three.id, two.id, one.id]);
    // A newer version of an entry stays in its place.
    expect((await put(other, second)).place).toBe(two.place);
    expect((await store.chain(two.id)).map(({ id }) => id)).toEqual([two.id, three.id]);
    expect(await whole(store)).toHaveLength(3);
  });

  it('are each found once if two instances begin the same index shard', async () => {
    const ofOne = (): HistoryStore => new HistoryStore(testing.database, undefined, 1);
    const [store, other] = [ofOne(), ofOne()];
    await Promise.all([store.shards.newPlace(0), other.shards.newPlace(0)]);
    const one = await put(store, lookUp({ startedAt }));
    const two = await put(other, lookUp({ startedAt: '2026-11-21T10:00:00.007Z' }));
    expect(await whole(ofOne())).toHaveLength(2);
    const facets = await new HistorySearch(testing.database, ofOne()).facets({
      ...EMPTY_HISTORY_QUERY,
      text: 'mull',
    });
    expect([two.place - one.place, facets?.total]).toEqual([7, 2]);
  });

  it('are each found once, whichever instances work at the same time and begin the same shards', async () => {
    const [anInstance, aMoment] = [fc.nat({ max: 2 }), fc.nat({ max: 40 })];
    const step = fc.record({
      instance: anInstance,
      moment: aMoment,
      marks: fc.boolean(),
      waits: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
        await new HistoryStore(testing.database).clear(null, false);
        await testing.database.execute({ sql: 'DELETE FROM exchange_shards' });
        const stores = [3, 4, 5].map((most) => new HistoryStore(testing.database, undefined, most));
        const ids: string[] = [];
        const working: Promise<unknown>[] = [];
        for (const { instance, moment, marks, waits } of steps) {
          const store = stores[instance] ?? expect.fail();
          const at = new Date(Date.parse(startedAt) + moment).toISOString();
          const [older] = ids;
          if (marks && older !== undefined) working.push(store.mark(older, { note: `of ${instance}` }));
          const item = lookUp({ startedAt: at });
          ids.push(item.exchange.id);
          working.push(put(store, item));
          if (waits) await Promise.all(working);
        }
        await Promise.all(working);
        for (const store of [...stores, new HistoryStore(testing.database)]) {
          expect((await whole(store)).map(({ id }) => id).sort()).toEqual([...ids].sort());
          const search = new HistorySearch(testing.database, store);
          const facets = await search.facets({ ...EMPTY_HISTORY_QUERY, text: 'mull' });
          expect(facets?.total).toBe(ids.length);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('are all there if one is in the file and the others come from memory', async () => {
    const store = new HistoryStore(testing.database);
    const before = await put(store, lookUp({ startedAt }));
    testing.keychain.trouble = 'locked';
    const database = await testing.reopen();
    const memory = new HistoryStore(database);
    const more = [await put(memory, lookUp({ startedAt })), await put(memory, lookUp({ startedAt }))];
    await memory.mark(more[0]?.id ?? '', { starred: true, note: 'kept in memory' });
    testing.keychain.trouble = null;
    expect(await database.reopen()).toEqual({ kind: 'open', notice: null });
    await memory.indexMissing();
    const ids = [before, ...more].map(({ id }) => id).reverse();
    expect((await whole(memory)).map(({ id }) => id)).toEqual(ids);
    expect(await memory.find(more[0]?.id ?? '')).toMatchObject({ starred: true, note: 'kept in memory' });
  });

  it('are one if the same exchange is in the file and, with its answer, in memory', async () => {
    const { exchange, sentAs } = lookUp({ startedAt });
    const body = textBody('{"buyer":"Müller, not yet"}');
    const early = exchange.response && { ...exchange.response, status: 102, body };
    const first = await put(new HistoryStore(testing.database), {
      exchange: { ...exchange, response: early },
      sentAs,
    });
    await new HistoryStore(testing.database).mark(first.id, { note: 'of the person' });
    testing.keychain.trouble = 'locked';
    const database = await testing.reopen();
    const memory = new HistoryStore(database);
    await put(memory, { exchange, sentAs });
    testing.keychain.trouble = null;
    await database.reopen();
    await memory.indexMissing();
    expect(await whole(memory)).toEqual([{ id: first.id, status: 200 }]);
    expect(await memory.find(first.id)).toMatchObject({ note: 'of the person' });
  });
});
