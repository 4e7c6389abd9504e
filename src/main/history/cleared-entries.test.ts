import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { EMPTY_HISTORY_QUERY, type HistoryEntry } from '@shared/history/history';
import { UNDO_WINDOW_MS } from '@shared/profiles/profile';
import { BodyStore } from '../bodies/body-store';
import { DatabaseError, type Database, type Statement } from '../database/database';
import { testingReferences } from '../secrets/testing-references';
import { useTestingDatabase } from '../testing/use-testing-database';
import { ClearedEntries } from './cleared-entries';
import { HistorySearch } from './history-search';
import { HistoryStore } from './history-store';
import { keepExchange } from './keep-exchange';
import { lookUp, lookUps, prepared, type TestingExchange } from './testing-exchanges';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
let bodies: BodyStore;
const testing = useTestingDatabase();
let store: HistoryStore;
let cleared: ClearedEntries;
const secrets = testingReferences();
const report = vi.fn();

function openOn(database: Database): void {
  store = new HistoryStore(database);
  cleared = new ClearedEntries(database, store, report);
}
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  bodies = new BodyStore({ directory: folder });
  openOn(testing.database);
});
afterEach(async () => {
  vi.useRealTimers();
  await bodies.close();
});

async function put({ exchange, sentAs }: TestingExchange = lookUp()): Promise<HistoryEntry> {
  return store.put(await keepExchange(exchange, sentAs, { bodies, secrets }), null);
}
async function putLookUps(count: number): Promise<void> {
  await store.putAll(await prepared(lookUps(count)));
}
async function found(text = ''): Promise<string[]> {
  const search = new HistorySearch(testing.database, store);
  const page = await search.page({ ...EMPTY_HISTORY_QUERY, text }, null, 1_000);
  return (page?.entries ?? []).map(({ id }) => id);
}
async function held(): Promise<number> {
  const sql = 'SELECT count(*) AS held FROM cleared_exchanges';
  const [row] = await testing.database.query({ sql }, z.object({ held: z.number() }));
  return row?.held ?? -1;
}

/** The database, with `happens` called after each transaction that moves entries out or back. */
function onEachMove(happens: () => unknown): Database {
  const { database } = testing;
  return {
    get state() {
      return database.state;
    },
    query: (statement, row) => database.query(statement, row),
    queryInTurn: (steps, most, row) => database.queryInTurn(steps, most, row),
    execute: (statement) => database.execute(statement),
    transaction: async (statements) => {
      const changes = await database.transaction(statements);
      if (statements.some(({ sql }) => sql.includes('cleared_exchanges'))) await happens();
      return changes;
    },
  };
}

