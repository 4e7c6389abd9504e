import { join } from 'node:path';
import type { BuyersQuery, LoadOutcome } from '@shared/bridge/buyers';
import { unpackItems, type LoadProgress } from '@shared/bridge/packed-items';
import type { Exchange, LoadCounts } from '@shared/http/exchange';
import type { Profile } from '@shared/profiles/profile';
import { exchangeOf } from '@shared/testing/exchanges';
import { testingProfile } from '@shared/testing/testing-profile';
import type { Database } from '../database/database';
import { Engine } from '../database/engine';
import { BuyersLoads } from './buyers-loads';
import { inflate } from './compression';
import { compressedRowsMigration, KeptRows, keptRowsMigration, packedRowsMigration } from './kept-rows';
import { idsUpTo, PagedService, plainQuery, readInlinePage } from './paged-service.fixture';
import { idOf } from './read-page';
import { ResumableLoads } from './resumable-loads';

export const profile: Profile = testingProfile({
  name: 'Sandbox',
  baseUrl: 'https://api.example',
  merchantAccountId: null,
});

/** Where the runs of the app with this folder for data keep what loads leave behind. */
export const checkpointsIn = (folder: string): string => join(folder, 'stopped-loads.json');

/** The database, whose file survives from one run of the app to the next. */
export function openDatabase(folder: string): Database & { close(): void } {
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

type Ask = (query: BuyersQuery, signal: AbortSignal) => Promise<Exchange>;

/** Loads in one run of the app after the other, for tests: all of them with the same folder for data. */
export const loadsIn = (folder: string) => (ask: Ask, database?: Database) => {
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
    path: checkpointsIn(folder),
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
};

export async function stoppedId(run: ReturnType<ReturnType<typeof loadsIn>>, of = profile): Promise<string> {
  const stopped = await run.loads.describeStopped(of);
  if (stopped === null) throw new Error('no load stopped');
  return stopped.loadId;
}

/** A service that fails at a cursor until told otherwise. */
export function failingAt(cursor: string, count = 10) {
  const service = new PagedService(idsUpTo(count));
  service.before.set(cursor, [exchangeOf(500, '{}')]);
  return service;
}
