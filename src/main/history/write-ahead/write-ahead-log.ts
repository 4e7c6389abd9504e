import { randomUUID } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { keyId } from '../../database/database-files';
import { writeNoted, writeSettled, type NotedRecord } from './noted-record';
import { RecordSealer, recordKey } from './sealed-records';

/**
 * Encryption runs on main's thread and takes 1 ms for this many bytes; for larger records the app waits for the
 * database.
 */
const MAX_RECORD_BYTES = 100_000;
/** The file does not grow beyond this while the database accepts nothing. */
const MAX_FILE_BYTES = 16_000_000;

interface OpenFile {
  readonly path: string;
  readonly descriptor: number;
  readonly databaseKey: string;
  readonly sealer: RecordSealer;
  bytes: number;
}

/**
 * An encrypted file of this run with what was noted but is not in the database yet. One append hands a record to the
 * operating system, which writes it whatever happens to the app. The file is emptied once the database has
 * everything. If a killed app leaves one behind, `recoverWrittenAhead` puts its records into the database before
 * anything reads that.
 */
export class WriteAheadLog {
  private readonly run = randomUUID();
  private file: OpenFile | null = null;
  private lastNumber = 0;
  private readonly unsettled = new Set<number>();

  /** @param databaseKey returns null while the history is not kept, because the log would outlive it. */
  constructor(
    readonly folder: string,
    private readonly databaseKey: () => string | null,
  ) {}

  /**
   * Returns the number to settle the record by; null if it could not be written, in which case the caller has to wait
   * for the database.
   */
  append(noted: NotedRecord): number | null {
    const { requestBody, responseBody } = noted.kept;
    if ((requestBody?.length ?? 0) + (responseBody?.length ?? 0) > MAX_RECORD_BYTES) return null;
    const plain = writeNoted(noted);
    const number = plain.length > MAX_RECORD_BYTES ? null : this.write(plain);
    if (number !== null) this.unsettled.add(number);
    return number;
  }

  /**
   * The database has these records, or never will. Once they are deleted there, they must not come back from here.
   */
  settle(numbers: readonly number[]): void {
    const { file } = this;
    if (file === null || numbers.length === 0) return;
    for (const number of numbers) this.unsettled.delete(number);
    if (this.unsettled.size > 0) {
      this.write(writeSettled(numbers));
      return;
    }
    try {
      ftruncateSync(file.descriptor, 0);
      file.bytes = 0;
    } catch {
      // It is emptied next time, or its records are put into the database once more.
    }
  }

  /** What is not settled stays for the next run. */
  close(): void {
    const { file } = this;
    if (file === null) return;
    this.file = null;
    closeSync(file.descriptor);
    if (this.unsettled.size === 0) rmSync(file.path, { force: true });
  }

  /** True for this run's own file. */
  isOwn(name: string): boolean {
    return name.endsWith(this.run);
  }

  private write(plain: Buffer): number | null {
    try {
      const file = this.opened();
      if (file === null) return null;
      const number = this.lastNumber + 1;
      const sealed = file.sealer.seal(number, plain);
      if (file.bytes + sealed.length > MAX_FILE_BYTES) return null;
      if (writeSync(file.descriptor, sealed) < sealed.length) {
        ftruncateSync(file.descriptor, file.bytes);
        return null;
      }
      file.bytes += sealed.length;
      this.lastNumber = number;
      setImmediate(() => file.sealer.makeReady());
      return number;
    } catch {
      // The disk is full or read-only, which the database reports itself.
      return null;
    }
  }

  private opened(): OpenFile | null {
    const databaseKey = this.databaseKey();
    if (databaseKey === null) return null;
    if (this.file !== null) return this.file.databaseKey === databaseKey ? this.file : null;
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, logName(databaseKey, process.pid, this.run));
    const descriptor = openSync(path, 'ax', 0o600);
    const sealer = new RecordSealer(recordKey(databaseKey));
    this.file = { path, descriptor, databaseKey, sealer, bytes: 0 };
    return this.file;
  }
}

/** The process id tells whether the owner is still alive; the key's id tells which database the log belongs to. */
export function logName(databaseKey: string, pid: number, run: string): string {
  return `noted-${keyId(databaseKey)}-${pid}-${run}`;
}
