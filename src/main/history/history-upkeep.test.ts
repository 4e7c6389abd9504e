import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { DEFAULT_RETENTION, type HistoryEntry } from '@shared/history/history';
import type { Database } from '../database/database';
import { openTestingDatabase } from '../testing/testing-database';
import { sizeOf } from './delete-entries';
import { ClearedEntries } from './cleared-entries';
import { History, type HistoryServices } from './history';
import { mergeIndex } from './history-upkeep';
import { forward, lookUp } from './testing-exchanges';
import {
  at,
  bodies,
  found,
  openEach,
  openStore,
  put,
  putLookUps,
  secrets,
  setTesting,
  store,
  testing,
} from './history-store.fixture';

openEach();

describe('deletion', () => {
  it('removes an entry from the list, the contents and the index', async () => {
    const [one, other] = [await put(lookUp({ startedAt: at(0) })), await put(lookUp({ startedAt: at(1) }))];
    await store.remove([one.id]);
    expect(await found('sandbox')).toEqual([other.id]);
    expect(await store.read(one.place)).toBeNull();
    expect(await store.size()).toMatchObject({ entries: 1 });
  });

  it('clears a profile, with or without its starred entries', async () => {
    const { exchange, sentAs } = lookUp();
    const other = await put({
      exchange: { ...exchange, profile: { ...exchange.profile, id: 'other' } },
      sentAs,
    });
    const starred = await put(lookUp());
    await putLookUps(450);
    await store.mark(starred.id, { starred: true });
    expect(await store.clear('sandbox', true)).toBe(450);
    expect((await found('')).sort()).toEqual([other.id, starred.id].sort());
    expect(await store.clear('sandbox', false)).toBe(1);
    expect(await store.clear(null, false)).toBe(1);
    expect(await found('sandbox')).toEqual([]);
  });

  it('trims the oldest by number and size, but nothing starred', async () => {
    const all = [];
    for (let minute = 0; minute < 40; minute += 1) all.push(await put(lookUp({ startedAt: at(minute) })));
    const old = await put(lookUp({ startedAt: '2026-11-01T00:00:00.000Z' }));
    await store.mark(all[0]?.id ?? '', { starred: true });
    const open = { mostEntries: 1000, mostDays: null, mostMegabytes: 1000 };
    expect(await store.trim(open)).toBe(0);
    expect(await store.trim({ ...open, mostDays: 3 })).toBe(0);
    expect(old.place).toBeGreaterThan(Date.parse('2026-11-21T10:00:00Z'));
    expect(await store.trim({ ...open, mostEntries: 30 })).toBe(10);
    expect(await found('')).toContain(all[0]?.id);
    expect(await found('')).not.toContain(all[10]?.id);
    expect(await found('')).toContain(all[11]?.id);
    const { bytes } = await store.size();
    await store.trim({ ...open, mostMegabytes: bytes / 2 / 1_000_000 });
    expect((await sizeOf(testing.database, 'starred = 0')).bytes).toBeLessThanOrEqual(bytes / 2);
    expect(await found('')).toContain(all[0]?.id);
  });

  it('trims by date what was kept after the clock had been ahead, which gave it a place in the future', async () => {
    const ahead = await put(lookUp({ startedAt: '2028-01-05T00:00:00.000Z' }));
    const old = await put(lookUp({ startedAt: '2026-11-01T00:00:00.000Z' }));
    const starred = await put(lookUp({ startedAt: '2026-11-01T00:00:00.000Z' }));
    await store.mark(starred.id, { starred: true });
    const recent = await put(lookUp({ startedAt: at(0) }));
    expect(old.place).toBe(ahead.place + 1);
    expect(await store.trim({ mostEntries: 1000, mostDays: 3, mostMegabytes: 1000 })).toBe(1);
    expect(await found('')).toEqual([recent.id, starred.id, ahead.id]);
  });

  it('trims nothing because of starred entries', async () => {
    const starred = await put(forward(randomBytes(20_000).toString('hex')));
    await store.mark(starred.id, { starred: true });
    await putLookUps(30);
    const { bytes } = await sizeOf(testing.database, 'starred = 1');
    expect(bytes).toBeGreaterThan((await sizeOf(testing.database, 'starred = 0')).bytes);
    const size = { mostEntries: 1000, mostDays: null, mostMegabytes: bytes / 1_000_000 };
    expect(await store.trim(size)).toBe(0);
    expect(await store.trim({ ...size, mostEntries: 30 })).toBe(0);
    expect(await found('')).toHaveLength(31);
  });
});

