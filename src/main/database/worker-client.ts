import { z, type ZodType } from 'zod';
import { DatabaseError, type Changes, type Migration, type Statement, type Step } from './database';
import type { DatabaseFile } from './connection';
import type { EngineOptions } from './engine';
import type { DatabaseAnswer, DatabaseQuestion, NumberedQuestion } from './protocol';
import type { SalvagedTable } from './salvage';

/** The worker as its owner sees it; a `Worker` of node:worker_threads fits. */
export interface DatabasePort {
  postMessage(question: NumberedQuestion): void;
  on(event: 'message', listener: (answer: DatabaseAnswer) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  terminate(): Promise<unknown>;
}

/** How long an answer may take before the worker counts as dead, in ms. */
export interface AnswerLimits {
  readonly statement: number;
  /** Opening may migrate, and salvaging copies a whole file. */
  readonly opening: number;
}

export const ANSWER_LIMITS: AnswerLimits = { statement: 60_000, opening: 30 * 60_000 };

interface Waiting {
  readonly limitMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: DatabaseError) => void;
}

const changesSchema: ZodType<Changes> = z.object({ changedRows: z.number(), lastRowId: z.number() });
const salvagedSchema: ZodType<SalvagedTable> = z.object({
  name: z.string(),
  saved: z.number(),
  lost: z.number().nullable(),
});

/** Asks the database's worker, and gives each answer to whoever asked. Every function rejects with a `DatabaseError`. */
export class DatabaseWorker {
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private ended: DatabaseError | null = null;
  /** Runs out when the question that is being answered takes too long. */
  private patience: NodeJS.Timeout | null = null;

  constructor(
    private readonly port: DatabasePort,
    private readonly limits: AnswerLimits = ANSWER_LIMITS,
  ) {
    port.on('message', (answer) => this.take(answer));
    port.on('error', (error) => this.fail(error instanceof Error ? error.message : String(error)));
    port.on('exit', () => this.fail('it ended'));
  }

  async open(options: EngineOptions, carryOver: readonly string[]): Promise<void> {
    await this.ask({ kind: 'open', options, carryOver });
  }

  async salvage(
    from: DatabaseFile,
    to: string,
    migrations: readonly Migration[],
  ): Promise<readonly SalvagedTable[]> {
    return z.array(salvagedSchema).parse(await this.ask({ kind: 'salvage', from, to, migrations }));
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
    const terminated = this.port.terminate();
    // One that hangs may never end.
    if (!this.ended) await terminated;
  }

  private ask(question: DatabaseQuestion): Promise<unknown> {
    if (this.ended) return Promise.reject(this.ended);
    const id = ++this.lastId;
    const { statement, opening } = this.limits;
    const limitMs = question.kind === 'open' || question.kind === 'salvage' ? opening : statement;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { limitMs, resolve, reject });
      if (this.waiting.size === 1) this.awaitNext();
      this.port.postMessage({ id, question });
    });
  }

  /** Questions are answered one after the other: the time of each begins with the answer before it. */
  private awaitNext(): void {
    if (this.patience) clearTimeout(this.patience);
    this.patience = null;
    const [next] = this.waiting.values();
    if (!next) return;
    this.patience = setTimeout(() => {
      this.fail(`it gave no answer for ${next.limitMs / 1_000} s`);
      // A thread that hangs in a call of the system ends when that returns: nobody waits for it.
      void this.port.terminate();
    }, next.limitMs);
  }

  private take(answer: DatabaseAnswer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if (!waiting) return;
    this.awaitNext();
    if (answer.ok) waiting.resolve(answer.value);
    else waiting.reject(new DatabaseError(answer.trouble, answer.message));
  }

  private fail(why: string): void {
    this.ended ??= new DatabaseError('ended', `The thread of the database is gone: ${why}`);
    for (const { reject } of this.waiting.values()) reject(this.ended);
    this.waiting.clear();
    this.awaitNext();
  }
}
