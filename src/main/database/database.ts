import type { ZodType } from 'zod';
import type { DatabaseState } from '@shared/app/database-state';

/** How long to wait for another process's lock, in ms. */
export const LOCK_WAIT_MS = 5_000;

/**
 * The value of a column. Booleans come back as 0 and 1. A text must not contain a NUL, because libsql would cut it
 * there; use a `Uint8Array` for exact bytes.
 */
export type SqlValue = string | number | boolean | Uint8Array | null;

export interface Statement {
  readonly sql: string;
  /**
   * True for a write that has the same effect when carried out twice: it is repeated if the process ends before it
   * has answered.
   */
  readonly idempotent?: boolean;
  /**
   * True for something that a person has typed: while it is only in memory, the person is asked before it is lost. Its
   * first value says what it is about.
   */
  readonly typed?: boolean;
  /** True if what a person has typed about the first value is no longer wanted. */
  readonly discards?: boolean;
  /**
   * True for a write that changes part of something the file may already have, such as a draft that is edited
   * further. It moves from memory into the file as it was written, with its whole transaction, before any rows do. It
   * may be carried out twice.
   */
  readonly movesAsWritten?: boolean;
  /** One for each `?`, in order. */
  readonly values?: readonly SqlValue[];
}

/** A `?` for each of these values. */
export function questionMarks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}

/** One of several questions that are asked in turn. */
export interface Step {
  /** Asked first: if it returns no row, neither does the step. Null for a step that is always asked. */
  readonly gate: Statement | null;
  readonly statement: Statement;
}

/** The rows that the first `done` steps returned. */
export interface StepRows<Row> {
  readonly rows: Row[];
  readonly done: number;
}

export interface Changes {
  /** Rows that were inserted, changed or deleted. */
  readonly changedRows: number;
}

/** One step of the schema. A released step is never changed; changes go into another step. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/**
 * Rows that move from memory into the file: those of a table as they are, unless the file has one with the same id;
 * or the rows that `read` selects in memory, each as the values of `write` in the file.
 */
export type CarriedRows = string | { readonly read: string; readonly write: string };

/**
 * The app's only database. Everything is done in the order requested, in a separate process. When the promise of a
 * write resolves, it is on disk and survives any end of the app, however sudden.
 */
export interface Database {
  readonly state: DatabaseState;
  /** Every row is parsed with `row`. */
  query<Row>(statement: Statement, row: ZodType<Row>): Promise<Row[]>;
  /**
   * Rows of the steps in order, until there are `most` or a few ms have passed: asking for each step alone would take
   * longer than the step itself, and others should not have to wait for all of them. At least one step is done.
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
  /** Another process has put another file in its place, so the request has to be repeated there. */
  | 'moved'
  /** The process ended or gave no answer, so it is unknown whether a write was carried out. */
  | 'ended'
  /** The app is ending: asked after the database was closed, and not carried out. */
  | 'closed'
  /** The database rejects the statement. */
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
