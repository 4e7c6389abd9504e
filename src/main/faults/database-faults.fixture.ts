import fc from 'fast-check';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import { TestingKeychain } from '../credentials/testing-keychain';
import { DatabaseService } from '../database/database-service';
import { HistorySearch } from '../history/history-search';
import { HistoryStore } from '../history/history-store';
import { migrations, tableLabels, tablesToCarryOver } from '../schema';
import { damagePages, databaseIn } from '../testing/damage-file';
import { startHere } from '../testing/testing-database';
import {
  expectEntries,
  keepEntries,
  killInTheMiddle,
  MachineDatabase,
  prepareEntries,
  putEntries,
} from './machine-database.fixture';
import { assert, problemOf, type MachineFault, type MachinePlace } from './machine-fault.fixture';

/** Another process that holds a write transaction on the file until it is told to let go. */
async function holdLock(path: string, key: string): Promise<() => Promise<void>> {
  const script = `
    const Database = require(process.argv[1]);
    const other = new Database(process.argv[2], { encryptionCipher: 'aes256cbc', encryptionKey: process.argv[3] });
    other.exec('BEGIN EXCLUSIVE');
    process.stdout.write('held');
    process.stdin.once('data', () => { other.exec('COMMIT'); other.close(); process.exit(); });`;
  const child = spawn(process.execPath, ['-e', script, resolve('node_modules/libsql'), path, key], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return async () => {
    const ended = once(child, 'exit');
    child.stdin.write('.');
    await ended;
  };
}

/**
 * Whole blocks, as a failing disk loses them. What leaves the head of a page as it was cannot be tried here: libsql
 * 0.5.29 ends the process over a text that is no UTF-8.
 */
const DAMAGES = 100;
const PAGE_BYTES = 4096;

/** Of one row; hundreds of them are more than SQLite's memory takes. */
const LARGE_BYTES = 20_000;

/** Starts the app on a damaged copy, reads everything starred, and says what the app says of it. */
async function openDamaged(
  folder: string,
  key: string,
  starred: readonly string[],
): Promise<'open' | 'lines left out, and said' | 'rebuilt'> {
  const database = new DatabaseService({
    path: join(folder, 'explorer.db'),
    migrations,
    carryOver: tablesToCarryOver,
    tableNames: tableLabels,
    secretStore: { get: () => Promise.resolve(key), set: () => Promise.resolve() },
    startWorker: startHere,
    announce: () => undefined,
  });
  try {
    const store = new HistoryStore(database);
    const search = new HistorySearch(database, store.shards);
    const page = await search.page(EMPTY_HISTORY_QUERY, null, 500);
    const found = (page?.entries ?? []).filter((entry) => starred.includes(entry.id));
    // One by one: what is in a damaged place is refused, and takes no other with it.
    for (const { place } of found) await store.read(place).catch(() => null);
    await search.page({ ...EMPTY_HISTORY_QUERY, starred: true }, null, 500);
    const { state } = database;
    assert(state.kind === 'open', `it is ${JSON.stringify(state)}`);
    if (state.notice === null) {
      const lost = starred.length - found.filter((entry) => entry.starred).length;
      assert(lost <= (page?.unreadable ?? 0), `${lost} starred entries are gone, and nothing is said`);
      return lost === 0 ? 'open' : 'lines left out, and said';
    }
    assert(/complete|could be read was saved|was set aside/.test(state.notice), state.notice);
    const aside = readdirSync(folder).filter((name) => /\.(damaged|before-rebuild)-.*\.db$/.test(name));
    assert(aside.length > 0 && state.notice.includes(aside[0] ?? ''), `no old file: ${state.notice}`);
    return 'rebuilt';
  } finally {
    await database.close();
  }
}

async function meetDamage(place: MachinePlace): Promise<'rebuilt, and said'> {
  const app = new MachineDatabase(place, place.folder);
  await keepEntries(app.database, 60);
  const starred = await keepEntries(app.database, 20);
  const store = new HistoryStore(app.database);
  for (const id of starred) await store.mark(id, { starred: true });
  await app.close();
  const original = databaseIn(place.folder);
  const seen = new Map<string, number>();
  const page = fc.integer({ min: 1, max: statSync(original).size / PAGE_BYTES });
  let number = 0;
  await fc.assert(
    fc.asyncProperty(page, async (damaged) => {
      const folder = join(place.folder, `damaged-${(number += 1)}`);
      mkdirSync(folder);
      const copy = join(folder, original.slice(place.folder.length + 1));
      copyFileSync(original, copy);
      damagePages(copy, [damaged]);
      const outcome = await openDamaged(folder, app.key, starred);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }),
    { numRuns: DAMAGES, endOnFailure: true },
  );
  assert((seen.get('rebuilt') ?? 0) > DAMAGES / 10, `too few were noticed: ${JSON.stringify([...seen])}`);
  return 'rebuilt, and said';
}

export const DATABASE_FAULTS: readonly MachineFault[] = [
  {
    name: 'database locked by another process, while it is open',
    outcome: 'refused in words',
    needsMount: false,
    meet: async (place) => {
      const app = new MachineDatabase(place, place.folder, new TestingKeychain(), { lockWaitMs: 50 });
      const kept = await keepEntries(app.database, 3);
      const release = await holdLock(databaseIn(place.folder), app.key);
      await problemOf(() => keepEntries(app.database, 1));
      await release();
      const more = await keepEntries(app.database, 1);
      await expectEntries(app.database, [...kept, ...more]);
      await app.close();
      return 'refused in words';
    },
  },
  {
    name: 'database locked by another process, when it is opened',
    outcome: 'in memory, and said',
    needsMount: false,
    meet: async (place) => {
      const app = new MachineDatabase(place, place.folder, new TestingKeychain(), { lockWaitMs: 50 });
      const kept = await keepEntries(app.database, 3);
      await app.close();
      const release = await holdLock(databaseIn(place.folder), app.key);
      app.start();
      const more = await keepEntries(app.database, 1);
      const { state } = app.database;
      assert(state.kind === 'session-only' && state.reason === 'in-use', JSON.stringify(state));
      await release();
      await app.database.reopen();
      await expectEntries(await app.restart(), [...kept, ...more]);
      await app.close();
      return 'in memory, and said';
    },
  },
  {
    name: `database damaged, ${DAMAGES} times at a random block`,
    outcome: 'rebuilt, and said',
    needsMount: false,
    meet: meetDamage,
  },
  {
    name: 'two instances write to one database',
    outcome: 'goes on',
    needsMount: false,
    meet: async (place) => {
      const keychain = new TestingKeychain();
      const first = new MachineDatabase(place, place.folder, keychain);
      const kept = await keepEntries(first.database, 1);
      const second = new MachineDatabase(place, place.folder, keychain);
      for (let round = 0; round < 20; round += 1) {
        const ids = await Promise.all([keepEntries(first.database, 2), keepEntries(second.database, 2)]);
        kept.push(...ids.flat());
      }
      await expectEntries(first.database, kept);
      await first.close();
      await expectEntries(second.database, kept);
      assert(second.database.state.kind === 'open' && second.database.state.notice === null, 'it is sound');
      await second.close();
      return 'goes on';
    },
  },
  {
    name: "database's thread killed inside a write that may be repeated",
    outcome: 'asked again',
    needsMount: false,
    meet: async (place) => {
      const app = new MachineDatabase(place, place.folder);
      const kept = await keepEntries(app.database, 1);
      const entries = await prepareEntries(200, LARGE_BYTES);
      const more = await killInTheMiddle(app, () => putEntries(app.database, entries));
      assert(app.workers === 2, 'another thread took over');
      await expectEntries(await app.restart(), [...kept, ...more]);
      await app.close();
      return 'asked again';
    },
  },
  {
    name: "database's thread killed inside any other write",
    outcome: 'refused in words',
    needsMount: false,
    meet: async (place) => {
      const app = new MachineDatabase(place, place.folder);
      const kept = await keepEntries(app.database, 1);
      const inserts = Array.from({ length: 400 }, (_, index) => ({
        sql: "INSERT INTO saved_requests VALUES (?, '', 'saved', '', 'p', ?, '[]', '2026')",
        values: [`${index}`, JSON.stringify(randomBytes(LARGE_BYTES).toString('base64'))],
      }));
      const problem = await problemOf(() => killInTheMiddle(app, () => app.database.transaction(inserts)));
      assert(/thread/.test(problem.detail ?? ''), `it says what: ${problem.detail}`);
      await expectEntries(app.database, kept);
      const rows = z.object({ rows: z.number() });
      const count = { sql: 'SELECT count(*) AS rows FROM saved_requests' };
      const [found] = await app.database.query(count, rows);
      assert(found?.rows === 0, `half of it was kept: ${found?.rows}`);
      await app.database.transaction(inserts);
      assert((await app.database.query(count, rows))[0]?.rows === 400, 'the next try works');
      await app.close();
      return 'refused in words';
    },
  },
];
