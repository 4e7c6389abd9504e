import type { ReadSlice } from './body-reader';
import type { FromWorker, ToWorker } from './messages';
import { ViewerSession } from './viewer-session';

/** One end of a line for messages: a worker, the inside of one, or a message port. */
export interface MessageEnd {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** Answers the requests that come in at `end`, for one body at a time. */
export function serveViewer(end: MessageEnd, readerFor?: (address: string) => ReadSlice): ViewerSession {
  const post = (message: FromWorker): void => end.postMessage(message);
  const session = new ViewerSession(
    {
      state: (payload) => post({ kind: 'event', name: 'state', payload }),
      search: (payload) => post({ kind: 'event', name: 'search', payload }),
      filter: (payload) => post({ kind: 'event', name: 'filter', payload }),
    },
    readerFor,
  );
  end.addEventListener('message', (event: MessageEvent<ToWorker>) => {
    const { id, name, argument } = event.data;
    session.answer(name, argument).then(
      (result) => post({ kind: 'answer', id, result }),
      (error: unknown) =>
        post({ kind: 'failure', id, message: error instanceof Error ? error.message : String(error) }),
    );
  });
  return session;
}
