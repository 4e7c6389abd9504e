import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DatabaseState } from '@shared/app/database-state';
import { DATABASE_KEY, firstKey, knownKey } from '../credentials/first-key';
import type { IndexedSecretStore } from '../credentials/indexed-secret-store';
import type { DatabaseFile } from './connection';
import { DatabaseError, LOCK_WAIT_MS, type CarriedRows, type Database } from './database';
import type { DatabaseClient } from './database-client';
import { DatabaseDeath } from './database-death';
import {
  copiesBeside,
  databasePath,
  databasesOfOtherKeys,
  finishRebuild,
  forgetLostNote,
  isTakenAway,
  lostSince,
  mayHaveDatabase,
  noteKept,
  noteLost,
  rebuildPath,
  removeDatabase,
  type FileNotice,
} from './database-files';
import type { EngineOptions } from './engine';
import { describeMemoryReason } from './memory-reason';
import { onDisk } from './on-disk';
import { OpeningNotices } from './opening-notices';
import { rebuildDatabase, setDatabaseAside, startClient, type RebuildServices } from './rebuild-database';
import { SessionOnlyPlace } from './session-only';

/** `startProcess` starts `database-process.ts`. */
export interface DatabaseServices extends RebuildServices {
  /** Path of the database file, to which the id of its key is added. */
  readonly path: string;
  /** What moves into the file once it can be used again, in an order that satisfies foreign keys. */
  readonly carryOver: readonly CarriedRows[];
  readonly secretStore: Pick<IndexedSecretStore, 'get' | 'set'>;
  readonly announce: (state: DatabaseState) => void;
  /**
   * Called when the file, or a copy of it, is open, before anybody else may use it. Returns messages for the person.
   */
  readonly beforeUse?: (database: Database, key: string, isCopy: boolean) => Promise<readonly FileNotice[]>;
  /** True if only another process may set the file aside or rebuild it: this one then keeps nothing, and says so. */
  readonly leavesFiles?: boolean;
  /** How long to wait for another process's lock, in ms. */
  readonly lockWaitMs?: number;
  /** How many bytes of what is only in memory are held for a process that takes over. */
  readonly maxMemoryWriteBytes?: number;
}

/** One opening, another after the process was replaced, and another after the file was rebuilt. */
const MAX_OPENINGS = 3;
/**
 * Pause in ms before a locked file is tried again. SQLite itself does not wait for every lock, for example that of a
 * process that outlives a killed app and finishes its last transaction.
 */
const BUSY_PAUSE_MS = 50;
/** Shown if "Try again" could not repeat in the file what was changed in its copy. */
const CHANGES_LEFT_OUT =
  'What is new since the start was written to the database file, but changes to older entries could not be: edits and deletions from this run may be missing. Check drafts, saved requests and history before you rely on them.';

const KEY_GONE = 'its key is no longer in the keychain';

const GONE =
  'The file of history and saved requests is no longer there, and the app goes on with an empty one. If you have moved it, put it back while the app is closed.';

/**
 * Opens the file with its key, or a database in memory, and opens it again after the process died, the file was
 * moved, or damage was found. The caller makes sure that only one opening is under way.
 */
export class DatabaseOpener {
  client: DatabaseClient | null = null;
  private readonly notices = new OpeningNotices();
  /** The file that is open or was tried last. */
  private file: DatabaseFile | null = null;
  private wasOpened = false;
  /** What the last process died of (`DatabaseDeath.culprit`). */
  private lastCulprit: string | null = null;
  readonly sessionOnly: SessionOnlyPlace;
  state: DatabaseState = { kind: 'closed' };

  constructor(private readonly services: DatabaseServices) {
    this.sessionOnly = new SessionOnlyPlace(services.maxMemoryWriteBytes);
  }

  /** The key of the open file; null while there is none, or while nothing is kept in it. */
  get fileKey(): string | null {
    return this.wasOpened && this.state.kind !== 'session-only' ? (this.file?.key ?? null) : null;
  }

  /** Writes everything out and ends the process. */
  async close(): Promise<void> {
    await this.endClient();
    await this.sessionOnly.drop();
    this.state = { kind: 'closed' };
  }

