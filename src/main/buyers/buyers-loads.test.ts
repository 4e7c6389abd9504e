import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import type { BuyerItem, BuyersQuery, LoadOutcome } from '@shared/bridge/buyers';
import { joinItems, packItems, packTexts, unpackItems, type LoadProgress } from '@shared/bridge/packed-items';
import type { Exchange, LoadCounts } from '@shared/http/exchange';
import { type Profile } from '@shared/profiles/profile';
import { exchangeOf, unanswered } from '@shared/testing/exchanges';
import type { Database } from '../database/database';
import { Engine } from '../database/engine';
import { BuyersLoads, NOT_RESUMABLE } from './buyers-loads';
import { deflate, inflate } from './compression';
import { compressedRowsMigration, KeptRows, keptRowsMigration, packedRowsMigration } from './kept-rows';
import { ResumableLoads } from './resumable-loads';
import { idsUpTo, PagedService, plainQuery, readInlinePage } from './paged-service.fixture';
import { stampOf } from '../sending/service-request';
import { LoadRun, startOf } from './load-run';
import { idOf } from './read-page';
import { testingProfile } from '@shared/testing/testing-profile';
import { testingFolder } from '../testing/testing-folder';

const profile: Profile = testingProfile({
  name: 'Sandbox',
  baseUrl: 'https://api.example',
  merchantAccountId: null,
});

const folder = testingFolder();

const path = () => join(folder, 'stopped-loads.json');

/** The database, whose file survives from one run of the app to the next. */
function openDatabase(): Database & { close(): void } {
  const file = { path: join(folder, 'explorer.db'), key: 'ab'.repeat(32) };
  const engine = new Engine({
    file,
    migrations: [keptRowsMigration, packedRowsMigration, compressedRowsMigration],
  });
  return {
    state: { kind: 'open', notice: null },
    query: (statement, row) => Promise.resolve(engine.query(statement).map((found) => row.parse(found))),
    queryInTurn: (steps, most, row) => {
      const { rows, done } = engine.queryInTurn(steps, most);
      return Promise.resolve({ rows: rows.map((found) => row.parse(found)), done });
    },
    execute: (statement) => Promise.resolve(engine.execute(statement)),
    transaction: (statements) => Promise.resolve(engine.transaction(statements)),
    close: () => engine.close(),
  };
}

/** One run of the app. */
function startRun(ask: (query: BuyersQuery, signal: AbortSignal) => Promise<Exchange>, database?: Database) {
  const news: LoadProgress[] = [];
  const reports: string[] = [];
  const refused = () => Promise.reject(new Error('nothing goes into a database in memory'));
  const rows = new KeptRows(
    database ?? {
      state: { kind: 'session-only', reason: 'locked', detail: '', showsKept: false },
      query: refused,
      queryInTurn: refused,
      execute: refused,
      transaction: refused,
    },
  );
  const noted: { loadId: string; firstPage: Exchange; counts: LoadCounts }[] = [];
  const stops = new Map<string, AbortController>();
  const resumable = new ResumableLoads({
    path: path(),
    rows,
    report: (where, error) => reports.push(`${where}: ${String(error)}`),
  });
  const loads = new BuyersLoads({
    ask: (_profile, query, _gate, { signal }) => ask(query, signal),
    note: (loadId, firstPage, counts) => {
      noted.push({ loadId, firstPage, counts });
      return Promise.resolve();
    },
    readPage: readInlinePage,
    release: () => Promise.resolve(),
    resumable,
    tell: (told) => news.push(told),
    cancel: (callId) => stops.get(callId)?.abort(),
  });
  const call = (callId: string) => {
    const stop = new AbortController();
    stops.set(callId, stop);
    return { callId, signal: stop.signal };
  };
  return {
    loads,
    resumable,
    reports,
    news,
    noted,
    call,
    ids: () => news.flatMap(({ items }) => unpackItems(items, inflate).map(idOf)),
    start: (query: Partial<BuyersQuery> = {}, cap = 1_000): Promise<LoadOutcome> =>
      loads.start(profile, { ...plainQuery, ...query }, cap, call('first')),
    resume: (loadId: string, held: number, of = profile): Promise<LoadOutcome> =>
      loads.resume(of, loadId, 1_000, held, call('second')),
    cancel: (callId: string) => stops.get(callId)?.abort(),
  };
}

async function stoppedId(run: ReturnType<typeof startRun>, of = profile): Promise<string> {
  const stopped = await run.loads.describeStopped(of);
  if (stopped === null) throw new Error('no load stopped');
  return stopped.loadId;
}

