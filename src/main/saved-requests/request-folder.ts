import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RequestsExport, SavedRequest } from '@shared/requests/saved-requests';
import { partOfUrl, typedSecretsOf } from '@shared/secrets/secret-parameters';
import { writeFileAtomically } from '../files/atomic-file';
import { textToWrite, type AskLive } from './live/ask-live';
import { removeOldPartials } from '../files/old-partials';
import { makeFolderInside, removeEmptyFolders } from './live/place-of-file';
import { scanFolder } from './live/scan-folder';
import { folderOf, readFileText, REQUEST_FILE, requestFiles, type ReadText } from './request-files';
import type { ReadRequest } from './request-text';

/** A request from a file, or why the file does not hold one. */
export interface FoundRequest {
  /** Relative to the chosen folder. */
  readonly file: string;
  readonly read: ReadRequest;
  /** True if the file cannot say what is expected: the expectations of the request that is replaced stay. */
  readonly keepsExpectations?: boolean;
}

/**
 * Writes one file for each request, in the same folders as in the app. A request that already has a file keeps it,
 * whatever it is called, until its name or folder changes in the app; then its file moves. Other files of requests
 * stay, because they may be somebody else's.
 * @param ask reads and writes the texts, because those that are there already may be somebody else's.
 */
export async function writeRequestFolder(
  requests: readonly SavedRequest[],
  path: string,
  ask: AskLive,
): Promise<RequestsExport> {
  const { files: before, partials } = await requestFiles(path);
  await removeOldPartials(path, partials);
  const known = await knownFiles(path, ask);
  const own = new Set(requests.flatMap(({ id }) => known.get(id)?.path ?? []));
  const foreign = before.filter((file) => !own.has(file));
  const kept = new Map(
    requests.flatMap((request) => {
      const file = known.get(request.id);
      const stays = file?.name === request.name && folderOf(file.path) === request.folder;
      return stays ? [[request.id, file.path] as const] : [];
    }),
  );
  const taken = new Set([...foreign, ...kept.values()].map((file) => file.toLowerCase()));
  const written = new Set<string>();
  const texts: { readonly file: string; readonly folder: string; readonly text: string }[] = [];
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
    const old = known.get(request.id);
    const oldText = old === undefined ? null : await readFile(join(path, old.path), 'utf8');
    const text = await textToWrite(file, { kind: 'write', text: oldText, request }, ask);
    texts.push({ file, folder: request.folder, text });
  }
  // Not before all are read: two may swap their files.
  for (const { folder } of texts) await makeFolderInside(path, folder);
  for (const { file, text } of texts) await writeFileAtomically(join(path, file), text);
  // The requests of these files have another file now.
  for (const file of own) {
    if (written.has(file.toLowerCase())) continue;
    await rm(join(path, file));
    await removeEmptyFolders(path, file);
  }
  return {
    path,
    written: written.size,
    leftAlone: foreign,
    notes: writtenSecrets(requests),
  };
}

/** What somebody who shares the files has to know about them, in sentences. */
export function writtenSecrets(requests: readonly SavedRequest[]): string[] {
  return requests.flatMap(({ name, request }) => {
    const found = typedSecretsOf(request);
    return found.length === 0 ? [] : [`${name}: ${partOfUrl(found)}`];
  });
}

/** A file that holds one request. */
interface KnownFile {
  /** Relative to the chosen folder. */
  readonly path: string;
  readonly name: string;
}

/** The files that are there, by the id of their request; of two files with the same id, the first. */
async function knownFiles(root: string, ask: AskLive): Promise<ReadonlyMap<string, KnownFile>> {
  const { files } = await scanFolder(root, new Map(), {
    place: { name: '', profileId: '' },
    // A file without an id belongs to no request, and nothing of what it says is kept.
    idFor: () => '',
    keepSecret: () => '',
    ask,
  });
  const known = new Map<string, KnownFile>();
  for (const { path, read } of files.values())
    if (read.ok && !known.has(read.request.id)) known.set(read.request.id, { path, name: read.request.name });
  return known;
}

/** Reads every request file below a folder. Links are not followed. */
export async function readRequestFolder(path: string, readText?: ReadText): Promise<FoundRequest[]> {
  const found: FoundRequest[] = [];
  const { files, leftOut } = await requestFiles(path);
  for (const file of files) {
    const folder = folderOf(file);
    for (const read of await readFileText(join(path, file), readText)) {
      // The request's folder is the one that its file is in.
      found.push({ file, read: read.ok ? { ok: true, request: { ...read.request, folder } } : read });
    }
  }
  return [
    ...found,
    ...leftOut.map(({ path: file, why }): FoundRequest => ({ file, read: { ok: false, why } })),
  ];
}

/** Names that Windows reserves for devices, whatever comes after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|con(?:in|out)\$|(?:com|lpt)[\d¹²³])(?: *\.|$)/i;

/** The request's name as a file name that works on any disk, with a number if it is taken. */
export function fileName({ name }: Pick<SavedRequest, 'name'>, isTaken: (name: string) => boolean): string {
  const plain = basename(name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '-'))
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80);
  const short = shortened(plain);
  const stem = short === '' || DEVICE.test(short) ? `request ${short}`.trim() : short;
  for (let number = 1; ; number += 1) {
    const file = `${stem}${number === 1 ? '' : ` ${number}`}${REQUEST_FILE}`;
    if (!isTaken(file)) return file;
  }
}

/** A file name may have 255 bytes, including the extension and what is added while the file is written. */
const MAX_STEM_BYTES = 180;

function shortened(stem: string): string {
  let text = '';
  // Cut between characters.
  for (const character of stem) {
    if (Buffer.byteLength(text + character) > MAX_STEM_BYTES) break;
    text += character;
  }
  return text.trimEnd();
}
