import { link, lstat, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomically, type Placing } from '../../files/atomic-file';
import { isTaken } from '../../files/file-errors';
import { fileName } from '../request-folder';
import { folderOf, MAX_BYTES, tooLarge } from '../request-files';
import type { Undo } from './all-or-none';
import { assertGitIsDone } from './git-lock';
import { changedInPart, changedOnDisk, notWritten, refused } from './live-problems';
import { asOnAnyDisk, makeFolderInside, removeEmptyFolders } from './place-of-file';
import { revisionOf } from './live-texts';
import { stampOf } from './read-live-file';

/** The mode that git gives a new file, before the umask. */
const NEW_FILE = 0o666;

/**
 * Writes one file as a whole. A file that moves is there once, or twice after a loss of power, but never not at all.
 * Paths are relative to the root.
 * @param from where it is now, and the revision that it had when it was looked at: a text that has changed since is not
 * written over. Null for a new file.
 * @param textOf gives the text to be written, by what the file has now; it may take a while.
 * @returns null, with nothing changed, if something else took its place meanwhile.
 */
export async function writeLiveFile(
  root: string,
  {
    from: known,
    to,
  }: { readonly from: { readonly path: string; readonly revision: string } | null; readonly to: string },
  textOf: (before: string | null) => Promise<string>,
): Promise<Undo | null> {
  const full = join(root, to);
  const from = known?.path ?? null;
  let inNewFolder = false;
  try {
    const before = from === null ? null : await readFile(join(root, from), 'utf8');
    // The keychain may have waited for the person since the folder was looked at.
    if (known !== null && before !== null && revisionOf(before) !== known.revision)
      throw changedOnDisk(known.path);
    const mode = from === null ? null : ((await stampOf(join(root, from)))?.mode ?? null);
    // A new file takes its name, which no permissions of the old one prevent.
    if (mode !== null && (mode & 0o222) === 0)
      throw Object.assign(new Error(`${full} is read-only`), { code: 'EACCES' });
    const text = await textOf(before);
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_BYTES) throw refused(to, tooLarge(bytes));
    if (from !== null) await assertIs(root, from, before);
    inNewFolder = await makeFolderInside(root, folderOf(to));
    // On a disk that ignores case, both may be the same file.
    const isSame = from !== null && asOnAnyDisk(from) === asOnAnyDisk(to);
    if (isSame && from !== to && !(await changeCapitals(join(root, from), full))) return null;
    const check = async (): Promise<void> => {
      if (isSame) await assertIs(root, to, before);
      await assertGitIsDone(root);
    };
    if (!isSame || text !== before)
      await put(root, to, text, mode, { isNew: !isSame, check }).catch(
        orInPart(root, async () => {
          if (isSame && from !== to) await rename(full, join(root, from));
        }),
      );
    if (from !== null && !isSame)
      await assertIs(root, from, before)
        .then(() => removeLiveFile(root, from))
        .catch(orInPart(root, () => removeLiveFile(root, to)));
    return async () => {
      await assertIs(root, to, text);
      if (from !== null && !isSame) await assertIs(root, from, null);
      if (isSame && from !== to) await rename(full, join(root, from));
      const placing = isSame ? { check: () => assertIs(root, to, text) } : IS_NEW;
      if (before !== null && from !== null) await putBack(root, from, before, mode, placing);
      if (!isSame) await removeLiveFile(root, to);
    };
  } catch (error) {
    if (isTaken(error)) return null;
    if (inNewFolder) await removeEmptyFolders(root, to);
    throw notWritten(full, error);
  }
}

/** Throws the error after what was done is undone, or another one if it could not be undone. */
function orInPart(root: string, takeBack: Undo): (error: unknown) => Promise<never> {
  return async (error) => {
    await takeBack().catch(() => {
      throw changedInPart(root, error);
    });
    throw error;
  };
}

/**
 * Throws if the file is not as expected, so that what somebody else did to it since is not undone. Null if no file
 * should be there.
 */
async function assertIs(root: string, path: string, text: string | null): Promise<void> {
  const isThere = (await stampOf(join(root, path))) !== null;
  const now = isThere ? await readFile(join(root, path), 'utf8') : null;
  if (now !== text) throw changedOnDisk(path);
}

const IS_NEW: Placing = { isNew: true };

async function put(
  root: string,
  path: string,
  text: string,
  mode: number | null,
  placing: Placing,
): Promise<void> {
  await writeFileAtomically(join(root, path), text, mode === null ? NEW_FILE : mode & 0o777, placing);
}

async function putBack(root: string, path: string, ...what: PutBack): Promise<void> {
  await makeFolderInside(root, folderOf(path));
  await put(root, path, ...what);
}

type PutBack = [text: string, mode: number | null, placing: Placing];

/** False if another file has that name. On a disk that ignores case, both names may be one file. */
async function changeCapitals(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    if (isTaken(error) && !(await isOneFile(from, to))) return false;
    await rename(from, to);
    return true;
  }
  await rm(from).catch(async (error: unknown) => {
    await rm(to);
    throw error;
  });
  return true;
}

async function isOneFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => lstat(path, { bigint: true })));
  return first?.dev === second?.dev && first?.ino === second?.ino;
}

/** Removes a file whose text is known. */
export async function takeLiveFile(root: string, path: string, text: string): Promise<Undo> {
  const mode = (await stampOf(join(root, path)))?.mode ?? null;
  await removeLiveFile(root, path);
  return async () => {
    await assertIs(root, path, null);
    await putBack(root, path, text, mode, IS_NEW);
  };
}

async function removeLiveFile(root: string, path: string): Promise<void> {
  try {
    await rm(join(root, path));
  } catch (error) {
    throw notWritten(join(root, path), error);
  }
  await removeEmptyFolders(root, path);
}

/** True if no other file is there, nor one that some disks would take for the same. */
export async function isFreePath(
  root: string,
  path: string,
  own: string | undefined,
  files: Iterable<string>,
): Promise<boolean> {
  const wanted = asOnAnyDisk(path);
  for (const file of files) if (file !== own && asOnAnyDisk(file) === wanted) return false;
  if (path === own) return true;
  // Another file may have come meanwhile.
  const there = await stampOf(join(root, path));
  if (there === null) return true;
  // It may be the request's own file in another case, on a disk that ignores case.
  if (own === undefined || wanted !== asOnAnyDisk(own)) return false;
  return (await stampOf(join(root, own)))?.stamp === there.stamp;
}

/** A free path for a request of this name, with a number if the name is taken. */
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
