import { isRecord } from '@shared/json/unknown-fields';
import {
  NOTHING_SAID,
  type JsonValue,
  type PropertyView,
  type SchemaChoice,
  type SchemaLimits,
  type SchemaType,
  type SchemaView,
} from '@shared/documents/schema-view';
import {
  describedAt,
  listAt,
  member,
  nameOfReference,
  objectAt,
  referenceOf,
  resolved,
  textAt,
  type JsonObject,
} from './raw-document';

/** How deep a schema is shown in one answer, and how many schemas in total; anything beyond is marked `cut`. */
const MAX_DEPTH = 40;
const MAX_VIEWS = 20_000;
/** How many references are followed that lead to a schema with a single part, which is a reference again. */
const MAX_LINKS = 8;

const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array']);
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const;
/** Keywords whose rules are only mentioned by name. */
const OTHER_RULES = [
  'not',
  'if',
  'contains',
  'patternProperties',
  'propertyNames',
  'dependentSchemas',
  'dependentRequired',
  'unevaluatedProperties',
  'unevaluatedItems',
];
/** Keywords that may stand beside a choice or an `allOf` with one entry without making it more than one field. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...[
    'title',
    'description',
    'default',
    'example',
    'examples',
    'nullable',
    'deprecated',
    'readOnly',
    'writeOnly',
  ],
  ...['externalDocs', 'xml', 'anyOf', 'oneOf', 'allOf', 'discriminator'],
]);

/**
 * Reads schemas of OpenAPI 3.0 and 3.1 into one form. Each answer needs its own reader, because the reader counts what
 * it shows.
 */
export class SchemaReader {
  private views = 0;

  /**
   * Reads the schema of a parameter: its value, the items of a list and the fields of an object are in fields of the
   * form, so that their types and values are needed, and not only the names of their models.
   */
  readParameter(document: JsonObject, raw: JsonValue | undefined): SchemaView {
    const followed = (view: SchemaView): SchemaView => this.follow(document, view);
    const schema = followed(this.read(raw));
    return {
      ...schema,
      items: schema.items === null ? null : followed(schema.items),
      properties: schema.properties.map((each) => ({ ...each, schema: followed(each.schema) })),
    };
  }

  /** What its reference leads to, with what is written beside it; the schema itself if that is nowhere. */
  private follow(document: JsonObject, schema: SchemaView, links = 0): SchemaView {
    const { reference } = schema;
    if (reference === null || links > MAX_LINKS) return schema;
    const raw = resolved(document, { $ref: reference });
    if (raw === undefined) return schema;
    const whole = this.follow(document, this.read(raw), links + 1);
    return { ...mergeBeside(whole, schema), name: schema.name };
  }

  read(raw: JsonValue | undefined, depth = 0): SchemaView {
    this.views += 1;
    if (raw === true) return NOTHING_SAID;
    if (raw === false) return { ...NOTHING_SAID, otherRules: ['nothing is valid'] };
    if (!isRecord(raw) || depth > MAX_DEPTH || this.views > MAX_VIEWS) return { ...NOTHING_SAID, cut: true };
    const only = onlyPart(raw);
    if (only !== null) return mergeBeside(this.read(only.part, depth), this.annotated(raw, only.nullable));
    return this.readWhole(raw, depth);
  }

