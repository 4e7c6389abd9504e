import { serveRpc, type MessageEnd } from '../../worker-rpc';
import { RowSorter, type Comparison, type RowView, type SortCell } from './row-sorter';

/** The requests to the worker that filters and sorts a table's rows. */
export interface SortRequests {
  /** Forgets every row. */
  begin: { argument: readonly Comparison[]; result: null };
  append: { argument: readonly (readonly SortCell[])[]; result: null };
  /** Replaces cells of rows that were appended. */
  replace: {
    argument: readonly { readonly row: number; readonly cells: readonly SortCell[] }[];
    result: null;
  };
  /** Numbers of the rows shown, in order. */
  sort: { argument: RowView; result: Uint32Array };
}

/** The code inside the worker. */
export function serveSort(end: MessageEnd): void {
  let rows = new RowSorter([]);
  serveRpc<SortRequests>(end, {
    begin: (comparisons) => {
      rows = new RowSorter(comparisons);
      return null;
    },
    append: (added) => {
      rows.append(added);
      return null;
    },
    replace: (replaced) => {
      for (const { row, cells } of replaced) rows.replace(row, cells);
      return null;
    },
    sort: (view) => rows.sort(view),
  });
}
