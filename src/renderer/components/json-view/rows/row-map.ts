import { PagedColumn } from '../index/paged-column';

/**
 * Which nodes have rows, in order, stored as runs of consecutive nodes. Ten million rows with nothing folded form a
 * single run.
 */
export class RowMap {
  /** First node of each run. */
  private readonly nodes = new PagedColumn();
  /** Row of each run's first node. */
  private readonly rows = new PagedColumn();
  private total = 0;
  private endOfRun = -1;

  get rowCount(): number {
    return this.total;
  }

  get byteLength(): number {
    return this.nodes.byteLength + this.rows.byteLength;
  }

  clear(): void {
    this.nodes.clear();
    this.rows.clear();
    this.total = 0;
    this.endOfRun = -1;
  }

  /** Appends the nodes `from` to `to` (exclusive), which must follow all those appended before. */
  append(from: number, to: number): void {
    if (to <= from) return;
    if (from !== this.endOfRun) {
      this.nodes.push(from);
      this.rows.push(this.total);
    }
    this.endOfRun = to;
    this.total += to - from;
  }

  /** The node on a row; -1 when there is no such row. */
  nodeAt(row: number): number {
    if (row < 0 || row >= this.total) return -1;
    const run = this.rows.lastAtMost(row);
    return this.nodes.get(run) + row - this.rows.get(run);
  }

  /** The row of a node; -1 when it has none. */
  rowOf(node: number): number {
    const run = this.nodes.lastAtMost(node);
    if (run < 0) return -1;
    const row = this.rows.get(run) + node - this.nodes.get(run);
    const next = run + 1 < this.rows.length ? this.rows.get(run + 1) : this.total;
    return row < next ? row : -1;
  }
}
