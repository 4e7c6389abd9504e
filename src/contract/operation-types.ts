/** The shape of the generated tables. */

export interface Operation {
  readonly method: 'GET' | 'POST';
  /** Path template below the base URL; `{name}` stands for a path parameter. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** Scopes that the token must have; null where the specification does not show them. */
  readonly requiredScopes: readonly string[] | null;
}

/** What an operation takes and answers. */
export interface OperationDetails {
  readonly parameters: readonly Parameter[];
  /** Headers named by a prefix and a free rest. */
  readonly headerFamilies: readonly HeaderFamily[];
  readonly requestBody: RequestBody | null;
  /** By HTTP status. */
  readonly responses: Readonly<Record<string, OperationResponse>>;
  /** True when a status that `responses` lacks is no surprise. */
  readonly otherStatuses: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: ParameterSchema;
}

/** JSON Schema of a parameter's value; an array travels as one comma-separated text. */
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
  /** A JSON value, or null. */
  readonly example: unknown;
}

export interface OperationResponse {
  readonly meaning: string;
  /** `json`: always a JSON body; `empty`: never a body; `free`: may be the destination's own answer, of any kind. */
  readonly body: 'json' | 'empty' | 'free';
  /** Name of the export of generated/validators.mjs that checks the body; null where nothing is checked. */
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

/** Fields that belong together: the parameters of an operation, or what it answers. */
export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly {
    /** With its place: `cart_items[].name`. */
    readonly name: string;
    /** The specification's own words; null where it has none. */
    readonly description: string | null;
    /** Type, limits, whether it has to be there. */
    readonly facts: string;
  }[];
}