describe('disk space', () => {
  it('is freed after a deletion', async () => {
    const noise = (): string => randomBytes(20_000).toString('hex');
    for (let index = 0; index < 60; index += 1) await put(forward(noise()));
    await testing.reopen();
    const sizes = async (): Promise<number> => {
      const names = (await readdir(testing.folder)).filter((name) => name.endsWith('.db'));
      return (await stat(join(testing.folder, names[0] ?? ''))).size;
    };
    const full = await sizes();
    openStore();
    expect(await store.clear(null, false)).toBe(60);
    await testing.reopen();
    expect(await sizes()).toBeLessThan(full / 3);
  });
});

/** The number of segments that a search has to look at. */
async function segments({ query }: { query: Database['query'] }): Promise<number> {
  const ids = await query(
    { sql: 'SELECT DISTINCT segid FROM exchange_words_idx' },
    z.object({ segid: z.number() }),
  );
  return ids.length;
}
const historyOfTest = (services: Partial<HistoryServices> = {}): History =>
  new History({
    database: testing.database,
    log: testing.log,
    bodies,
    references: secrets,
    retention: () => Promise.resolve(DEFAULT_RETENTION),
    announce: () => undefined,
    report: (_where, error) => expect.unreachable(String(error)),
    ...services,
  });
const checkIndex = {
  sql: "INSERT INTO exchange_words (exchange_words) VALUES ('integrity-check')",
};

it('a command beside the app does not take away what the app has cleared and may still bring back', async () => {
  const entry = await put(lookUp());
  const ofApp = new ClearedEntries(testing.database, store, (_where, error) => expect(error).toBeNull());
  const clearId = randomUUID();
  await ofApp.clear(null, false, clearId);
  const ofCommand = historyOfTest({ leavesCleared: true });
  ofCommand.databaseChanged(testing.database.state);
  await ofCommand.settled();
  expect(await ofApp.undo(clearId)).toBe(1);
  expect(await store.find(entry.id)).not.toBeNull();
});

describe('the index', () => {
  const query: Database['query'] = (statement, row) => testing.database.query(statement, row);

  it('has few segments after a merge, which can be interrupted, and finds the same', async () => {
    const remarkable = await put(lookUp({ startedAt: at(0) }));
    await store.mark(remarkable.id, { note: 'remarkable' });
    const entries = [remarkable];
    // Each write adds a segment, until FTS5 merges sixteen of them by itself.
    while ((await segments({ query })) < 14) {
      const entry = await put(lookUp({ startedAt: at(entries.length) }));
      entries.unshift(entry);
      const words = Array.from({ length: 500 }, () => randomBytes(8).toString('hex'));
      await store.mark(entry.id, { note: words.join(' ') });
    }
    const before = await segments({ query });
    await mergeIndex(testing.database, () => true);
    expect(await segments({ query })).toBe(before);
    const asked = vi.spyOn(testing.database, 'execute');
    let steps = 1;
    await mergeIndex(testing.database, () => steps-- === 0);
    expect(asked.mock.calls.filter(([{ values }]) => values?.[0] === 'merge')).toHaveLength(1);
    expect(await segments({ query })).toBeGreaterThan(8);
    await mergeIndex(testing.database, () => false);
    expect(await segments({ query })).toBeLessThan(9);
    expect(await found('sandbox')).toEqual(entries.map(({ id }) => id));
    expect(await found('remark')).toEqual([remarkable.id]);
    await testing.database.execute(checkIndex);
  });

  it('is merged when the database is opened and when old entries are trimmed', async () => {
    const history = historyOfTest();
    for (const begin of [() => history.trim(), () => history.databaseChanged(testing.database.state)]) {
      while ((await segments({ query })) < 14) await put(lookUp());
      begin();
      await expect.poll(() => segments({ query })).toBeLessThan(9);
    }
    await history.settled();
  });

  it('is not merged in memory', async () => {
    await testing.reopen();
    testing.keychain.trouble = 'locked';
    openStore();
    const history = historyOfTest();
    while ((await segments({ query })) < 14) await put(lookUp());
    expect(testing.database.state.kind).toBe('session-only');
    const asked = vi.spyOn(testing.database, 'execute');
    history.trim();
    await history.settled();
    expect(asked.mock.calls.filter(([{ sql }]) => sql.includes('(exchange_words, rank)'))).toEqual([]);
  });

  it('stays correct through puts, notes, removals and merges', async () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constant('put' as const) },
      fc.record({ mark: fc.nat(30), as: fc.constantFrom('red', 'green', 'reddish', '') }),
      fc.record({ remove: fc.nat(30) }),
      fc.constantFrom('merge' as const, 'part of a merge' as const),
    );
    let merged = 0;
    const merge = async (isStopped: () => boolean): Promise<void> => {
      const before = await segments({ query });
      await mergeIndex(testing.database, isStopped);
      if ((await segments({ query })) < before) merged += 1;
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        await store.clear(null, false);
        let model: { readonly id: string; readonly note: string }[] = [];
        for (const one of steps) {
          let left = 1;
          if (one === 'put') model = [{ id: (await put(lookUp())).id, note: '' }, ...model];
          else if (one === 'merge') await merge(() => false);
          else if (one === 'part of a merge') await merge(() => left-- === 0);
          else if ('mark' in one) {
            const { id } = model[one.mark % model.length] ?? { id: '' };
            await store.mark(id, { note: one.as });
            model = model.map((entry) => (entry.id === id ? { id, note: one.as } : entry));
          } else {
            const { id } = model[one.remove % model.length] ?? { id: '' };
            await store.remove([id]);
            model = model.filter((entry) => entry.id !== id);
          }
        }
        const noted = (beginning: string): string[] =>
          model.filter(({ note }) => note.startsWith(beginning) && note !== '').map(({ id }) => id);
        expect(await found('sandbox')).toEqual(model.map(({ id }) => id));
        expect(await found('red')).toEqual(noted('red'));
        expect(await found('green')).toEqual(noted('green'));
        await testing.database.execute(checkIndex);
      }),
      { numRuns: 10 },
    );
    expect(merged).toBeGreaterThan(0);
  });
});

