import type { TextEdit } from '@shared/text/text-edits';
import type { BodyAnswer, BodyDelta, BodyQuestion, BodyRequests } from './messages';

/** A worker, as much of it as is needed here. */
export interface BodyPort {
  postMessage(question: BodyQuestion): void;
  addEventListener(type: 'message', listener: (event: { readonly data: BodyAnswer }) => void): void;
}

function startWorker(): BodyPort {
  return new Worker(new URL('./body-worker.ts', import.meta.url), { type: 'module', name: 'body' });
}

/** A body that the worker can be asked about. */
export interface AskedBody {
  /** Names it for good. */
  readonly id: string;
  readonly text: () => string;
}

interface Waiting {
  // What comes back is the result that BodyRequests names for the question: both sides are one program.
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** The page's side of the body's worker, which is started at the first question. */
export class BodyWorkerClient {
  private port: BodyPort | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  /** The body that the worker has, and what was done to it since. */
  private mirrored: string | null = null;
  private edits: TextEdit[] = [];

  constructor(private readonly start: () => BodyPort = startWorker) {}

  /** Has to be told of every edit of every body that is asked about. */
  note(bodyId: string, edits: readonly TextEdit[]): void {
    if (bodyId === this.mirrored) this.edits.push(...edits);
  }

  ask<Name extends keyof BodyRequests>(
    name: Name,
    body: AskedBody,
    argument: BodyRequests[Name]['argument'],
  ): Promise<BodyRequests[Name]['result']> {
    this.port ??= this.connect();
    const { port } = this;
    this.lastId += 1;
    const question = { id: this.lastId, name, body: this.delta(body), argument } as BodyQuestion;
    return new Promise((resolve, reject) => {
      this.waiting.set(question.id, { resolve, reject });
      port.postMessage(question);
    });
  }

  private delta({ id, text }: AskedBody): BodyDelta {
    const { edits } = this;
    this.edits = [];
    if (this.mirrored === id) return { edits };
    this.mirrored = id;
    return { whole: text() };
  }

  private connect(): BodyPort {
    const port = this.start();
    port.addEventListener('message', ({ data }) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.failure === null) waiting?.resolve(data.result as never);
      else {
        // Whatever it has now, the next question brings the whole body.
        this.mirrored = null;
        waiting?.reject(new Error(data.failure));
      }
    });
    return port;
  }
}
