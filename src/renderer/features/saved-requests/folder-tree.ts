import type { SavedRequestLine } from '@shared/requests/saved-requests';

/** A line of the tree: a folder with its requests, or a request. */
export type TreeRow =
  | {
      readonly kind: 'folder';
      /** The whole path; empty for everything. */
      readonly path: string;
      readonly name: string;
      readonly depth: number;
      readonly open: boolean;
      /** Of every request inside, at any depth. */
      readonly ids: readonly string[];
    }
  | { readonly kind: 'request'; readonly line: SavedRequestLine; readonly depth: number };

/**
 * The tree as lines, closed folders without what is in them. Folders stand before requests.
 * @param lines sorted by folder and name.
 * @param filter words that all have to be in a request's name, folder, description or subject; folders are open then.
 */
export function treeRows(
  lines: readonly SavedRequestLine[],
  closed: ReadonlySet<string>,
  filter: string,
): TreeRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = lines.filter(({ folder, name, description, subject }) => {
    const text = `${folder} ${name} ${description} ${subject}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return rowsIn('', 0, shown, words.length > 0 ? new Set() : closed);
}

function rowsIn(
  path: string,
  depth: number,
  lines: readonly SavedRequestLine[],
  closed: ReadonlySet<string>,
): TreeRow[] {
  const prefix = path === '' ? '' : `${path}/`;
  const inside = lines.filter(({ folder }) => folder.startsWith(prefix) && folder !== path);
  const names = [...new Set(inside.map(({ folder }) => folder.slice(prefix.length).split('/')[0] ?? ''))];
  const folders = names.flatMap((name): TreeRow[] => {
    const child = prefix + name;
    const ids = lines
      .filter(({ folder }) => folder === child || folder.startsWith(`${child}/`))
      .map(({ id }) => id);
    const open = !closed.has(child);
    const row: TreeRow = { kind: 'folder', path: child, name, depth, open, ids };
    return open ? [row, ...rowsIn(child, depth + 1, lines, closed)] : [row];
  });
  const requests = lines
    .filter(({ folder }) => folder === path)
    .map((line): TreeRow => ({ kind: 'request', line, depth }));
  return [...folders, ...requests];
}
