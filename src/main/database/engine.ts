import type Libsql from 'libsql';
import { copyFileSync, statSync } from 'node:fs';
import { bind, connect, guard, toRow, toValue, type Connection, type DatabaseFile } from './connection';
import {
  DatabaseError,
  LOCK_WAIT_MS,
  questionMarks,
  type CarriedRows,
  type Changes,
  type Migration,
  type Statement,
  type Step,
  type StepRows,
} from './database';

/** libsql takes the values as one list. */
interface Prepared {
  all(values: unknown[]): unknown[];
  run(values: unknown[]): Libsql.RunResult;
}

/** A null file means in memory. */
export interface EngineOptions {
  readonly file: DatabaseFile | null;
  readonly migrations: readonly Migration[];
  /** True if a missing file is an error; otherwise it is created. */
  readonly mustBeThere?: boolean;
  /** How long to wait for another process's lock, in ms. Default: `LOCK_WAIT_MS`. */
  readonly lockWaitMs?: number;
}

const MAX_PREPARED = 200;
/**
 * The part of a file that is cached in memory, decrypted, once it has been read. The limits are in pages of 4 kB;
 * SQLite's own default is 500.
 */
const CACHED_PART = 1 / 64;
const MIN_CACHED_PAGES = 500;
const MAX_CACHED_PAGES = 16_000;
/** How long other questions wait for steps that are asked in turn, in ms. */
const TURN_MS = 16;

/** Synchronous: it runs in the database's process. */
export class Engine {
  private readonly connection: Connection;
  /** The inode of the open file; null in memory. */
  private readonly inode: number | null;
  private readonly prepared = new Map<string, Prepared>();

  /** Opens and migrates. Throws a `DatabaseError`. */
  constructor(private readonly options: EngineOptions) {
    if (options.mustBeThere && this.inodeNow() === null) throw gone(options.file);
    this.connection = guard(() => connect(options.file, options.lockWaitMs ?? LOCK_WAIT_MS));
    this.inode = this.inodeNow();
    try {
      guard(() => this.prepareFile());
      guard(() => this.migrate());
    } catch (error) {
      this.connection.close();
      throw error;
    }
  }

  query(statement: Statement): Record<string, unknown>[] {
    this.assertIsTheSame();
    return this.read(statement);
  }

  queryInTurn(steps: readonly Step[], most: number): StepRows<Record<string, unknown>> {
    this.assertIsTheSame();
    const rows: Record<string, unknown>[] = [];
    const until = performance.now() + TURN_MS;
    let done = 0;
    for (const { gate, statement } of steps) {
      if (rows.length >= most || (done > 0 && performance.now() >= until)) break;
      if (gate === null || this.read(gate).length > 0) rows.push(...this.read(statement));
      done += 1;
    }
    return { rows: rows.slice(0, most), done };
  }

  execute(statement: Statement): Changes {
    return this.intoThisFile(() => this.run(statement));
  }

  transaction(statements: readonly Statement[]): Changes[] {
    return this.intoThisFile(() =>
      this.atomically(() => {
        this.assertIsThere();
        return statements.map((statement) => this.run(statement));
      }),
    );
  }

  /** All of these rows in the given order, which satisfies foreign keys, as statements for another database. */
  unload(carried: readonly CarriedRows[]): Statement[] {
    return carried.flatMap((rows) => {
      const read = typeof rows === 'string' ? `SELECT * FROM "${rows}"` : rows.read;
      return this.query({ sql: read }).map((row) => {
        const names = Object.keys(row).map((name) => `"${name}"`);
        const sql =
          typeof rows === 'string'
            ? `INSERT OR IGNORE INTO "${rows}" (${names.join(', ')}) VALUES (${questionMarks(names)})`
            : rows.write;
        return { sql, values: Object.values(row).map(toValue) };
      });
    });
  }

  close(): void {
    this.prepared.clear();
    // So that old pages do not linger in the log.
    if (this.options.file) guard(() => this.connection.pragma('wal_checkpoint(TRUNCATE)'));
    this.connection.close();
  }

  private read(statement: Statement): Record<string, unknown>[] {
    return guard(() => this.prepare(statement.sql).all(bind(statement)).map(toRow));
  }

  private run(statement: Statement): Changes {
    return guard(() => ({ changedRows: this.prepare(statement.sql).run(bind(statement)).changes }));
  }

