/** The types of the generated tables. */

export interface Operation {
  readonly method: 'GET' | 'POST';
  /** Path template, appended to the base URL; `{name}` stands for a path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** Scopes that the token must have; null where the specification does not show them. */
  readonly requiredScopes: readonly string[] | null;
}

/** What an operation takes and answers. */
export interface OperationDetails {
  readonly parameters: readonly Parameter[];
  /** Headers whose name is a prefix followed by any text. */
  readonly headerFamilies: readonly HeaderFamily[];
  readonly requestBody: RequestBody | null;
  /** By HTTP status. */
  readonly responses: Readonly<Record<string, OperationResponse>>;
  /** True when statuses missing from `responses` are to be expected too. */
  readonly otherStatuses: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: ParameterSchema;
}

/** JSON Schema of a parameter's value; an array is sent as one comma-separated text. */
export interface ParameterSchema {
  readonly type: 'string' | 'integer' | 'array' | readonly ('string' | 'null')[];
  readonly format?: 'uuid' | 'uri';
  readonly pattern?: string;
  readonly minItems?: number;
  readonly items?: ParameterSchema;
}

export interface HeaderFamily {
  readonly prefix: string;
  readonly description: string;
}

export interface RequestBody {
  readonly required: boolean;
  readonly contentTypes: readonly string[];
  /** Any JSON value, including null. */
  readonly example: unknown;
}

export interface OperationResponse {
  readonly meaning: string;
  /** `json`: always a JSON body; `empty`: never a body; `free`: possibly the destination's own answer, of any kind. */
  readonly body: 'json' | 'empty' | 'free';
  /** The export of generated/validators.mjs that checks the body; null when nothing is checked. */
  readonly validator: string | null;
}

/** One row of the specification's table of errors. */
export interface ErrorStatusEntry {
  /** Null for the status whose body is empty. */
  readonly code: string | null;
  readonly defaultMessage: string | null;
  readonly meaning: string;
  readonly emptyBody: boolean;
}

export type OperationTable = Readonly<Record<string, Operation>>;
export type OperationDetailsTable = Readonly<Record<string, OperationDetails>>;
export type StatusTable = Readonly<Record<string, ErrorStatusEntry>>;

/** Fields that belong together: the parameters of an operation, or the fields of an answer. */
export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly {
    /** With its path: `cart_items[].name`. */
    readonly name: string;
    /** In the specification's own words; null where it has none. */
    readonly description: string | null;
    /** The type, the limits, and whether the field is required. */
    readonly facts: string;
  }[];
}
