import { rpcEvents, serveRpc, type MessageEnd } from '../../worker-rpc';
import type { ReadSlice } from './body-reader';
import type { ViewerEvents, ViewerRequests } from './messages';
import { ViewerSession } from './viewer-session';

/** Answers the requests that arrive at `end`, for one body at a time. */
export function serveViewer(end: MessageEnd, readerFor?: (address: string) => ReadSlice): ViewerSession {
  const tell = rpcEvents<ViewerEvents>(end);
  const session = new ViewerSession(
    {
      state: (state) => tell('state', state),
      search: (state) => tell('search', state),
      filter: (state) => tell('filter', state),
    },
    readerFor,
  );
  serveRpc<ViewerRequests>(end, session.handlers);
  return session;
}
