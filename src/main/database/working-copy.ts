import { copyFile, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isMissing } from '../files/file-errors';
import { removeLeftovers, runFolderName } from '../files/leftovers';
import type { DatabaseFile } from './connection';

const KIND = 'payments-api-explorer-database';

/**
 * A copy, to work on until the app ends, of a database whose folder cannot be written. SQLite cannot read a database
 * with a log where it may not write; opened as immutable, it would ignore the log. The copy is encrypted like the
 * file.
 */
export class WorkingCopy {
  private constructor(
    private readonly folder: string,
    readonly file: DatabaseFile,
  ) {}

  /** Null if there is nothing to copy, or no room for it. */
  static async of({ path, key }: DatabaseFile): Promise<WorkingCopy | null> {
    const folder = join(tmpdir(), runFolderName(KIND));
    const copy = new WorkingCopy(folder, { path: join(folder, basename(path)), key });
    try {
      await copy.remove();
      await mkdir(folder, { mode: 0o700 });
      await copyFile(path, copy.file.path);
      await copyFile(`${path}-wal`, `${copy.file.path}-wal`).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
      return copy;
    } catch {
      await copy.remove();
      return null;
    }
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

/** Removes the copies of runs that were killed. */
export function removeOldWorkingCopies(): Promise<void> {
  return removeLeftovers(tmpdir(), KIND);
}
