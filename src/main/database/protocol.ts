import { messageOf } from '@shared/text/message-of';
import {
  DatabaseError,
  type CarriedRows,
  type Changes,
  type DatabaseTrouble,
  type Migration,
  type Statement,
  type Step,
  type StepRows,
} from './database';
import type { DatabaseFile } from './connection';
import { Engine, type EngineOptions } from './engine';
import { salvage, type SalvagedTable } from './salvage';

/** What moves from the currently open database into the next one. */
export interface Moving {
  readonly carryOver: readonly CarriedRows[];
  /** True if the open database is a copy of the file, in which rows of the file may have been changed and deleted. */
  readonly isCopy: boolean;
  /**
   * What has been written to the copy since it was made. Carried out again in the file, it changes and deletes rows
   * too. Null if there is no copy, or if there was too much to hold.
   */
  readonly writes: readonly Statement[] | null;
  /** Carried out before the rows are moved: see `Statement.movesAsWritten`. */
  readonly movingAsWritten: readonly Statement[];
}

/** The result of opening. */
export interface Opened {
  /** True if rows moved over without the changes and deletions made in a copy of the file. */
  readonly leavesOutChanges: boolean;
}

/** A question to the database's process, which gives one answer to each, in order. */
export type DatabaseQuestion =
  /** If opening or moving fails, the currently open database stays open. */
  | { readonly kind: 'open'; readonly options: EngineOptions; readonly moving: Moving | null }
  /**
   * Copies what can be read of a damaged file into a new one at `to`, or only what came after the rows in `behind`.
   * Nothing in this app has the damaged file open.
   */
  | {
      readonly kind: 'salvage';
      readonly from: DatabaseFile;
      readonly to: string;
      readonly migrations: readonly Migration[];
      readonly behind?: readonly SalvagedTable[];
    }
  | { readonly kind: 'query'; readonly statement: Statement }
  | { readonly kind: 'queryInTurn'; readonly steps: readonly Step[]; readonly most: number }
  | { readonly kind: 'execute'; readonly statement: Statement }
  | { readonly kind: 'transaction'; readonly statements: readonly Statement[] }
  | { readonly kind: 'close' };

type AnswerValue =
  | Record<string, unknown>[]
  | StepRows<Record<string, unknown>>
  | Changes
  | Changes[]
  | SalvagedTable[]
  | Opened
  | null;

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
      return { ok: false, trouble, message: messageOf(error) };
    }
  }

  private carryOut(question: DatabaseQuestion): AnswerValue {
    switch (question.kind) {
      case 'open':
        return this.open(question.options, question.moving);
      case 'salvage':
        return salvage(question.from, question.to, question.migrations, question.behind);
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

  private open(options: EngineOptions, moving: Moving | null): Opened {
    const next = new Engine(options);
    let leavesOutChanges = false;
    if (this.engine && moving) {
      try {
        leavesOutChanges = !move(this.engine, next, moving) && moving.isCopy;
      } catch (error) {
        next.close();
        throw error;
      }
    }
    this.close();
    this.engine = next;
    return { leavesOutChanges };
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

/** False if only rows that the other database lacked were added. */
function move(from: Engine, to: Engine, { carryOver, writes, movingAsWritten }: Moving): boolean {
  // The file may have changed since it was copied, and then the writes are refused.
  if (writes !== null && isTaken(to, writes)) return true;
  const rows = from.unload(carryOver);
  if (movingAsWritten.length === 0 || !isTaken(to, [...movingAsWritten, ...rows])) to.transaction(rows);
  return false;
}

/** False if the writes do not fit what is in the file. */
function isTaken(to: Engine, writes: readonly Statement[]): boolean {
  try {
    to.transaction(writes);
    return true;
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.trouble !== 'statement') throw error;
    return false;
  }
}
