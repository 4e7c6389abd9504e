import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isTaken } from '../../files/file-errors';
import { refused } from './live-problems';

/** The same for two paths that are one file on Windows or macOS: in other capitals, or with letters composed otherwise. */
export function asOnAnyDisk(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/**
 * Makes the folder of a file. No part of its path may be a link, which would lead out of the folder on disk.
 * @returns true if there was no such folder.
 */
export async function makeFolderInside(root: string, folder: string): Promise<boolean> {
  let path = root;
  let isNew = false;
  for (const part of folder === '' ? [] : folder.split('/')) {
    path = join(path, part);
    await mkdir(path).then(
      () => (isNew = true),
      async (error: unknown) => {
        if (isTaken(error)) return;
        if (isNew) await removeEmptyFolders(root, relative(root, path));
        throw error;
      },
    );
    const found = await lstat(path);
    if (!found.isDirectory())
      throw refused(path, found.isSymbolicLink() ? 'It is a link: links are not followed.' : 'It is a file.');
  }
  return isNew;
}

/** Removes folders that are empty now, up to the root: git does not have them either. */
export async function removeEmptyFolders(root: string, file: string): Promise<void> {
  for (let folder = dirname(file); folder !== '.' && folder !== ''; folder = dirname(folder)) {
    const removed = await rmdir(join(root, folder)).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}
