import { isRecord } from '@shared/json/unknown-fields';
import type { JsonValue } from '@shared/documents/schema-view';
import type { JsonObject } from './raw-document';
import { isSchemaNamed } from './to-json-schema';

export const EXAMPLES: ReadonlySet<string> = new Set(['example', 'examples']);
/** Under these keys there is data, whatever it looks like. */
export const DATA: ReadonlySet<string> = new Set(['default', 'const', 'enum']);

const copies = new WeakMap<JsonObject, JsonObject>();

/**
 * The document without the examples in its schemas, and with the format `url` corrected to `uri`; everything else keeps
 * its place.
 */
export function withoutExamples(document: JsonObject): JsonObject {
  const known = copies.get(document);
  if (known !== undefined) return known;
  const copy = strip(document);
  const whole = isRecord(copy) ? copy : document;
  copies.set(document, whole);
  return whole;
}

function strip(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(strip);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const isSchema = isSchemaNamed(key, inner);
      if (EXAMPLES.has(key) && !isSchema) return [];
      if (key === 'format' && inner === 'url') return [[key, 'uri']];
      return [[key, DATA.has(key) && !isSchema ? inner : strip(inner)]];
    }),
  );
}
