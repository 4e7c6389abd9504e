import type { JsonValue } from '@shared/documents/schema-view';
import { isRecord } from '@shared/json/unknown-fields';
import { member, type JsonObject } from './raw-document';
import { isSchemaNamed } from './to-json-schema';
import { DATA, EXAMPLES } from './without-examples';

const copies = new WeakMap<JsonObject, JsonObject>();

/**
 * The document for the generator of examples, which takes the first of several types or shapes, and makes an empty
 * object of a shape that is null: where null comes first, and something else is possible, it is not the first.
 */
export function nullLast(document: JsonObject): JsonObject {
  const known = copies.get(document);
  if (known !== undefined) return known;
  const copy = reordered(document);
  const whole = isRecord(copy) ? copy : document;
  copies.set(document, whole);
  return whole;
}

/** The same value if there is nothing to change in it. */
function reordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map(reordered);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isRecord(value)) return value;
  let isChanged = false;
  const entries = Object.entries(value).map(([key, inner]): [string, JsonValue] => {
    const isData = (DATA.has(key) || EXAMPLES.has(key)) && !isSchemaNamed(key, inner);
    const mended = isData ? inner : withOther(key, reordered(inner));
    isChanged ||= mended !== inner;
    return [key, mended];
  });
  return isChanged ? Object.fromEntries(entries) : value;
}

function withOther(key: string, value: JsonValue): JsonValue {
  if (!Array.isArray(value)) return value;
  const [first, ...rest] = value;
  if (key === 'type' && first === 'null' && rest.length > 0) return [...rest, first];
  if ((key !== 'oneOf' && key !== 'anyOf') || member(first, 'type') !== 'null') return value;
  const other: JsonValue | undefined = rest.find((option) => member(option, 'type') !== 'null');
  // In the place of null, not before it: a pointer into the list still leads to the same shape.
  return other === undefined ? value : [other, ...rest];
}
