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

/** Load all of one list: the rows so far, whether it runs, and why it ended. */
export interface ListLoad {
  /** What it is a load of; another request of the same operation has another one. */
  readonly of: ShallowRef<string | null>;
  readonly call: Call<object, LoadOutcome>;
  readonly state: ShallowRef<LoadState | null>;
  readonly table: ShallowRef<GridTable<JsonItem, PackedRows> | null>;
  readonly tookMs: ShallowRef<number>;
  readonly running: ComputedRef<boolean>;
  start(list: LoadedList): Promise<void>;
}

export interface LoadedList {
  /** Its first page. */
  readonly request: RequestSpec;
  readonly shape: ListShape;
  readonly columns: readonly GridColumn<JsonItem>[];
  readonly profileId: string;
}

/** By the request whose list it is: it goes on while other operations are looked at. */
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
  let heardId: string | null = null;

  // The last rows may come after the answer.
  window.explorer.on('listLoad', ({ callId, state: reached, items }: LoadProgress) => {
    if (callId !== heardId) return;
    if (call.working !== null) state.value = reached;
    table.value?.grow((rows) => rows.push(items));
  });

  function clear(): void {
    void call.cancel();
    call.clear();
    heardId = null;
    table.value?.close();
    table.value = null;
    state.value = null;
  }

  async function start(list: LoadedList): Promise<void> {
    clear();
    const { request, shape, columns, profileId: composedUnder } = list;
    of.value = markOf(request, composedUnder);
    table.value = new GridTable<JsonItem, PackedRows>(columns, new PackedRows());
    const startedAt = Date.now();
    const answer = await call.run({}, (callId) => {
      heardId = callId;
      return window.explorer.loadList({ request, shape, cap: DEFAULT_LOAD_CAP, composedUnder, callId });
    });
    tookMs.value = Date.now() - startedAt;
    if (answer?.ok) state.value = answer.value.state;
  }

  return { of, call, state, table, tookMs, running: computed(() => call.working !== null), start };
}

/** Stands for a list: the same request under the same profile. */
export function markOf({ target, pathParameters, query }: RequestSpec, profileId: string): string {
  return JSON.stringify([target, pathParameters, query, profileId]);
}
