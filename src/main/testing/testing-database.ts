import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { TestingKeychain } from '../credentials/testing-keychain';
import type { Migration } from '../database/database';
import { databasePath } from '../database/database-files';
import { DATABASE_KEY } from '../credentials/first-key';
import { DatabaseService } from '../database/database-service';
import { Engine } from '../database/engine';
import { recoverWrittenAhead } from '../history/write-ahead/recover';
import { WriteAheadLog } from '../history/write-ahead/write-ahead-log';
import { migrations, tableLabels, rowsToCarryOver } from '../schema';
import { lostSends } from '../sending/lost-history';
import type { StartDatabaseProcess } from '../database/database-client';
import { DatabaseServer } from '../database/protocol';

/** Runs the database process's code in this process. */
export const startHere: StartDatabaseProcess = ({ onMessage, onExit }) => {
  const server = new DatabaseServer();
  return {
    send: (question) =>
      queueMicrotask(() => onMessage(structuredClone(server.answer(structuredClone(question))))),
    end: () => onExit({ code: null, signal: 'SIGTERM' }),
  };
};

/** The longest possible timer. */
const NEVER_MS = 2 ** 31 - 1;

export interface TestingDatabase {
  readonly database: DatabaseService;
  /** The log in which the history notes exchanges ahead of the database. */
  readonly log: WriteAheadLog;
  readonly keychain: TestingKeychain;
  readonly folder: string;
  /** The migrations used the next time it is opened. */
  migrations: readonly Migration[];
  /** Closes it and opens it again, as a restart of the app does. */
  reopen(): Promise<DatabaseService>;
  remove(): Promise<void>;
}

/** A database file of the app with nothing in it yet. */
interface EmptyFile {
  readonly key: string;
  readonly bytes: Uint8Array;
}

let emptyFile: EmptyFile | null = null;

/**
 * Made once for all tests of a worker, by the same steps as on a person's computer: these take five times as long as
 * the rest of an opening.
 */
function makeEmptyFile(): EmptyFile {
  const folder = mkdtempSync(join(tmpdir(), 'database-'));
  const file = { path: join(folder, 'explorer.db'), key: randomBytes(32).toString('hex') };
  new Engine({ file, migrations }).close();
  const bytes = readFileSync(file.path);
  rmSync(folder, { recursive: true });
  return { key: file.key, bytes };
}

/** Puts an empty file in place, with its key, as soon as it is asked for that for the first time. */
class KeychainOfEmptyFile extends TestingKeychain {
  private isInPlace = false;

  constructor(private readonly path: string) {
    super();
  }

  override async get(account: string): Promise<string | null> {
    const known = await super.get(account);
    if (account !== DATABASE_KEY || known !== null || this.isInPlace) return known;
    this.isInPlace = true;
    const { key, bytes } = (emptyFile ??= makeEmptyFile());
    writeFileSync(databasePath(this.path, key), bytes, { mode: 0o600 });
    await this.set(account, key);
    return key;
  }
}

/**
 * The app's real database for tests: encrypted, with every table, in a separate folder. With the newest schema it is as
 * an earlier run of the app left it, with nothing in it; with another it is made when it is first used.
 */
export function openTestingDatabase(
  startProcess: StartDatabaseProcess = startHere,
  schema: readonly Migration[] = migrations,
): TestingDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'database-'));
  const path = join(folder, 'explorer.db');
  const keychain = schema === migrations ? new KeychainOfEmptyFile(path) : new TestingKeychain();
  const open = (known: readonly Migration[]): Pick<TestingDatabase, 'database' | 'log'> => {
    const log = new WriteAheadLog(join(folder, 'write-ahead'), () => database.fileKey);
    const database: DatabaseService = new DatabaseService({
      path,
      migrations: known,
      carryOver: rowsToCarryOver,
      tableNames: tableLabels,
      whenLost: lostSends,
      secretStore: new IndexedSecretStore(keychain, join(folder, 'secrets.json')),
      startProcess,
      announce: () => undefined,
      // Tests advance the clock without letting the process run.
      idleMs: NEVER_MS,
      beforeUse: (opened, key, isCopy) =>
        recoverWrittenAhead(opened, key, { log, isOnlyWriter: true, isCopy }),
    });
    return { database, log };
  };
  const testing = {
    ...open(schema),
    keychain,
    folder,
    migrations: schema,
    async reopen() {
      await testing.database.close();
      Object.assign(testing, open(testing.migrations));
      return testing.database;
    },
    async remove() {
      testing.log.close();
      await testing.database.close();
      rmSync(folder, { recursive: true });
    },
  };
  return testing;
}
