import type { Finding } from '@contract';

/** What is checked against a document: the body of an answer or of a request. */
export type CheckedPart =
  | { readonly kind: 'response'; readonly status: number; readonly contentType: string | null }
  | { readonly kind: 'body'; readonly mediaType: string };

/** Whether a body conforms to its document. */
export type DocumentCheck =
  | {
      readonly kind: 'checked';
      readonly findings: readonly Finding[];
      /** How many findings there are besides those listed. */
      readonly moreFindings: number;
    }
  | {
      readonly kind: 'not-checked';
      /**
       * `no-schema`: the document does not describe it. `not-json`: it is neither JSON nor a form, and nothing else can be checked.
       * `schema-unusable`: the schema breaks the rules of schemas. `took-too-long`: it was ended, for example because
       * of a hostile pattern.
       */
      readonly why: 'no-schema' | 'not-json' | 'schema-unusable' | 'took-too-long' | 'failed';
      /** Raw text, or null. */
      readonly detail: string | null;
    };

/** An example body to start from. */
export interface DocumentExample {
  /** Its name in the document, or the choice that it makes (`payment_method: Card`); null if there is neither. */
  readonly name: string | null;
  /** As it is sent; JSON is indented. */
  readonly text: string;
  /** The content type that it is sent with: the one it was asked for, with the boundary of a multipart form. */
  readonly mediaType: string;
  /** `document`: the document's own example; `made`: made from the schema. */
  readonly origin: 'document' | 'made';
  /** Whether it conforms to its own schema: neither a generated body nor a document's own example always does. */
  readonly check: DocumentCheck;
}
