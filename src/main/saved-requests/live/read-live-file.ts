import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { secretReference } from '@shared/secrets/secret-reference';
import { fileTroubleSentence } from '@shared/text/file-trouble';
import { isGone } from '../../files/file-errors';
import { mapRows } from '../content-rows';
import { MAX_BYTES, textIn, tooLarge } from '../request-files';
import type { LiveContent } from './live-texts';

/** A file of a live folder, as it was read. */
export interface LiveFile {
  /** Relative to the folder. */
  readonly path: string;
  /** What the file system says of it: while that is the same, the file is not read again. */
  readonly stamp: string;
  readonly revision: string;
  readonly size: number;
  readonly read: Exclude<LiveContent['read'], { readonly ok: true }> | ReadRequestOfFile;
}

type ReadRequestOfFile = Omit<Extract<LiveContent['read'], { readonly ok: true }>, 'typed'>;

/** A file that has changed: its text is still to be read as a request. */
export interface UnreadFile extends Pick<LiveFile, 'path' | 'stamp' | 'size'> {
  readonly text: string;
}

/** Null if it is not (or no longer) there. */
export async function stampOf(full: string): Promise<{ stamp: string; size: number; mode: number } | null> {
  try {
    const { size, mtimeMs, ctimeMs, ino, mode } = await lstat(full);
    return { stamp: `${size} ${mtimeMs} ${ctimeMs} ${ino}`, size, mode };
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

export function brokenFile({ path, stamp, size }: Omit<UnreadFile, 'text'>, why: string): LiveFile {
  return { path, stamp, size, revision: '', read: { ok: false, why } };
}

/** The known file if it has not changed, otherwise the file with its text; null if it is gone. */
export async function lookAtFile(
  root: string,
  path: string,
  known: LiveFile | undefined,
): Promise<LiveFile | UnreadFile | null> {
  const full = join(root, path);
  let file = { path, stamp: '', size: 0 };
  try {
    const found = await stampOf(full);
    if (found === null) return null;
    if (known?.stamp === found.stamp) return known;
    file = { path, stamp: found.stamp, size: found.size };
    if (file.size > MAX_BYTES) return brokenFile(file, tooLarge(file.size));
    const read = textIn(await bytesOf(full));
    return read.ok ? { ...file, text: read.text } : brokenFile(file, read.why);
  } catch (error) {
    // Another program had it open, say: it is read at the next look, although nothing in it has changed.
    return brokenFile({ ...file, stamp: '' }, fileTroubleSentence(error));
  }
}

/** If something else took its place meanwhile, a link is not followed, and a pipe is not waited for. */
async function bytesOf(full: string): Promise<Uint8Array> {
  // Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const file = await open(full, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** @param keepSecret keeps a secret that somebody typed into a file in memory. */
export async function liveFile(
  { path, stamp, size }: UnreadFile,
  { revision, read }: LiveContent,
  keepSecret: (value: string) => string,
): Promise<LiveFile> {
  if (!read.ok) return { path, stamp, size, revision, read };
  const { typed, ...rest } = read;
  const kept = new Map(typed.map(({ reference, value }) => [reference, secretReference(keepSecret(value))]));
  const asked = await mapRows(read.request, (row) =>
    Promise.resolve({ ...row, value: kept.get(row.value) ?? row.value }),
  );
  return { path, stamp, size, revision, read: { ...rest, request: { ...read.request, ...asked } } };
}
