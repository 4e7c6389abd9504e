import type { Finding } from '@contract';

/** What is held against a document: the body of an answer, or of a request. */
export type CheckedPart =
  | { readonly kind: 'response'; readonly status: number; readonly contentType: string | null }
  | { readonly kind: 'body'; readonly mediaType: string };

/** Whether a body is as its document says. */
export type DocumentCheck =
  | {
      readonly kind: 'checked';
      readonly findings: readonly Finding[];
      /** How many there were beyond those listed. */
      readonly moreFindings: number;
    }
  | {
      readonly kind: 'not-checked';
      /**
       * `no-schema`: the document says nothing of it. `not-json`: it is none, and nothing but JSON can be checked.
       * `schema-unusable`: the schema breaks the rules of schemas. `took-too-long`: it was ended, as by a hostile pattern.
       */
      readonly why: 'no-schema' | 'not-json' | 'schema-unusable' | 'took-too-long' | 'failed';
      /** Raw, or null. */
      readonly detail: string | null;
    };

/** A body to start from. */
export interface DocumentExample {
  /** As the document calls it, or the choice that it makes (`payment_method: Card`); null where there is nothing to tell it by. */
  readonly name: string | null;
  /** JSON text, indented. */
  readonly text: string;
  /** `document`: it is the document's own; `made`: of the schema. */
  readonly origin: 'document' | 'made';
  /** What its own schema says of it: a generator and a document's own example may break it. */
  readonly check: DocumentCheck;
}
