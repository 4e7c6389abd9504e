import Libsql from 'libsql';
import { closeSync, existsSync, openSync } from 'node:fs';
import { codeOf } from '@shared/text/code-of';
import { messageOf } from '@shared/text/message-of';
import { DatabaseError, type DatabaseTrouble, type SqlValue, type Statement } from './database';

export type Connection = InstanceType<typeof Libsql>;

/** The key is 32 bytes in hexadecimal. */
export interface DatabaseFile {
  readonly path: string;
  readonly key: string;
}

/**
 * Opens the file, creating it if it is missing, or a database in memory for null.
 * @param lockWaitMs how long to wait for another process's lock.
 */
export function connect(file: DatabaseFile | null, lockWaitMs: number): Connection {
  const connection = open(file);
  // Another process may hold the file for a moment.
  connection.pragma(`busy_timeout = ${lockWaitMs}`);
  return connection;
}

function open(file: DatabaseFile | null): Connection {
  if (!file) return new Libsql(':memory:');
  // Created here first so that nobody else can read it; the log gets the same permissions.
  if (!existsSync(file.path)) closeSync(openSync(file.path, 'a', 0o600));
  const options: Libsql.Options & { encryptionCipher: string; encryptionKey: string } = {
    encryptionCipher: 'aes256cbc',
    encryptionKey: file.key,
  };
  return new Libsql(file.path, options);
}

/**
 * libsql binds every JavaScript number as a floating-point value, but a bigint as an integer. It cuts a text at its
 * first NUL, and aborts the whole process over a value of an unknown type.
 */
export function bind({ values = [] }: Statement): unknown[] {
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

export function toRow(row: unknown): Record<string, unknown> {
  if (typeof row !== 'object' || row === null)
    throw new DatabaseError('statement', 'a row came in an unknown form');
  const columns: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof ArrayBuffer) columns[name] = new Uint8Array(value);
  }
  return columns;
}

export function toValue(value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array) return value;
  throw new DatabaseError('statement', 'a value came in an unknown form');
}

/** Turns libsql's errors into ours. Their texts name tables and columns, never values. */
export function guard<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const code = codeOf(error);
    const text = messageOf(error);
    throw new DatabaseError(troubleOf(code, text), code === '' ? text : `${code}: ${text}`);
  }
}

/**
 * Errors of the full-text index about its own definition in the schema: the app wrote that, so the file is damaged.
 */
const DAMAGED_INDEX =
  /^(?:parse error in |unrecognized (?:column )?option|no such (?:tokenizer|module): |error in tokenizer constructor)/;

function troubleOf(code: string, text: string): DatabaseTrouble {
  if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(code) || DAMAGED_INDEX.test(text)) return 'damaged';
  if (/^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN|PERM|NOLFS)/.test(code)) return 'disk';
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return 'busy';
  if (/^(?:E[A-Z]+)$/.test(code) || /Unable to open|ConnectionFailed/.test(text)) return 'disk';
  return 'statement';
}
