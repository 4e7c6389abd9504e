import { isRecord } from '@shared/json/unknown-fields';
import type { JsonValue } from '@shared/documents/schema-view';
import { findReferenced, member, referenceOf, type JsonObject } from './raw-document';

/** Under these keys there is data, never a schema. What is an example does not matter: nothing is checked against one. */
const DATA: ReadonlySet<string> = new Set(['default', 'const', 'enum']);

/**
 * Other names of a schema, which no reference uses: those lead to a place in the document. The validator would take
 * them from examples, too, and then refuses the whole document if two are the same.
 */
const NAMES: ReadonlySet<string> = new Set(['$id', '$anchor', 'id']);

/**
 * The document with its schemas rewritten as JSON Schema 2020-12. OpenAPI 3.0 has keywords of its own, which documents
 * of 3.1 often still use.
 */
export function toJsonSchema(document: JsonObject): JsonObject {
  const whole = convert(document, document);
  return isRecord(whole) ? whole : document;
}

function convert(value: JsonValue, document: JsonObject): JsonValue {
  if (Array.isArray(value)) return value.map((item) => convert(item, document));
  if (!isRecord(value)) return value;
  const converted: Record<string, JsonValue> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (NAMES.has(key) && typeof inner === 'string') continue;
    // Plain assignment of `__proto__` would set the object's prototype.
    Object.defineProperty(converted, key, {
      value: DATA.has(key) && !isSchemaNamed(key, inner) ? inner : convert(inner, document),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return withNull(withBounds(withoutDangling(converted, document)));
}

/** A property may be called `example`: then its value is a schema. */
export function isSchemaNamed(key: string, inner: JsonValue): boolean {
  return (
    key !== 'enum' && ['type', '$ref', 'nullable', 'allOf'].some((word) => member(inner, word) !== undefined)
  );
}

/**
 * Drops a reference that leads nowhere or out of the document: that is reported as a problem elsewhere, any value is
 * accepted in its place, and everything else is still checked.
 */
function withoutDangling(schema: Record<string, JsonValue>, document: JsonObject): Record<string, JsonValue> {
  const reference = referenceOf(schema);
  if (reference === null || findReferenced(document, reference) !== undefined) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== '$ref'));
}

function withBounds(schema: Record<string, JsonValue>): Record<string, JsonValue> {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue;
    const limit = schema[bound];
    const isExclusive = schema[exclusive] && typeof limit === 'number';
    delete schema[exclusive];
    if (!isExclusive || limit === undefined) continue;
    schema[exclusive] = limit;
    delete schema[bound];
  }
  return schema;
}

function withNull(schema: Record<string, JsonValue>): JsonObject {
  if (typeof schema.nullable !== 'boolean') return schema;
  const { nullable, ...rest } = schema;
  if (!nullable) return rest;
  if (typeof rest.type !== 'string' || Array.isArray(rest.enum)) return { anyOf: [rest, { type: 'null' }] };
  return { ...rest, type: [rest.type, 'null'] };
}
