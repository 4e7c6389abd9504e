import { DatabaseError, LOCK_WAIT_MS, questionMarks, type Migration, type Statement } from './database';
import { bind, connect, guard, toRow, toValue, type Connection, type DatabaseFile } from './connection';
import { Engine } from './engine';

export interface SalvagedTable {
  readonly name: string;
  /** How many rows are in the new database. */
  readonly saved: number;
  /** How many rows could not be read; null if some could not and their number cannot be determined. */
  readonly lost: number | null;
  /** The id of the last row that was read; 0 if there is none. */
  readonly last: number;
}

/** How many rows are held at a time, because a row may hold a large body. */
const ROWS_AT_ONCE = 20;
const ROWID = 'salvaged_rowid';

/**
 * Copies every row that can be read from a damaged file into a new one with the schema of the damaged one's version.
 * Indexes are made anew. Rows whose parent is lost are copied too, because they may hold something that a person
 * typed. Throws a `DatabaseError`: `damaged` if not even the schema can be read.
 * @param behind what was copied into the new file before: only later rows are copied.
 */
export function salvage(
  from: DatabaseFile,
  to: string,
  migrations: readonly Migration[],
  behind: readonly SalvagedTable[] = [],
): SalvagedTable[] {
  const old = guard(() => connect(from, LOCK_WAIT_MS));
  try {
    const version = Number(rowsOf(old, { sql: 'PRAGMA user_version' })[0]?.user_version);
    if (version > migrations.length) throw new DatabaseError('too-new', `The file has version ${version}.`);
    const file = { path: to, key: from.key };
    const fresh = new Engine({ file, migrations: migrations.slice(0, version) });
    try {
      fresh.query({ sql: 'PRAGMA foreign_keys = OFF' });
      return tablesOf(fresh).map((name) =>
        copyTable(old, fresh, name, behind.find((table) => table.name === name)?.last ?? 0),
      );
    } finally {
      fresh.close();
    }
  } finally {
    old.close();
  }
}

/** The tables, except those that triggers derive from the others: like indexes, they are filled anew. */
function tablesOf(engine: Engine): string[] {
  const sql = `SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'derived!_%' ESCAPE '!'`;
  return engine.query({ sql }).map(({ name }) => String(name));
}

function columnsOf(engine: Engine, table: string): string[] {
  return engine
    .query({ sql: 'SELECT name FROM pragma_table_info(?)', values: [table] })
    .map(({ name }) => String(name));
}

function copyTable(old: Connection, fresh: Engine, name: string, behind: number): SalvagedTable {
  const reader = new DamagedTable(old, name, columnsOf(fresh, name));
  let saved = 0;
  for (const rows of reader.read(behind)) saved += insert(fresh, rows);
  const { last } = reader;
  const expected = reader.count();
  if (expected !== null) return { name, saved, lost: Math.max(0, expected - saved), last };
  return { name, saved, lost: reader.hasGaps ? null : 0, last };
}

/**
 * Inserts all rows at once or, if that is refused, one by one, so that one with damaged values does not take others
 * with it.
 */
function insert(fresh: Engine, statements: readonly Statement[]): number {
  try {
    return fresh.transaction(statements).reduce((sum, { changedRows }) => sum + changedRows, 0);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.trouble !== 'statement') throw error;
    if (statements.length === 1) return 0;
    return statements.reduce((sum, statement) => sum + insert(fresh, [statement]), 0);
  }
}

/** Reads a table by its row ids, skipping the places that cannot be read. */
class DamagedTable {
  hasGaps = false;
  last = 0;
  private readonly select: string;

  /** @param columns of the table as it should be: names in the damaged file are not trusted. */
  constructor(
    private readonly connection: Connection,
    private readonly name: string,
    private readonly columns: readonly string[],
  ) {
    // Texts are read as bytes, because libsql aborts the process over one that is not UTF-8.
    const parts = columns.map(
      (column, place) =>
        `typeof("${column}") = 'text' AS is_text_${place}, iif(typeof("${column}") = 'text', CAST("${column}" AS BLOB), "${column}") AS value_${place}`,
    );
    this.select = `SELECT ${[`rowid AS ${ROWID}`, ...parts].join(', ')} FROM "${name}"`;
  }

  /** The number of rows according to an index of the table; null if that cannot be read either. */
  count(): number | null {
    try {
      return Number(rowsOf(this.connection, { sql: `SELECT count(*) AS rows FROM "${this.name}"` })[0]?.rows);
    } catch (error) {
      return nullIfDamaged(error);
    }
  }

  /** The readable rows after `behind`, as statements that put them into another database. */
  *read(behind: number): Generator<Statement[], void, undefined> {
    for (let from: number | null = behind === 0 ? 0 : behind + 1; from !== null;) {
      const rows: Record<string, unknown>[] | null =
        this.rowsFrom(from, ROWS_AT_ONCE) ?? this.rowsFrom(from, 1);
      if (rows === null) {
        this.hasGaps = true;
        from = this.nextReadable(from);
        continue;
      }
      const last: Record<string, unknown> | undefined = rows[rows.length - 1];
      if (last === undefined) return;
      yield rows.map((row) => this.toStatement(row)).filter((statement) => statement !== null);
      this.last = Number(last[ROWID]);
      from = this.last + 1;
    }
  }

  /** Null when they cannot be read. */
  private rowsFrom(from: number, most: number): Record<string, unknown>[] | null {
    const sql = `${this.select} WHERE rowid >= ? ORDER BY rowid LIMIT ?`;
    try {
      return rowsOf(this.connection, { sql, values: [from, most] });
    } catch (error) {
      return nullIfDamaged(error);
    }
  }

  /**
   * The first readable row id after a damaged place that begins at `from`: searched for in growing steps, then by
   * bisection. Null if there is none.
   */
  private nextReadable(from: number): number | null {
    let step = 1;
    while (this.rowsFrom(from + step, 1) === null) {
      step *= 2;
      if (from + step > Number.MAX_SAFE_INTEGER) return null;
    }
    let [damaged, readable] = [from + Math.floor(step / 2), from + step];
    while (readable - damaged > 1) {
      const middle = damaged + Math.floor((readable - damaged) / 2);
      if (this.rowsFrom(middle, 1) === null) damaged = middle;
      else readable = middle;
    }
    return readable;
  }

  /** Null for a row with a text that is not UTF-8. */
  private toStatement(row: Record<string, unknown>): Statement | null {
    try {
      const values = this.columns.map((_, place) => {
        const value = toValue(row[`value_${place}`]);
        return row[`is_text_${place}`] === 1 && value instanceof Uint8Array ? utf8.decode(value) : value;
      });
      const names = this.columns.map((column) => `"${column}"`).join(', ');
      const places = questionMarks(this.columns);
      return { sql: `INSERT OR IGNORE INTO "${this.name}" (${names}) VALUES (${places})`, values };
    } catch {
      this.hasGaps = true;
      return null;
    }
  }
}

/** Throws on bytes that are not UTF-8. Keeps a byte order mark, which belongs to the text. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function rowsOf(connection: Connection, statement: Statement): Record<string, unknown>[] {
  return guard(() => connection.prepare(statement.sql).all(bind(statement)).map(toRow));
}

function nullIfDamaged(error: unknown): null {
  if (error instanceof DatabaseError && (error.trouble === 'damaged' || error.trouble === 'statement'))
    return null;
  throw error;
}
