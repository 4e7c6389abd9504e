import fc from 'fast-check';
import type { CopyableRequest } from './copyable';

const AWKWARD_TEXTS = [
  'a',
  '1',
  ' ',
  "'",
  '"',
  '\\',
  '$',
  '`',
  '!',
  '%',
  '&',
  ';',
  '#',
  '@',
  '~',
  '*',
  '?',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  '|',
  '(',
  '=',
  ':',
];
const latin1 = fc.integer({ min: 0xa0, max: 0xff }).map((code) => String.fromCharCode(code));
const headerText = fc
  .string({
    unit: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...AWKWARD_TEXTS, '\t') },
      { weight: 1, arbitrary: latin1 },
    ),
  })
  .map((text) => text.replace(/^[ \t]+|[ \t]+$/g, ''));

const headerName = fc.oneof(
  fc.constantFrom(
    'accept',
    'Accept',
    'user-agent',
    'content-type',
    'Content-Type',
    'cookie',
    'connection',
    'x-vault-forward-url',
    'x-vault-forward-header-X-Trace',
    'referer',
    'TE',
    'range',
    'accept-encoding',
  ),
  fc
    .string({ unit: fc.constantFrom(..."abcXYZ019-_.!#$%&'*+^`|~"), minLength: 1, maxLength: 12 })
    .map((name) => `x${name}`),
);

const textBody = fc.oneof(
  fc.json(),
  fc.string({
    unit: fc.constantFrom(
      ...AWKWARD_TEXTS,
      '\n',
      '\r\n',
      '\t',
      'é',
      '€',
      '😀',
      '\u2028',
      '\u0000',
      '\u001b',
      '{{CARD_NUMBER_1}}',
    ),
  }),
  fc.constantFrom('@file', '-n', '--', '%s', '\\n', "'", '=a', '\n', 'a\n', ' '),
);
const bytesBody = fc.uint8Array({ maxLength: 300 });

const path = fc.webPath().map((text) => (text.startsWith('/') ? text : `/${text}`));
const query = fc.string({
  unit: fc.constantFrom(
    'a',
    '=',
    '&',
    '?',
    '/',
    '{',
    '}',
    '[',
    ']',
    '|',
    '^',
    '`',
    '$',
    '!',
    '*',
    '(',
    ';',
    ',',
    '~',
    '%7B',
    '%00',
    '+',
  ),
});

/**
 * Requests to an origin, as the transport would write them: host, the other headers, and content-length if there is a
 * body.
 */
export function requestsTo(origin: string): fc.Arbitrary<CopyableRequest> {
  return fc
    .record({
      method: fc.oneof(
        fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'post', 'M-SEARCH'),
        fc
          .string({ unit: fc.constantFrom(..."ABCz09!#$%&'*+-.^_`|~"), minLength: 1, maxLength: 8 })
          .map((text) => `X${text}`),
      ),
      path,
      query: fc.option(query),
      headers: fc.array(fc.tuple(headerName, headerText), { maxLength: 6 }),
      hostName: fc.constantFrom('host', 'Host', 'HOST'),
      hostAt: fc.nat(),
      lengthName: fc.constantFrom('content-length', 'Content-Length'),
      body: fc.oneof(fc.constant(null), textBody, bytesBody),
    })
    .map(({ method, path, query, headers, hostName, hostAt, lengthName, body }) => {
      const url = new URL(`${origin}${path}${query === null ? '' : `?${query}`}`);
      const list: (readonly [string, string])[] = [...headers];
      list.splice(hostAt % (list.length + 1), 0, [hostName, url.host]);
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body).length : (body?.length ?? 0);
      if (bytes > 0) list.push([lengthName, String(bytes)]);
      return { method: method === 'HEAD' && bytes > 0 ? 'PUT' : method, url: url.href, headers: list, body };
    });
}

export function requestLine({ method, url }: CopyableRequest): string {
  const { pathname, search } = new URL(url);
  return `${method} ${pathname}${search} HTTP/1.1`;
}

export function bodyBytes({ body }: CopyableRequest): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array());
}
