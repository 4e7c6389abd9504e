import type { RequestSpec } from '@shared/requests/request-spec';

/** A row of headers, a query or a form. */
export interface Row {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
}

/** A part of a multipart form. */
export interface PartRow extends Row {
  /** The path of a file, which may be empty; null for a text. */
  readonly file: string | null;
  readonly type: string | null;
}

export type CollectionBody =
  | { readonly kind: 'none' }
  /** `type` is the content type that the tool would send when no header sets one. */
  | { readonly kind: 'text'; readonly text: string; readonly type: string | null }
  | { readonly kind: 'form'; readonly rows: readonly Row[] }
  | { readonly kind: 'multipart'; readonly rows: readonly PartRow[] }
  /** `variables` is the JSON text as typed. */
  | {
      readonly kind: 'graphql';
      readonly query: string;
      readonly variables: string;
      readonly operation: string;
    }
  /** A body in a file, the path of which may be empty. */
  | { readonly kind: 'file'; readonly path: string; readonly type: string | null }
  /** A body of a kind that is not known; `called` is the tool's name for it. */
  | { readonly kind: 'unknown'; readonly called: string };

export type CollectionAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic' }
  | {
      readonly kind: 'api-key';
      readonly name: string;
      readonly value: string;
      readonly place: 'header' | 'query';
    }
  | { readonly kind: 'other'; readonly name: string };

/** A request as its tool stored it, with the tool's own templates in every text. */
export interface WrittenRequest {
  readonly method: string;
  readonly url: string;
  /** Values of `:name` in the path. */
  readonly pathVariables: readonly Row[];
  /** Query rows that are added to those in the URL. */
  readonly query: readonly Row[];
  readonly headers: readonly Row[];
  readonly body: CollectionBody;
  readonly auth: CollectionAuth;
  /** Sentences about what was left out. */
  readonly leftOut: readonly string[];
}

export interface CollectionEntry {
  /** The same each time the collection is read, so that a request is recognised. */
  readonly key: string;
  readonly folder: readonly string[];
  readonly name: string;
  readonly description: string;
  /** Set for a request to the API itself, which is not turned into a Vault Forward request. */
  readonly own?: RequestSpec;
  /** The request, or a sentence that says why it cannot be imported. */
  readonly read:
    | { readonly ok: true; readonly request: WrittenRequest }
    | { readonly ok: false; readonly why: string };
}

export interface CollectionVariable {
  readonly name: string;
  readonly value: string;
  /** True if the tool marks it as secret; names that say so are found later. */
  readonly secret: boolean;
}

/** How a tool writes a variable: `{{name}}`, Insomnia's `{{ _.name }}` and `{% tag %}`, or not at all. */
export type TemplateSyntax = 'braces' | 'insomnia' | 'none';

/** What another tool's file or folder holds. All readers return this. */
export interface Collection {
  /** Includes the format's version: `Postman 2.1`. */
  readonly tool: string;
  /** The same each time, because the keys of its requests are made from it. */
  readonly id: string;
  readonly name: string;
  readonly syntax: TemplateSyntax;
  readonly entries: readonly CollectionEntry[];
  /** The variables that the collection itself defines. */
  readonly variables: readonly CollectionVariable[];
  /** Sentences about what was left out of the collection as a whole. */
  readonly notes: readonly string[];
}

/** Content types of the bodies that Bruno and OpenCollection write as text, by their names there. */
export const TEXT_TYPES: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['text', 'text/plain'],
  ['xml', 'application/xml'],
  ['sparql', 'application/sparql-query'],
]);
