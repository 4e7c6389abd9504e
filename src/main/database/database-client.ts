import { z, type ZodType } from 'zod';
import { messageOf } from '@shared/text/message-of';
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

const ANSWER_LIMITS: AnswerLimits = { statement: 60_000, opening: 30 * 60_000 };

/** How long to wait for a process to end after it was told to, in ms. */
const END_LIMIT_MS = 1_000;
/** The process ends after this long without a question, in ms; starting one takes a tenth of a second. */
const IDLE_MS = 5_000;

interface Asked {
  readonly question: DatabaseQuestion;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: DatabaseError) => void;
}

// Made once, because making a schema takes longer than parsing an answer with it.
const changesSchema: ZodType<Changes> = z.object({ changedRows: z.number() });
const allChangesSchema = z.array(changesSchema);
const rowsSchema = z.array(z.unknown());
const stepRowsSchema = z.object({ rows: rowsSchema, done: z.number().int().positive() });
const openedSchema: ZodType<Opened> = z.object({ leavesOutChanges: z.boolean() });
const salvagedSchema: ZodType<SalvagedTable> = z.object({
  name: z.string(),
  saved: z.number(),
  lost: z.number().nullable(),
  last: z.number(),
});

export interface DatabaseClientOptions {
  readonly start: StartDatabaseProcess;
  readonly limits?: AnswerLimits | undefined;
  /** Called when the process ended although nobody had asked it to. */
  readonly onDeath?: ((death: DatabaseDeath) => void) | undefined;
  /** Default `IDLE_MS`. */
  readonly idleMs?: number | undefined;
}

/**
 * Asks one database process, in order and one question at a time, so that it is clear which question it died of and
 * that later ones were not begun. A process with its file open ends after a while without a question; another one
 * reopens the file before the next question. Every function rejects with a `DatabaseError`.
 */
export class DatabaseClient {
  private readonly waiting: Asked[] = [];
  private current: Asked | null = null;
  /** Null while idle, and after its death. */
  private process: ChildProcess<DatabaseQuestion> | null = null;
  private death: DatabaseDeath | null = null;
  /** Fires when the current question takes too long to answer. */
  private patience: NodeJS.Timeout | null = null;
  private idle: NodeJS.Timeout | null = null;
  /** What a new process has to open again. Null while ending the process would lose something. */
  private kept: EngineOptions | null = null;
  /** The question with which a new process reopens the file. */
  private reopening: Asked | null = null;
  private exited: Promise<void> = Promise.resolve();

  constructor(private readonly options: DatabaseClientOptions) {
    this.startProcess();
  }

  get isDead(): boolean {
    return this.death !== null;
  }

  /** @param mayRest true if everything is in the file from then on, so that the process may end between questions. */
  async open(options: EngineOptions, moving: Moving | null, mayRest: boolean): Promise<Opened> {
    const opened = openedSchema.parse(await this.ask({ kind: 'open', options, moving }));
    this.kept = mayRest ? options : null;
    this.next();
    return opened;
  }

  async salvage(
    from: DatabaseFile,
    to: string,
    migrations: readonly Migration[],
    behind: readonly SalvagedTable[] = [],
  ): Promise<readonly SalvagedTable[]> {
    return z.array(salvagedSchema).parse(await this.ask({ kind: 'salvage', from, to, migrations, behind }));
  }

  async query<Row>(statement: Statement, row: ZodType<Row>): Promise<Row[]> {
    return rowsSchema.parse(await this.ask({ kind: 'query', statement })).map((one) => row.parse(one));
  }

  async queryInTurn<Row>(steps: readonly Step[], most: number, row: ZodType<Row>): Promise<StepRows<Row>> {
    const { rows, done } = stepRowsSchema.parse(await this.ask({ kind: 'queryInTurn', steps, most }));
    return { rows: rows.map((one) => row.parse(one)), done };
  }

  async execute(statement: Statement): Promise<Changes> {
    return changesSchema.parse(await this.ask({ kind: 'execute', statement }));
  }

  async transaction(statements: readonly Statement[]): Promise<Changes[]> {
    return allChangesSchema.parse(await this.ask({ kind: 'transaction', statements }));
  }

