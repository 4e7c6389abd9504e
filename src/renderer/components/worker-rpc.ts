/** Requests by their names. */
type Requests<Known> = { [Name in keyof Known]: { argument: unknown; result: unknown } };

/** One end of a channel: a worker, its inside, or a message port. `error` comes from a worker that has failed. */
export interface MessageEnd {
  postMessage(message: unknown, options: { transfer: Transferable[] }): void;
  addEventListener(type: 'message' | 'error', listener: (event: MessageEvent) => void): void;
}

/** A channel to a worker, and the way to end it. */
export interface WorkerConnection {
  readonly end: MessageEnd;
  close(): void;
}

export type Listeners<Events> = { readonly [Name in keyof Events]: (payload: Events[Name]) => void };

export type Handlers<Known extends Requests<Known>> = {
  readonly [Name in keyof Known]: (
    argument: Known[Name]['argument'],
  ) => Known[Name]['result'] | Promise<Known[Name]['result']>;
};

type ToWorker<Known extends Requests<Known>> = {
  [Name in keyof Known]: {
    readonly id: number;
    readonly name: Name;
    readonly argument: Known[Name]['argument'];
  };
}[keyof Known];

interface WorkerEvent<Events, Name extends keyof Events> {
  readonly kind: 'event';
  readonly name: Name;
  readonly payload: Events[Name];
}

type FromWorker<Events> =
  | { readonly kind: 'answer'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly message: string }
  | { [Name in keyof Events]: WorkerEvent<Events, Name> }[keyof Events];

interface Waiting {
  // The result has the type that the map names for the request, because both sides are parts of the same program.
  readonly resolve: (result: MessageEvent['data']) => void;
  readonly reject: (error: Error) => void;
}

/** Connects to a worker that was started for one user. */
export function workerConnection(worker: Worker): WorkerConnection {
  return { end: worker, close: () => worker.terminate() };
}

/** The page's side: a promise per request, a listener per event; see docs/decisions/0077-worker-rpc.md. */
export class RpcClient<Known extends Requests<Known>, Events = object> {
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private broken = false;

  constructor(
    private readonly connection: WorkerConnection,
    private readonly listeners: Listeners<Events>,
  ) {
    const { end } = connection;
    end.addEventListener('message', (event: MessageEvent<FromWorker<Events>>) => this.receive(event.data));
    end.addEventListener('error', () => this.fail());
  }

  /** Then every request rejects. */
  get isBroken(): boolean {
    return this.broken;
  }

  /** Rejects when the request failed, or the worker could not start or failed. */
  ask<Name extends keyof Known>(
    name: Name,
    argument: Known[Name]['argument'],
  ): Promise<Known[Name]['result']> {
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      this.waiting.set(id, { resolve, reject });
      if (this.broken) this.fail();
      else
        this.connection.end.postMessage({ id, name, argument } satisfies ToWorker<Known>, {
          transfer: [],
        });
    });
  }

  /** Ends the worker; pending requests never settle. */
  close(): void {
    this.waiting.clear();
    this.connection.close();
  }

  private receive(message: FromWorker<Events>): void {
    switch (message.kind) {
      case 'event':
        this.listeners[message.name](message.payload);
        break;
      case 'answer':
        this.take(message.id)?.resolve(message.result);
        break;
      case 'failure':
        this.take(message.id)?.reject(new Error(message.message));
        break;
    }
  }

  private fail(): void {
    this.broken = true;
    for (const id of [...this.waiting.keys()]) {
      this.take(id)?.reject(new Error('The worker could not be started, or it broke.'));
    }
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }
}

/** The worker's side: answers what arrives at `end`. Arrays of bytes and numbers are transferred, not copied. */
export function serveRpc<Known extends Requests<Known>>(end: MessageEnd, handlers: Handlers<Known>): void {
  const post = (message: FromWorker<object>, transfer: Transferable[] = []): void =>
    end.postMessage(message, { transfer });
  end.addEventListener('message', ({ data }: MessageEvent<ToWorker<Known>>) => {
    const { id, name, argument } = data;
    new Promise((resolve) => resolve(handlers[name](argument))).then(
      (result) => post({ kind: 'answer', id, result }, transferred(result)),
      (error: unknown) =>
        // Importing `messageOf` here would make it part of the start-up code.
        post({ kind: 'failure', id, message: error instanceof Error ? error.message : String(error) }),
    );
  });
}

/** Sends events that are not answers. */
export function rpcEvents<Events>(
  end: MessageEnd,
): <Name extends keyof Events>(name: Name, payload: Events[Name]) => void {
  return <Name extends keyof Events>(name: Name, payload: Events[Name]) => {
    const event: WorkerEvent<Events, Name> = { kind: 'event', name, payload };
    end.postMessage(event, { transfer: [] });
  };
}

function transferred(result: unknown): Transferable[] {
  return ArrayBuffer.isView(result) && result.buffer instanceof ArrayBuffer ? [result.buffer] : [];
}