describe('a cleared history', () => {
  it('comes back in full on undo, with bodies, stars, notes, outcomes and order, and can be searched again', async () => {
    const first = await put();
    const second = await put();
    await store.mark(second.id, { starred: true, note: 'Asked Finance', notedOutcome: 'carried-out' });
    const before = [await store.find(first.id), await store.find(second.id)];
    const contents = await store.read(first.place);

    const clearId = randomUUID();
    expect(await cleared.clear(null, false, clearId)).toEqual({ entries: 2, canUndo: true });
    expect(await found()).toEqual([]);
    expect(await found('finance')).toEqual([]);
    expect(await store.find(first.id)).toBeNull();
    expect(await store.read(first.place)).toBeNull();
    expect(await store.size()).toEqual({ entries: 0, bytes: 0 });

    expect(await cleared.undo(clearId)).toBe(2);
    await store.indexMissing();
    expect([await store.find(first.id), await store.find(second.id)]).toEqual(before);
    expect(await store.read(first.place)).toEqual(contents);
    expect(await found('finance')).toEqual([second.id]);
    expect(await held()).toBe(0);
  });

  it('comes back on undo if it was cleared without a keychain, which was there again before the undo', async () => {
    testing.keychain.trouble = 'locked';
    openOn(await testing.reopen());
    const { id, place } = await put();
    const contents = await store.read(place);
    const clearId = randomUUID();
    await cleared.clear(null, false, clearId);
    testing.keychain.trouble = null;
    await testing.database.reopen();
    expect(await cleared.undo(clearId)).toBe(1);
    const back = await store.find(id);
    expect(back?.id).toBe(id);
    expect(back && (await store.read(back.place))).toEqual(contents);
    expect(await held()).toBe(0);
  });

  it('can be limited to one profile and to entries without a star, in any number of steps', async () => {
    const { exchange, sentAs } = lookUp();
    const other = await put({ exchange: { ...exchange, profile: { ...exchange.profile, id: 'q' } }, sentAs });
    const starred = await put();
    await store.mark(starred.id, { starred: true });
    await putLookUps(230);
    const clearId = randomUUID();
    expect(await cleared.clear('sandbox', true, clearId)).toMatchObject({ entries: 230 });
    expect((await found()).sort()).toEqual([other.id, starred.id].sort());
    expect(await cleared.undo(clearId)).toBe(230);
    expect(await found()).toHaveLength(232);
  });

  it('keeps newer entries on undo, and finds room for those whose place was taken', async () => {
    const kept = lookUp();
    const entry = await put(kept);
    const clearId = randomUUID();
    await cleared.clear(null, false, clearId);
    // Its answer came after the clear, and another entry has its place.
    const again = await put(kept);
    await testing.database.execute({
      sql: 'UPDATE exchanges SET seq = seq + 1000 WHERE id = ?',
      values: [again.id],
    });
    await store.mark(again.id, { note: 'newer' });
    const newcomer = await put();
    await testing.database.execute({
      sql: 'UPDATE exchanges SET seq = ? WHERE id = ?',
      values: [entry.place, newcomer.id],
    });
    await cleared.undo(clearId);
    expect(await store.find(again.id)).toMatchObject({ note: 'newer' });

    const second = randomUUID();
    await testing.database.execute({
      sql: 'UPDATE exchanges SET starred = 1 WHERE id = ?',
      values: [again.id],
    });
    await cleared.clear(null, true, second);
    const third = await put();
    await testing.database.execute({
      sql: 'UPDATE exchanges SET seq = ? WHERE id = ?',
      values: [entry.place, third.id],
    });
    expect(await cleared.undo(second)).toBe(1);
    expect((await found()).sort()).toEqual([again.id, newcomer.id, third.id].sort());
    expect(await held()).toBe(0);
  });

  it('gives an entry that was written again its earlier note, star and outcome', async () => {
    const kept = lookUp();
    const { id } = await put(kept);
    await store.mark(id, { note: 'the one that hung', starred: true, notedOutcome: 'carried-out' });
    const clearId = randomUUID();
    await cleared.clear(null, false, clearId);
    await put(kept);
    await cleared.undo(clearId);
    await store.indexMissing();
    expect(await store.find(id)).toMatchObject({
      note: 'the one that hung',
      starred: true,
      notedOutcome: 'carried-out',
    });
    expect(await found('hung')).toEqual([id]);
    expect(await held()).toBe(0);
  });

  it('keeps the note of an entry that is written again during the clear', async () => {
    const kept = lookUp();
    await putLookUps(120);
    const { id } = await put(kept);
    await testing.database.execute({ sql: 'UPDATE exchanges SET seq = 1 WHERE id = ?', values: [id] });
    await store.mark(id, { note: 'the one that hung' });
    let moves = 0;
    openOn(
      onEachMove(async () => {
        if ((moves += 1) === 1) await put(kept);
      }),
    );
    const clearId = randomUUID();
    await cleared.clear(null, false, clearId);
    await cleared.undo(clearId);
    expect(await store.find(id)).toMatchObject({ note: 'the one that hung' });
  });

  it('can be undone for an entry that was cleared twice with its answer in between', async () => {
    const { exchange, sentAs } = lookUp();
    const underWay = {
      ...exchange,
      response: null,
      outcome: { kind: 'unanswered', why: 'under-way', mayHaveArrived: true },
    } as const;
    await put({ exchange: underWay, sentAs });
    await store.mark(exchange.id, { note: 'mine' });
    const first = randomUUID();
    const second = randomUUID();
    await cleared.clear(null, false, first);
    await put({ exchange, sentAs });
    await cleared.clear(null, false, second);
    expect(await held()).toBe(1);
    await cleared.undo(first);
    await cleared.undo(second);
    expect(await store.find(exchange.id)).toMatchObject({ outcome: 'answered', note: 'mine' });
  });

  it('does not bring back an entry that was kept again and then deleted', async () => {
    const kept = lookUp();
    await put();
    const { id } = await put(kept);
    const clearId = randomUUID();
    await cleared.clear(null, false, clearId);
    await put(kept);
    await cleared.remove([id]);
    expect(await cleared.undo(clearId)).toBe(1);
    expect(await store.find(id)).toBeNull();
    expect(await held()).toBe(0);
  });

  it('can be undone once, and only in time; after that it is deleted', async () => {
    await put();
    const [first, second] = [randomUUID(), randomUUID()];
    await cleared.clear(null, false, first);
    await cleared.undo(first);
    await expect(cleared.undo(first)).rejects.toMatchObject({ problem: { code: 'nothing-to-undo' } });
    await cleared.clear(null, false, second);
    expect(await held()).toBe(1);
    vi.advanceTimersByTime(UNDO_WINDOW_MS);
    await expect(cleared.undo(second)).rejects.toMatchObject({ problem: { code: 'nothing-to-undo' } });
    await vi.waitFor(async () => expect(await held()).toBe(0));
  });

  it('is deleted when the app ends, or at the next start after a crash', async () => {
    await put();
    await cleared.clear(null, false, randomUUID());
    await cleared.forgetAll();
    expect(await held()).toBe(0);

    await put();
    await cleared.clear(null, false, randomUUID());
    openOn(await testing.reopen());
    expect(await held()).toBe(1);
    await put();
    const own = randomUUID();
    await cleared.clear(null, false, own);
    await cleared.forgetLeftovers();
    expect(await held()).toBe(1);
    expect(await cleared.undo(own)).toBe(1);
  });

  it('may take longer than the undo period: what was moved by then comes back as well', async () => {
    await putLookUps(230);
    openOn(onEachMove(() => void vi.advanceTimersByTime(UNDO_WINDOW_MS)));
    const clearId = randomUUID();
    await cleared.clear(null, false, clearId);
    expect(await held()).toBe(230);
    vi.advanceTimersByTime(UNDO_WINDOW_MS - 1);
    expect(await cleared.undo(clearId)).toBe(230);
    expect(await found()).toHaveLength(230);
  });

  it('may take longer than the undo period to come back, and loses nothing', async () => {
    await putLookUps(230);
    openOn(onEachMove(() => void vi.advanceTimersByTime(UNDO_WINDOW_MS)));
    const clearId = randomUUID();
    await cleared.clear(null, false, clearId);
    expect(await cleared.undo(clearId)).toBe(230);
    expect(await found()).toHaveLength(230);
  });

  it('includes an entry that is written again during the clear, in its newest version', async () => {
    const kept = lookUp();
    await putLookUps(120);
    const entry = await put(kept);
    await testing.database.execute({ sql: 'UPDATE exchanges SET seq = 1 WHERE id = ?', values: [entry.id] });
    let moves = 0;
    openOn(
      onEachMove(async () => {
        if ((moves += 1) > 1) return;
        await put(kept);
        await store.mark(entry.id, { note: 'newer' });
      }),
    );
    const clearId = randomUUID();
    expect(await cleared.clear(null, false, clearId)).toMatchObject({ canUndo: true });
    expect(await held()).toBe(121);
    await cleared.undo(clearId);
    expect(await store.find(entry.id)).toMatchObject({ note: 'newer' });
    expect(await found()).toHaveLength(121);
  });

  it('is deleted at once if the app ends during the clear', async () => {
    await putLookUps(230);
    let moves = 0;
    let end = Promise.resolve();
    openOn(
      onEachMove(() => {
        if ((moves += 1) === 1) end = cleared.forgetAll();
      }),
    );
    expect(await cleared.clear(null, false, randomUUID())).toEqual({ entries: 230, canUndo: false });
    await end;
    expect(await held()).toBe(0);
    expect(await found()).toEqual([]);
  });

  it('is deleted when the app ends, even if another run left it', async () => {
    await put();
    await cleared.clear(null, false, randomUUID());
    openOn(testing.database);
    await cleared.forgetAll();
    expect(await held()).toBe(0);
  });

  it('that fails halfway can be undone, and is deleted after the undo period', async () => {
    await putLookUps(230);
    let moves = 0;
    const failing = () => {
      if ((moves += 1) === 2) throw new DatabaseError('ended', 'died');
    };
    openOn(onEachMove(failing));
    const clearId = randomUUID();
    await expect(cleared.clear(null, false, clearId)).rejects.toThrow('died');
    expect(await cleared.undo(clearId)).toBe(200);
    moves = 0;
    await expect(cleared.clear(null, false, clearId)).rejects.toThrow('died');
    vi.advanceTimersByTime(UNDO_WINDOW_MS);
    await vi.waitFor(async () => expect(await held()).toBe(0));
  });

  it('is deleted at once if the disk has no room to keep it, and the result says so', async () => {
    await put();
    const { database } = testing;
    openOn({
      get state() {
        return database.state;
      },
      query: (statement, row) => database.query(statement, row),
      queryInTurn: (steps, most, row) => database.queryInTurn(steps, most, row),
      execute: (statement) => database.execute(statement),
      transaction: (statements) =>
        statements.some(({ sql }) => sql.startsWith('INSERT OR REPLACE INTO cleared_exchanges'))
          ? Promise.reject(new DatabaseError('disk', 'database or disk is full'))
          : database.transaction(statements),
    });
    const clearId = randomUUID();
    expect(await cleared.clear(null, false, clearId)).toEqual({ entries: 1, canUndo: false });
    expect(await found()).toEqual([]);
    await expect(cleared.undo(clearId)).rejects.toMatchObject({ problem: { code: 'nothing-to-undo' } });
  });

  it('comes back in steps that each look up only what they move, however much was cleared', async () => {
    const { database } = testing;
    const asked: Statement[] = [];
    openOn({
      get state() {
        return database.state;
      },
      query: (statement, row) => {
        asked.push(statement);
        return database.query(statement, row);
      },
      queryInTurn: (steps, most, row) => database.queryInTurn(steps, most, row),
      execute: (statement) => database.execute(statement),
      transaction: (statements) => {
        asked.push(...statements);
        return database.transaction(statements);
      },
    });
    await putLookUps(3);
    const clearId = randomUUID();
    await cleared.clear(null, false, clearId);
    asked.length = 0;
    expect(await cleared.undo(clearId)).toBe(3);
    const plan = z.object({ detail: z.string() }).transform(({ detail }) => detail);
    const plans = await Promise.all(
      asked.map(({ sql, values }) => database.query({ sql: `EXPLAIN QUERY PLAN ${sql}`, values }, plan)),
    );
    // Words are looked up by their row, which SQLite also calls a scan.
    const isWide =
      /SCAN (?!exchange_words VIRTUAL TABLE INDEX 0:=)|TEMP B-TREE|FOR IN-OPERATOR|exchanges_1 \(clear_id=\?\)/;
    expect(plans.flat().filter((step) => isWide.test(step))).toEqual([]);
  });
});
