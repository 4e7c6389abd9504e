import type { CheckedPart, DocumentCheck, DocumentExample } from '../documents/document-check';
import type { DocumentChanges } from '../documents/document-changes';
import type { DocumentContent, DocumentSource, DocumentSummary } from '../documents/document-summary';
import type { ServedDocument } from '../documents/served-document';
import type { ModelView, OperationDetails } from '../documents/operation-details';
import { requestNames } from './requests';

/** The longest body that is checked against a document. */
export const MAX_CHECKED_LENGTH = 20_000_000;

/** A newer version of a document, read and compared, but not accepted yet. */
export interface DocumentReplacement {
  readonly documentId: string;
  /** The id by which it is accepted. */
  readonly replacementId: string;
  readonly content: DocumentContent;
  readonly changes: DocumentChanges;
}

/** A text that the person added as a document. */
export interface GivenDocument {
  /** At most `MAX_DOCUMENT_BYTES` long. */
  readonly text: string;
  readonly source: Exclude<DocumentSource, { kind: 'built-in' }>;
}

export interface DocumentRequests {
  /** The built-in one first, then in the order in which they were added. */
  listDocuments: {
    argument: undefined;
    /** A message about stored documents that could not be read, otherwise null. */
    result: { readonly documents: readonly DocumentSummary[]; readonly notice: string | null };
  };
  /** Refused with a problem if it is not OpenAPI 3.0 or 3.1. Nothing that it refers to is fetched. */
  addDocument: { argument: GivenDocument & { callId: string }; result: DocumentSummary };
  /** Reads a newer version of a document and says what it would change; changes nothing yet. */
  reviewReplacement: {
    argument: GivenDocument & { documentId: string; callId: string };
    result: DocumentReplacement;
  };
  /** Accepts the version that was reviewed. */
  replaceDocument: { argument: { documentId: string; replacementId: string }; result: DocumentSummary };
  /** @param profileIds an empty list means all profiles. */
  assignDocument: {
    argument: { documentId: string; profileIds: readonly string[] };
    result: DocumentSummary;
  };
  /** Can be undone for `UNDO_WINDOW_MS`. */
  removeDocument: { argument: { documentId: string }; result: null };
  undoRemoveDocument: { argument: { documentId: string }; result: DocumentSummary };
  describeOperation: { argument: { documentId: string; operationId: string }; result: OperationDetails };
  /** @param reference as in a schema: `#/components/schemas/X`. */
  describeModel: { argument: { documentId: string; reference: string }; result: ModelView };
  /**
   * Checks a body against what the document says about it.
   * @param text at most `MAX_CHECKED_LENGTH` characters.
   */
  checkByDocument: {
    argument: { documentId: string; operationId: string; part: CheckedPart; text: string };
    result: DocumentCheck;
  };
  /** The documents that the Local sandbox answers from, until the app ends. */
  listServedDocuments: { argument: undefined; result: readonly ServedDocument[] };
  /** `servedDocumentsChanged` reports its progress. */
  serveDocument: { argument: { documentId: string }; result: null };
  stopServingDocument: { argument: { documentId: string }; result: null };
  /** Request bodies to start from, best first; none if the document has nothing to make one from. */
  examplesByDocument: {
    argument: { documentId: string; operationId: string; mediaType: string };
    result: readonly DocumentExample[];
  };
}

export const documentRequestNames = requestNames<DocumentRequests>({
  listDocuments: true,
  addDocument: true,
  reviewReplacement: true,
  replaceDocument: true,
  assignDocument: true,
  removeDocument: true,
  undoRemoveDocument: true,
  describeOperation: true,
  describeModel: true,
  checkByDocument: true,
  listServedDocuments: true,
  serveDocument: true,
  stopServingDocument: true,
  examplesByDocument: true,
});