  /** A question is about to come: an ended process starts now, and a running one stays for a while. */
  wake(): void {
    if (this.death || this.current) return;
    if (this.process) this.restLater();
    else this.reopen();
  }

  /** Closes the database, then ends the process. */
  async end(): Promise<void> {
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        this.endProcess();
        this.death ??= new DatabaseDeath({
          how: 'died',
          why: 'as it was told to',
          question: null,
          wasBegun: false,
        });
        resolve();
      };
      if (this.death) return finish();
      this.waiting.push({ question: { kind: 'close' }, resolve: finish, reject: finish });
      this.next();
    });
    for (const { reject } of this.waiting.splice(0)) if (this.death) reject(this.death);
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

  private startProcess(): void {
    let tellExit = (): void => undefined;
    this.exited = new Promise((resolve) => (tellExit = resolve));
    try {
      const started = this.options.start({
        onMessage: (answer) => {
          if (this.process === started) this.take(answer);
        },
        onExit: (end) => {
          tellExit();
          if (this.process === started) this.die('died', describeProcessEnd(end));
        },
      });
      this.process = started;
    } catch (error) {
      tellExit();
      this.die('died', `at its start: ${messageOf(error)}`);
    }
  }

  private next(): void {
    if (this.current || this.death) return;
    if (this.idle) clearTimeout(this.idle);
    const [asked] = this.waiting;
    if (!asked) return this.restLater();
    if (!this.process && asked.question.kind !== 'close') return this.reopen();
    this.waiting.shift();
    // An idle client has nothing to close.
    if (!this.process) return asked.resolve(null);
    this.send(asked, this.process);
  }

  private send(asked: Asked, process: ChildProcess<DatabaseQuestion>): void {
    this.current = asked;
    const { statement, opening } = this.options.limits ?? ANSWER_LIMITS;
    const limitMs = asked.question.kind === 'open' || asked.question.kind === 'salvage' ? opening : statement;
    this.patience = setTimeout(() => {
      this.die('silent', `it gave no answer for ${limitMs / 1_000} s`);
      // A process that hangs in a system call ends when the call returns; nobody waits for that.
      process.end();
    }, limitMs);
    try {
      process.send(asked.question);
    } catch (error) {
      // A question that cannot be cloned is a bug in the caller.
      const message = messageOf(error);
      this.take({ ok: false, trouble: 'statement', message });
    }
  }

  private take(answer: DatabaseAnswer): void {
    const asked = this.settleCurrent();
    if (!asked) return;
    if (answer.ok) asked.resolve(answer.value);
    else asked.reject(new DatabaseError(answer.trouble, answer.message));
    if (asked.question.kind === 'close') this.endProcess();
    this.next();
  }

  private restLater(): void {
    if (this.idle) clearTimeout(this.idle);
    if (!this.kept || !this.process) return;
    this.idle = setTimeout(() => {
      // Queued like any question, so that later ones are answered by the next process.
      this.ask({ kind: 'close' }).catch(() => undefined);
    }, this.options.idleMs ?? IDLE_MS);
    this.idle.unref();
  }

  /**
   * If the file cannot be opened again, the waiting callers are told that the process died, because what follows is
   * the same.
   */
  private reopen(): void {
    if (!this.kept) return;
    const options = { ...this.kept, mustBeThere: true };
    this.startProcess();
    if (!this.process) return;
    const reject = ({ message }: DatabaseError): void => {
      this.endProcess();
      this.die('died', `it could not open its file again (${message})`);
    };
    const question: DatabaseQuestion = { kind: 'open', options, moving: null };
    this.reopening = { question, resolve: () => undefined, reject };
    this.send(this.reopening, this.process);
  }

  private endProcess(): void {
    const { process } = this;
    this.process = null;
    process?.end();
  }

  private die(how: DatabaseDeath['how'], why: string): void {
    if (this.death) return;
    const culprit = this.settleCurrent();
    const question = culprit && culprit !== this.reopening ? culprit.question : null;
    this.death = new DatabaseDeath({ how, why, question, wasBegun: true });
    this.process = null;
    this.options.onDeath?.(this.death);
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
