import type { OperationSummary } from './document-summary';

/** An operation that both versions have, and how it differs, in words. */
export interface ChangedOperation {
  readonly operation: OperationSummary;
  /** Its id in the older version, which saved requests refer to. */
  readonly idBefore: string;
  readonly changes: readonly string[];
}

/** What a newer version of a document changes. Operations are matched by method and path. */
export interface DocumentChanges {
  readonly added: readonly OperationSummary[];
  readonly removed: readonly OperationSummary[];
  readonly changed: readonly ChangedOperation[];
  /** How many operations are unchanged. */
  readonly unchanged: number;
}
