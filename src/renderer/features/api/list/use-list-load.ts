import { computed, shallowRef, type ComputedRef, type ShallowRef } from 'vue';
import { DEFAULT_LOAD_CAP, type LoadOutcome, type LoadState } from '@shared/bridge/buyers';
import type { LoadProgress } from '@shared/bridge/packed-items';
import type { ListShape } from '@shared/lists/list-shape';
import type { RequestSpec } from '@shared/requests/request-spec';
import type { GridColumn } from '@renderer/components/data-grid/columns';
import type { JsonItem } from '@renderer/components/data-grid/item-columns';
import { GridTable } from '@renderer/components/data-grid/grid-table';
import { PackedRows } from '@renderer/components/data-grid/packed-rows';
import { useCall, type Call } from '@renderer/stores/use-call';

/** The load of one list: the rows so far, whether it runs, and why it ended. */
export interface ListLoad {
  /** Identifies the list that is loaded (see `markOf`): other parameters of the same operation are another list. */
  readonly of: ShallowRef<string | null>;
  readonly call: Call<object, LoadOutcome>;
  readonly state: ShallowRef<LoadState | null>;
  readonly table: ShallowRef<GridTable<JsonItem, PackedRows> | null>;
  readonly tookMs: ShallowRef<number>;
  /** How a later load ended, if it did not replace the complete one that is shown. */
  readonly again: ShallowRef<Ended | null>;
  readonly running: ComputedRef<boolean>;
  start(list: LoadedList): Promise<void>;
}

interface Ended extends LoadOutcome {
  readonly tookMs: number;
}

/** A load that reached its end, with its rows. */
interface Complete extends Ended {
  readonly table: GridTable<JsonItem, PackedRows>;
}

export interface LoadedList {
  /** The request for the first page. */
  readonly request: RequestSpec;
  readonly shape: ListShape;
  readonly columns: readonly GridColumn<JsonItem>[];
  readonly profileId: string;
}

/** Loads, keyed by the composed request of their list: they continue while other operations are in sight. */
const loads = new WeakMap<object, ListLoad>();

export function listLoadOf(owner: object): ListLoad {
  const known = loads.get(owner) ?? makeLoad();
  loads.set(owner, known);
  return known;
}

function makeLoad(): ListLoad {
  const call = useCall<object, LoadOutcome>();
  const of = shallowRef<string | null>(null);
  const state = shallowRef<LoadState | null>(null);
  const table = shallowRef<GridTable<JsonItem, PackedRows> | null>(null);
  const tookMs = shallowRef(0);
  const again = shallowRef<Ended | null>(null);
  /** A complete load that is loaded again: it is shown until the first rows come, and again when the next one ends too early. */
  let complete: Complete | null = null;
  /** How the load of the rows that are shown ended. */
  let outcome: LoadOutcome | null = null;
  let columns: LoadedList['columns'] = [];
  let heardId: string | null = null;

  // The last rows may arrive after the answer.
  window.explorer.on('listLoad', ({ callId, state: reached, items }: LoadProgress) => {
    if (callId !== heardId) return;
    if (items.count > 0) leaveComplete();
    if (call.working !== null) state.value = reached;
    table.value?.grow((rows) => rows.push(items));
  });

  function begin(mark: string): void {
    const isSame = mark === of.value;
    if (isSame && outcome?.end.kind === 'complete' && table.value !== null)
      complete = { ...outcome, table: table.value, tookMs: tookMs.value };
    outcome = null;
    if (!isSame) forgetComplete();
    of.value = mark;
    void call.cancel();
    call.clear();
    heardId = null;
    state.value = null;
    again.value = null;
    if (complete === null || table.value !== complete.table) makeTable();
  }

  function makeTable(): void {
    if (table.value !== complete?.table) table.value?.close();
    table.value = new GridTable<JsonItem, PackedRows>(columns, new PackedRows());
  }

  function leaveComplete(): void {
    if (complete !== null && table.value === complete.table) makeTable();
  }

  function forgetComplete(): void {
    leaveComplete();
    complete?.table.close();
    complete = null;
  }

  /** Drops the earlier complete load if the new one succeeded; otherwise shows it again. */
  function settle(): void {
    if (complete === null) return;
    if (outcome?.end.kind === 'complete' || outcome?.end.kind === 'cap') return forgetComplete();
    if (table.value !== complete.table) table.value?.close();
    heardId = null;
    table.value = complete.table;
    state.value = complete.state;
    if (outcome !== null) {
      again.value = { ...outcome, tookMs: tookMs.value };
      call.show(complete);
    }
    outcome = complete;
    tookMs.value = complete.tookMs;
    complete = null;
  }

  async function start(list: LoadedList): Promise<void> {
    const { request, shape, profileId: composedUnder } = list;
    columns = list.columns;
    begin(markOf(request, composedUnder));
    const startedAt = Date.now();
    const answer = await call.run({}, (callId) => {
      heardId = callId;
      return window.explorer.loadList({ request, shape, cap: DEFAULT_LOAD_CAP, composedUnder, callId });
    });
    if (answer === null) return;
    tookMs.value = Date.now() - startedAt;
    outcome = answer.ok ? answer.value : null;
    if (outcome !== null) state.value = outcome.state;
    settle();
  }

  return { of, call, state, table, tookMs, again, running: computed(() => call.working !== null), start };
}

/** Identifies a list: the same request under the same profile has the same mark. */
export function markOf({ target, pathParameters, query }: RequestSpec, profileId: string): string {
  return JSON.stringify([target, pathParameters, query, profileId]);
}
