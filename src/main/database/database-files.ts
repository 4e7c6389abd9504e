import { createHash } from 'node:crypto';
import { readdir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { moveDamagedFile } from '../files/move-damaged-file';

/**
 * The file for a key: `explorer.db` becomes `explorer.3fa91c02.db`. Its name says which key it belongs to, because it
 * must never be opened with another: closing it would then write a leftover log back under the wrong key, and destroy it
 * (libsql 0.5.29).
 */
export function databasePath(path: string, key: string): string {
  const id = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return join(dirname(path), `${basename(path, '.db')}.${id}.db`);
}

/** Paths of the databases beside it that belong to other keys. */
export async function databasesOfOtherKeys(path: string, key: string): Promise<string[]> {
  const folder = dirname(path);
  const stem = `${basename(path, '.db')}.`;
  // A folder that cannot be read is for the opening to say.
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.startsWith(stem) && /^[0-9a-f]{8}\.db$/.test(name.slice(stem.length)))
    .map((name) => join(folder, name))
    .filter((other) => other !== databasePath(path, key));
}

/** Moves a database out of the way together with its log, so that the two can be opened again. Gives the new path. */
export async function moveDamagedDatabase(path: string, now: Date): Promise<string> {
  const aside = await moveDamagedFile(path, now);
  for (const ending of ['-wal', '-shm']) {
    await rename(path + ending, aside + ending).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
  return aside;
}
