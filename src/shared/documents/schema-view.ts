/** What JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array';

/** The limits that a value has to keep; absent when there is no such rule. */
export interface SchemaLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The value must be above, or below, this. */
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
 * A schema of a document in one form, whether it was written for OpenAPI 3.0 or 3.1. It is as deep as it is written:
 * references stay references by name and are asked for when they are wanted, so that cycles are no problem.
 */
export interface SchemaView {
  /**
   * `#/components/schemas/X`, to be asked for by this text; null for what is written out here. Beside a reference only
   * what is written beside it is set (`nullable`, `description`, …).
   */
  readonly reference: string | null;
  /** The name to show of a reference: `X`; else the title, or null. */
  readonly name: string | null;
  /** Without `null`, for which there is `nullable`. Empty: any type. */
  readonly types: readonly SchemaType[];
  /** Null is allowed, by `nullable`, a type of null, or `anyOf [X, null]`, which is this field alone. */
  readonly nullable: boolean;
  readonly description: string | null;
  readonly deprecated: boolean;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** `uuid`, `date-time`, … */
  readonly format: string | null;
  readonly pattern: string | null;
  /** The values of an enumeration, without null; null where there is none. */
  readonly values: readonly JsonValue[] | null;
  /** Other values than these are valid: `x-open-enum`, or a choice of an enumeration and its plain type. */
  readonly openValues: boolean;
  /** A wrapper, as the value may be null. */
  readonly constant: { readonly value: JsonValue } | null;
  readonly defaultValue: { readonly value: JsonValue } | null;
  readonly examples: readonly JsonValue[];
  readonly limits: SchemaLimits;
  readonly uniqueItems: boolean;
  /** Of an object, in the order of the document. */
  readonly properties: readonly PropertyView[];
  /** What properties beyond these may be: `any`, `none`, or what a schema says. */
  readonly others: 'any' | 'none' | SchemaView;
  /** Of each item of a list; null where nothing is said. */
  readonly items: SchemaView | null;
  /** Of the first items of a list, one by one (`prefixItems`). */
  readonly firstItems: readonly SchemaView[];
  /** All of these hold, beside what is said here. */
  readonly allOf: readonly SchemaView[];
  /** One of these holds. */
  readonly choice: SchemaChoice | null;
  /** Rules that this view does not show, by their keyword: `not`, `if`, `dependentSchemas`, … */
  readonly otherRules: readonly string[];
  /** True when it is nested deeper than is shown, or could not be read. */
  readonly cut: boolean;
}

/** Of a schema that says nothing. */
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
  readonly discriminator: {
    readonly property: string;
    /** The reference of an option, by the property's value. */
    readonly mapping: Readonly<Record<string, string>>;
  } | null;
}
