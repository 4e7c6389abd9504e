import { TaskQueue } from '@shared/task-queue';
import type { DocumentAnswer, DocumentMessage, DocumentQuestion } from './protocol';

/** A process that serves one document, as its starter provides it. */
export interface DocumentProcess {
  send(question: DocumentQuestion): void;
  /** Kills the process at once, whatever it is doing. */
  end(): void;
}

/**
 * Starts such a process: Node forks it where the sandbox runs alone, main starts it in the app. `onExit` is called
 * once, also after `end`.
 */
export type StartDocumentProcess = (listeners: {
  readonly onMessage: (message: DocumentMessage) => void;
  readonly onExit: () => void;
}) => DocumentProcess;

export interface DocumentLimits {
  /** The time limit for reading the whole document. */
  readonly loadMs: number;
  /** The time limit for any other question. */
  readonly answerMs: number;
  /** A document that ends its process this often cannot reasonably be served. */
  readonly ends: number;
}

export const DOCUMENT_LIMITS: DocumentLimits = { loadMs: 30_000, answerMs: 10_000, ends: 20 };

/** The process was ended, or ended by itself, while a question was pending. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
  constructor(
    readonly why: 'took-too-long' | 'crashed',
    /** The operation that it was working on; null if it had not started one. */
    readonly operation: string | null,
  ) {
    super(`the document's process ended: ${why}`);
  }
}

/**
 * Asks the process of one document, one question at a time, each with a time limit. The first question that gets no
 * answer in time ends the process and this client.
 */
export class DocumentClient {
  private readonly process: DocumentProcess;
  private readonly questions = new TaskQueue();
  private ended: ProcessEnded | null = null;
  private operation: string | null = null;
  private settle: ((answer: DocumentAnswer | ProcessEnded) => void) | null = null;

  constructor(
    start: StartDocumentProcess,
    private readonly limits: DocumentLimits,
  ) {
    this.process = start({
      onMessage: (message) => {
        if (message.kind === 'began') this.operation = message.operation;
        else this.settle?.(message);
      },
      onExit: () => this.end('crashed'),
    });
  }

  /** Rejects with a `ProcessEnded` if the process ends before it has answered. */
  ask(question: DocumentQuestion): Promise<DocumentAnswer> {
    return this.questions.run(() => this.askNow(question));
  }

  close(): void {
    this.end('crashed');
    this.process.end();
  }

  private askNow(question: DocumentQuestion): Promise<DocumentAnswer> {
    return new Promise((resolve, reject) => {
      // Questions queued behind the one that ended the process were never started, so no operation is to blame.
      if (this.ended !== null) return reject(new ProcessEnded(this.ended.why, null));
      this.operation = null;
      const limitMs = question.kind === 'load' ? this.limits.loadMs : this.limits.answerMs;
      const limit = setTimeout(() => {
        this.end('took-too-long');
        this.process.end();
      }, limitMs);
      this.settle = (answer) => {
        this.settle = null;
        clearTimeout(limit);
        if (answer instanceof ProcessEnded) reject(answer);
        else resolve(answer);
      };
      this.process.send(question);
    });
  }

  private end(why: ProcessEnded['why']): void {
    this.ended ??= new ProcessEnded(why, this.operation);
    this.settle?.(this.ended);
  }
}
