/** A parsed JSON value. What a server sent is looked at through this, never assumed to have its documented type. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

/** Parses text as JSON; undefined when it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function asArray(value: Json | undefined): readonly Json[] | null {
  return Array.isArray(value) ? (value as readonly Json[]) : null;
}

export function asText(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** A value as one line of text: strings as they are, anything else as JSON. */
export function formatValue(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
