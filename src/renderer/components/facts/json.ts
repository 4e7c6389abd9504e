/** A number that JavaScript would write otherwise than the server did. */
export class WrittenNumber {
  constructor(readonly written: string) {}
}

/** A parsed JSON value. What a server sent is looked at through this, never assumed to have its documented type. */
export type Json =
  null | boolean | number | string | WrittenNumber | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

/** Parses text as JSON, without keeping how numbers are written; undefined when it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof WrittenNumber)
    ? (value as JsonObject)
    : null;
}

export function asArray(value: Json | undefined): readonly Json[] | null {
  return Array.isArray(value) ? (value as readonly Json[]) : null;
}

export function asText(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** A number for arithmetic; NaN for anything else, and for one that JavaScript cannot hold exactly. */
export function toNumber(value: Json | undefined): number {
  if (typeof value === 'number') return value;
  const number = value instanceof WrittenNumber ? Number(value.written) : Number.NaN;
  return Number.isSafeInteger(number) ? number : Number.NaN;
}

/** A value as one line of text: strings as they are, anything else as JSON, with numbers as the server wrote them. */
export function formatValue(value: Json): string {
  return typeof value === 'string' ? value : toJsonText(value);
}

/** JSON text of a value nested as deeply as it likes, with numbers as they were written. */
export function toJsonText(root: Json): string {
  const parts: string[] = [];
  /** What is still to be written, the next one last: values, and text that is written as it is. */
  const due: (readonly [Json] | string)[] = [[root]];
  for (let next = due.pop(); next !== undefined; next = due.pop()) {
    if (typeof next === 'string') {
      parts.push(next);
      continue;
    }
    const [value] = next;
    const items = asArray(value);
    const members = asObject(value);
    if (items !== null) {
      due.push(']');
      for (let at = items.length - 1; at >= 0; at--) due.push([items[at] ?? null], at > 0 ? ',' : '');
      due.push('[');
    } else if (members !== null) {
      due.push('}');
      const entries = Object.entries(members);
      entries.reverse().forEach(([key, member], behind) => {
        const comma = behind < entries.length - 1 ? ',' : '';
        due.push([member], `${comma}${JSON.stringify(key)}:`);
      });
      due.push('{');
    } else {
      parts.push(value instanceof WrittenNumber ? value.written : JSON.stringify(value));
    }
  }
  return parts.join('');
}
