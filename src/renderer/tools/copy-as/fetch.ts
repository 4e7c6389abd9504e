import { toBase64 } from '@shared/text/base64';
import {
  toBodyBytes,
  hasHeader,
  isSetByConnection,
  JOINED,
  leftOutNotes,
  readableText,
  requestedUrl,
  variablesOf,
  replaceSecrets,
  type CopiedHeader,
  type CopiedRequest,
  type CopyableRequest,
  type IsSecretHeader,
} from './copyable';

/** JavaScript for fetch in Node (18 and newer, as a module). Redirects are not followed, as in this app. */
export function copyAsFetch(request: CopyableRequest, isSecret: IsSecretHeader): CopiedRequest {
  const all = replaceSecrets(request.headers, isSecret);
  const headers = all.filter(({ name }) => !isSetByConnection(name));
  const names = new Set(headers.map(({ name }) => name.toLowerCase()));
  const body = toBodyBytes(request.body);
  const lines = [
    `const response = await fetch(${literal(requestedUrl(request.url))}, {`,
    `  method: ${literal(request.method)},`,
    '  headers: [',
    ...headers.map((header) => `    [${literal(header.name)}, ${valueOf(header)}],`),
    '  ],',
    ...(body === null ? [] : [`  body: ${bodyOf(body)},`]),
    "  redirect: 'manual',",
    '});',
    'console.log(response.status, await response.text());',
  ];
  return {
    text: lines.join('\n'),
    variables: variablesOf(headers),
    notes: [
      ...notesOf(request.method, body !== null, headers),
      ...leftOutNotes(request.headers, isSetByConnection, 'fetch'),
      ...(names.size < headers.length ? [JOINED] : []),
    ],
  };
}

function valueOf({ text, variable }: CopiedHeader): string {
  return variable === null ? literal(text) : '`' + text + '${process.env.' + variable + '}`';
}

function bodyOf(bytes: Uint8Array): string {
  const text = readableText(bytes);
  return text === null
    ? `Uint8Array.from(atob('${toBase64(bytes)}'), (byte) => byte.charCodeAt(0))`
    : literal(text);
}

/** A string literal that is valid in every version of JavaScript: U+2028 and U+2029 used to end a line. */
function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );
}

function notesOf(method: string, hasBody: boolean, headers: readonly CopiedHeader[]): string[] {
  const notes = ['fetch sends headers in lower case and in an order of its own, and adds those it needs.'];
  if (hasBody && (method === 'GET' || method === 'HEAD')) {
    notes.push(`fetch refuses to send a body with ${method}.`);
  }
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method)) {
    notes.push(`fetch refuses the method ${method}.`);
  }
  if (/^(?:delete|get|head|options|post|put)$/i.test(method) && method !== method.toUpperCase()) {
    notes.push(`fetch writes the method as ${method.toUpperCase()}.`);
  }
  if (hasHeader(headers, 'range')) {
    notes.push('fetch adds identity to accept-encoding when there is a range.');
  }
  return notes;
}
