import { randomBytes } from 'node:crypto';
import type { ZodType } from 'zod';
import type { DatabaseState } from '@shared/app/database-state';
import { ProblemError } from '@shared/problem';
import type { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { KeychainError } from '../credentials/secret-store';
import { databasePath, databasesOfOtherKeys, moveDamagedDatabase } from './database-files';
import {
  DatabaseError,
  type Changes,
  type Database,
  type Migration,
  type Statement,
  type Step,
} from './database';
import { DatabaseWorker, type DatabasePort } from './worker-client';

/** The account of the database's key in the keychain. */
export const DATABASE_KEY_ACCOUNT = 'database-key';

export interface DatabaseServices {
  /** Path of the database file, to which the id of its key is added. */
  readonly path: string;
  readonly migrations: readonly Migration[];
  /** Tables, in an order in which foreign keys hold, whose rows move into the file when the keychain comes back. */
  readonly carryOver: readonly string[];
  readonly secretStore: Pick<IndexedSecretStore, 'get' | 'set'>;
  /** Starts the worker (`worker.ts`). */
  readonly startWorker: () => DatabasePort;
  readonly announce: (state: DatabaseState) => void;
  readonly now?: () => Date;
}

type SessionOnly = Extract<DatabaseState, { kind: 'session-only' }>;

/**
 * One encrypted database, opened when it is first used. Its key is random and lies in the keychain; without a keychain
 * everything stays in memory until the app ends, and the state says so. A file that cannot be opened is set aside with
 * its date, never deleted, and the app starts with a new one.
 */
export class DatabaseService implements Database {
  private worker: DatabaseWorker | null = null;
  private opening: Promise<DatabaseWorker> | null = null;
  private notice: string | null = null;
  /** The file that is open or was tried last. */
  private file: string | null = null;
  state: DatabaseState = { kind: 'closed' };

  constructor(private readonly services: DatabaseServices) {}

  query<Row>(statement: Statement, row: ZodType<Row>): Promise<Row[]> {
    return this.use((worker) => worker.query(statement, row));
  }

  queryInTurn<Row>(steps: readonly Step[], most: number, row: ZodType<Row>): Promise<Row[]> {
    return this.use((worker) => worker.queryInTurn(steps, most, row));
  }

  execute(statement: Statement): Promise<Changes> {
    return this.use((worker) => worker.execute(statement));
  }

  transaction(statements: readonly Statement[]): Promise<Changes[]> {
    return this.use((worker) => worker.transaction(statements));
  }

  /** Tries again to work on the file, and moves over what this run gathered in memory. */
  async reopen(): Promise<DatabaseState> {
    await this.opened();
    if (this.state.kind === 'session-only') this.opening = this.open();
    await this.opened();
    return this.state;
  }

  /** Writes everything out and ends the worker. */
  async close(): Promise<void> {
    await this.opening?.catch(() => undefined);
    await this.worker?.end();
    this.worker = null;
    this.opening = null;
    this.state = { kind: 'closed' };
  }

  private async use<T>(act: (worker: DatabaseWorker) => Promise<T>): Promise<T> {
    const opening = this.opened();
    try {
      return await act(await opening);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.trouble !== 'damaged') throw error;
      // The damage showed while it was in use. Of several calls that meet it, the first one starts anew.
      if (this.opening === opening) this.opening = this.startAnew(error.message);
      return act(await this.opened());
    }
  }

  private async startAnew(why: string): Promise<DatabaseWorker> {
    await this.worker?.close().catch(() => undefined);
    if (this.file !== null) await this.putAside(this.file, why);
    return this.open();
  }

  private opened(): Promise<DatabaseWorker> {
    this.opening ??= this.open();
    return this.opening;
  }

  private async open(): Promise<DatabaseWorker> {
    this.worker ??= new DatabaseWorker(this.services.startWorker());
    const worker = this.worker;
    try {
      await this.openFile(worker, await this.key());
      this.tell({ kind: 'open', notice: this.notice });
    } catch (error) {
      await this.openInMemory(worker, error);
    }
    return worker;
  }

  private async openFile(worker: DatabaseWorker, key: string): Promise<void> {
    const { migrations, carryOver } = this.services;
    const path = databasePath(this.services.path, key);
    for (const other of await databasesOfOtherKeys(this.services.path, key)) {
      await this.putAside(other, 'its key is no longer in the keychain');
    }
    this.file = path;
    const options = { file: { path, key }, migrations };
    const moving = this.state.kind === 'session-only' ? carryOver : [];
    try {
      await worker.open(options, moving);
    } catch (error) {
      if (!(error instanceof DatabaseError) || (error.trouble !== 'damaged' && error.trouble !== 'too-new'))
        throw error;
      await this.putAside(path, error.trouble === 'too-new' ? 'a newer app has written it' : error.message);
      await worker.open(options, moving);
    }
  }

  private async openInMemory(worker: DatabaseWorker, error: unknown): Promise<void> {
    const trouble = describeMemoryReason(error);
    if (trouble === null) throw error;
    if (this.state.kind !== 'session-only') {
      await worker.open({ file: null, migrations: this.services.migrations }, []);
    }
    this.tell({ kind: 'session-only', ...trouble });
  }

  /** The key of the file; a new one when there is none. One that is there is never replaced. */
  private async key(): Promise<string> {
    const { secretStore } = this.services;
    const known = await secretStore.get(DATABASE_KEY_ACCOUNT);
    if (known !== null && /^[0-9a-f]{64}$/.test(known)) return known;
    const key = randomBytes(32).toString('hex');
    await secretStore.set(DATABASE_KEY_ACCOUNT, key);
    return key;
  }

  private async putAside(path: string, why: string): Promise<void> {
    const { now } = this.services;
    try {
      const aside = await moveDamagedDatabase(path, now?.() ?? new Date());
      const notice = `The database of history and saved requests could not be opened (${why}). It was set aside as ${aside}, and the app starts with an empty one.`;
      this.notice = this.notice === null ? notice : `${this.notice} ${notice}`;
    } catch (error) {
      throw new DatabaseError(
        'disk',
        `${path} could not be set aside: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  private tell(state: DatabaseState): void {
    this.state = state;
    this.services.announce(state);
  }
}

/** Null for an error that is a defect of ours. */
function describeMemoryReason(error: unknown): Pick<SessionOnly, 'reason' | 'detail'> | null {
  if (error instanceof KeychainError) return { reason: error.trouble, detail: error.detail };
  if (error instanceof DatabaseError && error.trouble === 'disk')
    return { reason: 'disk', detail: error.message };
  // The names of what lies in the keychain could not be written.
  if (error instanceof ProblemError)
    return { reason: 'disk', detail: error.problem.detail ?? error.problem.title };
  return null;
}
