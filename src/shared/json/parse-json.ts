import type { JsonValue } from '../documents/schema-view';

/** Undefined for what is no JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
