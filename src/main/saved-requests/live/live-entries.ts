import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { BrokenFile, RequestRemark } from '@shared/requests/live-folder';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { folderOf, REQUEST_FILE } from '../request-files';
import type { LiveFile } from './read-live-file';

/** A request of a folder on disk. */
export interface LiveEntry {
  /** The one under which the app knows it: of the file, unless another has it. */
  readonly id: string;
  /** The one to be written into the file. */
  readonly fileId: string;
  readonly path: string;
  readonly revision: string;
  /** With the app's id. */
  readonly request: SavedRequest;
}

export interface LiveEntries {
  readonly byId: ReadonlyMap<string, LiveEntry>;
  readonly broken: readonly BrokenFile[];
  readonly remarks: readonly RequestRemark[];
}

/**
 * Gives each file's request an id of its own. Of several files with one id, the one that had it keeps it; an id that is a
 * saved request's elsewhere in the app stays in the file, and the app knows the file's request under another.
 * @param holders which file had an id so far.
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
  const byLowerPath = new Map<string, number>();
  for (const { path } of files)
    byLowerPath.set(path.toLowerCase(), (byLowerPath.get(path.toLowerCase()) ?? 0) + 1);
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
      ...((byLowerPath.get(path.toLowerCase()) ?? 0) > 1
        ? [
            'Another file has this name in other capitals: on Windows and macOS only one of them can be there.',
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

/** The one that had the id; else the one that is called as its request, as a copy has another name; else the first. */
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

/** The same for the same folder and text, also after a restart; in the form of a UUID (version 8). */
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
