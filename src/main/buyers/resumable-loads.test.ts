import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { describe, expect, it } from 'vitest';
import type { BuyerItem } from '@shared/bridge/buyers';
import { packItems, packTexts, unpackItems } from '@shared/bridge/packed-items';
import { exchangeOf } from '@shared/testing/exchanges';
import { deflate, inflate } from './compression';
import { KeptRows } from './kept-rows';
import { ResumableLoads } from './resumable-loads';
import { checkpointsIn, failingAt, loadsIn, openDatabase, profile, stoppedId } from './loads-in.fixture';
import { idsUpTo, PagedService, plainQuery, readInlinePage } from './paged-service.fixture';
import { stampOf } from '../sending/service-request';
import { LoadRun, startOf } from './load-run';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
const path = checkpointsIn(folder);
const startRun = loadsIn(folder);

describe('a load that did not end', () => {
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
      path: path,
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
    const database = openDatabase(folder);
    await startRun(failingAt('6').ask, database).start({ parameters: [['search', 'Ada']] });
    database.close();
    const again = openDatabase(folder);
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
    const database = openDatabase(folder);
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
    const database = openDatabase(folder);
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
    const database = openDatabase(folder);
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
    const text = await readFile(path, 'utf8');
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
    await writeFile(path, JSON.stringify({ version: 1, content: { [profile.id]: load } }));
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

  it('says when its checkpoint cannot be written, and can still be resumed in the same run', async () => {
    await mkdir(path);
    await writeFile(join(path, 'in-the-way'), '');
    const run = startRun(failingAt('4').ask);
    const { state } = await run.start();
    expect(state).toMatchObject({ rows: 4, written: false });
    expect(run.reports.length).toBeGreaterThan(0);
    expect((await run.resume(state.loadId, 4)).end).toEqual({ kind: 'complete' });
  });
});