  private readWhole(raw: { readonly [name: string]: JsonValue }, depth: number): SchemaView {
    const within = (value: JsonValue | undefined): SchemaView => this.read(value, depth + 1);
    const reference = referenceOf(raw);
    const enumeration = enumerationOf(raw);
    const types = typesOf(raw);
    const choice = enumeration?.isChoice ? null : this.choiceOf(raw, depth);
    const items = member(raw, 'items');
    return {
      ...this.annotated(raw, isNullable(raw)),
      reference,
      name: reference === null ? textAt(raw, 'title') : nameOfReference(reference),
      types: types.length > 0 ? types : (enumeration?.types ?? []),
      format: textAt(raw, 'format'),
      pattern: textAt(raw, 'pattern'),
      values: enumeration?.values ?? null,
      openValues: enumeration !== null && (enumeration.isOpen || member(raw, 'x-open-enum') === true),
      constant: constantOf(raw),
      limits: limitsOf(raw),
      uniqueItems: member(raw, 'uniqueItems') === true,
      properties: this.propertiesOf(raw, depth),
      others: this.othersOf(raw, depth),
      items: isRecord(items) || typeof items === 'boolean' ? within(items) : null,
      firstItems: listAt(raw, 'prefixItems').map(within),
      allOf: listAt(raw, 'allOf').map(within),
      choice,
      otherRules: OTHER_RULES.filter((keyword) => Object.hasOwn(raw, keyword)),
    };
  }

  private annotated(raw: { readonly [name: string]: JsonValue }, nullable: boolean): SchemaView {
    const given = member(raw, 'default');
    const example = member(raw, 'example');
    return {
      ...NOTHING_SAID,
      name: textAt(raw, 'title'),
      nullable,
      description: describedAt(raw),
      deprecated: member(raw, 'deprecated') === true,
      readOnly: member(raw, 'readOnly') === true,
      writeOnly: member(raw, 'writeOnly') === true,
      defaultValue: given === undefined ? null : { value: given },
      examples: [...(example === undefined ? [] : [example]), ...listAt(raw, 'examples')],
    };
  }

  private propertiesOf(raw: JsonValue, depth: number): readonly PropertyView[] {
    const required = new Set(listAt(raw, 'required'));
    const properties = objectAt(raw, 'properties');
    const listed = Object.keys(properties).map((name) => ({
      name,
      required: required.has(name),
      schema: this.read(properties[name], depth + 1),
    }));
    const unlisted = [...required]
      .filter((name) => typeof name === 'string')
      .filter((name) => !Object.hasOwn(properties, name) && Object.hasOwn(raw as object, 'properties'))
      .map((name) => ({ name, required: true, schema: NOTHING_SAID }));
    return [...listed, ...unlisted];
  }

  private othersOf(raw: JsonValue, depth: number): SchemaView['others'] {
    const others = member(raw, 'additionalProperties');
    if (others === false) return 'none';
    if (!isRecord(others) || Object.keys(others).every((keyword) => keyword.startsWith('x-'))) return 'any';
    return this.read(others, depth + 1);
  }

  private choiceOf(raw: JsonValue, depth: number): SchemaChoice | null {
    const kind = member(raw, 'oneOf') === undefined ? 'anyOf' : 'oneOf';
    const options = listAt(raw, kind).filter((option) => !isNullSchema(option));
    if (options.length === 0) return null;
    return { kind, options: options.map((option) => this.read(option, depth + 1)) };
  }
}

/** `anyOf [X, null]`, and `allOf [X]` with only annotations beside it, are read as X. */
function onlyPart(raw: {
  readonly [name: string]: JsonValue;
}): { readonly part: JsonValue; readonly nullable: boolean } | null {
  if (Object.keys(raw).some((key) => !ANNOTATIONS.has(key) && !key.startsWith('x-'))) return null;
  const lists = ['anyOf', 'oneOf', 'allOf'].filter((keyword) => Array.isArray(member(raw, keyword)));
  const [keyword] = lists;
  if (lists.length !== 1 || keyword === undefined) return null;
  const parts = listAt(raw, keyword);
  const real = keyword === 'allOf' ? parts : parts.filter((part) => !isNullSchema(part));
  const [part] = real;
  if (real.length !== 1 || part === undefined) return null;
  return { part, nullable: real.length < parts.length || member(raw, 'nullable') === true };
}

