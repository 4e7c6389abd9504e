import type { BodyAnswer, BodyQuestion, BodyRequests } from './messages';

/** A worker, as much of it as is needed here. */
export interface BodyPort {
  postMessage(question: BodyQuestion): void;
  addEventListener(type: 'message', listener: (event: { readonly data: BodyAnswer }) => void): void;
}

function startWorker(): BodyPort {
  return new Worker(new URL('./body-worker.ts', import.meta.url), { type: 'module', name: 'body' });
}

interface Waiting {
  // What comes back is the result that BodyRequests names for the question: both sides are one program.
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** The page's side of the body's worker, which is started at the first question. */
export class BodyDesk {
  private port: BodyPort | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(private readonly start: () => BodyPort = startWorker) {}

  ask<Name extends keyof BodyRequests>(
    name: Name,
    argument: BodyRequests[Name]['argument'],
  ): Promise<BodyRequests[Name]['result']> {
    this.port ??= this.connect();
    const { port } = this;
    this.lastId += 1;
    const question = { id: this.lastId, name, argument } as BodyQuestion;
    return new Promise((resolve, reject) => {
      this.waiting.set(question.id, { resolve, reject });
      port.postMessage(question);
    });
  }

  private connect(): BodyPort {
    const port = this.start();
    port.addEventListener('message', ({ data }) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.failure === null) waiting?.resolve(data.result as never);
      else waiting?.reject(new Error(data.failure));
    });
    return port;
  }
}