describe('an update', () => {
  it('rebuilds the index, in several runs if interrupted, and finds everything again', async () => {
    const newest = testing.migrations;
    const beginnings = newest.findIndex(({ name }) => name === 'history-beginnings');
    await testing.remove();
    setTesting(openTestingDatabase(undefined, newest.slice(0, beginnings)));
    // Columns from later migrations, needed here only to write the entries.
    const later = [
      'load_pages INTEGER',
      'load_rows INTEGER',
      'purpose TEXT',
      'findings_known INTEGER',
      'summary TEXT',
      'noted_outcome TEXT',
    ];
    for (const column of later) {
      await testing.database.execute({ sql: `ALTER TABLE exchanges ADD COLUMN ${column}` });
    }
    openStore();
    const entries: HistoryEntry[] = [];
    for (let minute = 0; minute < 25; minute += 1)
      entries.unshift(await put(lookUp({ startedAt: at(minute) })));
    for (const column of later) {
      await testing.database.execute({ sql: `ALTER TABLE exchanges DROP COLUMN ${column.split(' ')[0]}` });
    }
    testing.migrations = newest;
    await testing.reopen();
    openStore();
    expect(await found('sandbox')).toEqual([]);
    // The app ends after three: the newest are found, and the next run continues.
    let left = 3;
    await store.indexMissing(() => left-- === 0);
    expect(await found('sandbox')).toEqual(entries.slice(0, 3).map(({ id }) => id));
    await store.indexMissing();
    expect(await found('sandbox')).toEqual(entries.map(({ id }) => id));
    await store.indexMissing();
    expect(await found('sandb')).toHaveLength(25);
  });
});

describe('without a keychain', () => {
  it('entries kept in memory are found in the file afterwards', async () => {
    const before = await put(lookUp({ startedAt: at(0) }));
    await testing.reopen();
    testing.keychain.trouble = 'locked';
    openStore();
    const inMemory = await put(lookUp({ startedAt: at(1) }));
    expect(await found('sandbox')).toEqual([inMemory.id]);
    testing.keychain.trouble = null;
    await testing.database.reopen();
    await store.indexMissing();
    expect(await found('')).toEqual([inMemory.id, before.id]);
    expect(await found('sandbox')).toEqual([inMemory.id, before.id]);
    const next = await put(lookUp({ startedAt: at(1) }));
    expect(next.place).toBe(inMemory.place + 1);
  });
});
