import { createHash } from 'node:crypto';
import { access, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isMissing } from '../files/file-errors';
import { moveAside } from '../files/move-damaged-file';

/**
 * The file for a key: `explorer.db` becomes `explorer.3fa91c02.db`. Its name says which key it belongs to, because it
 * must never be opened with another one: closing it would then write a leftover log back under the wrong key and
 * destroy it (libsql 0.5.29).
 */
export function databasePath(path: string, key: string): string {
  return join(dirname(path), `${basename(path, '.db')}.${keyId(key)}.db`);
}

/** The part of a file's name that says which key it belongs to. */
export function keyId(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

/** Paths of the databases beside it that belong to other keys. */
export async function databasesOfOtherKeys(path: string, key: string): Promise<string[]> {
  // If the folder cannot be read, opening the file will report that.
  const all = await databasesOfAllKeys(path).catch(() => []);
  return all.filter((other) => other !== databasePath(path, key));
}

/**
 * Whether there is a database for any key, for callers who cannot read the key. Assumed if the folder cannot be read.
 */
export async function mayHaveDatabase(path: string): Promise<boolean> {
  return databasesOfAllKeys(path).then(
    (all) => all.length > 0,
    (error: unknown) => !isMissing(error),
  );
}

async function databasesOfAllKeys(path: string): Promise<string[]> {
  const folder = dirname(path);
  const stem = `${basename(path, '.db')}.`;
  const names = await readdir(folder);
  return names
    .filter((name) => name.startsWith(stem) && /^[0-9a-f]{8}\.db$/.test(name.slice(stem.length)))
    .map((name) => join(folder, name));
}

/** A message for the person that names a file, with its full path for those who look for it. */
export interface FileNotice {
  readonly words: string;
  /** The path of the file it is about, if it is about one. */
  readonly place?: string;
  /** True if everything that was in it is unknown now. */
  readonly hidesAll?: boolean;
}

/** `before-rebuild`: everything in it is also in the new database. */
const ASIDE_REASONS = ['damaged', 'before-rebuild'] as const;
export type AsideReason = (typeof ASIDE_REASONS)[number];

/**
 * Moves a database out of the way together with its log, so that the two can be opened again. Returns the new path.
 * The log is moved last, because a file left without its log would be opened as if it were complete.
 */
export async function moveDatabaseAside(path: string, reason: AsideReason, now: Date): Promise<string> {
  const aside = await moveAside(path, reason, now);
  await moveLog(path, aside);
  return aside;
}

/** The shared memory of the log (`-shm`) is only for running processes and made anew at each opening. */
async function moveLog(path: string, aside: string): Promise<void> {
  await rename(`${path}-wal`, `${aside}-wal`).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  await rm(`${path}-shm`, { force: true });
}

/**
 * Moves away a log whose file is missing because the app was killed while moving the two: otherwise it would be
 * written into the next file at that place.
 */
async function moveLeftLog(path: string): Promise<void> {
  if (!(await isThere(`${path}-wal`))) return;
  const aside = await movedLast(path);
  if (aside === null) await removeDatabase(path);
  else await moveLog(path, aside);
}

/** The latest of the files that were set aside from this path and have no log; null if there is none. */
async function movedLast(path: string): Promise<string | null> {
  const folder = dirname(path);
  const starts = ASIDE_REASONS.map((reason) => `${basename(path, '.db')}.${reason}-`);
  const names = await readdir(folder);
  let last: { readonly aside: string; readonly at: number } | null = null;
  for (const name of names) {
    if (!name.endsWith('.db') || !starts.some((start) => name.startsWith(start))) continue;
    if (names.includes(`${name}-wal`)) continue;
    const aside = join(folder, name);
    const { ctimeMs } = await stat(aside);
    if (last === null || ctimeMs > last.at) last = { aside, at: ctimeMs };
  }
  return last?.aside ?? null;
}

/** Where the database that will replace a damaged one is written. */
export function rebuildPath(path: string): string {
  return `${path}.rebuild`;
}

/**
 * Puts a rebuilt database in its place if the damaged one has been moved away. Otherwise it is incomplete and is
 * removed.
 */
export async function finishRebuild(path: string): Promise<void> {
  const rebuilt = rebuildPath(path);
  if (await isThere(path)) {
    await removeDatabase(rebuilt);
    return;
  }
  await moveLeftLog(path);
  await rename(rebuilt, path).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
}

export async function removeDatabase(path: string): Promise<void> {
  for (const ending of ['', ...LOG_ENDINGS]) await rm(path + ending, { force: true });
}

/**
 * Records that rows of the table of `whenLost` could not be read and no database says so yet. In a separate file,
 * because the app may be killed before the new database is opened.
 */
export async function noteLost(path: string): Promise<void> {
  await writeFile(lostNote(path), '', { mode: 0o600 });
}

/** When that was recorded; null if it was not. */
export async function lostSince(path: string): Promise<Date | null> {
  return stat(lostNote(path)).then(
    ({ mtime }) => mtime,
    (error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    },
  );
}

export function forgetLostNote(path: string): Promise<void> {
  return rm(lostNote(path), { force: true });
}

/** One note for the databases of all keys. */
function lostNote(path: string): string {
  return join(dirname(path), 'database-lost-rows');
}

/**
 * Records that this folder has had a database: its key in the keychain does not say so, because another process may be
 * making the first file, and folders at the usual place share one key.
 */
export async function noteKept(path: string): Promise<void> {
  if (!(await isThere(keptNote(path)))) await writeFile(keptNote(path), '', { mode: 0o600 });
}

/** True if somebody has taken the file away. */
export async function isTakenAway(path: string, file: string): Promise<boolean> {
  return (await isThere(keptNote(path))) && !(await isThere(file));
}

function keptNote(path: string): string {
  return join(dirname(path), 'database-kept');
}

/**
 * Copies that are useless once the database has been opened: from before its migrations, and from before it was
 * rebuilt.
 */
export async function copiesBeside(path: string): Promise<string[]> {
  const names = await readdir(dirname(path)).catch(() => []);
  const starts = [`${basename(path)}.version-`, `${basename(path, '.db')}.before-rebuild-`];
  return names
    .filter((name) => starts.some((start) => name.startsWith(start)))
    .map((name) => join(dirname(path), name));
}

const LOG_ENDINGS = ['-wal', '-shm'];

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
