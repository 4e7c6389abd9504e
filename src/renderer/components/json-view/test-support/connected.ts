import { RpcClient, type WorkerConnection } from '../../worker-rpc';
import { BodyUnreadable, type ReadSlice } from '../worker/body-reader';
import type { FilterState, SearchState, ViewerEvents, ViewerRequests, ViewerState } from '../worker/messages';
import { serveViewer } from '../worker/serve-viewer';

/** Bodies by address, read the way main serves them: whole, in order, never more than was requested. */
export function readerOf(bodies: Readonly<Record<string, Uint8Array>>): (address: string) => ReadSlice {
  return (address) => async (start, into, signal) => {
    signal.throwIfAborted();
    const body = bodies[address];
    if (body === undefined) throw new BodyUnreadable('The app no longer holds this body.');
    const slice = body.subarray(start, start + into.length);
    into.set(slice);
    return slice.length;
  };
}

/** A session at the other end of a message channel, with the same messages as a worker's, copied in the same way. */
export function connectInPage(readerFor?: (address: string) => ReadSlice): () => WorkerConnection {
  return () => {
    const { port1, port2 } = new MessageChannel();
    const session = serveViewer(port2, readerFor);
    port1.start();
    port2.start();
    return {
      end: port1,
      close: () => {
        session.close();
        port1.close();
      },
    };
  };
}

/** A client that records the latest states, and can wait for one. */
export function connected(readerFor?: (address: string) => ReadSlice) {
  const states: { state: ViewerState | null; search: SearchState | null; filter: FilterState | null } = {
    state: null,
    search: null,
    filter: null,
  };
  const history: ViewerState[] = [];
  let waiting: { readonly holds: () => boolean; readonly resolve: () => void }[] = [];
  const check = (): void => {
    waiting = waiting.filter(({ holds, resolve }) => {
      if (!holds()) return true;
      resolve();
      return false;
    });
  };
  const client = new RpcClient<ViewerRequests, ViewerEvents>(connectInPage(readerFor)(), {
    state: (state) => {
      states.state = state;
      history.push(state);
      check();
    },
    search: (search) => {
      states.search = search;
      check();
    },
    filter: (filter) => {
      states.filter = filter;
      check();
    },
  });
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      waiting.push({ holds, resolve });
      check();
    });
  return { client, states, history, until };
}
