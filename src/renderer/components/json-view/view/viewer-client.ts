import type { FromWorker, ViewerEvents, ViewerRequests } from '../worker/messages';
import type { MessageEnd } from '../worker/serve-viewer';

/** A line to a viewer session, and the way to end it. */
export interface ViewerConnection {
  readonly end: MessageEnd;
  close(): void;
}

/** Starts a worker of its own for one viewer; it ends with the viewer. */
export function connectWorker(): ViewerConnection {
  const worker = new Worker(new URL('../worker/json-worker.ts', import.meta.url), {
    type: 'module',
    name: 'json-view',
  });
  return { end: worker, close: () => worker.terminate() };
}

export type ViewerListeners = {
  readonly [Name in keyof ViewerEvents]: (payload: ViewerEvents[Name]) => void;
};

interface Waiting {
  // What comes back is the result that ViewerRequests names for the request: both sides are one program.
  readonly resolve: (result: MessageEvent['data']) => void;
  readonly reject: (error: Error) => void;
}

/** The page's side of the line: a promise for each request, a listener for each event. */
export class ViewerClient {
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(
    private readonly connection: ViewerConnection,
    private readonly listeners: ViewerListeners,
  ) {
    connection.end.addEventListener('message', (event: MessageEvent<FromWorker>) => this.receive(event.data));
  }

  ask<Name extends keyof ViewerRequests>(
    name: Name,
    argument: ViewerRequests[Name]['argument'],
  ): Promise<ViewerRequests[Name]['result']> {
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      this.waiting.set(id, { resolve, reject });
      this.connection.end.postMessage({ id, name, argument });
    });
  }

  /** Ends the session; requests under way are never answered. */
  close(): void {
    this.waiting.clear();
    this.connection.close();
  }

  private receive(message: FromWorker): void {
    switch (message.kind) {
      case 'event':
        this.hear(message);
        break;
      case 'answer':
        this.take(message.id)?.resolve(message.result);
        break;
      case 'failure':
        this.take(message.id)?.reject(new Error(message.message));
        break;
    }
  }

  private hear(message: Extract<FromWorker, { kind: 'event' }>): void {
    switch (message.name) {
      case 'state':
        this.listeners.state(message.payload);
        break;
      case 'search':
        this.listeners.search(message.payload);
        break;
      case 'filter':
        this.listeners.filter(message.payload);
        break;
    }
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }
}
