import { computed, ref, shallowRef } from 'vue';
import { yieldToMessages } from '../json-view/worker/run-in-slices';
import { RpcClient, workerConnection, type WorkerConnection } from '../worker-rpc';
import type { GridColumn } from './columns';
import { RowSelection } from './row-selection';
import type { SortCell } from './sort/row-sorter';
import type { SortRequests } from './sort/serve-sort';

export interface SortState {
  readonly columnId: string;
  readonly descending: boolean;
}

/** Rows by their numbers, from 0; arrays are such lists. */
export interface RowList<Row> extends Iterable<Row> {
  readonly length: number;
  at(number: number): Row | undefined;
}

/** Rows given to the worker at once: few enough that no frame is missed. */
const CHUNK = 500;
/** How often rows that keep arriving are sorted, in ms. */
const GROWING_MS = 250;

/** Starts a sort worker for one table. */
export function connectSortWorker(): WorkerConnection {
  return workerConnection(
    // The build needs exactly this form; otherwise it would treat the file as one to copy.
    new Worker(new URL('./sort/sort-worker.ts', import.meta.url), { type: 'module', name: 'sort' }),
  );
}

/**
 * Rows that only grow or are replaced, and the part of them that a filter and a sort order show. The rows stay in the
 * window, so that a grid can render any of them at once; a worker filters and sorts them, so that this never blocks the
 * window. It gets the rows with the first filter or sort, because most loads are never filtered, and it would hold a
 * second copy of all rows.
 */
export class GridTable<Row, Rows extends RowList<Row> = RowList<Row>> {
  /** For rows that arrive one page after the other: when the first of them were asked for. */
  readonly begunAt = new Date();
  readonly size = ref(0);
  /** Incremented when rows are replaced. */
  readonly changes = ref(0);
  readonly filter = ref('');
  readonly sort = shallowRef<SortState | null>(null);
  /** A row for which it returns false is never shown; null shows all. */
  readonly condition = shallowRef<((row: Row) => boolean) | null>(null);
  /** It is kept while the rows are not visible. */
  readonly selection = new RowSelection((place) => this.numberAt(place));
  /** The order computed by the worker; null: all rows in the order in which they arrived. */
  private readonly arranged = shallowRef<Uint32Array | null>(null);
  /** Numbers of the rows shown, in order; null: all of them in the order in which they arrived. */
  readonly order = computed<Uint32Array | null>(() => {
    const { value: condition } = this.condition;
    if (condition === null) return this.arranged.value;
    // A replaced row may now be shown, or hidden.
    void this.changes.value;
    const numbers =
      this.arranged.value ?? Uint32Array.from({ length: this.size.value }, (_, number) => number);
    return numbers.filter((number) => {
      const row = this.rows.at(number);
      return row !== undefined && condition(row);
    });
  });
  /** True while the rows shown do not match the filter and sort order yet. */
  readonly arranging = ref(false);
  readonly failed = ref(false);
  readonly shown = computed(() => this.order.value?.length ?? this.size.value);

  private worker: RpcClient<SortRequests> | null = null;
  /** How many rows the worker has. */
  private handed = 0;
  private handing = false;
  private asked = false;
  private stale = false;
  private growing: ReturnType<typeof setTimeout> | null = null;
  private closed = false;

  /** True for reloaded rows, for which a grid that showed the old ones keeps its position. */
  isReload = false;

  constructor(
    protected columns: readonly GridColumn<Row>[],
    /** Not reactive: `size` changes when rows are added. */
    readonly rows: Rows,
    private readonly connect: () => WorkerConnection = connectSortWorker,
  ) {}

  /** @param add appends rows to the existing ones. */
  grow(add: (rows: Rows) => void): void {
    add(this.rows);
    if (this.size.value === this.rows.length) return;
    this.size.value = this.rows.length;
    if (this.worker === null) return;
    if (this.isPlain) void this.hand();
    else this.arrangeSoon();
  }

  /** Called when some rows, given by number, were replaced. */
  protected replacedBy(replaced: readonly (readonly [number: number, row: Row])[]): void {
    this.changes.value += 1;
    if (this.worker === null) return;
    const handed = replaced.filter(([number]) => number < this.handed);
    this.tell(
      'replace',
      handed.map(([number, row]) => ({
        row: number,
        cells: this.columns.map((column) => column.value(row)),
      })),
    );
    if (!this.isPlain) this.arrangeSoon();
  }

