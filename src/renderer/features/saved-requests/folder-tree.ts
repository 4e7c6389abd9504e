import type { BrokenFile, LiveFolder } from '@shared/requests/live-folder';
import type { SavedRequestLine } from '@shared/requests/saved-requests';

/** A row of the tree: a folder with its requests, a request, or a file of a folder on disk that cannot be read as one. */
export type TreeRow =
  | {
      readonly kind: 'folder';
      /** The full path; empty for all saved requests. */
      readonly path: string;
      readonly name: string;
      readonly depth: number;
      readonly open: boolean;
      /** Ids of all requests inside, at any depth. */
      readonly ids: readonly string[];
      /** The folder on disk, if it is one. */
      readonly onDisk: LiveFolder | null;
    }
  | { readonly kind: 'request'; readonly line: SavedRequestLine; readonly depth: number }
  | { readonly kind: 'broken'; readonly file: BrokenFile; readonly depth: number };

/**
 * The tree as rows, without the contents of closed folders. Folders come before requests.
 * @param lines sorted by folder and name.
 * @param filter words that all have to be in a request's name, folder, description or subject; it opens all folders.
 */
export function treeRows(
  lines: readonly SavedRequestLine[],
  closed: ReadonlySet<string>,
  filter: string,
  live: readonly LiveFolder[] = [],
): TreeRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = lines.filter(({ folder, name, description, subject }) => {
    const text = `${folder} ${name} ${description} ${subject}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const broken = live
    .flatMap((folder) => folder.broken)
    .filter(({ file }) => words.every((word) => file.toLowerCase().includes(word)));
  const root = newFolder();
  // Includes all requests inside, at any depth.
  if (words.length === 0) for (const { name } of live) enter(root, name);
  for (const line of shown) enter(root, line.folder, line.id).lines.push(line);
  for (const file of broken) enter(root, file.folder).broken.push(file);
  return rowsIn(root, '', 0, words.length > 0 ? new Set() : closed, live);
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly lines: SavedRequestLine[];
  readonly broken: BrokenFile[];
  /** Of all requests inside, at any depth. */
  readonly ids: string[];
}

function newFolder(): Folder {
  return { folders: new Map(), lines: [], broken: [], ids: [] };
}

/** @param id of a request that belongs there, if any. */
function enter(root: Folder, path: string, id?: string): Folder {
  let folder = root;
  for (const name of path === '' ? [] : path.split('/')) {
    const next = folder.folders.get(name) ?? newFolder();
    folder.folders.set(name, next);
    if (id !== undefined) next.ids.push(id);
    folder = next;
  }
  return folder;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function rowsIn(
  { folders, lines, broken }: Folder,
  path: string,
  depth: number,
  closed: ReadonlySet<string>,
  live: readonly LiveFolder[],
): TreeRow[] {
  const sorted = [...folders].sort(([one], [other]) => collator.compare(one, other));
  const below = sorted.flatMap(([name, folder]): TreeRow[] => {
    const child = path === '' ? name : `${path}/${name}`;
    const open = !closed.has(child);
    const onDisk = live.find((one) => one.name === child) ?? null;
    const row: TreeRow = { kind: 'folder', path: child, name, depth, open, ids: folder.ids, onDisk };
    return open ? [row, ...rowsIn(folder, child, depth + 1, closed, live)] : [row];
  });
  const requests = lines.map((line): TreeRow => ({ kind: 'request', line, depth }));
  const files = broken.map((file): TreeRow => ({ kind: 'broken', file, depth }));
  return [...below, ...requests, ...files];
}

export function keyOf(row: TreeRow): string {
  if (row.kind === 'folder') return `folder:${row.path}`;
  return row.kind === 'broken' ? `broken:${row.file.file}` : row.line.id;
}

/** The file name at the end of a path, which may be from any operating system. */
export function fileNameOf(file: string): string {
  return file.split(/[\\/]/).pop() ?? file;
}

export function labelOf(row: TreeRow, remarks: ReadonlyMap<string, unknown>): string {
  switch (row.kind) {
    case 'folder':
      if (row.onDisk === null) return row.name;
      return `${row.name}, ${row.onDisk.problem === null ? 'on disk' : row.onDisk.problem.title}`;
    case 'broken':
      return `${fileNameOf(row.file.file)}, cannot be read`;
    case 'request':
      return `${row.line.name}, ${row.line.subject}${remarks.has(row.line.id) ? ', see its file' : ''}`;
  }
}

/** The tooltip of a row, with what does not fit into the row. */
export function titleOf(row: TreeRow): string | undefined {
  if (row.kind === 'broken') return `${row.file.file}: ${row.file.why}`;
  if (row.kind !== 'folder' || row.onDisk === null) return undefined;
  return [row.onDisk.path, pollingOf(row.onDisk)].filter(Boolean).join('\n');
}

/** Says how changes from outside are noticed if the folder cannot be watched; empty if it can. */
export function pollingOf({ polled }: LiveFolder): string {
  return polled === null ? '' : `It is checked every 2 seconds because it cannot be watched: ${polled}.`;
}
