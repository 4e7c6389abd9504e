import { Worker } from 'node:worker_threads';
import type { DocumentAnswer, DocumentMessage, DocumentQuestion } from './protocol';

export interface ThreadLimits {
  /** For reading the whole text. */
  readonly loadMs: number;
  /** For any other question. */
  readonly answerMs: number;
  readonly memoryMb: number;
}

export const THREAD_LIMITS: ThreadLimits = { loadMs: 30_000, answerMs: 10_000, memoryMb: 1024 };

/** The thread was ended, or ended itself, over a question. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  constructor(
    readonly why: 'took-too-long' | 'too-much-memory' | 'crashed',
    /** What it was at; null before it came to one. */
    readonly operation: string | null,
  ) {
    super(`the document's thread ended: ${why}`);
  }
}

/** Asks the thread of one document, one question at a time, each within a limit. It is over with the first question that it cannot answer in time. */
export class DocumentThread {
  private readonly worker: Worker;
  private turn: Promise<unknown> = Promise.resolve();
  private ended: ThreadEnded | null = null;
  private operation: string | null = null;
  private settle: ((answer: DocumentAnswer | ThreadEnded) => void) | null = null;

  constructor(
    workerFile: string,
    private readonly limits: ThreadLimits,
  ) {
    this.worker = new Worker(workerFile, {
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    });
    // What libraries say of a document is nothing for the log.
    this.worker.stdout.resume();
    this.worker.stderr.resume();
    this.worker.on('message', (message: DocumentMessage) => {
      if (message.kind === 'began') this.operation = message.operation;
      else this.settle?.(message);
    });
    this.worker.on('error', (error: NodeJS.ErrnoException) =>
      this.end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-much-memory' : 'crashed'),
    );
    this.worker.on('exit', () => this.end('crashed'));
  }

  /** Rejects with a `ThreadEnded`. */
  ask(question: DocumentQuestion): Promise<DocumentAnswer> {
    const answer = this.turn.then(() => this.askNow(question));
    this.turn = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    this.end('crashed');
    await this.worker.terminate();
  }

  private askNow(question: DocumentQuestion): Promise<DocumentAnswer> {
    return new Promise((resolve, reject) => {
      // What waited behind the question that ended it was not begun.
      if (this.ended !== null) return reject(new ThreadEnded(this.ended.why, null));
      this.operation = null;
      const limitMs = question.kind === 'load' ? this.limits.loadMs : this.limits.answerMs;
      const limit = setTimeout(() => {
        this.end('took-too-long');
        void this.worker.terminate();
      }, limitMs);
      this.settle = (answer) => {
        this.settle = null;
        clearTimeout(limit);
        if (answer instanceof ThreadEnded) reject(answer);
        else resolve(answer);
      };
      this.worker.postMessage(question);
    });
  }

  private end(why: ThreadEnded['why']): void {
    this.ended ??= new ThreadEnded(why, this.operation);
    this.settle?.(this.ended);
  }
}
