/** Rules for the names and values that HTTP carries (RFC 9110, sections 5.1, 5.5, 5.6.2 and 9.1). */

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** True for a `token`: what a method or a header's name must be. */
export function isHttpToken(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * Offset of the first character that a header's value cannot contain: a control character other than tab (including CR,
 * LF and NUL), or one beyond Latin-1, which has no single byte on the wire. -1 if there is none.
 */
export function findForbiddenInFieldValue(value: string): number {
  return value.search(/[^\t\x20-\x7e\x80-\xff]/);
}

/** Headers of a connection rather than of a request (RFC 9110, 7.2 and 7.6.1): set by whoever makes the connection. */
export const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Header names are case-insensitive. */
export function sameHeaderName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/**
 * A header's name as CGI and its successors (WSGI, Rack, PHP) read it: they ignore case, and treat `-` and `_` alike
 * (RFC 3875, section 4.1.18).
 */
export function looselyRead(name: string): string {
  return name.trim().toLowerCase().replace(/_/g, '-');
}

/** Value of the first header with this name; null if there is none. */
export function headerValue(
  headers: readonly (readonly [name: string, value: string])[],
  name: string,
): string | null {
  return headers.find(([given]) => sameHeaderName(given, name))?.[1] ?? null;
}

/** True for methods that only read (RFC 9110, section 9.2.1): sending them again does no harm. */
export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
