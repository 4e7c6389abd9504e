import type { ErrorDetail } from '@contract';

/** A request as the document's worker gets it: no socket, and not its credential. */
export interface DocumentRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  /** By their names in small letters, without `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Why its token is none; null for a good one. */
  readonly unauthorized: string | null;
}

/** What a document says to a request. */
export type DocumentReply =
  /** It has no such path. */
  | { readonly kind: 'no-path' }
  | { readonly kind: 'no-method'; readonly allow: readonly string[] }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** Where the document has no words for it: in those of the sandbox. */
  | {
      readonly kind: 'refused';
      readonly status: 400 | 401 | 404 | 500;
      readonly message: string;
      readonly details: readonly ErrorDetail[];
    };

/** What was found of the answer of one operation before anybody asked. */
export interface CheckedAnswer {
  readonly operation: string;
  /** `none`: it has no body, or nothing to make it of. */
  readonly origin: 'document' | 'made' | 'none';
  /** What its own schema says of it; null where it keeps it, or none says anything. */
  readonly breaks: string | null;
  /** The document's own example breaks the schema: another was made. */
  readonly ownBreaks: boolean;
}

export type DocumentQuestion =
  /** @param suspended operations that took too long before: they are not tried again. */
  | { readonly kind: 'load'; readonly text: string; readonly suspended: readonly string[] }
  | { readonly kind: 'request'; readonly request: DocumentRequest }
  /** @param index of the operation, in the order of `loaded`. */
  | { readonly kind: 'check'; readonly index: number };

export type DocumentAnswer =
  | {
      readonly kind: 'loaded';
      readonly title: string;
      readonly version: string;
      /** `GET /orders` */
      readonly operations: readonly string[];
    }
  | { readonly kind: 'unreadable'; readonly why: string }
  | { readonly kind: 'reply'; readonly reply: DocumentReply }
  | { readonly kind: 'checked'; readonly checked: CheckedAnswer }
  | { readonly kind: 'failed'; readonly why: string };

/** What the worker posts: first what it begins with, so that whoever has to end it knows what it was at. */
export type DocumentMessage = { readonly kind: 'began'; readonly operation: string } | DocumentAnswer;