  /** Sets the columns whose values are filtered and sorted from now on. */
  setColumns(columns: readonly GridColumn<Row>[]): void {
    this.columns = columns;
    if (this.worker === null) return;
    this.worker.close();
    this.worker = null;
    this.asked = false;
    this.begin();
    if (!this.isPlain) this.arrange();
  }

  setFilter(filter: string): void {
    this.filter.value = filter;
    this.arrange();
  }

  setSort(sort: SortState | null): void {
    this.sort.value = sort;
    this.arrange();
  }

  /** Cycles through ascending, descending, and unsorted. */
  turnSort(columnId: string): void {
    const { value } = this.sort;
    if (value?.columnId !== columnId) this.setSort({ columnId, descending: false });
    else this.setSort(value.descending ? null : { columnId, descending: true });
  }

  /** The number of the row shown at an index: a row keeps its number whatever the filter and order. */
  numberAt(index: number): number {
    const { value } = this.order;
    return value === null ? index : (value[index] ?? -1);
  }

  /** The index at which the row with this number is shown; -1 when it is not shown. */
  placeOf(number: number): number {
    const { value } = this.order;
    return value === null ? number : value.indexOf(number);
  }

  at(index: number): Row | undefined {
    const number = this.numberAt(index);
    return number < 0 ? undefined : this.rows.at(number);
  }

  /** Ends the worker. */
  close(): void {
    this.closed = true;
    if (this.growing !== null) clearTimeout(this.growing);
    this.worker?.close();
    this.worker = null;
  }

  /** The names of what a filter searches, shown or not. */
  get searched(): string {
    return this.columns.map(({ label }) => label).join(', ');
  }

  private get isPlain(): boolean {
    return this.filter.value.trim() === '' && this.sort.value === null;
  }

  private begin(): void {
    if (this.worker !== null || this.closed) return;
    this.worker = new RpcClient<SortRequests>(this.connect(), {});
    this.handed = 0;
    this.tell(
      'begin',
      this.columns.map(({ compare }) => compare),
    );
    void this.hand();
  }

  /** Gives the worker the rows that it does not have yet, a few at a time. */
  private async hand(): Promise<void> {
    if (this.handing) return;
    this.handing = true;
    while (this.worker !== null && this.handed < this.rows.length) {
      const end = Math.min(this.handed + CHUNK, this.rows.length);
      const cells: SortCell[][] = [];
      for (; this.handed < end; this.handed += 1) {
        const row = this.rows.at(this.handed);
        cells.push(this.columns.map((column) => (row === undefined ? null : column.value(row))));
      }
      this.tell('append', cells);
      await yieldToMessages();
    }
    this.handing = false;
  }

  private arrangeSoon(): void {
    this.growing ??= setTimeout(() => this.arrange(), GROWING_MS);
  }

  private arrange(): void {
    if (this.growing !== null) clearTimeout(this.growing);
    this.growing = null;
    if (this.closed) return;
    if (this.isPlain) {
      this.stale = false;
      this.arranging.value = false;
      this.arranged.value = null;
      return;
    }
    this.arranging.value = true;
    this.stale = true;
    if (!this.asked) void this.ask();
  }

  private async ask(): Promise<void> {
    this.asked = true;
    this.begin();
    while (this.worker !== null && this.handed < this.rows.length) {
      await this.hand();
      await yieldToMessages();
    }
    this.stale = false;
    const { value: sort } = this.sort;
    const column = this.columns.findIndex(({ id }) => id === sort?.columnId);
    const view = {
      filter: this.filter.value,
      sort: sort === null || column < 0 ? null : { column, descending: sort.descending },
    };
    // A worker that has been closed in the meantime never answers.
    this.worker?.ask('sort', view).then(
      (order) => this.onOrder(order),
      () => (this.failed.value = true),
    );
  }

  private tell<Name extends 'begin' | 'append' | 'replace'>(
    name: Name,
    argument: SortRequests[Name]['argument'],
  ): void {
    this.worker?.ask(name, argument).catch(() => (this.failed.value = true));
  }

  private onOrder(order: Uint32Array): void {
    this.asked = false;
    if (this.isPlain) return;
    this.arranged.value = order;
    if (this.stale) void this.ask();
    else this.arranging.value = false;
  }
}
