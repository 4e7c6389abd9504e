import { z, type ZodType } from 'zod';
import { DatabaseError, type Changes, type Statement, type Step } from './database';
import type { EngineOptions } from './engine';
import type { DatabaseAnswer, DatabaseQuestion, NumberedQuestion } from './protocol';

/** The worker as its owner sees it; a `Worker` of node:worker_threads fits. */
export interface DatabasePort {
  postMessage(question: NumberedQuestion): void;
  on(event: 'message', listener: (answer: DatabaseAnswer) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: DatabaseError) => void;
}

const changesSchema: ZodType<Changes> = z.object({ changedRows: z.number(), lastRowId: z.number() });

/** Asks the database's worker, and gives each answer to whoever asked. Every function rejects with a `DatabaseError`. */
export class DatabaseWorker {
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private ended: DatabaseError | null = null;

  constructor(private readonly port: DatabasePort) {
    port.on('message', (answer) => this.take(answer));
    port.on('error', (error) => this.fail(error instanceof Error ? error.message : String(error)));
    port.on('exit', () => this.fail('it ended'));
  }

  async open(options: EngineOptions, carryOver: readonly string[]): Promise<void> {
    await this.ask({ kind: 'open', options, carryOver });
  }

  async query<Row>(statement: Statement, row: ZodType<Row>): Promise<Row[]> {
    return z.array(row).parse(await this.ask({ kind: 'query', statement }));
  }

  async queryInTurn<Row>(steps: readonly Step[], most: number, row: ZodType<Row>): Promise<Row[]> {
    return z.array(row).parse(await this.ask({ kind: 'queryInTurn', steps, most }));
  }

  async execute(statement: Statement): Promise<Changes> {
    return changesSchema.parse(await this.ask({ kind: 'execute', statement }));
  }

  async transaction(statements: readonly Statement[]): Promise<Changes[]> {
    return z.array(changesSchema).parse(await this.ask({ kind: 'transaction', statements }));
  }

  async close(): Promise<void> {
    await this.ask({ kind: 'close' });
  }

  /** Closes the database, then ends the worker. */
  async end(): Promise<void> {
    await this.close().catch(() => undefined);
    await this.port.terminate();
  }

  private ask(question: DatabaseQuestion): Promise<unknown> {
    if (this.ended) return Promise.reject(this.ended);
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.port.postMessage({ id, question });
    });
  }

  private take(answer: DatabaseAnswer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (!waiting) return;
    if (answer.ok) waiting.resolve(answer.value);
    else waiting.reject(new DatabaseError(answer.trouble, answer.message));
  }

  private fail(why: string): void {
    this.ended ??= new DatabaseError('disk', `The database's worker is gone: ${why}`);
    for (const { reject } of this.waiting.values()) reject(this.ended);
    this.waiting.clear();
  }
}
