/** Any JSON value. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';

/** The limits that a value has to respect; absent if there is no such rule. */
export interface SchemaLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The value must be strictly above or below this. */
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

export interface PropertyView {
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaView;
}

/**
 * A schema of a document in one form, whether it was written for OpenAPI 3.0 or 3.1. It is only as deep as it is
 * written: references stay references by name and are resolved when needed, so cycles are no problem.
 */
export interface SchemaView {
  /**
   * `#/components/schemas/X`, by which it can be requested; null for a schema written out here. With a reference,
   * only what is written beside it is set (`nullable`, `description`, …).
   */
  readonly reference: string | null;
  /** The name to show for a reference: `X`; otherwise the title, or null. */
  readonly name: string | null;
  /** Does not include `null`, which is in `nullable`. Empty: any type. */
  readonly types: readonly SchemaType[];
  /** True if null is allowed: by `nullable`, by a type of null, or by `anyOf [X, null]`, which only sets this field. */
  readonly nullable: boolean;
  readonly description: string | null;
  readonly deprecated: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** `uuid`, `date-time`, … */
  readonly format: string | null;
  readonly pattern: string | null;
  /** The values of an enumeration, without null; null if there is none. */
  readonly values: readonly JsonValue[] | null;
  /** True if values other than these are valid: `x-open-enum`, or a choice between an enumeration and its plain type. */
  readonly openValues: boolean;
  /** Wrapped, because the value may be null. */
  readonly constant: { readonly value: JsonValue } | null;
  readonly defaultValue: { readonly value: JsonValue } | null;
  readonly examples: readonly JsonValue[];
  readonly limits: SchemaLimits;
  readonly uniqueItems: boolean;
  /** Properties of an object, in the order of the document. */
  readonly properties: readonly PropertyView[];
  /** What further properties may be: `any`, `none`, or what a schema says. */
  readonly others: 'any' | 'none' | SchemaView;
  /** The schema of a list's items; null if nothing is specified. */
  readonly items: SchemaView | null;
  /** The schemas of a list's first items, one by one (`prefixItems`). */
  readonly firstItems: readonly SchemaView[];
  /** All of these must hold as well. */
  readonly allOf: readonly SchemaView[];
  /** One of these must hold. */
  readonly choice: SchemaChoice | null;
  /** Keywords of rules that this view does not show: `not`, `if`, `dependentSchemas`, … */
  readonly otherRules: readonly string[];
  /** True if it is nested deeper than is shown, or could not be read. */
  readonly cut: boolean;
}

/** The view of an empty schema. */
export const NOTHING_SAID: SchemaView = {
  reference: null,
  name: null,
  types: [],
  nullable: false,
  description: null,
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  format: null,
  pattern: null,
  values: null,
  openValues: false,
  constant: null,
  defaultValue: null,
  examples: [],
  limits: {},
  uniqueItems: false,
  properties: [],
  others: 'any',
  items: null,
  firstItems: [],
  allOf: [],
  choice: null,
  otherRules: [],
  cut: false,
};

export interface SchemaChoice {
  readonly kind: 'oneOf' | 'anyOf';
  readonly options: readonly SchemaView[];
}