  /** The question that the last process died of has been answered since. */
  acquit(): void {
    this.lastCulprit = null;
  }

  /** Recovers from an error that came up while the database was in use. */
  async recover(error: DatabaseError): Promise<DatabaseClient> {
    if (error.trouble === 'moved') {
      await this.endClient();
      return this.open();
    }
    if (!(error instanceof DatabaseDeath)) return this.repair(error);
    const { culprit } = error;
    const isAgain = culprit !== null && culprit === this.lastCulprit;
    this.lastCulprit = isAgain ? null : culprit;
    // If two processes in a row die of the same question, the file counts as damaged, whatever SQLite thinks of it.
    if (isAgain && error.how === 'died' && this.state.kind === 'open') return this.repair(error);
    await this.replaceClient(error);
    return this.open();
  }

  private async repair(damage: DatabaseError): Promise<DatabaseClient> {
    await this.endClient();
    try {
      if (this.file !== null) await this.rebuild(this.file, damage);
    } catch (error) {
      await this.openInMemory(error);
      return this.currentClient();
    }
    return this.open();
  }

  /** Another process takes over from a dead one, with everything that one had in memory. */
  private async replaceClient(why: DatabaseError): Promise<void> {
    if (this.client && !this.client.isDead) return;
    this.client = null;
    if (this.state.kind !== 'session-only') {
      this.state = { kind: 'closed' };
      return;
    }
    for (let tries = 1; ; tries += 1) {
      try {
        await this.sessionOnly.openAgain(this.currentClient(), this.options, why);
        return;
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        await this.endClient();
        // What the dead process had in memory is still held here.
        if (error !== why && error.trouble === 'ended' && tries < MAX_OPENINGS) continue;
        this.notices.add(`${why.message}. What was kept in memory since the start is lost.`);
        await this.sessionOnly.drop();
        this.state = { kind: 'closed' };
        return;
      }
    }
  }

  async open(): Promise<DatabaseClient> {
    try {
      const key = await this.key();
      await this.openFile(key);
      await this.sessionOnly.drop();
      await this.prepare(key, false);
      this.tell(this.notices.state);
    } catch (error) {
      await this.openInMemory(error);
    }
    return this.currentClient();
  }

  private async openFile(key: string): Promise<void> {
    const file = { path: databasePath(this.services.path, key), key };
    this.file = file;
    const { leavesFiles } = this.services;
    const others = await databasesOfOtherKeys(this.services.path, key);
    for (const other of others) {
      if (leavesFiles) throw openInAppError(other, KEY_GONE);
      this.notices.addFile(await setDatabaseAside(other, KEY_GONE, this.services));
    }
    if (leavesFiles && existsSync(rebuildPath(file.path)))
      throw openInAppError(file.path, 'it is being rebuilt');
    await onDisk(() => finishRebuild(file.path));
    if (others.length === 0 && (await isTakenAway(this.services.path, file.path))) {
      await onDisk(() => noteLost(file.path));
      this.notices.add(GONE);
    }
    const copies = this.wasOpened ? [] : await copiesBeside(file.path);
    const waitsUntil = performance.now() + this.lockWaitMs;
    for (let tries = 1; ;) {
      const moving =
        this.state.kind === 'session-only' ? this.sessionOnly.moving(this.services.carryOver) : null;
      try {
        const opened = await this.currentClient().open({ ...this.options, file }, moving, true);
        if (opened.leavesOutChanges) this.notices.add(CHANGES_LEFT_OUT);
        break;
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        if (error.trouble === 'busy' && performance.now() < waitsUntil) {
          await setTimeout(BUSY_PAUSE_MS);
          continue;
        }
        if (tries === MAX_OPENINGS) throw error;
        if (error.trouble !== 'damaged' && error.trouble !== 'ended') throw error;
        if (error.trouble === 'ended') await this.replaceClient(error);
        // The process must not have the file open when the file is moved, but must stay if it has something in
        // memory.
        else if (moving === null) await this.endClient();
        if (error.trouble === 'damaged' || (tries > 1 && isCrash(error))) await this.rebuild(file, error);
        tries += 1;
      }
    }
    this.wasOpened = true;
    await noteKept(file.path).catch((error: unknown) => this.services.report?.('database', error));
    for (const copy of copies) await removeDatabase(copy).catch(() => undefined);
  }

