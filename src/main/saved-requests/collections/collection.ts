/** A row of headers, a query or a form. */
export interface Row {
  readonly name: string;
  readonly value: string;
  readonly enabled: boolean;
}

/** A part of a multipart form; of a file there is only its name. */
export interface PartRow extends Row {
  readonly file: boolean;
  readonly type: string | null;
}

export type CollectionBody =
  | { readonly kind: 'none' }
  /** `type` is what the tool would send as its content type when no header says it. */
  | { readonly kind: 'text'; readonly text: string; readonly type: string | null }
  | { readonly kind: 'form'; readonly rows: readonly Row[] }
  | { readonly kind: 'multipart'; readonly rows: readonly PartRow[] }
  /** `variables` is JSON as it was typed. */
  | {
      readonly kind: 'graphql';
      readonly query: string;
      readonly variables: string;
      readonly operation: string;
    }
  /** A sentence on a body that cannot be had. */
  | { readonly kind: 'left-out'; readonly why: string };

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

/** A request as its tool wrote it down, with the tool's own templates in every text. */
export interface WrittenRequest {
  readonly method: string;
  readonly url: string;
  /** Values of `:name` in the path. */
  readonly pathVariables: readonly Row[];
  /** What goes behind the URL, beyond what is in it. */
  readonly query: readonly Row[];
  readonly headers: readonly Row[];
  readonly body: CollectionBody;
  readonly auth: CollectionAuth;
  /** Sentences on what of it is not here. */
  readonly leftOut: readonly string[];
}

export interface CollectionEntry {
  /** The same each time the collection is read: by it a request is known again. */
  readonly key: string;
  readonly folder: readonly string[];
  readonly name: string;
  readonly description: string;
  /** Or a sentence that says why it cannot be one of ours. */
  readonly read:
    | { readonly ok: true; readonly request: WrittenRequest }
    | { readonly ok: false; readonly why: string };
}

export interface CollectionVariable {
  readonly name: string;
  readonly value: string;
  /** The tool says that it is one; names that say so are found out later. */
  readonly secret: boolean;
}

/** How a tool writes a variable: `{{name}}`, Insomnia's `{{ _.name }}` and `{% tag %}`, or not at all. */
export type TemplateSyntax = 'braces' | 'insomnia' | 'none';

/** What another tool's file or folder holds. All readers give this. */
export interface Collection {
  /** With the format's version: `Postman 2.1`. */
  readonly tool: string;
  /** The same each time, for the keys of its requests. */
  readonly id: string;
  readonly name: string;
  readonly syntax: TemplateSyntax;
  readonly entries: readonly CollectionEntry[];
  /** What the collection itself defines. */
  readonly variables: readonly CollectionVariable[];
  /** Sentences on what of the whole was left out. */
  readonly notes: readonly string[];
}
