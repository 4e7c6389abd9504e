import { RpcClient, workerConnection, type WorkerConnection } from '@renderer/components/worker-rpc';
import type { TextEdit } from '@shared/text/text-edits';
import type { BodyCalls, BodyDelta, BodyEdit, BodyRequests, Rewriting } from './messages';

function startWorker(): WorkerConnection {
  return workerConnection(
    // Has to be written inline, as otherwise the build would take it for a file to copy.
    new Worker(new URL('./body-worker.ts', import.meta.url), { type: 'module', name: 'body' }),
  );
}

/** A body that the worker can be asked about. */
export interface AskedBody {
  /** Identifies the body; never changes. */
  readonly id: string;
  readonly text: () => string;
}

/** The page's side of the body's worker, which is started at the first question. */
export class BodyWorkerClient {
  private rpc: RpcClient<BodyCalls> | null = null;
  /** Id of the body that the worker has; `edits` are those made since. */
  private mirrored: string | null = null;
  private edits: BodyEdit[] = [];
  /** The text that the worker returned last, and still has. */
  private rewritten: string | null = null;

  constructor(private readonly start: () => WorkerConnection = startWorker) {}

  /** Has to be called for every edit of every body that is asked about. */
  note(bodyId: string, edits: readonly TextEdit[]): void {
    if (bodyId === this.mirrored) this.edits.push(...edits.map((edit) => this.withoutKnown(edit)));
  }

  /** `head` is the cursor position. */
  async rewrite(body: AskedBody, how: Rewriting, head: number): Promise<BodyRequests['rewrite']['result']> {
    const asked = this.ask('rewrite', body, { how, head });
    // From now on the worker no longer has this text.
    this.rewritten = null;
    const answer = await asked;
    if (answer !== null && answer !== 'same') this.rewritten = answer.text;
    return answer;
  }

  async ask<Name extends keyof BodyRequests>(
    name: Name,
    body: AskedBody,
    question: BodyRequests[Name]['argument'],
  ): Promise<BodyRequests[Name]['result']> {
    const rpc = this.connected();
    try {
      return await rpc.ask(name, { body: this.delta(body), question });
    } catch (error) {
      // It is not known what the worker has now, so the next question brings the whole body.
      this.mirrored = null;
      throw error;
    }
  }

  /** A worker that broke, as for want of memory, is replaced: without one nothing could be sent. */
  private connected(): RpcClient<BodyCalls> {
    if (this.rpc?.isBroken === false) return this.rpc;
    this.rpc?.close();
    this.mirrored = null;
    this.rewritten = null;
    return (this.rpc = new RpcClient<BodyCalls>(this.start(), {}));
  }

  private withoutKnown(edit: TextEdit): BodyEdit {
    const isKnown = edit.insert !== '' && edit.insert === this.rewritten;
    return isKnown ? { from: edit.from, to: edit.to, insert: null } : edit;
  }

  private delta({ id, text }: AskedBody): BodyDelta {
    const { edits } = this;
    this.edits = [];
    if (this.mirrored === id) return { edits };
    this.mirrored = id;
    return { whole: text() };
  }
}
