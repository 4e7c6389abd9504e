import { countOf } from '@shared/text/count-of';
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
}

/** A reader for a format that has a file for each request. */
export interface ItemReader {
  readonly tool: string;
  readonly item: (text: string) => ReadItem;
  readonly folder: (text: string) => FolderSettings | null;
  readonly environment: (text: string) => readonly CollectionVariable[];
}

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
  const variables = new Map<string, CollectionVariable>();
  const entries: CollectionEntry[] = [];
  const isSettings = (path: string): boolean => ROOT_FILE.test(path) || FOLDER_FILE.test(path);
  for (const { path, text } of files.filter((file) => isSettings(file.path))) {
    const read = reader.folder(text);
    if (read === null) continue;
    settings.set(folderOf(path), read);
    for (const variable of read.variables) variables.set(variable.name, variable);
  }
  for (const { text } of files.filter((file) => ENVIRONMENT.test(file.path))) {
    for (const variable of reader.environment(text)) {
      if (!variables.has(variable.name)) variables.set(variable.name, variable);
    }
  }
  for (const { path, text } of files) {
    if (isSettings(path) || ENVIRONMENT.test(path)) continue;
    const { name: own, description, read } = reader.item(text);
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
    variables: [...variables.values()],
    notes: scripted === 0 ? [] : [`Scripts of ${countOf(scripted, 'folder')} were left out.`],
  };
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
