import type { ErrorDetail } from '@contract';

/** A request as the document's process receives it: without a socket and without the credential. */
export interface DocumentRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: string;
  /** By lower-case name, without `authorization`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Why the token is not accepted; null when it is. */
  readonly unauthorized: string | null;
}

/** What a document replies to a request. */
export type DocumentReply =
  /** The document has no such path. */
  | { readonly kind: 'no-path' }
  | { readonly kind: 'no-method'; readonly allow: readonly string[] }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** A refusal in the sandbox's own form, where the document describes none. */
  | {
      readonly kind: 'refused';
      readonly status: 400 | 401 | 404 | 500;
      readonly message: string;
      readonly details: readonly ErrorDetail[];
    };

/** What checking the answer of one operation found, before anybody requested it. */
export interface CheckedAnswer {
  readonly operation: string;
  /** `none`: the answer has no body, or there is nothing to generate one from. */
  readonly origin: 'document' | 'made' | 'none';
  /** How the answer breaks its own schema, or why it could not be checked; null when it fits, or has no schema. */
  readonly breaks: string | null;
  /** True if the document's own example breaks the schema, so that another one was generated. */
  readonly ownBreaks: boolean;
}

export type DocumentQuestion =
  /** @param suspended operations that hung or crashed before and are not tried again. */
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

/**
 * What the process posts. It announces each operation before working on it, so that whatever has to kill the process
 * knows which operation to blame.
 */
export type DocumentMessage = { readonly kind: 'began'; readonly operation: string } | DocumentAnswer;
