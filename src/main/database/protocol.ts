import {
  DatabaseError,
  type CarriedRows,
  type Changes,
  type DatabaseTrouble,
  type Migration,
  type Statement,
  type Step,
} from './database';
import type { DatabaseFile } from './connection';
import { Engine, type EngineOptions } from './engine';
import { salvage, type SalvagedTable } from './salvage';

/** What moves over from what is open now. */
export interface Moving {
  readonly carryOver: readonly CarriedRows[];
  /**
   * What was written to a copy of the file since it was made: carried out again, it changes and deletes rows as well. Null
   * when there is no such copy, or it was too much to be held.
   */
  readonly writes: readonly Statement[] | null;
}

/** What the database's process is asked. One answer for each question, in order. */
export type DatabaseQuestion =
  /** When opening or moving fails, what is open now stays open. */
  | { readonly kind: 'open'; readonly options: EngineOptions; readonly moving: Moving | null }
  /** Copies what can be read of a damaged file, which nothing has open, into a new one at `to`. */
  | {
      readonly kind: 'salvage';
      readonly from: DatabaseFile;
      readonly to: string;
      readonly migrations: readonly Migration[];
    }
  | { readonly kind: 'query'; readonly statement: Statement }
  | { readonly kind: 'queryInTurn'; readonly steps: readonly Step[]; readonly most: number }
  | { readonly kind: 'execute'; readonly statement: Statement }
  | { readonly kind: 'transaction'; readonly statements: readonly Statement[] }
  | { readonly kind: 'close' };

type AnswerValue = Record<string, unknown>[] | Changes | Changes[] | SalvagedTable[] | null;

export type DatabaseAnswer =
  | { readonly ok: true; readonly value: AnswerValue }
  | { readonly ok: false; readonly trouble: DatabaseTrouble; readonly message: string };

/** The process's side: one engine, opened and closed on request. */
export class DatabaseServer {
  private engine: Engine | null = null;

  answer(question: DatabaseQuestion): DatabaseAnswer {
    try {
      return { ok: true, value: this.carryOut(question) };
    } catch (error) {
      const trouble = error instanceof DatabaseError ? error.trouble : 'statement';
      return { ok: false, trouble, message: error instanceof Error ? error.message : String(error) };
    }
  }

  private carryOut(question: DatabaseQuestion): AnswerValue {
    switch (question.kind) {
      case 'open':
        this.open(question.options, question.moving);
        return null;
      case 'salvage':
        return salvage(question.from, question.to, question.migrations);
      case 'close':
        this.close();
        return null;
      case 'query':
        return this.opened().query(question.statement);
      case 'queryInTurn':
        return this.opened().queryInTurn(question.steps, question.most);
      case 'execute':
        return this.opened().execute(question.statement);
      case 'transaction':
        return this.opened().transaction(question.statements);
    }
  }

  private open(options: EngineOptions, moving: Moving | null): void {
    const next = new Engine(options);
    if (this.engine && moving) {
      try {
        move(this.engine, next, moving);
      } catch (error) {
        next.close();
        throw error;
      }
    }
    this.close();
    this.engine = next;
  }

  private opened(): Engine {
    if (!this.engine) throw new DatabaseError('statement', 'the database is not open');
    return this.engine;
  }

  private close(): void {
    const engine = this.engine;
    this.engine = null;
    engine?.close();
  }
}

function move(from: Engine, to: Engine, { carryOver, writes }: Moving): void {
  try {
    if (writes !== null) {
      to.transaction(writes);
      return;
    }
  } catch (error) {
    // The file is no longer as it was copied.
    if (!(error instanceof DatabaseError) || error.trouble !== 'statement') throw error;
  }
  to.transaction(from.unload(carryOver));
}
