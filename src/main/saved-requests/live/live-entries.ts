import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { BrokenFile, RequestRemark } from '@shared/requests/live-folder';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { folderOf, REQUEST_FILE } from '../request-files';
import { asOnAnyDisk } from './place-of-file';
import type { LiveFile } from './read-live-file';

/** A request in a live folder. */
export interface LiveEntry {
  /** The id under which the app knows it: that of the file, unless another request has it. */
  readonly id: string;
  /** The id to be written into the file. */
  readonly fileId: string;
  readonly path: string;
  readonly revision: string;
  /** Has the app's id. */
  readonly request: SavedRequest;
}

export interface LiveEntries {
  readonly byId: ReadonlyMap<string, LiveEntry>;
  readonly broken: readonly BrokenFile[];
  readonly remarks: readonly RequestRemark[];
}

/**
 * Gives each file's request its own id. Of several files with the same id, the one that had it keeps it. An id that
 * another saved request in the app has stays in the file, and the app knows the file's request under another one.
 * @param holders which file had which id so far.
 */
export function entriesOf(
  folder: { readonly id: string; readonly name: string },
  files: readonly LiveFile[],
  holders: ReadonlyMap<string, string>,
  elsewhere: ReadonlySet<string>,
): LiveEntries {
  const byId = new Map<string, LiveEntry>();
  const broken: BrokenFile[] = [];
  const remarks: RequestRemark[] = [];
  const groups = groupById(files);
  const alike = new Map<string, number>();
  for (const { path } of files) alike.set(asOnAnyDisk(path), (alike.get(asOnAnyDisk(path)) ?? 0) + 1);
  for (const { path, revision, read } of files) {
    if (!read.ok) {
      broken.push({
        file: path,
        folder: [folder.name, folderOf(path)].filter(Boolean).join('/'),
        why: read.why,
      });
      continue;
    }
    const { request, withoutId, asked } = read;
    const same = groups.get(request.id) ?? [];
    const first = holderOf(same, holders.get(request.id));
    const isCopy = first?.path !== path;
    const id =
      isCopy || byId.has(request.id)
        ? derivedId(folder.id, path)
        : elsewhere.has(request.id)
          ? derivedId(folder.id, request.id)
          : request.id;
    const file = { path, revision, asked, gone: false };
    byId.set(id, {
      ...{ id, path, revision },
      fileId: isCopy ? id : request.id,
      request: { ...request, id, file },
    });
    const sentences = [
      ...(withoutId
        ? [
            'Its file has no ID: when somebody renames or moves the file, the app takes it for another request.',
          ]
        : []),
      ...(isCopy && first !== undefined
        ? [`Its file has the ID of ${first.path}: it is a copy. Each needs an ID of its own.`]
        : []),
      ...((alike.get(asOnAnyDisk(path)) ?? 0) > 1
        ? [
            'Another file has this name in other capitals, or with its accents stored another way: on Windows or macOS only one of them can be there.',
          ]
        : []),
      ...read.notes,
    ];
    if (sentences.length > 0)
      remarks.push({ requestId: id, file: path, sentences, needsId: withoutId || isCopy });
  }
  return { byId, broken, remarks };
}

function groupById(files: readonly LiveFile[]): ReadonlyMap<string, readonly LiveFile[]> {
  const groups = new Map<string, LiveFile[]>();
  for (const file of files) {
    if (!file.read.ok) continue;
    const { id } = file.read.request;
    groups.set(id, [...(groups.get(id) ?? []), file]);
  }
  return groups;
}

/**
 * The file that had the id before; otherwise the one with the name of its request, because a copy has another name;
 * otherwise the first.
 */
function holderOf(files: readonly LiveFile[], before: string | undefined): LiveFile | undefined {
  return (
    files.find(({ path }) => path === before) ??
    files.find(
      ({ path, read }) =>
        read.ok && basename(path, REQUEST_FILE).toLowerCase() === read.request.name.toLowerCase(),
    ) ??
    files[0]
  );
}

/** The same for the same folder and text, even after a restart; formatted as a UUID (version 8). */
export function derivedId(folderId: string, of: string): string {
  const hex = createHash('sha256').update(`${folderId}\n${of}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
