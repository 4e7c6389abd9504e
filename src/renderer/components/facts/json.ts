import { shortenEnd } from '@shared/text/shorten-end';

/** A number that JavaScript would write differently from how the server did. */
export class WrittenNumber {
  constructor(readonly written: string) {}
}

/** A parsed JSON value. What a server sent is read through this type, never assumed to have its documented one. */
export type Json =
  | null
  | boolean
  | number
  | string
  | WrittenNumber
  | readonly Json[]
  | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

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

/** A number for arithmetic; NaN for anything else, and for an integer that JavaScript cannot hold exactly. */
export function toNumber(value: Json | undefined): number {
  if (typeof value === 'number') return value;
  const number = value instanceof WrittenNumber ? Number(value.written) : Number.NaN;
  return Number.isSafeInteger(number) ? number : Number.NaN;
}

/**
 * A value as one line of text: strings unchanged, anything else as JSON, with numbers as the server wrote them. For
 * `enough`, see `toJsonText`.
 */
export function formatValue(value: Json, enough?: number): string {
  return typeof value === 'string' ? value : toJsonText(value, enough);
}

/** The beginning of a value as one line of text. */
export function showValue(value: Json, most = 300): string {
  return shortenEnd(formatValue(value, most), most);
}

/**
 * JSON text of a value of any depth, with numbers as they were written. It may end anywhere after the first `enough`
 * characters, because writing all of a 60 MB value takes seconds.
 */
export function toJsonText(root: Json, enough = Infinity): string {
  const parts: string[] = [];
  let length = 0;
  const quote = (value: Json): string =>
    JSON.stringify(typeof value === 'string' && value.length > enough ? value.slice(0, enough + 1) : value);
  /** What remains to be written, the next item last: values, and literal text. */
  const due: (readonly [Json] | string)[] = [[root]];
  const write = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  for (let next = due.pop(); next !== undefined && length <= enough; next = due.pop()) {
    if (typeof next === 'string') {
      write(next);
      continue;
    }
    const [value] = next;
    const items = asArray(value);
    const members = asObject(value);
    if (items !== null) {
      due.push(']');
      // Each item takes at least one character.
      for (let at = Math.min(items.length - 1, enough); at >= 0; at--)
        due.push([items[at] ?? null], at > 0 ? ',' : '');
      due.push('[');
    } else if (members !== null) {
      due.push('}');
      const entries = Object.entries(members).slice(0, enough);
      entries.reverse().forEach(([key, member], behind) => {
        const comma = behind < entries.length - 1 ? ',' : '';
        due.push([member], `${comma}${quote(key)}:`);
      });
      due.push('{');
    } else {
      write(value instanceof WrittenNumber ? value.written : quote(value));
    }
  }
  return parts.join('');
}
