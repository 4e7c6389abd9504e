import Libsql from 'libsql';
import { closeSync, copyFileSync, existsSync, openSync } from 'node:fs';
import {
  DatabaseError,
  type Changes,
  type DatabaseTrouble,
  type Migration,
  type SqlValue,
  type Statement,
  type Step,
} from './database';

type Connection = InstanceType<typeof Libsql>;
/** libsql takes the values as one list. */
interface Prepared {
  all(values: unknown[]): unknown[];
  run(values: unknown[]): Libsql.RunResult;
}

/** Null path: in memory. The key is 32 bytes in hexadecimal. */
export interface EngineOptions {
  readonly file: { readonly path: string; readonly key: string } | null;
  readonly migrations: readonly Migration[];
}

const MAX_PREPARED = 200;

/** The only place that knows libsql. Synchronous: it runs in the database's worker. */
export class Engine {
  private readonly connection: Connection;
  private readonly prepared = new Map<string, Prepared>();

  /** Opens and migrates. Throws a `DatabaseError`. */
  constructor(private readonly options: EngineOptions) {
    this.connection = guard(() => connect(options));
    try {
      guard(() => this.prepareFile());
      guard(() => this.migrate());
    } catch (error) {
      this.connection.close();
      throw error;
    }
  }

  query(statement: Statement): Record<string, unknown>[] {
    return guard(() => this.prepare(statement.sql).all(bind(statement)).map(toRow));
  }

  queryInTurn(steps: readonly Step[], most: number): Record<string, unknown>[] {
    const rows: Record<string, unknown>[] = [];
    for (const { gate, statement } of steps) {
      if (rows.length >= most) break;
      if (gate === null || this.query(gate).length > 0) rows.push(...this.query(statement));
    }
    return rows.slice(0, most);
  }

  execute(statement: Statement): Changes {
    return guard(() => {
      const { changes, lastInsertRowid } = this.prepare(statement.sql).run(bind(statement));
      return { changedRows: changes, lastRowId: Number(lastInsertRowid) };
    });
  }

  transaction(statements: readonly Statement[]): Changes[] {
    return this.atomically(() => statements.map((statement) => this.execute(statement)));
  }

  /** Every row of the tables, in an order in which foreign keys hold, to be put into another database. */
  unload(tables: readonly string[]): Statement[] {
    return tables.flatMap((table) =>
      this.query({ sql: `SELECT * FROM "${table}"` }).map((row) => {
        const columns = Object.keys(row);
        const places = columns.map(() => '?').join(', ');
        return {
          sql: `INSERT OR IGNORE INTO "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) VALUES (${places})`,
          values: Object.values(row).map(toValue),
        };
      }),
    );
  }

  close(): void {
    this.prepared.clear();
    // Old pages do not linger in the log.
    if (this.options.file) guard(() => this.connection.pragma('wal_checkpoint(TRUNCATE)'));
    this.connection.close();
  }

  private prepare(sql: string): Prepared {
    const known = this.prepared.get(sql);
    if (known) return known;
    const prepared = this.connection.prepare(sql);
    if (this.prepared.size >= MAX_PREPARED) this.prepared.clear();
    this.prepared.set(sql, prepared);
    return prepared;
  }

  private prepareFile(): void {
    // Sorting and merging never spill plain text into temporary files.
    this.connection.pragma('temp_store = MEMORY');
    this.connection.pragma('foreign_keys = ON');
    this.connection.pragma('secure_delete = ON');
    if (!this.options.file) return;
    // Of a new file only: pages that deletions leave can be given back to the disk.
    this.connection.pragma('auto_vacuum = INCREMENTAL');
    this.connection.pragma('journal_mode = WAL');
    // A crash of the app loses nothing; a loss of power may lose the last moments, but never the file.
    this.connection.pragma('synchronous = NORMAL');
    this.connection.prepare('SELECT count(*) FROM sqlite_master').all([]);
  }

  private migrate(): void {
    const { migrations, file } = this.options;
    const version = this.version();
    if (version > migrations.length) {
      throw new DatabaseError(
        'too-new',
        `The file has version ${version}; this app knows up to ${migrations.length}.`,
      );
    }
    if (version === migrations.length) return;
    if (file && version > 0) {
      // A copy of what an older app wrote stays, encrypted with the same key, for the way back.
      this.connection.pragma('wal_checkpoint(TRUNCATE)');
      copyFileSync(file.path, `${file.path}.version-${version}`);
    }
    for (const [index, { sql }] of migrations.entries()) {
      if (index < version) continue;
      this.atomically(() => this.connection.exec(`${sql}\n;PRAGMA user_version = ${index + 1}`));
    }
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
      // After some errors SQLite has rolled back by itself already.
      if (this.connection.inTransaction) this.connection.exec('ROLLBACK');
      throw error;
    }
  }
}

function connect({ file }: EngineOptions): Connection {
  if (!file) return new Libsql(':memory:');
  // Made by us first, so that nobody else may read it; the log takes over the same rights.
  if (!existsSync(file.path)) closeSync(openSync(file.path, 'a', 0o600));
  const options: Libsql.Options & { encryptionCipher: string; encryptionKey: string } = {
    encryptionCipher: 'aes256cbc',
    encryptionKey: file.key,
  };
  return new Libsql(file.path, options);
}

/**
 * libsql binds every JavaScript number as a fraction, but a bigint as an integer. It ends a text at its first NUL, and
 * the whole process over a value it does not know.
 */
function bind({ values = [] }: Statement): unknown[] {
  return values.map((value) => {
    if (typeof value === 'string' && value.includes('\0'))
      throw new DatabaseError('statement', 'a NUL in a text');
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new DatabaseError('statement', 'no finite number');
    if (typeof value === 'boolean') return value ? 1n : 0n;
    if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
    return value instanceof Uint8Array
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
      : value;
  });
}

function toRow(row: unknown): Record<string, unknown> {
  if (typeof row !== 'object' || row === null)
    throw new DatabaseError('statement', 'a row came in an unknown form');
  const columns: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof ArrayBuffer) columns[name] = new Uint8Array(value);
  }
  return columns;
}

function toValue(value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array) return value;
  throw new DatabaseError('statement', 'a value came in an unknown form');
}

/** Turns libsql's errors into ours. Their texts name tables and columns, never values. */
function guard<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const text = error instanceof Error ? error.message : String(error);
    throw new DatabaseError(troubleOf(code, text), code === '' ? text : `${code}: ${text}`);
  }
}

function troubleOf(code: string, text: string): DatabaseTrouble {
  if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code)) return 'damaged';
  if (/^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|PERM|BUSY|LOCKED|NOLFS)/.test(code)) return 'disk';
  if (/^(?:E[A-Z]+)$/.test(code) || /Unable to open|ConnectionFailed/.test(text)) return 'disk';
  return 'statement';
}