/** A service that fails at a cursor until told otherwise. */
function failingAt(cursor: string, count = 10) {
  const service = new PagedService(idsUpTo(count));
  service.before.set(cursor, [exchangeOf(500, '{}')]);
  return service;
}

/** An exchange that ends only when it is cancelled. */
function cancelledWith(signal: AbortSignal): Promise<Exchange> {
  const exchange = unanswered({ kind: 'cancelled', mayHaveArrived: true });
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(exchange)));
}

describe('a load of buyers', () => {
  it('delivers its rows in order, and leaves nothing to resume when complete', async () => {
    const run = startRun(new PagedService(idsUpTo(9)).ask);
    const { end, state } = await run.start();
    expect(end).toEqual({ kind: 'complete' });
    expect(state).toMatchObject({ rows: 9, pages: 5, written: true, profile: { id: 'sandbox' } });
    expect(run.ids()).toEqual(idsUpTo(9));
    expect(await run.loads.describeStopped(profile)).toBeNull();
    expect(run.reports).toEqual([]);
  });

  it('is recorded as one exchange with its counts, before and after it is resumed, unless no page came', async () => {
    const run = startRun(failingAt('6').ask);
    const { state } = await run.start();
    expect(run.noted).toMatchObject([
      { loadId: state.loadId, counts: { pages: 3, rows: 6 }, firstPage: { response: { status: 200 } } },
    ]);
    await run.resume(state.loadId, 6);
    expect(run.noted.at(-1)).toMatchObject({ loadId: state.loadId, counts: { pages: 5, rows: 10 } });
    expect(new Set(run.noted.map(({ loadId }) => loadId)).size).toBe(1);
    const none = startRun(() => Promise.resolve(exchangeOf(500, '{}')));
    await none.start();
    expect(none.noted).toEqual([]);
  });

  it('delivers each row once with its number, even if progress is reported during a page', async () => {
    const service = new PagedService(idsUpTo(7));
    const run = startRun((query) => {
      // Progress is reported at once.
      run.loads.pause('first', false);
      return service.ask(query);
    });
    await run.start();
    let told = 0;
    for (const { firstRow, items } of run.news) {
      expect(firstRow).toBe(told);
      told += items.count;
    }
    expect(run.news.length).toBeGreaterThan(3);
    expect(run.ids()).toEqual(idsUpTo(7));
  });

  it('continues while a checkpoint is written, one at a time, and none is ahead of its rows', async () => {
    let time = 0;
    let finish: () => void = () => undefined;
    let first: Promise<void> | null = new Promise((resolve) => (finish = resolve));
    const kept: { rows: number; firstRow: number; items: number }[] = [];
    let underWay = 0;
    const asked: (string | null)[] = [];
    const service = failingAt('16', 20);
    const loads = new BuyersLoads({
      ask: (_profile, query) => {
        asked.push(query.cursor);
        if (query.cursor === '4') finish();
        return service.ask(query);
      },
      note: () => Promise.resolve(),
      readPage: readInlinePage,
      release: () => Promise.resolve(),
      resumable: {
        begin: () => Promise.resolve(),
        keep: async (run, { firstRow, pages }) => {
          expect((underWay += 1)).toBe(1);
          kept.push({ rows: run.checkpoint.rows, firstRow, items: joinItems(pages).count });
          await first;
          first = null;
          underWay -= 1;
          return true;
        },
        describe: () => Promise.resolve(null),
        discard: () => Promise.resolve(),
        takeUp: () => Promise.reject(new Error('not resumed')),
        keptRows: async function* () {},
      },
      tell: () => undefined,
      cancel: () => undefined,
      // Each page takes longer than the time between two checkpoints.
      now: () => (time += 1_500),
    });
    const call = { callId: 'first', signal: new AbortController().signal };
    const { end } = await loads.start(profile, plainQuery, 1_000, call);
    expect(end.kind).toBe('failed');
    expect(asked.slice(0, 3)).toEqual([null, '2', '4']);
    expect(kept.length).toBeGreaterThan(2);
    // Batches have no gaps: the kept rows reach as far as their checkpoint.
    let reached = 0;
    for (const { rows, firstRow, items } of kept) {
      expect(firstRow).toBe(reached);
      reached += items;
      expect(rows).toBe(reached);
    }
    expect(reached).toBe(16);
  });

  it('goes on saving checkpoints if the clock is set back by an hour', async () => {
    let time = 7_200_000;
    const saved: number[] = [];
    const loads = new BuyersLoads({
      ask: (_profile, query) => {
        time += query.cursor === '4' ? -3_600_000 : 1_500;
        return new PagedService(idsUpTo(20)).ask(query);
      },
      note: () => Promise.resolve(),
      readPage: readInlinePage,
      release: () => Promise.resolve(),
      resumable: {
        ...NOT_RESUMABLE,
        keep: (run) => {
          saved.push(run.checkpoint.rows);
          return Promise.resolve(true);
        },
      },
      tell: () => undefined,
      cancel: () => undefined,
      now: () => time,
    });
    const call = { callId: 'first', signal: new AbortController().signal };
    expect((await loads.start(profile, plainQuery, 1_000, call)).end.kind).toBe('complete');
    expect(saved.length).toBeGreaterThan(3);
  });

  it('records the checkpoint that belongs to the rows handed over, even if it moves on while they are stored', async () => {
    const page = async (id: string) => {
      const read = await readInlinePage(
        exchangeOf(200, JSON.stringify({ items: [{ id }], next_cursor: id })),
      );
      if (read === null) throw new Error('it is a page');
      return read;
    };
    const [first, second] = [await page('a'), await page('b')];
    const run = new LoadRun(stampOf(profile), startOf('11111111-0000-4000-8000-000000000000', plainQuery, 9));
    const nothing = () => Promise.resolve();
    const rows = {
      begin: nothing,
      add: () => {
        run.take(second);
        return Promise.resolve();
      },
      has: () => Promise.resolve(true),
      read: async function* () {},
      parametersOf: () => Promise.resolve([]),
      forget: nothing,
    };
    const services = {
      path: path(),
      rows,
      report: (_where: string, error: unknown) => expect(error).toBeNull(),
    };
    run.take(first);
    await new ResumableLoads(services).keep(
      run,
      { firstRow: 0, pages: [packTexts(first.items, deflate)] },
      0,
    );
    // As the next run of the app reads it.
    expect(await new ResumableLoads(services).describe(stampOf(profile))).toMatchObject({
      rows: 1,
      nextCursor: 'a',
    });
  });

  it('resumes after an error where it stopped, in the same run of the app', async () => {
    const run = startRun(failingAt('6').ask);
    const { end, state } = await run.start();
    expect(end).toMatchObject({ kind: 'failed', exchange: { response: { status: 500 } } });
    expect(await run.loads.describeStopped(profile)).toMatchObject({ rows: 6, refusal: null });
    expect((await run.resume(state.loadId, 6)).end).toEqual({ kind: 'complete' });
    expect(run.ids()).toEqual(idsUpTo(10));
  });

  it('resumes after a restart, without the earlier rows when there is no encrypted database', async () => {
    await startRun(failingAt('6').ask).start();
    const service = new PagedService(idsUpTo(10));
    const run = startRun(service.ask);
    expect(await run.loads.describeStopped(profile)).toMatchObject({
      rows: 6,
      rowsKept: false,
      refusal: null,
    });
    const { end, state } = await run.resume(await stoppedId(run), 0);
    expect(end).toEqual({ kind: 'complete' });
    expect(state).toMatchObject({ rows: 10, pages: 5 });
    expect(service.asked).toEqual(['6', '8']);
    expect(run.news[0]).toMatchObject({ firstRow: 6 });
    expect(run.ids()).toEqual(idsUpTo(10).slice(6));
  });

  it('restores the earlier rows from the encrypted database, recognizes their ids, and then deletes them', async () => {
    const database = openDatabase();
    await startRun(failingAt('6').ask, database).start({ parameters: [['search', 'Ada']] });
    database.close();
    const again = openDatabase();
    const ids = [...idsUpTo(8), 'buyer-1', 'new'];
    const run = startRun(new PagedService(ids).ask, again);
    expect(await run.loads.describeStopped(profile)).toMatchObject({
      rows: 6,
      rowsKept: true,
      query: { parameters: [['search', 'Ada']] },
    });
    const { end, state } = await run.resume(await stoppedId(run), 0);
    expect(end).toEqual({ kind: 'complete' });
    expect(run.ids()).toEqual(ids);
    expect(state.firstRepeats).toEqual([{ id: 'buyer-1', row: 2, again: 9 }]);
    const left = await again.query({ sql: 'SELECT * FROM buyer_load_rows' }, z.unknown());
    expect(left).toEqual([]);
    again.close();
  });

  it('restores rows that an earlier version stored as text', async () => {
    const database = openDatabase();
    await startRun(failingAt('6').ask, database).start();
    const items = idsUpTo(6).map((id, row) => ({ text: `{"id":"${id}"}`, worst: row === 2 ? 'note' : null }));
    const sql = `UPDATE buyer_load_rows SET items = ?, ends = NULL, parts = NULL, worst = NULL`;
    await database.execute({ sql, values: [JSON.stringify(items)] });
    const run = startRun(new PagedService(idsUpTo(8)).ask, database);
    expect((await run.resume(await stoppedId(run), 0)).end).toEqual({ kind: 'complete' });
    expect(run.news.flatMap((news) => unpackItems(news.items, inflate)).slice(0, 6)).toEqual(items);
    expect(run.ids()).toEqual(idsUpTo(8));
    database.close();
  });

  it('restores rows that an earlier version stored as uncompressed bytes', async () => {
    const database = openDatabase();
    await startRun(failingAt('6').ask, database).start();
    const items = idsUpTo(6).map((id, row) => ({
      text: `{"id":"${id}","name":"Łukasz"}`,
      worst: row === 2 ? ('note' as const) : null,
    }));
    const bytes = items.map(({ text }) => Buffer.from(text));
    let end = 0;
    const ends = Uint32Array.from(bytes, ({ length }) => (end += length));
    const sql = `UPDATE buyer_load_rows SET items = ?, ends = ?, parts = NULL, worst = ?`;
    const worst = JSON.stringify(items.map((item) => item.worst));
    await database.execute({ sql, values: [Buffer.concat(bytes), new Uint8Array(ends.buffer), worst] });
    const run = startRun(new PagedService(idsUpTo(8)).ask, database);
    expect((await run.resume(await stoppedId(run), 0)).end).toEqual({ kind: 'complete' });
    expect(run.news.flatMap((news) => unpackItems(news.items, inflate)).slice(0, 6)).toEqual(items);
    expect(run.ids()).toEqual(idsUpTo(8));
    database.close();
  });

  it('stores rows with their findings, and reads them back in batches', async () => {
    const database = openDatabase();
    const kept = new KeptRows(database);
    const loadId = '22222222-0000-4000-8000-000000000000';
    await kept.begin(loadId, 'p', []);
    const page = (first: number): BuyerItem[] =>
      Array.from({ length: 700 }, (_, at) => ({
        text: `{"id":"Łukasz ${first + at}"}`,
        worst: at === 5 ? 'error' : null,
      }));
    const pages = [page(0), page(700), [], page(1_400), page(2_100), page(2_800)];
    await kept.add(
      loadId,
      0,
      pages.map((items) => packItems(items, deflate)),
    );
    expect(await kept.has(loadId, 3_500)).toBe(true);
    expect(await kept.has(loadId, 3_501)).toBe(false);
    const batches: BuyerItem[][] = [];
    for await (const { firstRow, items } of kept.read(loadId, 3_500)) {
      expect(firstRow).toBe(batches.flat().length);
      batches.push(unpackItems(items, inflate));
    }
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.flat()).toEqual(pages.flat());
    database.close();
  });

  it('writes neither buyers nor query parameters to a plain file, and cannot be resumed without the latter', async () => {
    const run = startRun(failingAt('4').ask);
    await run.start({ limit: 2, parameters: [['search', 'ada@example.com']] });
    const text = await readFile(path(), 'utf8');
    expect(text).toContain('"nextCursor": "4"');
    expect(text).not.toMatch(/buyer-\d|ada@example|search/);
    const next = startRun(failingAt('4').ask);
    const stopped = await next.loads.describeStopped(profile);
    expect(stopped?.refusal).toContain('query parameters');
    await expect(next.resume(stopped?.loadId ?? '', 0)).rejects.toThrow('cannot be resumed');
  });

  it('is resumed from a file of version 1', async () => {
    const loadId = '22222222-0000-4000-8000-000000000000';
    const load = {
      loadId,
      baseUrl: profile.baseUrl,
      merchantAccountId: null,
      merchantHeader: profile.merchantHeader,
      limit: 2,
      cursor: '2',
      nextCursor: '6',
      cap: 1_000,
      rows: 4,
      pages: 2,
      parameters: 0,
      stoppedAt: '2026-01-01T00:00:00.000Z',
    };
    await writeFile(path(), JSON.stringify({ version: 1, content: { [profile.id]: load } }));
    const service = new PagedService(idsUpTo(10));
    const run = startRun(service.ask);
    expect(await run.loads.describeStopped(profile)).toEqual({
      loadId,
      profileId: profile.id,
      query: { limit: 2, cursor: '2', parameters: [] },
      cap: 1_000,
      rows: 4,
      pages: 2,
      nextCursor: '6',
      stoppedAt: '2026-01-01T00:00:00.000Z',
      rowsKept: false,
      refusal: null,
    });
    expect((await run.resume(loadId, 4)).state).toMatchObject({ rows: 8, pages: 4 });
    expect(service.asked).toEqual(['6', '8']);
  });

  it('is not resumed at a different base URL, except in the Local sandbox', async () => {
    await startRun(failingAt('4').ask).start();
    const run = startRun(failingAt('4').ask);
    const moved = { ...profile, baseUrl: 'https://other.example' };
    expect((await run.loads.describeStopped(moved))?.refusal).toContain('base URL');
    await expect(run.resume(await stoppedId(run), 0, moved)).rejects.toThrow('cannot be resumed');
    const local = { ...moved, environment: 'local' } as const;
    expect(await run.loads.describeStopped(local)).toMatchObject({ refusal: null });
  });

  it('is cancelled by a new load of its profile, and forgotten with its profile', async () => {
    const service = new PagedService(idsUpTo(4));
    let hold = true;
    const run = startRun((query, signal) => (hold ? cancelledWith(signal) : service.ask(query)));
    const stuck = run.loads.start(profile, plainQuery, 10, run.call('stuck'));
    await expect.poll(() => run.news.length).toBe(1);
    expect(run.loads.pause('stuck', true)).toBe(true);
    expect(run.news[1]?.state.paused).toBe(true);
    expect(run.loads.pause('unknown', true)).toBe(false);
    hold = false;
    expect((await run.start()).end).toEqual({ kind: 'complete' });
    expect((await stuck).end).toEqual({ kind: 'cancelled' });

    const other = startRun(failingAt('4').ask);
    await other.start();
    expect(new Set(await other.resumable.profileIds())).toEqual(new Set([profile.id]));
    await other.resumable.forgetProfiles(['production']);
    expect(await other.loads.describeStopped(profile)).not.toBeNull();
    await other.resumable.forgetProfiles([profile.id]);
    expect(await other.loads.describeStopped(profile)).toBeNull();
    expect(await startRun(failingAt('4').ask).loads.describeStopped(profile)).toBeNull();
  });

  it('goes on only as the last of several that are started at once', async () => {
    const service = new PagedService(idsUpTo(4));
    const run = startRun(service.ask);
    const start = (callId: string) => run.loads.start(profile, plainQuery, 10, run.call(callId));
    const ends = (await Promise.all([start('one'), start('two'), start('three')])).map(({ end }) => end.kind);
    expect(ends).toEqual(['cancelled', 'cancelled', 'complete']);
    expect(service.asked).toEqual([null, '2']);
  });

  it('is cancelled by the next one also if it took the place of an earlier one that has ended since', async () => {
    const service = new PagedService(idsUpTo(4));
    let hold = true;
    const run = startRun((query, signal) => (hold ? cancelledWith(signal) : service.ask(query)));
    const start = (callId: string) => run.loads.start(profile, plainQuery, 10, run.call(callId));
    const one = start('one');
    await expect.poll(() => run.news.length).toBe(1);
    const two = start('two');
    expect((await one).end.kind).toBe('cancelled');
    await expect.poll(() => run.news.at(-1)?.callId).toBe('two');
    hold = false;
    const three = start('three');
    expect((await two).end.kind).toBe('cancelled');
    expect((await three).end.kind).toBe('complete');
  });

  it('that has not begun yet is cancelled by a discard as well, and the end of the app waits for it', async () => {
    const service = new PagedService(idsUpTo(4));
    const run = startRun(service.ask);
    const load = run.start();
    void run.loads.discard(profile.id);
    await run.loads.settled();
    expect(await run.loads.describeStopped(profile)).toBeNull();
    expect((await load).end).toEqual({ kind: 'cancelled' });
    expect(service.asked).toEqual([]);
  });

  it('says when its checkpoint cannot be written, and can still be resumed in the same run', async () => {
    await mkdir(path());
    await writeFile(join(path(), 'in-the-way'), '');
    const run = startRun(failingAt('4').ask);
    const { state } = await run.start();
    expect(state).toMatchObject({ rows: 4, written: false });
    expect(run.reports.length).toBeGreaterThan(0);
    expect((await run.resume(state.loadId, 4)).end).toEqual({ kind: 'complete' });
  });
});
