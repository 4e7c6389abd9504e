import type { CheckedPart, DocumentCheck, DocumentExample } from '@shared/documents/document-check';
import type { DocumentChanges } from '@shared/documents/document-changes';
import type { DocumentContent, DocumentPlace } from '@shared/documents/document-summary';
import type { LiveAnswer, LiveQuestion } from '../saved-requests/live/live-texts';
import type { RequestSource, SourceContent } from '../saved-requests/read-source';
import type { ModelView, OperationDetails } from '@shared/documents/operation-details';

/** Questions for the process that reads documents. A document is named by the revision of its text. */
export type DocumentQuestion =
  /** Reads a new text. */
  | { readonly kind: 'read'; readonly text: string }
  /** Holds a document for questions about it. */
  | { readonly kind: 'open'; readonly revision: string; readonly document: string; readonly json: string }
  | { readonly kind: 'operation'; readonly revision: string; readonly operationId: string }
  | { readonly kind: 'model'; readonly revision: string; readonly reference: string }
  | {
      readonly kind: 'check';
      readonly revision: string;
      readonly operationId: string;
      readonly part: CheckedPart;
      readonly text: string;
    }
  | {
      readonly kind: 'examples';
      readonly revision: string;
      readonly operationId: string;
      readonly mediaType: string;
    }
  | { readonly kind: 'compare'; readonly revision: string; readonly newer: string }
  /** Not a document, but just as large and untrusted: requests that are imported. */
  | { readonly kind: 'requests'; readonly source: RequestSource }
  /** Untrusted too: files of a folder on disk. */
  | { readonly kind: 'live'; readonly question: LiveQuestion };

/** The first message of the process, before any answer. */
export interface DocumentsStarted {
  readonly kind: 'started';
}

export type DocumentAnswer =
  /** `json` is the document as JSON, whatever format it came in. */
  | { readonly kind: 'read'; readonly content: DocumentContent; readonly json: string }
  | { readonly kind: 'refused'; readonly why: string; readonly place: DocumentPlace | null }
  | { readonly kind: 'opened' }
  /** The document is not (or no longer) held: open it, then ask again. */
  | { readonly kind: 'not-open'; readonly revision: string }
  /** Null if there is no such operation or model. */
  | { readonly kind: 'operation'; readonly details: OperationDetails | null }
  | { readonly kind: 'model'; readonly model: ModelView | null }
  | { readonly kind: 'check'; readonly check: DocumentCheck | null }
  | { readonly kind: 'examples'; readonly examples: readonly DocumentExample[] }
  | { readonly kind: 'changes'; readonly changes: DocumentChanges }
  | { readonly kind: 'requests'; readonly content: SourceContent }
  | { readonly kind: 'live'; readonly answer: LiveAnswer }
  | { readonly kind: 'failed'; readonly detail: string };
