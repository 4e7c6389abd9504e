import type { ZodType } from 'zod';
import type { DatabaseState } from '@shared/app/database-state';

/** So long a lock of another process is waited for, in ms. */
export const LOCK_WAIT_MS = 5_000;

/**
 * What a column holds. Truth values come back as 0 and 1. A text must have no NUL, at which libsql would end it; exact
 * bytes are a `Uint8Array`.
 */
export type SqlValue = string | number | boolean | Uint8Array | null;

export interface Statement {
  readonly sql: string;
  /** True for a write that has the same effect when it is carried out twice: it is repeated if the process ends meanwhile. */
  readonly idempotent?: boolean;
  /** True for what a person has typed: where it lies in memory only, its loss is asked about. */
  readonly typed?: boolean;
  /**
   * True for what changes a part of what the file may have, as a draft that is typed on: from memory it moves there as it was written, with all of
   * its transaction, and before rows do. It may be carried out twice.
   */
  readonly movesAsWritten?: boolean;
  /** For each `?`, in order. */
  readonly values?: readonly SqlValue[];
}

/** One of several questions that are asked in turn. */
export interface Step {
  /** Asked first: when it gives no row, the step has none. Null for a step that is always asked. */
  readonly gate: Statement | null;
  readonly statement: Statement;
}

/** What the first `done` of some steps gave. */
export interface StepRows<Row> {
  readonly rows: Row[];
  readonly done: number;
}

export interface Changes {
  /** Rows that were inserted, changed or deleted. */
  readonly changedRows: number;
  readonly lastRowId: number;
}

/** One step of the schema. A step that was released is never changed; what has to change is another step. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * Rows that move from memory into the file: those of a table as they are, unless one with its id is there; or what `read`
 * gives of the memory, each row as the values of `write` in the file.
 */
export type CarriedRows = string | { readonly read: string; readonly write: string };

/**
 * The app's one database. Everything is done in the order in which it was asked for, in a process of its own. What was
 * written is on the disk when the promise resolves: the end of the app, however sudden, does not take it away.
 */
export interface Database {
  readonly state: DatabaseState;
  /** Every row is parsed with `row`. */
  query<Row>(statement: Statement, row: ZodType<Row>): Promise<Row[]>;
  /**
   * Rows of the steps in their order until there are `most`, or some ms are over: a trip for each step would take longer
   * than it, and nobody else should wait for all of them. At least one step is done.
   */
  queryInTurn<Row>(steps: readonly Step[], most: number, row: ZodType<Row>): Promise<StepRows<Row>>;
  execute(statement: Statement): Promise<Changes>;
  /** All of the statements, or none. */
  transaction(statements: readonly Statement[]): Promise<Changes[]>;
}

export type DatabaseTrouble =
  /** The file is damaged, or it was encrypted with another key. */
  | 'damaged'
  /** A newer app has written the file. */
  | 'too-new'
  /** The disk is full, read-only, or out of reach. */
  | 'disk'
  /** Another process has held the file for longer than is waited for, or it is another one's to mend. */
  | 'busy'
  /** Another process has put another file in its place: nothing was done, and is to be done there. */
  | 'moved'
  /** The process ended or gave no answer: whether a write was carried out is not known. */
  | 'ended'
  /** A statement that the database refuses. */
  | 'statement';

export class DatabaseError extends Error {
  constructor(
    readonly trouble: DatabaseTrouble,
    message: string,
  ) {
    super(message);
    this.name = 'DatabaseError';
  }
}

/** True for what is not the fault of what was to be written: it may be taken later. */
export function isOfDisk(error: unknown): boolean {
  return error instanceof DatabaseError && error.trouble !== 'statement';
}
