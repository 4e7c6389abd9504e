import type { DocumentContent, DocumentSource } from './document-schemas';

export type {
  DocumentArea,
  DocumentContent,
  DocumentPlace,
  DocumentProblem,
  DocumentSource,
  OperationSummary,
} from './document-schemas';

/** Id of the contract that comes with the app and is read like any other document. */
export const BUILT_IN_DOCUMENT = 'built-in';

/** The largest document text that is read. */
export const MAX_DOCUMENT_BYTES = 20 * 1024 * 1024;

/** A document of the API screen: its tree, and what else is known about it. */
export interface DocumentSummary extends DocumentContent {
  /** `built-in`, or a UUID. */
  readonly id: string;
  readonly source: DocumentSource;
  /** Profiles that use it; empty means all of them. */
  readonly profileIds: readonly string[];
  /** UTC, ISO 8601; null for the built-in one. */
  readonly addedAt: string | null;
}
