import type { WorkerConnection } from '../worker-rpc';
import type { GridColumn } from './columns';
import { connectSortWorker, GridTable } from './grid-table';

/** A table whose rows are objects; those of a load, which may be very many, are `PackedRows`. */
export class RowTable<Row> extends GridTable<Row, Row[]> {
  constructor(columns: readonly GridColumn<Row>[], connect: () => WorkerConnection = connectSortWorker) {
    super(columns, [], connect);
  }

  append(added: readonly Row[]): void {
    this.grow((rows) => {
      for (const row of added) rows.push(row);
    });
  }

  /** Puts other rows in the place of some, by their numbers. */
  replace(replaced: readonly (readonly [number: number, row: Row])[]): void {
    if (replaced.length === 0) return;
    for (const [number, row] of replaced) this.rows[number] = row;
    this.replacedBy(replaced);
  }
}
