import type { ZodType } from 'zod';
import type { DatabaseState } from '@shared/app/database-state';

/** How long a lock of another process is waited for, in ms. */
export const LOCK_WAIT_MS = 5_000;

/**
 * What a column holds. Booleans come back as 0 and 1. A text must not contain a NUL, at which libsql would cut it;
 * exact bytes are a `Uint8Array`.
 */
export type SqlValue = string | number | boolean | Uint8Array | null;

export interface Statement {
  readonly sql: string;
  /** True for a write that has the same effect when it is carried out twice: it is repeated if the process ends meanwhile. */
  readonly idempotent?: boolean;
  /** True for something a person has typed: while it is in memory only, the person is asked before it is lost. */
  readonly typed?: boolean;
  /**
   * True for a write that changes a part of something the file may have, such as a draft that is edited further: it
   * moves from memory into the file as it was written, with its whole transaction, and before rows do. It may be
   * carried out twice.
   */
  readonly movesAsWritten?: boolean;
  /** One for each `?`, in order. */
  readonly values?: readonly SqlValue[];
}

/** One of several questions that are asked in turn. */
export interface Step {
  /** Asked first: if it gives no row, the step gives none either. Null for a step that is always asked. */
  readonly gate: Statement | null;
  readonly statement: Statement;
}

/** The rows that the first `done` steps gave. */
export interface StepRows<Row> {
  readonly rows: Row[];
  readonly done: number;
}

export interface Changes {
  /** Rows that were inserted, changed or deleted. */
  readonly changedRows: number;
  readonly lastRowId: number;
}

/** One step of the schema. A released step is never changed; a change is another step. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * Rows that move from memory into the file: those of a table as they are, unless the file has one with the same id; or
 * the rows that `read` selects in memory, each as the values of `write` in the file.
 */
export type CarriedRows = string | { readonly read: string; readonly write: string };

/**
 * The app's only database. Everything is done in the order in which it was asked for, in a separate process. When the
 * promise of a write resolves, it is on the disk: no end of the app, however sudden, takes it away.
 */
export interface Database {
  readonly state: DatabaseState;
  /** Every row is parsed with `row`. */
  query<Row>(statement: Statement, row: ZodType<Row>): Promise<Row[]>;
  /**
   * Rows of the steps in their order, until there are `most` or some ms are over: asking for each step alone would take
   * longer than the step itself, and nobody else should wait for all of them. At least one step is done.
   */
  queryInTurn<Row>(steps: readonly Step[], most: number, row: ZodType<Row>): Promise<StepRows<Row>>;
  execute(statement: Statement): Promise<Changes>;
  /** Carries out all of the statements or none. */
  transaction(statements: readonly Statement[]): Promise<Changes[]>;
}

export type DatabaseTrouble =
  /** The file is damaged, or it was encrypted with another key. */
  | 'damaged'
  /** A newer app has written the file. */
  | 'too-new'
  /** The disk is full, read-only, or out of reach. */
  | 'disk'
  /** Another process has held the file for longer than we wait, or only another process may repair it. */
  | 'busy'
  /** Another process has put another file in its place: what was asked has to be done in that one. */
  | 'moved'
  /** The process ended or gave no answer: whether a write was carried out is not known. */
  | 'ended'
  /** The database refuses the statement. */
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

/** True if the write itself was not at fault: it may succeed later. */
export function isOfDisk(error: unknown): boolean {
  return error instanceof DatabaseError && error.trouble !== 'statement';
}
