import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { EMPTY_HISTORY_QUERY, type HistoryFacets } from '@shared/history/history';
import {
  at,
  openEach,
  openStore,
  putLookUps,
  search,
  secrets,
  store,
  bodies,
  testing,
} from './history-store.fixture';
import { HistoryStore } from './history-store';
import { indexedWords } from './indexed-words';
import { keepExchange } from './keep-exchange';
import { keepFacetCounts } from './kept-facet-counts';
import { lookUp, lookUps, prepared } from './testing-exchanges';

openEach();

/** With ten entries to a shard, the oldest and the newest shard are not counted in advance. */
const ENTRIES = 45;
const TEXTS = [
  's',
  'sa',
  'sandbox',
  'sandbox ',
  'get_checkout_session api',
  'api sandbox x',
  'red',
  're',
  'a b',
];
const keep = (): Promise<void> => keepFacetCounts(testing.database, () => false);
const facetsOf = (text: string): Promise<HistoryFacets | null> =>
  search.facets({ ...EMPTY_HISTORY_QUERY, text });

async function fill(): Promise<void> {
  await putLookUps(ENTRIES);
  for (const [minute, id] of (await ids()).entries()) {
    const notes = [...(minute % 3 === 0 ? ['red'] : []), ...(minute % 2 === 0 ? ['blue'] : [])];
    const starred = minute % 7 === 0;
    if (notes.length > 0 || starred) await store.mark(id, { note: notes.join(' '), starred });
  }
}

async function kept(word = ''): Promise<number[]> {
  const sql = 'SELECT shard FROM derived_facet_counts WHERE word = ? ORDER BY shard';
  const rows = await testing.database.query({ sql, values: [word] }, z.object({ shard: z.number() }));
  return rows.map(({ shard }) => shard);
}

/** The number of shards that were queried. */
async function shardsAsked(text: string): Promise<number> {
  const asked = vi.spyOn(testing.database, 'queryInTurn');
  await facetsOf(text);
  const steps = asked.mock.calls.reduce((sum, [some]) => sum + some.length, 0);
  asked.mockRestore();
  return steps;
}

async function ids(): Promise<string[]> {
  const rows = await testing.database.query(
    { sql: 'SELECT id FROM exchanges ORDER BY seq' },
    z.object({ id: z.string() }),
  );
  return rows.map(({ id }) => id);
}

async function expectAsCounted(): Promise<void> {
  const before = await Promise.all(TEXTS.map(facetsOf));
  await testing.database.execute({ sql: 'DELETE FROM derived_facet_counts' });
  expect(before).toEqual(await Promise.all(TEXTS.map(facetsOf)));
}

