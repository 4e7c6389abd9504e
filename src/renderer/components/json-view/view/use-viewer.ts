import { onBeforeUnmount, shallowRef, type ShallowRef } from 'vue';
import { RpcClient, type WorkerConnection } from '../../worker-rpc';
import type { FilterState, SearchState, ViewerEvents, ViewerRequests, ViewerState } from '../worker/messages';

const NOTHING_READ: ViewerState = {
  phase: 'reading',
  readBytes: 0,
  totalBytes: 0,
  nodeCount: 0,
  rowCount: 0,
  version: 0,
  lineCount: 0,
  indexBytes: 0,
  failure: null,
  problem: null,
  firstRows: null,
};
const NO_SEARCH: SearchState = { count: 0, capped: false, done: true, current: -1 };
const NO_FILTER: FilterState = { path: '', count: 0, done: true };

/** A viewer session for the viewer's components: its latest states, and a way to make requests. */
export interface Viewer {
  readonly state: Readonly<ShallowRef<ViewerState>>;
  readonly search: Readonly<ShallowRef<SearchState>>;
  readonly filter: Readonly<ShallowRef<FilterState>>;
  ask<Name extends keyof ViewerRequests>(
    name: Name,
    argument: ViewerRequests[Name]['argument'],
  ): Promise<ViewerRequests[Name]['result']>;
}

/** Connects for the lifetime of the component. */
export function useViewer(connect: () => WorkerConnection): Viewer {
  const state = shallowRef(NOTHING_READ);
  const search = shallowRef(NO_SEARCH);
  const filter = shallowRef(NO_FILTER);
  const client = new RpcClient<ViewerRequests, ViewerEvents>(connect(), {
    state: (next) => (state.value = next),
    search: (next) => (search.value = next),
    filter: (next) => (filter.value = next),
  });
  onBeforeUnmount(() => client.close());
  return { state, search, filter, ask: (name, argument) => client.ask(name, argument) };
}