  private prepare(sql: string): Prepared {
    const known = this.prepared.get(sql);
    if (known) return known;
    const prepared = this.connection.prepare(sql);
    if (this.prepared.size >= MAX_PREPARED) this.prepared.clear();
    this.prepared.set(sql, prepared);
    return prepared;
  }

  /**
   * Also checked after the write: a write that waits for another process's lock may get it only after the file has
   * lost its place.
   */
  private intoThisFile<T>(write: () => T): T {
    this.assertIsThere();
    const written = write();
    this.assertIsThere();
    return written;
  }

  /**
   * A file whose name is gone still accepts writes, but they are all lost when its last user closes it. The check
   * costs microseconds.
   */
  private assertIsThere(): void {
    const inode = this.inodeNow();
    if (inode === null && this.inode !== null) throw gone(this.options.file);
    this.assertIsTheSame(inode);
  }

  /**
   * The same applies if another process has given the name to another file. SQLite itself looks at the inode, too.
   */
  private assertIsTheSame(inode = this.inodeNow()): void {
    if (inode !== null && inode !== this.inode)
      throw new DatabaseError('moved', 'Another process has put another file in its place.');
  }

  /**
   * The inode that the file's name has now; null if there is no file. If it cannot be determined, the previous inode:
   * SQLite will report what is wrong.
   */
  private inodeNow(): number | null {
    const { file } = this.options;
    if (file === null) return null;
    try {
      return statSync(file.path, { throwIfNoEntry: false })?.ino ?? null;
    } catch {
      return this.inode ?? 0;
    }
  }

  private prepareFile(): void {
    // So that sorting and merging never write plain text into temporary files.
    this.connection.pragma('temp_store = MEMORY');
    this.connection.pragma('foreign_keys = ON');
    this.connection.pragma('secure_delete = ON');
    if (!this.options.file) return;
    // Before anything is written: even the next line changes a file.
    this.assertNotNewer();
    // Works in a new file only: lets pages freed by deletions be given back to the disk.
    this.connection.pragma('auto_vacuum = INCREMENTAL');
    this.connection.pragma('journal_mode = WAL');
    // A crash of the app loses nothing; a power failure may lose the last moments, but never the file.
    this.connection.pragma('synchronous = NORMAL');
    this.connection.prepare('SELECT count(*) FROM sqlite_master').all([]);
    this.connection.pragma(`cache_size = ${this.pagesToCache()}`);
  }

  /**
   * Searching a large history reads the same pages of its index at each letter; a small one needs no more than the
   * minimum.
   */
  private pagesToCache(): number {
    const [row] = this.query({ sql: 'PRAGMA page_count' });
    const part = Math.ceil(Number(row?.page_count ?? 0) * CACHED_PART);
    return Math.min(Math.max(part, MIN_CACHED_PAGES), MAX_CACHED_PAGES);
  }

  private assertNotNewer(): void {
    const known = this.options.migrations.length;
    const version = this.version();
    if (version > known)
      throw new DatabaseError('too-new', `The file has version ${version}; this app knows up to ${known}.`);
  }

  private migrate(): void {
    const { migrations, file } = this.options;
    const version = this.version();
    if (version === migrations.length) return;
    const isOlder = file !== null && version > 0;
    if (isOlder) this.connection.pragma('wal_checkpoint(TRUNCATE)');
    for (const [index, { sql }] of migrations.entries()) {
      if (index < version) continue;
      this.atomically(() => {
        // Another process may have migrated first: a step carried out twice, or a version that goes down, would ruin
        // the file.
        if (this.version() !== index) return;
        // A copy of the older app's file is kept, encrypted with the same key, for going back.
        if (isOlder && index === version) copyFileSync(file.path, `${file.path}.version-${version}`);
        this.connection.exec(`${sql}\n;PRAGMA user_version = ${index + 1}`);
      });
    }
    this.assertNotNewer();
  }

  private version(): number {
    const [row] = this.query({ sql: 'PRAGMA user_version' });
    return Number(row?.user_version);
  }

  private atomically<T>(act: () => T): T {
    guard(() => this.connection.exec('BEGIN IMMEDIATE'));
    try {
      const result = act();
      guard(() => this.connection.exec('COMMIT'));
      return result;
    } catch (error) {
      // After some errors SQLite has already rolled back by itself.
      if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
      throw error;
    }
  }
}

function gone(file: DatabaseFile | null): DatabaseError {
  return new DatabaseError('disk', `${file?.path} is no longer there.`);
}
