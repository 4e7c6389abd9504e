import {
  toBodyBytes,
  hasHeader,
  JOINED,
  readableText,
  requestedUrl,
  variablesOf,
  replaceSecrets,
  type CopiedHeader,
  type CopiedRequest,
  type CopyableRequest,
  type IsSecretHeader,
} from './copyable';

/** Set by the library itself from the URL and the body. */
const SET_BY_REQUESTS = new Set(['host', 'content-length']);

/** Sent by the requests library unless set to None. Its user agent is not, as with curl. */
const DEFAULTS = ['Accept-Encoding', 'Accept', 'Connection'];

/** Python 3 for the requests library. Redirects are not followed, as in this app. */
export function copyAsPythonRequests(request: CopyableRequest, isSecret: IsSecretHeader): CopiedRequest {
  const all = replaceSecrets(request.headers, isSecret);
  const headers = all.filter(({ name }) => !SET_BY_REQUESTS.has(name.toLowerCase()));
  const body = toBodyBytes(request.body);
  const names = new Set(headers.map(({ name }) => name.toLowerCase()));
  const variables = variablesOf(headers);
  const lines = [
    ...(variables.length > 0 ? ['import os', ''] : []),
    'import requests',
    '',
    'response = requests.request(',
    `    ${literal(request.method)},`,
    `    ${literal(requestedUrl(request.url))},`,
    '    headers={',
    ...DEFAULTS.filter((name) => !hasHeader(headers, name.toLowerCase())).map(
      (name) => `        "${name}": None,`,
    ),
    ...Array.from(
      names,
      (name) => `        ${fieldOf(headers.filter((header) => header.name.toLowerCase() === name))},`,
    ),
    '    },',
    ...(body === null ? [] : [`    data=${bodyOf(body)},`]),
    '    allow_redirects=False,',
    ')',
    'print(response.status_code, response.text)',
  ];
  return { text: lines.join('\n'), variables, notes: notesOf(request, headers.length > names.size) };
}

/**
 * The requests library takes each name once: values of a repeated one are joined, as RFC 9110 5.3 allows (6265 5.4 for
 * cookies).
 */
function fieldOf(headers: readonly CopiedHeader[]): string {
  const name = headers[0]?.name ?? '';
  const separator = literal(name.toLowerCase() === 'cookie' ? '; ' : ', ');
  return `${literal(name)}: ${headers.map(valueOf).join(` + ${separator} + `)}`;
}

function valueOf({ text, variable }: CopiedHeader): string {
  const value = variable === null ? '' : `os.environ["${variable}"]`;
  return variable !== null && text === '' ? value : `${literal(text)}${value === '' ? '' : ` + ${value}`}`;
}

function bodyOf(bytes: Uint8Array): string {
  const text = readableText(bytes);
  return text === null ? bytesLiteral(bytes) : `${literal(text)}.encode()`;
}

/** JSON's escapes all mean the same in Python. */
function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u00a0\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function bytesLiteral(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (const byte of bytes) {
    const plain = byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
    pieces.push(plain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`);
  }
  return `b"${pieces.join('')}"`;
}

function notesOf({ method, url }: CopyableRequest, joined: boolean): string[] {
  const notes = ['requests decides on the order of headers and sends Host and Content-Length itself.'];
  if (joined) notes.push(JOINED);
  return [...notes, ...requestsNotes(method, url)];
}

/** What the requests library changes, as does HTTPie. */
export function requestsNotes(method: string, url: string): string[] {
  const notes: string[] = [];
  if (method !== method.toUpperCase()) {
    notes.push(`The method is written as ${method.toUpperCase()}.`);
  }
  if (/["<>[\\\]^`{|}]|%(?![0-9A-Fa-f]{2})/.test(requestedUrl(url))) {
    notes.push('Some characters of the URL are written as %XX.');
  }
  if (
    requestedUrl(url)
      .match(/%[0-9A-Fa-f]{2}/g)
      ?.some(isRewritten)
  ) {
    notes.push('Some %XX of the URL are written in another way.');
  }
  return notes;
}

/** Letters become capitals, and unreserved characters (RFC 3986, 2.3) are written as they are. */
function isRewritten(escape: string): boolean {
  const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
  return escape !== escape.toUpperCase() || /[\w.~-]/.test(character);
}
