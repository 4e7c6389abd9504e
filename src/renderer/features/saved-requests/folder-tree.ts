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
  // Without a filter, empty folders on disk are shown as well.
  const roots = words.length > 0 ? [] : live.map(({ name }) => name);
  return rowsIn('', 0, { lines: shown, broken, roots, live }, words.length > 0 ? new Set() : closed);
}

interface Shown {
  readonly lines: readonly SavedRequestLine[];
  readonly broken: readonly BrokenFile[];
  readonly roots: readonly string[];
  readonly live: readonly LiveFolder[];
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function rowsIn(path: string, depth: number, shown: Shown, closed: ReadonlySet<string>): TreeRow[] {
  const { lines, broken, roots, live } = shown;
  const prefix = path === '' ? '' : `${path}/`;
  const folders = [...lines, ...broken].map(({ folder }) => folder);
  const inside = [...folders, ...roots].filter((folder) => folder.startsWith(prefix) && folder !== path);
  const names = [...new Set(inside.map((folder) => folder.slice(prefix.length).split('/')[0] ?? ''))];
  names.sort(collator.compare);
  const below = names.flatMap((name): TreeRow[] => {
    const child = prefix + name;
    const ids = lines
      .filter(({ folder }) => folder === child || folder.startsWith(`${child}/`))
      .map(({ id }) => id);
    const open = !closed.has(child);
    const onDisk = live.find((folder) => folder.name === child) ?? null;
    const row: TreeRow = { kind: 'folder', path: child, name, depth, open, ids, onDisk };
    return open ? [row, ...rowsIn(child, depth + 1, shown, closed)] : [row];
  });
  const requests = lines
    .filter(({ folder }) => folder === path)
    .map((line): TreeRow => ({ kind: 'request', line, depth }));
  const files = broken
    .filter(({ folder }) => folder === path)
    .map((file): TreeRow => ({ kind: 'broken', file, depth }));
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

/** The tooltip of a row, with what there is no room for. */
export function titleOf(row: TreeRow): string | undefined {
  if (row.kind === 'broken') return `${row.file.file}: ${row.file.why}`;
  if (row.kind !== 'folder' || row.onDisk === null) return undefined;
  return [row.onDisk.path, pollingOf(row.onDisk)].filter(Boolean).join('\n');
}

/** Says how changes from outside are noticed if the folder cannot be watched; empty if it can. */
export function pollingOf({ polled }: LiveFolder): string {
  return polled === null ? '' : `It is checked every 2 seconds because it cannot be watched: ${polled}.`;
}
