import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { TestingKeychain } from '../credentials/testing-keychain';
import type { Database, Migration } from '../database/database';
import { DatabaseService } from '../database/database-service';
import { HistorySearch } from '../history/history-search';
import { HistoryStore } from '../history/history-store';
import { lookUp, prepared, textBody } from '../history/testing-exchanges';
import { forkStarter } from '../processes/fork-process';
import { migrations, tableLabels, rowsToCarryOver } from '../schema';
import { databaseIn } from '../testing/damage-file';
import { assert, type MachinePlace } from './machine-fault.fixture';

/** The database as in the app, in a folder: encrypted, with every table, in its real process. */
export class MachineDatabase {
  readonly secretStore: IndexedSecretStore;
  /** The most recently started process. */
  process: ChildProcess | null = null;
  processes = 0;
  database: DatabaseService;

  constructor(
    private readonly place: MachinePlace,
    readonly folder: string,
    private readonly keychain = new TestingKeychain(),
    private readonly options: { readonly lockWaitMs?: number; readonly schema?: readonly Migration[] } = {},
  ) {
    this.secretStore = new IndexedSecretStore(keychain, join(folder, 'secrets.json'));
    this.database = this.start();
  }

  get key(): string {
    return this.keychain.secrets.get('database-key') ?? '';
  }

  start(): DatabaseService {
    this.database = new DatabaseService({
      path: join(this.folder, 'explorer.db'),
      migrations: this.options.schema ?? migrations,
      carryOver: rowsToCarryOver,
      tableNames: tableLabels,
      secretStore: this.secretStore,
      startProcess: forkStarter(this.place.built('database-process'), {
        onStart: (child) => {
          this.processes += 1;
          this.process = child;
        },
      }),
      announce: () => undefined,
      ...(this.options.lockWaitMs === undefined ? {} : { lockWaitMs: this.options.lockWaitMs }),
    });
    return this.database;
  }

  /** Closes the database and opens it again, as the app does. */
  async restart(): Promise<DatabaseService> {
    await this.close();
    return this.start();
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

/** They all begin in the same millisecond, so each has to find its own place. */
const MOMENT = new Date(Date.UTC(2026, 10, 21)).toISOString();
type Putting = Parameters<HistoryStore['putAll']>[0][number];

/** Prepares exchanges whose answers have this many incompressible bytes. */
export async function prepareEntries(count: number, bytes = 100): Promise<readonly Putting[]> {
  return prepared(
    Array.from({ length: count }, () => {
      const { exchange, sentAs } = lookUp({ startedAt: MOMENT });
      const body = textBody(JSON.stringify({ random: randomBytes(bytes).toString('base64') }));
      return {
        exchange: { ...exchange, response: exchange.response && { ...exchange.response, body } },
        sentAs,
      };
    }),
  );
}

/** Notes the exchanges in one go, and returns their ids. */
export async function putEntries(database: Database, items: readonly Putting[]): Promise<string[]> {
  await new HistoryStore(database).putAll(items);
  return items.map(({ kept }) => kept.record.id);
}

export async function keepEntries(database: Database, count: number): Promise<string[]> {
  return putEntries(database, await prepareEntries(count));
}

/** Starts a write that is too large for SQLite's memory, and kills the process once the first part of it is on disk. */
export async function killDuringWrite<T>(app: MachineDatabase, write: () => Promise<T>): Promise<T> {
  const log = `${databaseIn(app.folder)}-wal`;
  const { process } = app;
  assert(process !== null, 'it runs');
  const before = statSync(log).size;
  const writing = write();
  writing.catch(() => undefined);
  while (statSync(log).size <= before) await new Promise((resolve) => setImmediate(resolve));
  assert(app.processes === 1, 'it was the only one');
  process.kill('SIGKILL');
  return writing;
}

/** Checks that exactly these entries are there, each complete, and that SQLite finds the file intact. */
export async function expectEntries(database: Database, ids: readonly string[]): Promise<void> {
  const store = new HistoryStore(database);
  const page = await new HistorySearch(database, store).page(EMPTY_HISTORY_QUERY, null, 500);
  const found = page?.entries ?? [];
  const here = found.map(({ id }) => id);
  const missing = ids.filter((id) => !here.includes(id));
  const others = here.filter((id) => !ids.includes(id));
  assert(
    missing.length === 0 && here.length === ids.length,
    `${here.length} entries, ${ids.length} were expected: ${missing.length} are missing, ${others.length} are others`,
  );
  for (const { place } of found) {
    const kept = await store.read(place);
    assert((kept?.responseBody?.length ?? 0) > 0, 'an entry has lost its answer');
  }
  const sound = z.object({ integrity_check: z.string() });
  const [check] = await database.query({ sql: 'PRAGMA integrity_check' }, sound);
  assert(check?.integrity_check === 'ok', `SQLite: ${check?.integrity_check}`);
}
