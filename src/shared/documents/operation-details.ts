import type { DocumentProblem } from './document-summary';
import type { JsonValue, SchemaView } from './schema-view';

export type ParameterPlace = 'path' | 'query' | 'header';

export interface ParameterDetails {
  readonly name: string;
  readonly place: ParameterPlace;
  /** Always true of a path parameter. */
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string | null;
  readonly schema: SchemaView;
  /** How a list or an object is written: `form`, `simple`, `deepObject`, …; the default of its place where nothing is said. */
  readonly style: string;
  readonly explode: boolean;
  /** The media type of a parameter that is written as `content` (most often JSON); else null. */
  readonly mediaType: string | null;
  readonly examples: readonly NamedExample[];
}

export interface NamedExample {
  /** Null for the only one. */
  readonly name: string | null;
  readonly summary: string | null;
  readonly value: JsonValue;
}

/** What a body of one media type holds. */
export interface MediaTypeDetails {
  /** `application/json` */
  readonly mediaType: string;
  /** Null where the document says nothing of it. */
  readonly schema: SchemaView | null;
  readonly examples: readonly NamedExample[];
}

export interface RequestBodyDetails {
  readonly description: string | null;
  readonly required: boolean;
  readonly contents: readonly MediaTypeDetails[];
}

/** Where an answer leads, as the document says: to an operation, and where its parameters come from. */
export interface LinkDetails {
  readonly operationId: string;
  /** By the parameter's name, as the document writes it: `$response.body#/id`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** What an answer's schemas say about the error in it. */
export interface ErrorWords {
  /** Values that the answer's `code` may have, as far as its schema says; else empty. */
  readonly codes: readonly string[];
  /** Those that are explained one by one. */
  readonly codeMeanings: readonly { readonly code: string; readonly meaning: string }[];
  /** Of all codes together: a table, most often. */
  readonly codeDescription: string | null;
  /** What `message` says unless the service says otherwise; null where nothing is said. */
  readonly defaultMessage: string | null;
}

export interface AnswerDetails extends ErrorWords {
  /** `200`, `4XX`, `default` */
  readonly status: string;
  readonly description: string | null;
  readonly contents: readonly MediaTypeDetails[];
  readonly links: readonly LinkDetails[];
}

/** Scopes that a token needs: each list is one way, all of its scopes are needed. Empty: nothing is said. */
export type RequiredScopes = readonly (readonly string[])[];

/** One operation as the document describes it. */
export interface OperationDetails {
  readonly document: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string | null;
  readonly description: string | null;
  readonly deprecated: boolean;
  /** Those of the path among them; cookies are left out. */
  readonly parameters: readonly ParameterDetails[];
  /** Headers whose name is a prefix and a free rest (`x-header-families` of the built-in contract). */
  readonly headerFamilies: readonly { readonly prefix: string; readonly description: string | null }[];
  readonly body: RequestBodyDetails | null;
  /** In the order of their status; `default` last. */
  readonly answers: readonly AnswerDetails[];
  readonly scopes: RequiredScopes;
  /** What could not be read of this operation; the rest of it is here. */
  readonly problems: readonly DocumentProblem[];
}

/** A schema that was asked for by its reference. */
export interface ModelView {
  readonly reference: string;
  readonly name: string;
  readonly schema: SchemaView;
}
