import { z, type ZodType } from 'zod';
import type { ChildProcess, StartProcess } from '../processes/child-process';
import { describeProcessEnd } from '../processes/process-end';
import type { DatabaseFile } from './connection';
import {
  DatabaseError,
  type Changes,
  type Migration,
  type Statement,
  type Step,
  type StepRows,
} from './database';
import { DatabaseDeath } from './database-death';
import type { EngineOptions } from './engine';
import type { DatabaseAnswer, DatabaseQuestion, Moving, Opened } from './protocol';
import type { SalvagedTable } from './salvage';

export type StartDatabaseProcess = StartProcess<DatabaseQuestion, DatabaseAnswer>;

/** How long an answer may take before the process counts as dead, in ms. */
export interface AnswerLimits {
  readonly statement: number;
  /** Opening may migrate, and salvaging copies a whole file. */
  readonly opening: number;
}

export const ANSWER_LIMITS: AnswerLimits = { statement: 60_000, opening: 30 * 60_000 };

/** Nobody waits longer for the end of a process that was told to end. */
const END_LIMIT_MS = 1_000;

interface Asked {
  readonly question: DatabaseQuestion;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: DatabaseError) => void;
}

const changesSchema: ZodType<Changes> = z.object({ changedRows: z.number(), lastRowId: z.number() });
const openedSchema: ZodType<Opened> = z.object({ leavesOutChanges: z.boolean() });
const salvagedSchema: ZodType<SalvagedTable> = z.object({
  name: z.string(),
  saved: z.number(),
  lost: z.number().nullable(),
});

/**
 * Asks one process of the database, in order and one question at a time: so it is known of which question it died, and
 * that those behind it were not begun. Every function rejects with a `DatabaseError`.
 */
export class DatabaseClient {
  private readonly waiting: Asked[] = [];
  private current: Asked | null = null;
  private process: ChildProcess<DatabaseQuestion> | null = null;
  private death: DatabaseDeath | null = null;
  /** Runs out when the question that is being answered takes too long. */
  private patience: NodeJS.Timeout | null = null;
  private isEnding = false;
  private tellExit: () => void = () => undefined;
  private readonly exited = new Promise<void>((resolve) => (this.tellExit = resolve));

  /** @param onDeath told of an end that nobody asked for. */
  constructor(
    start: StartDatabaseProcess,
    private readonly limits: AnswerLimits = ANSWER_LIMITS,
    private readonly onDeath: (death: DatabaseDeath) => void = () => undefined,
  ) {
    try {
      this.process = start({
        onMessage: (answer) => this.take(answer),
        onExit: (end) => {
          this.tellExit();
          this.die('died', describeProcessEnd(end));
        },
      });
    } catch (error) {
      this.tellExit();
      this.die('died', `at its start: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  get isDead(): boolean {
    return this.death !== null;
  }

  async open(options: EngineOptions, moving: Moving | null): Promise<Opened> {
    return openedSchema.parse(await this.ask({ kind: 'open', options, moving }));
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

  async queryInTurn<Row>(steps: readonly Step[], most: number, row: ZodType<Row>): Promise<StepRows<Row>> {
    const found = z.object({ rows: z.array(row), done: z.number().int().positive() });
    return found.parse(await this.ask({ kind: 'queryInTurn', steps, most }));
  }

  async execute(statement: Statement): Promise<Changes> {
    return changesSchema.parse(await this.ask({ kind: 'execute', statement }));
  }

  async transaction(statements: readonly Statement[]): Promise<Changes[]> {
    return z.array(changesSchema).parse(await this.ask({ kind: 'transaction', statements }));
  }

  /** Closes the database, then ends the process. */
  async end(): Promise<void> {
    await this.ask({ kind: 'close' }).catch(() => undefined);
    this.isEnding = true;
    this.process?.end();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, END_LIMIT_MS)));
    await Promise.race([this.exited, limit]);
    clearTimeout(timer);
  }

  private ask(question: DatabaseQuestion): Promise<unknown> {
    const { death } = this;
    if (death) return Promise.reject(death.ofUnbegun());
    return new Promise((resolve, reject) => {
      this.waiting.push({ question, resolve, reject });
      this.next();
    });
  }

  private next(): void {
    if (this.current || !this.process) return;
    const asked = this.waiting.shift();
    if (!asked) return;
    this.current = asked;
    const { statement, opening } = this.limits;
    const limitMs = asked.question.kind === 'open' || asked.question.kind === 'salvage' ? opening : statement;
    this.patience = setTimeout(() => {
      const { process } = this;
      this.die('silent', `it gave no answer for ${limitMs / 1_000} s`);
      // One that hangs in a call of the system ends when that returns: nobody waits for it.
      process?.end();
    }, limitMs);
    try {
      this.process.send(asked.question);
    } catch (error) {
      // What cannot be cloned is a defect of the one who asks.
      const message = error instanceof Error ? error.message : String(error);
      this.take({ ok: false, trouble: 'statement', message });
    }
  }

  private take(answer: DatabaseAnswer): void {
    const asked = this.settleCurrent();
    if (!asked) return;
    if (answer.ok) asked.resolve(answer.value);
    else asked.reject(new DatabaseError(answer.trouble, answer.message));
    this.next();
  }

  private die(how: DatabaseDeath['how'], why: string): void {
    if (this.death) return;
    this.process = null;
    const culprit = this.settleCurrent();
    this.death = new DatabaseDeath({ how, why, question: culprit?.question ?? null, wasBegun: true });
    if (!this.isEnding) this.onDeath(this.death);
    culprit?.reject(this.death);
    for (const { reject } of this.waiting.splice(0)) reject(this.death.ofUnbegun());
  }

  private settleCurrent(): Asked | null {
    const asked = this.current;
    this.current = null;
    if (this.patience) clearTimeout(this.patience);
    this.patience = null;
    return asked;
  }
}
