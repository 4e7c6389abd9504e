import { RpcClient, workerConnection, type WorkerConnection } from '@renderer/components/worker-rpc';
import type { TextEdit } from '@shared/text/text-edits';
import type { BodyCalls, BodyDelta, BodyRequests } from './messages';

function startWorker(): WorkerConnection {
  return workerConnection(
    // Written like this, or the build takes it for a file to copy.
    new Worker(new URL('./body-worker.ts', import.meta.url), { type: 'module', name: 'body' }),
  );
}

/** A body that the worker can be asked about. */
export interface AskedBody {
  /** Names it for good. */
  readonly id: string;
  readonly text: () => string;
}

/** The page's side of the body's worker, which is started at the first question. */
export class BodyWorkerClient {
  private rpc: RpcClient<BodyCalls> | null = null;
  /** The body that the worker has, and what was done to it since. */
  private mirrored: string | null = null;
  private edits: TextEdit[] = [];

  constructor(private readonly start: () => WorkerConnection = startWorker) {}

  /** Has to be told of every edit of every body that is asked about. */
  note(bodyId: string, edits: readonly TextEdit[]): void {
    if (bodyId === this.mirrored) this.edits.push(...edits);
  }

  async ask<Name extends keyof BodyRequests>(
    name: Name,
    body: AskedBody,
    question: BodyRequests[Name]['argument'],
  ): Promise<BodyRequests[Name]['result']> {
    this.rpc ??= new RpcClient<BodyCalls>(this.start(), {});
    try {
      return await this.rpc.ask(name, { body: this.delta(body), question });
    } catch (error) {
      // Whatever it has now, the next question brings the whole body.
      this.mirrored = null;
      throw error;
    }
  }

  private delta({ id, text }: AskedBody): BodyDelta {
    const { edits } = this;
    this.edits = [];
    if (this.mirrored === id) return { edits };
    this.mirrored = id;
    return { whole: text() };
  }
}
