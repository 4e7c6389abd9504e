import { randomBytes } from 'node:crypto';
import type { ZodType } from 'zod';
import type { DatabaseState } from '@shared/app/database-state';
import type { IndexedSecretStore } from '../credentials/indexed-secret-store';
import {
  copiesBeside,
  databasePath,
  databasesOfOtherKeys,
  finishRebuild,
  moveDatabaseAside,
  rebuildPath,
  removeDatabase,
  type AsideReason,
} from './database-files';
import { describeSalvage, isComplete, type TableInWords } from './describe-salvage';
import {
  DatabaseError,
  type Changes,
  type Database,
  type Migration,
  type Statement,
  type Step,
} from './database';
import type { DatabaseFile } from './connection';
import type { EngineOptions } from './engine';
import { DatabaseWorker, type AnswerLimits, type DatabasePort } from './worker-client';
import { describeMemoryReason } from './memory-reason';
import type { SalvagedTable } from './salvage';

/** The account of the database's key in the keychain. */
export const DATABASE_KEY_ACCOUNT = 'database-key';

export interface DatabaseServices {
  /** Path of the database file, to which the id of its key is added. */
  readonly path: string;
  readonly migrations: readonly Migration[];
  /** Tables, in an order in which foreign keys hold, whose rows move into the file when the keychain comes back. */
  readonly carryOver: readonly string[];
  /** What a person calls the rows of a table when some of them had to be saved from a damaged file. */
  readonly tableNames?: readonly TableInWords[];
  readonly secretStore: Pick<IndexedSecretStore, 'get' | 'set'>;
  /** Starts the worker (`worker.ts`). */
  readonly startWorker: () => DatabasePort;
  readonly announce: (state: DatabaseState) => void;
  readonly now?: () => Date;
  /** So long a lock of another process is waited for, in ms. */
  readonly lockWaitMs?: number;
  readonly answerLimits?: AnswerLimits;
}

/**
 * One encrypted database, opened when it is first used. Its key is random and lies in the keychain; without a keychain
 * everything stays in memory until the app ends, and the state says so. What can be read of a damaged file is copied into
 * a new one; the damaged one is set aside with its date, never deleted. A file of a newer app is left as it is. A thread
 * that has died is replaced.
 */
export class DatabaseService implements Database {
  private worker: DatabaseWorker | null = null;
  private opening: Promise<DatabaseWorker> | null = null;
  private notice: string | null = null;
  /** The file that is open or was tried last. */
  private file: DatabaseFile | null = null;
  private wasOpened = false;
  state: DatabaseState = { kind: 'closed' };

  constructor(private readonly services: DatabaseServices) {}

  query<Row>(statement: Statement, row: ZodType<Row>): Promise<Row[]> {
    return this.use((worker) => worker.query(statement, row), true);
  }

  queryInTurn<Row>(steps: readonly Step[], most: number, row: ZodType<Row>): Promise<Row[]> {
    return this.use((worker) => worker.queryInTurn(steps, most, row), true);
  }

  execute(statement: Statement): Promise<Changes> {
    return this.use((worker) => worker.execute(statement), statement.idempotent === true);
  }

  transaction(statements: readonly Statement[]): Promise<Changes[]> {
    const isRepeatable = statements.every(({ idempotent }) => idempotent === true);
    return this.use((worker) => worker.transaction(statements), isRepeatable);
  }

  /** Tries again to work on the file, and moves over what this run gathered in memory. */
  async reopen(): Promise<DatabaseState> {
    await this.opened();
    if (this.state.kind === 'session-only') void this.startOpening(() => this.open());
    await this.opened();
    return this.state;
  }

  /** Writes everything out and ends the worker. */
  async close(): Promise<void> {
    await this.opening?.catch(() => undefined);
    this.opening = null;
    await this.endWorker();
    this.state = { kind: 'closed' };
  }

  /** @param isRepeatable true when it may be asked again although it may have been carried out. */
  private async use<T>(act: (worker: DatabaseWorker) => Promise<T>, isRepeatable: boolean): Promise<T> {
    const opening = this.opened();
    try {
      return await act(await opening);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      if (error.trouble !== 'damaged' && error.trouble !== 'ended') throw error;
      // Of several calls that meet it, the first one starts anew. After `close` nobody does.
      if (this.opening === opening) {
        void this.startOpening(() => (error.trouble === 'ended' ? this.openAnew(error) : this.repair(error)));
      }
      if (this.opening === null || (error.trouble === 'ended' && !isRepeatable)) throw error;
      return act(await this.opening);
    }
  }

  private opened(): Promise<DatabaseWorker> {
    return this.opening ?? this.startOpening(() => this.open());
  }

  private startOpening(open: () => Promise<DatabaseWorker>): Promise<DatabaseWorker> {
    const opening = open();
    this.opening = opening;
    // What could not be opened now may be opened by the next call.
    opening.catch(() => {
      if (this.opening === opening) this.opening = null;
    });
    return opening;
  }

