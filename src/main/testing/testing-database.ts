import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { TestingKeychain } from '../credentials/testing-keychain';
import type { Migration } from '../database/database';
import { DatabaseService } from '../database/database-service';
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

/** The app's real database for tests: encrypted, with every table, in a separate folder. */
export function openTestingDatabase(
  startProcess: StartDatabaseProcess = startHere,
  schema: readonly Migration[] = migrations,
): TestingDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'database-'));
  const keychain = new TestingKeychain();
  const open = (known: readonly Migration[]): Pick<TestingDatabase, 'database' | 'log'> => {
    const log = new WriteAheadLog(join(folder, 'write-ahead'), () => database.fileKey);
    const database: DatabaseService = new DatabaseService({
      path: join(folder, 'explorer.db'),
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
