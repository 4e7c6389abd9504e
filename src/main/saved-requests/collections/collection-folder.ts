import { countOf } from '@shared/text/count-of';
import { conflictOf } from '../merge-conflict';
import type {
  Collection,
  CollectionAuth,
  CollectionEntry,
  CollectionVariable,
  Row,
  WrittenRequest,
} from './collection';

/** A file in a folder that holds a collection. */
export interface CollectionFile {
  /** Relative to the collection's folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** What was read from a file with a request. */
export interface ReadItem {
  readonly name: string | null;
  readonly description: string;
  readonly read:
    | { readonly ok: true; readonly request: WrittenRequest; readonly inheritsAuth: boolean }
    | { readonly ok: false; readonly why: string };
}

/** The settings of a folder for all requests in it. */
export interface FolderSettings {
  readonly name: string | null;
  readonly headers: readonly Row[];
  /** Null if that of the folder around it counts. */
  readonly auth: CollectionAuth | null;
  readonly variables: readonly CollectionVariable[];
  /** True when the folder has scripts, which are not imported. */
  readonly leftOut: boolean;
  /** Sentences about what was left out of the collection that these are the settings of. */
  readonly notes: readonly string[];
}

/** A reader for a format that has a file for each request. */
export interface ItemReader {
  readonly tool: string;
  readonly item: (text: string) => ReadItem;
  readonly folder: (text: string) => Settings<FolderSettings>;
  readonly environment: (text: string) => Settings<readonly CollectionVariable[]>;
}

/** What a file without a request holds, or why it cannot be read. */
export type Settings<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: string };

const ROOT_FILE = /^(?:collection\.bru|opencollection\.ya?ml)$/;
const FOLDER_FILE = /(?:^|\/)folder\.(?:bru|ya?ml)$/;
const ENVIRONMENT = /^environments\//;

/**
 * Puts the files of one collection together; folders pass their headers and their authentication on to their requests.
 */
export function readCollectionFiles(
  files: readonly CollectionFile[],
  name: string,
  reader: ItemReader,
): Collection {
  const settings = new Map<string, FolderSettings>();
  const environments: CollectionVariable[] = [];
  const entries: CollectionEntry[] = [];
  const notes: string[] = [];
  const isSettings = (path: string): boolean => ROOT_FILE.test(path) || FOLDER_FILE.test(path);
  /** Null if it cannot be read, which is noted then. */
  const settingsOf = <Value>(
    { path, text }: CollectionFile,
    read: (text: string) => Settings<Value>,
  ): Value | null => {
    const conflict = conflictOf(text);
    const found = conflict === null ? read(text) : { ok: false as const, why: conflict };
    if (found.ok) return found.value;
    notes.push(`${path} was left out, with any headers, authentication and variables in it. ${found.why}`);
    return null;
  };
  for (const file of files.filter(({ path }) => isSettings(path))) {
    const read = settingsOf(file, reader.folder);
    if (read === null) continue;
    settings.set(folderOf(file.path), read);
    notes.push(...read.notes);
  }
  for (const file of files.filter(({ path }) => ENVIRONMENT.test(path))) {
    for (const variable of settingsOf(file, reader.environment) ?? []) environments.push(variable);
  }
  for (const { path, text } of files) {
    if (isSettings(path) || ENVIRONMENT.test(path)) continue;
    const { name: own, description, read } = readItem(text, reader);
    const around = foldersAround(path).map((folder) => ({ folder, settings: settings.get(folder) ?? null }));
    const fileName = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
    entries.push({
      key: path,
      folder: around
        .slice(1)
        .map(({ folder, settings: said }) => said?.name ?? folder.slice(folder.lastIndexOf('/') + 1)),
      name: own ?? fileName,
      description,
      read: read.ok
        ? {
            ok: true,
            request: withFolders(
              read,
              around.flatMap(({ settings: said }) => said ?? []),
            ),
          }
        : read,
    });
  }
  const scripted = [...settings.values()].filter(({ leftOut }) => leftOut).length;
  return {
    tool: reader.tool,
    id: name,
    name: settings.get('')?.name ?? name,
    syntax: 'braces',
    entries,
    variables: [...variablesOf(settings), ...environments],
    notes: [...notes, ...scriptsLeftOut(scripted)],
  };
}

function readItem(text: string, reader: ItemReader): ReadItem {
  const why = conflictOf(text);
  return why === null ? reader.item(text) : { name: null, description: '', read: { ok: false, why } };
}

/** Those of the collection itself come first. */
function variablesOf(settings: ReadonlyMap<string, FolderSettings>): CollectionVariable[] {
  return [...settings]
    .sort(([one], [other]) => one.length - other.length)
    .flatMap(([, { variables }]) => variables);
}

export function scriptsLeftOut(folders: number): string[] {
  return folders === 0 ? [] : [`Scripts of ${countOf(folders, 'folder')} were left out.`];
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

/** The folders from the collection's own, '', to the file's. */
function foldersAround(path: string): readonly string[] {
  const parts = folderOf(path)
    .split('/')
    .filter((part) => part !== '');
  return ['', ...parts.map((_part, index) => parts.slice(0, index + 1).join('/'))];
}

/** The request with what the folders around it pass on, outermost first. */
export function withFolders(
  { request, inheritsAuth }: { readonly request: WrittenRequest; readonly inheritsAuth: boolean },
  folders: readonly FolderSettings[],
): WrittenRequest {
  const headers = new Map<string, Row>();
  for (const row of folders.flatMap((folder) => folder.headers)) {
    if (row.enabled) headers.set(row.name.toLowerCase(), row);
  }
  for (const row of request.headers) if (row.enabled) headers.delete(row.name.toLowerCase());
  const [nearest] = folders.flatMap(({ auth }) => auth ?? []).slice(-1);
  return {
    ...request,
    headers: [...headers.values(), ...request.headers],
    auth: inheritsAuth ? (nearest ?? { kind: 'none' }) : request.auth,
  };
}
