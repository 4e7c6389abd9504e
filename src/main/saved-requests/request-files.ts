import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { LeftOut } from '@shared/requests/live-folder';
import { decodeText, fileTrouble, fileTroubleSentence } from '@shared/text/file-trouble';
import { PARTIAL } from '../files/atomic-file';
import { isGone } from '../files/file-errors';
import { readRequestText, type ReadRequest } from './request-text';

export const REQUEST_FILE = '.request.yaml';
export const MAX_FILES = 5_000;
export const MAX_BYTES = 20_000_000;
export const MAX_DEPTH = 10;
/** A folder with more folders below it is not one of requests, but somebody's home or a whole disk. */
const MAX_FOLDERS = 3_000;

/** Names of files of Bruno and OpenCollection. */
const FOREIGN = /(?:\.bru|^opencollection\.ya?ml)$/;

/** The request files below a folder. Links are not followed. Paths are relative to the folder. */
export interface RequestFiles {
  readonly files: readonly string[];
  /** The folders that were looked into, including the folder itself (``). */
  readonly folders: readonly string[];
  readonly leftOut: readonly LeftOut[];
  /** Why nothing was read after the first of these that is over a limit; null if none is. */
  readonly rest: string | null;
  /** The first file of another tool's collection that has a file for each request; null if there is none. */
  readonly foreign: string | null;
  /** Unfinished request files, of a run that was killed or that is writing one now. */
  readonly partials: readonly string[];
}

/** Rejects only if the folder itself cannot be read. */
export async function requestFiles(path: string): Promise<RequestFiles> {
  const files: string[] = [];
  const folders: string[] = [];
  const leftOut: LeftOut[] = [];
  const partials: string[] = [];
  let rest: string | null = null;
  let foreign: string | null = null;
  await enter('', 0, await entriesOf(path));
  return { files, folders, leftOut, rest, foreign, partials };

  async function enter(folder: string, depth: number, entries: readonly Dirent[]): Promise<void> {
    folders.push(folder);
    for (const entry of entries) {
      const inside = join(folder, entry.name);
      const isHidden = entry.name.startsWith('.') || entry.name === 'node_modules';
      const isRequest = entry.name.endsWith(REQUEST_FILE);
      if (entry.isDirectory() && !isHidden) await enterBelow(inside, depth + 1);
      // A link without an extension may lead to a folder of requests.
      else if (entry.isSymbolicLink() && !isHidden && (isRequest || extname(entry.name) === ''))
        leftOut.push({ path: inside, why: 'It is a link: links are not followed.' });
      else if (entry.isFile() && isRequest) add(inside);
      else if (entry.isFile() && PARTIAL.test(entry.name)) {
        if (entry.name.replace(PARTIAL, '').endsWith(REQUEST_FILE)) partials.push(inside);
      } else if (FOREIGN.test(entry.name)) foreign ??= inside;
    }
  }

  function add(file: string): void {
    if (files.length < MAX_FILES) files.push(file);
    else leaveRest(file, `Of a folder ${MAX_FILES} requests are read: the rest is left out.`);
  }

  function leaveRest(first: string, why: string): void {
    if (rest === null) leftOut.push({ path: first, why });
    rest ??= why;
  }

  async function enterBelow(folder: string, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) {
      leftOut.push({ path: folder, why: `Folders are read ${MAX_DEPTH} deep.` });
      return;
    }
    if (folders.length >= MAX_FOLDERS) {
      leaveRest(folder, `${MAX_FOLDERS} folders are read: the rest is left out.`);
      return;
    }
    try {
      await enter(folder, depth, await entriesOf(join(path, folder)));
    } catch (error) {
      // Since its name was read.
      if (!isGone(error))
        leftOut.push({ path: folder, why: `The folder cannot be read: ${fileTrouble(error)}.` });
    }
  }
}

async function entriesOf(path: string): Promise<Dirent[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The app's name for the folder that a file is in. */
export function folderOf(file: string): string {
  return file.split(sep).slice(0, -1).join('/');
}

/** Reads the text of a file; texts of other people are read in another process. */
export type ReadText = (text: string) => Promise<readonly ReadRequest[]> | readonly ReadRequest[];

export async function readFileText(
  file: string,
  read: ReadText = readRequestText,
): Promise<readonly ReadRequest[]> {
  const text = await readTextFile(file);
  return text.ok ? read(text.text) : [text];
}

type FileText = { ok: true; text: string } | { ok: false; why: string };

/** The text of a file that somebody else wrote, or why it cannot be read, in a sentence. */
export async function readTextFile(file: string): Promise<FileText> {
  try {
    const { size } = await stat(file);
    return size > MAX_BYTES ? { ok: false, why: tooLarge(size) } : textIn(await readFile(file));
  } catch (error) {
    return { ok: false, why: fileTroubleSentence(error) };
  }
}

/** A text in another encoding is not read: it would be sent, and saved, with other characters. */
export function textIn(bytes: Uint8Array): FileText {
  try {
    return { ok: true, text: decodeText(bytes) };
  } catch (error) {
    return { ok: false, why: fileTroubleSentence(error) };
  }
}

export function tooLarge(size: number): string {
  return `It has ${size} bytes; at most ${MAX_BYTES} are read.`;
}
