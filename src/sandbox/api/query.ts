/** The part of `URLSearchParams` that is used: all values of a name, in order. */
export type Query = Pick<URLSearchParams, 'getAll'>;

const NONE: Query = { getAll: () => [] };
/** Characters that `URLSearchParams` would decode, or (half of a surrogate pair) replace. */
const ENCODED = /[%+\ud800-\udfff]/;

/**
 * Reads the query of a path, starting at its question mark. Most queries have nothing to decode, so they are searched
 * as they are, whereas Node's own parser splits and decodes everything.
 */
export function readQuery(text: string): Query {
  if (text === '') return NONE;
  return ENCODED.test(text) ? new URLSearchParams(text) : new PlainQuery(text);
}

class PlainQuery implements Query {
  constructor(private readonly text: string) {}

  getAll(name: string): string[] {
    const { text } = this;
    const values: string[] = [];
    for (let at = 1, end = 0; at < text.length; at = end + 1) {
      end = text.indexOf('&', at);
      if (end < 0) end = text.length;
      const sign = text.indexOf('=', at);
      const nameEnd = sign < 0 || sign > end ? end : sign;
      if (nameEnd - at === name.length && end > at && text.startsWith(name, at))
        values.push(text.slice(nameEnd + 1, end));
    }
    return values;
  }
}
