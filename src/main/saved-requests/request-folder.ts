import type { Dirent } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { RequestsExport, SavedRequest } from '@shared/requests/saved-requests';
import { writeFileAtomically } from '../files/atomic-file';
import { readRequestText, toRequestText } from './request-text';

const REQUEST_FILE = '.request.yaml';
const MAX_FILES = 5_000;
const MAX_BYTES = 20_000_000;
const MAX_DEPTH = 10;

/** A request from a file, or why the file holds none. */
export interface FoundRequest {
  /** Relative to the folder that was chosen. */
  readonly file: string;
  readonly read: ReturnType<typeof readRequestText>[number];
  /** True where the file cannot say what is expected: what the request here expects stays. */
  readonly keepsExpectations?: boolean;
}

/** A file that holds one request. */
interface KnownFile {
  /** Relative to the folder that was chosen. */
  readonly file: string;
  readonly name: string;
}

/**
 * Writes one file for each request, in folders as the app has them. A request that has a file already keeps it, whatever
 * somebody has called it, until it gets another name or folder in the app; then its file moves. Other files of requests
 * stay: they may be somebody's.
 */
export async function writeRequestFolder(
  requests: readonly SavedRequest[],
  path: string,
): Promise<RequestsExport> {
  const { known, before } = await knownFiles(path);
  const own = new Set(requests.flatMap(({ id }) => known.get(id)?.file ?? []));
  const foreign = before.filter((file) => !own.has(file));
  const kept = new Map(
    requests.flatMap((request) => {
      const file = known.get(request.id);
      const stays = file?.name === request.name && folderOf(file.file) === request.folder;
      return stays ? [[request.id, file.file] as const] : [];
    }),
  );
  const taken = new Set([...foreign, ...kept.values()].map((file) => file.toLowerCase()));
  const written = new Set<string>();
  for (const request of requests) {
    const parts = request.folder === '' ? [] : request.folder.split('/');
    const file =
      kept.get(request.id) ??
      join(
        ...parts,
        fileName(request, (name) => taken.has(join(...parts, name).toLowerCase())),
      );
    taken.add(file.toLowerCase());
    written.add(file.toLowerCase());
    await mkdir(join(path, ...parts), { recursive: true });
    await writeFileAtomically(join(path, file), toRequestText([request], false));
  }
  // Their requests have another file now.
  for (const file of own) if (!written.has(file.toLowerCase())) await rm(join(path, file));
  return {
    path,
    written: written.size,
    leftAlone: foreign,
  };
}

/** By the id of their request; of two files with one id, the first. */
async function knownFiles(
  path: string,
): Promise<{ readonly known: ReadonlyMap<string, KnownFile>; readonly before: readonly string[] }> {
  const known = new Map<string, KnownFile>();
  const before: string[] = [];
  for (const full of await requestFiles(path)) {
    const file = relative(path, full);
    before.push(file);
    const [one, other] = await readFileText(full);
    if (one?.ok !== true || other !== undefined || known.has(one.request.id)) continue;
    known.set(one.request.id, { file, name: one.request.name });
  }
  return { known, before };
}

function folderOf(file: string): string {
  return file.split(sep).slice(0, -1).join('/');
}

/** Reads every request file below a folder. Links are not followed. */
export async function readRequestFolder(path: string): Promise<FoundRequest[]> {
  const found: FoundRequest[] = [];
  for (const file of await requestFiles(path)) {
    const name = relative(path, file);
    const folder = folderOf(name);
    for (const read of await readFileText(file)) {
      // The place of the file is the place of the request.
      found.push({ file: name, read: read.ok ? { ok: true, request: { ...read.request, folder } } : read });
    }
  }
  return found;
}

async function readFileText(file: string): Promise<ReturnType<typeof readRequestText>> {
  const { size } = await stat(file);
  if (size > MAX_BYTES) return [{ ok: false, why: `It has ${size} bytes; at most ${MAX_BYTES} are read.` }];
  return readRequestText(await readFile(file, 'utf8'));
}

async function requestFiles(path: string, depth = 0): Promise<string[]> {
  const entries: Dirent[] = await readdir(path, { withFileTypes: true });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  const files: string[] = [];
  for (const entry of entries) {
    const inside = join(path, entry.name);
    if (entry.isFile() && entry.name.endsWith(REQUEST_FILE)) files.push(inside);
    const enter = entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
    if (enter && depth < MAX_DEPTH) files.push(...(await requestFiles(inside, depth + 1)));
    if (files.length > MAX_FILES) return files.slice(0, MAX_FILES);
  }
  return files;
}

/** Windows gives these names to devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** The request's name as a file's name on any disk; of two that are the same there, the second gets a number. */
function fileName({ name }: SavedRequest, isTaken: (name: string) => boolean): string {
  const plain = basename(name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-'))
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80);
  const stem = plain === '' || DEVICE.test(plain) ? `request ${plain}`.trim() : plain;
  for (let number = 1; ; number += 1) {
    const file = `${stem}${number === 1 ? '' : ` ${number}`}${REQUEST_FILE}`;
    if (!isTaken(file)) return file;
  }
}