describe('the stored facet counts', () => {
  it('replace counting a frequent word in every full shard, even beside words that all its entries have', async () => {
    await fill();
    expect(await shardsAsked('s')).toBe(5);
    await keep();
    expect(await kept()).toEqual([1, 2, 3]);
    for (const text of ['s', 'sandbo', 'sandbox ', 'api sandbox 2', 're', 'api red', 'get_checkout_sess'])
      expect([text, await shardsAsked(text)]).toEqual([text, 2]);
    // If each of two words is in only part of the shard, the counts cannot tell how many entries have both.
    expect(await shardsAsked('red blu')).toBe(5);
    await expectAsCounted();
  });

  it('are dropped for a shard that has changed, until it is counted again', async () => {
    await fill();
    const [, , , , , , , , , , , , second = '', , , , , , , , , , third = ''] = await ids();
    await keep();
    await store.mark(second, { starred: true });
    expect(await kept('s*')).toEqual([2, 3]);
    await store.remove([third]);
    expect(await kept('s*')).toEqual([3]);
    expect((await facetsOf('s'))?.total).toBe(ENTRIES - 1);
    await keep();
    expect(await kept('s*')).toEqual([1, 2, 3]);
    await expectAsCounted();
  });

  it('are not kept for an emptied shard', async () => {
    await fill();
    await store.remove((await ids()).slice(10, 20));
    await keep();
    expect([await kept('s*'), await kept()]).toEqual([
      [2, 3],
      [1, 2, 3],
    ]);
    expect([(await facetsOf('s'))?.total, await shardsAsked('s')]).toEqual([ENTRIES - 10, 3]);
    await expectAsCounted();
  });

  it('are dropped when an entry loses words or changes facets, and when a shard begins', async () => {
    await fill();
    const [id = ''] = (await ids()).slice(12);
    const of = '(SELECT seq FROM exchanges WHERE id = ?)';
    for (const sql of [
      'UPDATE exchanges SET starred = 1 - starred WHERE id = ?',
      `DELETE FROM exchange_words WHERE rowid = ${of}`,
      `INSERT INTO exchange_shards (first_seq, shard) VALUES (${of}, 99)`,
    ]) {
      await keep();
      expect([sql, await kept('s*')]).toEqual([sql, [1, 2, 3]]);
      await testing.database.execute({ sql, values: [id] });
      expect([sql, await kept('s*')]).toEqual([sql, [2, 3]]);
    }
  });

  it('are not kept for a shard into which an older version wrote an entry of another shard', async () => {
    await fill();
    await keep();
    expect(await kept('s*')).toEqual([1, 2, 3]);
    const { exchange, sentAs } = lookUp({ startedAt: at(ENTRIES) });
    const added = await keepExchange(exchange, sentAs, { bodies, secrets });
    const entry = await store.put(added, null);
    const statements = [
      { sql: 'INSERT OR IGNORE INTO exchange_shards SELECT * FROM exchange_shards WHERE shard = 2' },
      {
        sql: 'INSERT OR REPLACE INTO exchange_words (rowid, words) VALUES (?, ?)',
        values: [entry.place, indexedWords(2, entry, added)],
      },
    ];
    for (const statement of statements) await testing.database.execute(statement);
    expect(await kept('s*')).toEqual([1, 3]);
    await keep();
    expect([await kept('s*'), await kept()]).toEqual([
      [1, 3],
      [1, 2, 3],
    ]);
    openStore();
    expect((await facetsOf('s'))?.total).toBe(ENTRIES + 1);
    await expectAsCounted();
  });

  it('are not marked complete if something changed while they were counted, or counting was stopped', async () => {
    await fill();
    const [id = ''] = (await ids()).slice(12);
    let steps = 0;
    await keepFacetCounts(testing.database, () => (steps += 1) > 9);
    expect(await kept()).toEqual([3]);
    const { execute } = testing.database;
    const writing = vi.spyOn(testing.database, 'execute').mockImplementation(async (statement) => {
      const done = await execute.call(testing.database, statement);
      if (statement.values?.[0] !== 1 || statement.values[2] !== 's*') return done;
      await store.mark(id, { note: 'red' });
      // Another instance of the app begins to count the same shard at the same time.
      const sql =
        "INSERT INTO derived_facet_counts (shard, word, whole, counts) VALUES (1, '', 0, 'of another')";
      return execute.call(testing.database, { sql });
    });
    await keep();
    writing.mockRestore();
    const sql = 'SELECT word, whole FROM derived_facet_counts WHERE shard = 1';
    const row = z.object({ word: z.string(), whole: z.number() });
    expect(await testing.database.query({ sql }, row)).toEqual([{ word: '', whole: 0 }]);
    await expectAsCounted();
    await keep();
    expect(await kept('s*')).toEqual([1, 2, 3]);
  });

  it('match the entries, whatever changes, even in another instance of the app', async () => {
    const entry = fc.nat(60);
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ put: fc.integer({ min: 1, max: 8 }), elsewhere: fc.boolean() }) },
      {
        weight: 2,
        arbitrary: fc.record({
          mark: entry,
          note: fc.constantFrom('red', 'reb', ''),
          elsewhere: fc.boolean(),
        }),
      },
      { weight: 1, arbitrary: fc.record({ remove: entry }) },
      { weight: 1, arbitrary: fc.record({ trim: fc.integer({ min: 5, max: 40 }) }) },
      { weight: 3, arbitrary: fc.constant('keep' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        await store.clear(null, false);
        await testing.database.execute({ sql: 'DELETE FROM exchange_shards' });
        openStore(4);
        // The second instance only knows the shards that existed when it began to write.
        const other = new HistoryStore(testing.database, undefined, 4);
        let minute = 0;
        for (const one of steps) {
          const of = typeof one !== 'string' && 'elsewhere' in one && one.elsewhere ? other : store;
          const all = await ids();
          if (one === 'keep') await keep();
          else if ('put' in one) {
            await of.putAll(await prepared(lookUps(one.put, minute)));
            minute += one.put;
          } else if ('mark' in one)
            await of.mark(all[one.mark % all.length] ?? '', { note: one.note, starred: one.note === 'red' });
          else if ('remove' in one) await store.remove([all[one.remove % all.length] ?? '']);
          else await store.trim({ mostEntries: one.trim, mostDays: null, mostMegabytes: 100 });
        }
        await expectAsCounted();
      }),
      { numRuns: 10 },
    );
  }, 120_000);
});