/** Keywords beside the part describe this use of it, so they take precedence over the part's own. */
function mergeBeside(part: SchemaView, beside: SchemaView): SchemaView {
  return {
    ...part,
    name: part.reference === null ? (part.name ?? beside.name) : part.name,
    nullable: part.nullable || beside.nullable,
    description: beside.description ?? part.description,
    deprecated: part.deprecated || beside.deprecated,
    readOnly: part.readOnly || beside.readOnly,
    writeOnly: part.writeOnly || beside.writeOnly,
    defaultValue: beside.defaultValue ?? part.defaultValue,
    examples: beside.examples.length > 0 ? beside.examples : part.examples,
  };
}

interface Enumeration {
  readonly values: readonly JsonValue[];
  readonly types: readonly SchemaType[];
  readonly isOpen: boolean;
  /** Written as a choice between the values and their plain type. */
  readonly isChoice: boolean;
}

function enumerationOf(raw: JsonValue): Enumeration | null {
  const own = member(raw, 'enum');
  if (Array.isArray(own)) return { values: withoutNull(own), types: [], isOpen: false, isChoice: false };
  const parts = [...listAt(raw, 'anyOf'), ...listAt(raw, 'oneOf')].filter((part) => !isNullSchema(part));
  const [first, second] = parts;
  if (parts.length !== 2 || first === undefined || second === undefined) return null;
  const listing = [first, second].find((part) => Array.isArray(member(part, 'enum')));
  const plain = listing === first ? second : first;
  const isPlain =
    isRecord(plain) && Object.keys(plain).every((key) => key === 'type' || ANNOTATIONS.has(key));
  if (listing === undefined || !isPlain || typesOf(plain).join() !== typesOf(listing).join()) return null;
  return {
    values: withoutNull(listAt(listing, 'enum')),
    types: typesOf(listing),
    isOpen: true,
    isChoice: true,
  };
}

function withoutNull(values: readonly JsonValue[]): readonly JsonValue[] {
  return values.filter((value) => value !== null);
}

function typesOf(raw: JsonValue | undefined): readonly SchemaType[] {
  const type = member(raw, 'type');
  const named = (Array.isArray(type) ? type : [type]).filter(
    (name): name is SchemaType => typeof name === 'string' && TYPES.has(name),
  );
  if (named.length > 0) return named;
  if (['properties', 'additionalProperties'].some((key) => isRecord(member(raw, key)))) return ['object'];
  return isRecord(member(raw, 'items')) ? ['array'] : [];
}

function isNullSchema(raw: JsonValue): boolean {
  const values = member(raw, 'enum');
  const isOnlyNull = Array.isArray(values) && values.length === 1 && values[0] === null;
  return member(raw, 'type') === 'null' || member(raw, 'const') === null || isOnlyNull;
}

function isNullable(raw: JsonValue): boolean {
  return (
    member(raw, 'nullable') === true ||
    isNullSchema(raw) ||
    listAt(raw, 'type').includes('null') ||
    listAt(raw, 'enum').includes(null) ||
    [...listAt(raw, 'anyOf'), ...listAt(raw, 'oneOf')].some(isNullSchema)
  );
}

function constantOf(raw: JsonValue): { readonly value: JsonValue } | null {
  const constant = member(raw, 'const');
  return constant === undefined ? null : { value: constant };
}

/** OpenAPI 3.0 writes `exclusiveMinimum: true` beside `minimum`, 3.1 the number itself. */
function limitsOf(raw: JsonValue): SchemaLimits {
  const number = (name: string): number | undefined => {
    const value = member(raw, name);
    return typeof value === 'number' ? value : undefined;
  };
  const bound = (inclusive: 'minimum' | 'maximum', exclusive: 'exclusiveMinimum' | 'exclusiveMaximum') =>
    member(raw, exclusive) === true
      ? { [exclusive]: number(inclusive) }
      : { [inclusive]: number(inclusive), [exclusive]: number(exclusive) };
  const all: Readonly<Record<string, number | undefined>> = {
    ...Object.fromEntries(COUNTS.map((name) => [name, number(name)])),
    ...bound('minimum', 'exclusiveMinimum'),
    ...bound('maximum', 'exclusiveMaximum'),
    multipleOf: number('multipleOf'),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
