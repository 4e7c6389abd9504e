import type { DocumentProblem } from './document-summary';
import type { JsonValue, SchemaView } from './schema-view';

export type ParameterPlace = 'path' | 'query' | 'header';

export interface ParameterDetails {
  readonly name: string;
  readonly place: ParameterPlace;
  /** Always true for a path parameter. */
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string | null;
  readonly schema: SchemaView;
  /** How a list or an object is encoded: `form`, `simple`, `deepObject`, …; by default, that of its place. */
  readonly style: string;
  readonly explode: boolean;
  /** The media type of a parameter that is described by `content` (mostly JSON); otherwise null. */
  readonly mediaType: string | null;
  readonly examples: readonly JsonValue[];
}

/** A body of one media type. */
export interface MediaTypeDetails {
  /** `application/json` */
  readonly mediaType: string;
  /** Null if the document does not describe it. */
  readonly schema: SchemaView | null;
}

export interface RequestBodyDetails {
  readonly description: string | null;
  readonly required: boolean;
  readonly contents: readonly MediaTypeDetails[];
}

/** Where an answer leads according to the document: to an operation, and where its parameters come from. */
export interface LinkDetails {
  readonly operationId: string;
  /** By parameter name, as written in the document: `$response.body#/id`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** What an answer's schemas say about the error in it. */
export interface ErrorWords {
  /** The values that the answer's `code` may have according to its schema, or empty. */
  readonly codes: readonly string[];
  /** Those that are explained individually. */
  readonly codeMeanings: readonly { readonly code: string; readonly meaning: string }[];
  /** A description of all codes together, usually a table. */
  readonly codeDescription: string | null;
  /** The usual `message`; null if the document gives none. */
  readonly defaultMessage: string | null;
}

export interface AnswerDetails extends ErrorWords {
  /** `200`, `4XX`, `default` */
  readonly status: string;
  readonly description: string | null;
  readonly contents: readonly MediaTypeDetails[];
  readonly links: readonly LinkDetails[];
}

/**
 * Scopes that a token needs: the lists are alternatives, each of which needs all of its scopes. Empty if nothing is
 * specified.
 */
export type RequiredScopes = readonly (readonly string[])[];

/** An operation as the document describes it. */
export interface OperationDetails {
  readonly document: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string | null;
  readonly description: string | null;
  readonly deprecated: boolean;
  /** Includes those of its path; cookies are left out. */
  readonly parameters: readonly ParameterDetails[];
  readonly body: RequestBodyDetails | null;
  /** Sorted by status; `default` is last. */
  readonly answers: readonly AnswerDetails[];
  readonly scopes: RequiredScopes;
  /** What could not be read of this operation; everything else is included. */
  readonly problems: readonly DocumentProblem[];
}

/** A schema requested by its reference. */
export interface ModelView {
  readonly reference: string;
  readonly name: string;
  readonly schema: SchemaView;
}
