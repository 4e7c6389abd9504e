import { TaskQueue } from '@shared/task-queue';
import { messageOf } from '@shared/text/message-of';
import type { ChildProcess, StartProcess } from '../processes/child-process';
import { causeOf, describeProcessEnd } from '../processes/process-end';
import type { DocumentAnswer, DocumentQuestion, DocumentsStarted } from './protocol';

export type StartDocumentsProcess = StartProcess<DocumentQuestion, DocumentAnswer | DocumentsStarted>;

/** How long the process may take to start, in ms. On a busy computer that can be many seconds, whatever is read. */
const START_MS = 60_000;

export interface DocumentClientOptions {
  readonly start: StartDocumentsProcess;
  readonly report: (where: string, error: unknown) => void;
  /** For reading a whole text, comparing two documents, and importing requests. Default 30 s. */
  readonly readMs?: number;
  /** For any other question: patterns, and files of a folder on disk, may be hostile. Default 10 s. */
  readonly limitMs?: number;
  /** The process ends after this long without a question. Default 5 min. */
  readonly idleMs?: number;
}

/** Why a question got no answer. */
export type DocumentTrouble = 'took-too-long' | 'crashed' | 'failed' | 'cancelled';

/** The process gave no answer to a question: it took too long, crashed, failed or was cancelled. */
export class DocumentProcessError extends Error {
  constructor(
    readonly trouble: DocumentTrouble,
    detail: string,
  ) {
    super(detail);
    this.name = 'DocumentProcessError';
  }
}

/**
 * Asks the documents process, one question at a time, each within a limit. Whatever a document does to the process
 * ends only that question: the process is ended, and the next question starts another one.
 */
export class DocumentClient {
  private process: ChildProcess<DocumentQuestion> | null = null;
  private readonly questions = new TaskQueue();
  private idle: NodeJS.Timeout | null = null;
  private settle: ((answer: DocumentAnswer | DocumentProcessError) => void) | null = null;
  /** Starts the time limit of the question. */
  private begin: (() => void) | null = null;
  private isStopped = false;

  constructor(private readonly options: DocumentClientOptions) {}

  /** Rejects with a `DocumentProcessError`; at once if `signal` aborts. */
  ask(question: DocumentQuestion, signal?: AbortSignal): Promise<DocumentAnswer> {
    return this.questions.run(() => this.askNow(question, signal));
  }

  /** Ends the process for good: a question that comes later is refused. */
  stop(): void {
    this.isStopped = true;
    this.settle?.(new DocumentProcessError('failed', 'The process was stopped.'));
    this.endProcess();
  }

  private endProcess(): void {
    if (this.idle) clearTimeout(this.idle);
    this.idle = null;
    const process = this.process;
    this.process = null;
    process?.end();
  }

  private askNow(question: DocumentQuestion, signal?: AbortSignal): Promise<DocumentAnswer> {
    if (this.idle) clearTimeout(this.idle);
    const { readMs = 30_000, limitMs: otherMs = 10_000, idleMs = 300_000 } = this.options;
    const limitMs = ['read', 'compare', 'requests'].includes(question.kind) ? readMs : otherMs;
    return new Promise((resolve, reject) => {
      const endWith = (trouble: DocumentTrouble, detail: string): void => {
        this.settle?.(new DocumentProcessError(trouble, detail));
        this.endProcess();
      };
      let limit = setTimeout(() => endWith('failed', `not started within ${START_MS} ms`), START_MS);
      this.begin = () => {
        clearTimeout(limit);
        limit = setTimeout(() => endWith('took-too-long', `no answer within ${limitMs} ms`), limitMs);
      };
      const cancel = (): void => endWith('cancelled', 'The person cancelled it.');
      signal?.addEventListener('abort', cancel);
      this.settle = (answer) => {
        this.settle = null;
        this.begin = null;
        clearTimeout(limit);
        signal?.removeEventListener('abort', cancel);
        this.idle = setTimeout(() => this.endProcess(), idleMs);
        this.idle.unref();
        if (answer instanceof DocumentProcessError) reject(answer);
        else if (answer.kind === 'failed') reject(new DocumentProcessError('failed', answer.detail));
        else resolve(answer);
      };
      if (signal?.aborted) return cancel();
      if (this.isStopped) return endWith('failed', 'The app is ending.');
      try {
        if (this.process === null) this.process = this.start();
        else this.begin();
        this.process.send(question);
      } catch (error) {
        this.settle(new DocumentProcessError('failed', messageOf(error)));
      }
    });
  }

  private start(): ChildProcess<DocumentQuestion> {
    const process: ChildProcess<DocumentQuestion> = this.options.start({
      onMessage: (answer) => {
        if (this.process !== process) return;
        if (answer.kind === 'started') this.begin?.();
        else this.settle?.(answer);
      },
      onExit: (end) => {
        if (this.process !== process) return;
        this.process = null;
        const words = `the process ended ${describeProcessEnd(end)}`;
        this.options.report('documents', new Error(words));
        this.settle?.(new DocumentProcessError(causeOf(end) === 'crashed' ? 'crashed' : 'failed', words));
      },
    });
    return process;
  }
}