  /** The damage showed while the file was in use. */
  private async repair(damage: DatabaseError): Promise<DatabaseWorker> {
    await this.endWorker();
    try {
      if (this.file !== null) await this.rebuild(this.file, damage.message);
    } catch (error) {
      await this.openInMemory(error);
      return this.currentWorker();
    }
    return this.open();
  }

  /** With a new worker. */
  private async openAnew(why: DatabaseError): Promise<DatabaseWorker> {
    this.forgetWorker(why);
    return this.open();
  }

  /** It is dead. */
  private forgetWorker(why: DatabaseError): void {
    if (this.state.kind === 'session-only') {
      this.addNotice(`${why.message}. What was kept in memory since the start is lost.`);
    }
    this.worker = null;
    this.state = { kind: 'closed' };
  }

  private async open(): Promise<DatabaseWorker> {
    try {
      await this.openFile(await this.key());
      this.tell({ kind: 'open', notice: this.notice });
    } catch (error) {
      await this.openInMemory(error);
    }
    return this.currentWorker();
  }

  private async openFile(key: string): Promise<void> {
    const { carryOver } = this.services;
    const file = { path: databasePath(this.services.path, key), key };
    for (const other of await databasesOfOtherKeys(this.services.path, key)) {
      await this.setAside(other, 'its key is no longer in the keychain');
    }
    this.file = file;
    await onDisk(() => finishRebuild(file.path));
    const copies = this.wasOpened ? [] : await copiesBeside(file.path);
    const options = { ...this.options, file };
    const moving = this.state.kind === 'session-only' ? carryOver : [];
    try {
      await this.currentWorker().open(options, moving);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      if (error.trouble !== 'damaged' && error.trouble !== 'ended') throw error;
      if (error.trouble === 'ended') this.forgetWorker(error);
      // Its thread is to hold nothing of the file when that is moved; but what lies in its memory has to stay.
      else if (moving.length === 0) await this.endWorker();
      if (error.trouble === 'damaged') await this.rebuild(file, error.message);
      await this.currentWorker().open(options, moving);
    }
    this.wasOpened = true;
    for (const copy of copies) await removeDatabase(copy).catch(() => undefined);
  }

  private async openInMemory(error: unknown): Promise<void> {
    const trouble = describeMemoryReason(error);
    if (trouble === null) throw error;
    if (error instanceof DatabaseError && error.trouble === 'ended') this.forgetWorker(error);
    if (this.state.kind !== 'session-only' || this.worker === null) {
      await this.currentWorker().open({ ...this.options, file: null }, []);
    }
    const detail = this.notice === null ? trouble.detail : `${trouble.detail} ${this.notice}`;
    this.tell({ kind: 'session-only', reason: trouble.reason, detail });
  }

  /** Puts a new database with what can be read of a damaged one in its place. Nothing may have the file open. */
  private async rebuild(file: DatabaseFile, why: string): Promise<void> {
    const tables = await this.salvage(file);
    if (tables === null) {
      await this.setAside(file.path, why);
      return;
    }
    const aside = await this.moveAside(file.path, isComplete(tables) ? 'before-rebuild' : 'damaged');
    await onDisk(() => finishRebuild(file.path));
    this.addNotice(describeSalvage({ tables, aside, why }, this.services.tableNames ?? []));
  }

  /** Null when nothing can be read. */
  private async salvage(file: DatabaseFile): Promise<readonly SalvagedTable[] | null> {
    const to = rebuildPath(file.path);
    const worker = this.startWorker();
    try {
      await onDisk(() => removeDatabase(to));
      const tables = await worker.salvage(file, to, this.services.migrations);
      return tables.some(({ saved }) => saved > 0) ? tables : null;
    } catch (error) {
      if (error instanceof DatabaseError && error.trouble === 'damaged') return null;
      throw error;
    } finally {
      await worker.end();
    }
  }

  private get options(): Omit<EngineOptions, 'file'> {
    const { migrations, lockWaitMs } = this.services;
    return lockWaitMs === undefined ? { migrations } : { migrations, lockWaitMs };
  }

  private startWorker(): DatabaseWorker {
    return new DatabaseWorker(this.services.startWorker(), this.services.answerLimits);
  }

  private currentWorker(): DatabaseWorker {
    this.worker ??= this.startWorker();
    return this.worker;
  }

  private async endWorker(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.end();
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

  private async setAside(path: string, why: string): Promise<void> {
    const aside = await this.moveAside(path, 'damaged');
    this.addNotice(
      `The database of history and saved requests could not be opened (${why}). It was set aside as ${aside}, and the app starts with an empty one.`,
    );
  }

  private moveAside(path: string, reason: AsideReason): Promise<string> {
    return onDisk(() => moveDatabaseAside(path, reason, this.services.now?.() ?? new Date()));
  }

  private addNotice(notice: string): void {
    this.notice = this.notice === null ? notice : `${this.notice} ${notice}`;
  }

  private tell(state: DatabaseState): void {
    this.state = state;
    this.services.announce(state);
  }
}

async function onDisk<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new DatabaseError('disk', error instanceof Error ? error.message : String(error));
  }
}
