import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically } from '../../files/atomic-file';
import { fileName } from '../request-folder';
import { folderOf, MAX_BYTES, tooLarge } from '../request-files';
import type { Undo } from './all-or-none';
import { notWritten, refused } from './live-problems';
import { makeFolderInside, removeEmptyFolders } from './place-of-file';
import { stampOf } from './read-live-file';

/** What git gives a new file, before the person's umask. */
const NEW_FILE = 0o666;

/**
 * Writes one file whole; one that moves is there once, or twice after a loss of power, never not at all.
 * @param from where it is now; null for a new one. Paths are relative to the root.
 * @param textOf gives the text to be written, by what the file has now.
 */
export async function writeLiveFile(
  root: string,
  { from, to }: { readonly from: string | null; readonly to: string },
  textOf: (before: string | null) => string,
): Promise<Undo> {
  const full = join(root, to);
  try {
    const before = from === null ? null : await readFile(join(root, from), 'utf8');
    const mode = from === null ? null : ((await stampOf(join(root, from)))?.mode ?? null);
    const text = textOf(before);
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_BYTES) throw refused(to, tooLarge(bytes));
    await makeFolderInside(root, folderOf(to));
    // On a disk without capitals both are one file.
    const isSame = from !== null && from.toLowerCase() === to.toLowerCase();
    if (isSame && from !== to) await rename(join(root, from), full);
    if (!isSame || text !== before)
      await writeFileAtomically(full, text, mode === null ? NEW_FILE : mode & 0o777);
    if (from !== null && !isSame)
      await removeLiveFile(root, from).catch(async (error: unknown) => {
        await removeLiveFile(root, to);
        throw error;
      });
    return async () => {
      if (isSame && from !== to) await rename(full, join(root, from));
      if (before !== null && from !== null) await putBack(root, from, before, mode);
      if (!isSame) await removeLiveFile(root, to);
    };
  } catch (error) {
    throw notWritten(full, error);
  }
}

async function putBack(root: string, path: string, text: string, mode: number | null): Promise<void> {
  await makeFolderInside(root, folderOf(path));
  await writeFileAtomically(join(root, path), text, mode === null ? NEW_FILE : mode & 0o777);
}

/** Removes a file of which the text is known. */
export async function takeLiveFile(root: string, path: string, text: string): Promise<Undo> {
  const mode = (await stampOf(join(root, path)))?.mode ?? null;
  await removeLiveFile(root, path);
  return () => putBack(root, path, text, mode);
}

async function removeLiveFile(root: string, path: string): Promise<void> {
  try {
    await rm(join(root, path));
  } catch (error) {
    throw notWritten(join(root, path), error);
  }
  await removeEmptyFolders(root, path);
}

/** True when no other file is there, in any capitals. */
export async function isFreePath(
  root: string,
  path: string,
  own: string | undefined,
  files: Iterable<string>,
): Promise<boolean> {
  const lower = path.toLowerCase();
  for (const file of files) if (file !== own && file.toLowerCase() === lower) return false;
  // One that came meanwhile.
  return lower === own?.toLowerCase() || (await stampOf(join(root, path))) === null;
}

/** A path for a request of this name, with a number behind it when that is taken. */
export async function freePath(
  request: { readonly name: string },
  folder: string,
  isFree: (path: string) => Promise<boolean>,
): Promise<string> {
  const taken = new Set<string>();
  for (;;) {
    const name = fileName(request, (one) => taken.has(one));
    const path = join(...folder.split('/'), name);
    if (await isFree(path)) return path;
    taken.add(name);
  }
}
