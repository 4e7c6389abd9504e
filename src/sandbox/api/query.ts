/** What is asked of a query: the values of a name, in their order. */
export type Query = Pick<URLSearchParams, 'getAll'>;

const NONE: Query = { getAll: () => [] };
/** What `URLSearchParams` would decode or, of half a character, replace. */
const ENCODED = /[%+\ud800-\udfff]/;

/** Reads the query of a path, from its question mark on. Most have nothing to decode: they are searched, where Node's own reader splits and decodes. */
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
