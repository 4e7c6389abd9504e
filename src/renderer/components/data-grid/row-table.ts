import type { WorkerConnection } from '../worker-rpc';
import type { GridColumn } from './columns';
import { connectSortWorker, GridTable } from './grid-table';

/** A table whose rows are objects; loads, which may have very many rows, use `PackedRows`. */
export class RowTable<Row> extends GridTable<Row, Row[]> {
  constructor(columns: readonly GridColumn<Row>[], connect: () => WorkerConnection = connectSortWorker) {
    super(columns, [], connect);
  }

  /** The rows, read so that whoever computes something from them does so again when some are replaced. */
  get currentRows(): readonly Row[] {
    void this.changes.value;
    return this.rows;
  }

  append(added: readonly Row[]): void {
    this.grow((rows) => {
      for (const row of added) rows.push(row);
    });
  }

  /** Replaces some rows, given by number. */
  replace(replaced: readonly (readonly [number: number, row: Row])[]): void {
    if (replaced.length === 0) return;
    for (const [number, row] of replaced) this.rows[number] = row;
    this.replacedBy(replaced);
  }
}