  /** If this fails, the file can still be used, but some of what was noted is missing from it. */
  private async prepare(key: string, isCopy: boolean): Promise<void> {
    const { beforeUse, path, report, whenLost } = this.services;
    const client = this.currentClient();
    const database: Database = {
      state: { kind: 'open', notice: null },
      query: (statement, row) => client.query(statement, row),
      queryInTurn: (steps, most, row) => client.queryInTurn(steps, most, row),
      execute: (statement) => client.execute(statement),
      transaction: (statements) => client.transaction(statements),
    };
    this.notices.lacksNoted = false;
    const lacks = (error: unknown): void => {
      this.notices.lacksNoted = true;
      report?.('database', error);
    };
    try {
      const lostAt = whenLost ? await lostSince(path) : null;
      if (whenLost && lostAt) {
        await database.execute(whenLost.mark(lostAt.toISOString()));
        if (!isCopy) await forgetLostNote(path);
      }
    } catch (error) {
      lacks(error);
    }
    try {
      for (const notice of (await beforeUse?.(database, key, isCopy)) ?? []) this.notices.addFile(notice);
    } catch (error) {
      lacks(error);
    }
  }

  private async openInMemory(error: unknown): Promise<void> {
    const trouble = describeMemoryReason(error);
    if (trouble === null) throw error;
    if (error instanceof DatabaseError && error.trouble === 'ended') await this.replaceClient(error);
    if (this.state.kind !== 'session-only' || this.client === null) {
      const readable = trouble.reason === 'disk' ? this.file : null;
      await this.sessionOnly.open(this.currentClient(), this.options, readable);
      if (readable !== null && this.sessionOnly.showsKept) await this.prepare(readable.key, true);
    }
    const detail = this.notices.behind(trouble.detail);
    const { showsKept } = this.sessionOnly;
    const hidesKept = this.notices.hidesSome || (!showsKept && (await mayHaveDatabase(this.services.path)));
    const hidden = hidesKept ? { hidesKept } : {};
    this.tell({ kind: 'session-only', reason: trouble.reason, detail, showsKept, ...hidden });
  }

  private async rebuild(file: DatabaseFile, damage: DatabaseError): Promise<void> {
    if (this.services.leavesFiles) throw openInAppError(file.path, damage.message);
    this.notices.addFile(await rebuildDatabase(file, damage, this.services));
  }

  private get lockWaitMs(): number {
    return this.services.lockWaitMs ?? LOCK_WAIT_MS;
  }

  private get options(): Omit<EngineOptions, 'file'> {
    return { migrations: this.services.migrations, lockWaitMs: this.lockWaitMs };
  }

  private currentClient(): DatabaseClient {
    this.client ??= startClient(this.services);
    return this.client;
  }

  private async endClient(): Promise<void> {
    const { client } = this;
    this.client = null;
    await client?.end();
  }

  /** The key of the file; a new one if there is none. An existing key is never replaced. */
  private async key(): Promise<string> {
    const { secretStore, leavesFiles, path } = this.services;
    const known = await knownKey({ secretStore, account: DATABASE_KEY });
    if (known !== null) return known;
    if (leavesFiles && (await mayHaveDatabase(path))) throw openInAppError(path, KEY_GONE);
    return firstKey({ secretStore, account: DATABASE_KEY, path, waitMs: this.lockWaitMs });
  }

  private tell(state: DatabaseState): void {
    this.state = state;
    this.services.announce(state);
  }
}

function isCrash(error: DatabaseError): boolean {
  return error instanceof DatabaseDeath && error.how === 'died';
}

/** The file is left to the app, because here nobody would be told what was set aside or lost. */
function openInAppError(path: string, why: string): DatabaseError {
  return new DatabaseError(
    'busy',
    `${basename(path)} cannot be opened (${why}). Start the app: it opens what can be read of it, and says what cannot.`,
  );
}
