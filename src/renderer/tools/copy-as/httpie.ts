import {
  toBodyBytes,
  hasHeader,
  readableText,
  requestedUrl,
  variablesOf,
  replaceSecrets,
  type CopiedHeader,
  type CopiedRequest,
  type CopyableRequest,
  type IsSecretHeader,
} from './copyable';
import { requestsNotes } from './python-requests';
import { MAX_SHELL_WORD_BYTES, printfCommand, shellHeader, shellLines, shellWord } from './shell';

/** Set by HTTPie from the URL and the body. */
const SET_BY_HTTPIE = new Set(['host', 'content-length']);

/** Sent by HTTPie unless switched off. Its user agent is not, as with curl. */
const DEFAULTS = ['Accept', 'Accept-Encoding', 'Connection'];

/** A command for HTTPie 3 on POSIX shells: same method, URL, body and headers; HTTPie chooses the headers' order. */
export function copyAsHttpie(request: CopyableRequest, isSecret: IsSecretHeader): CopiedRequest {
  const all = replaceSecrets(request.headers, isSecret);
  const headers = all.filter(({ name }) => !SET_BY_HTTPIE.has(name.toLowerCase()));
  const body = toBodyBytes(request.body);
  const text = body === null ? null : readableText(body);
  const piped = body !== null && (text === null || body.length > MAX_SHELL_WORD_BYTES);
  const defaults = body === null ? DEFAULTS : [...DEFAULTS, 'Content-Type'];
  const command = shellLines([
    `http${piped ? '' : ' --ignore-stdin'} --path-as-is ${shellWord(request.method)} ${shellWord(requestedUrl(request.url))}`,
    ...defaults.filter((name) => !hasHeader(headers, name.toLowerCase())).map((name) => `${name}:`),
    ...headers.map(headerArgument),
    ...(body === null || piped ? [] : [`--raw=${shellWord(text ?? '')}`]),
  ]);
  return {
    text: piped ? `${printfCommand(body)} |\n${command}` : command,
    variables: variablesOf(headers),
    notes: notesOf(request, headers),
  };
}

/** `name:value`; what follows the colon is literal unless it completes another of HTTPie's separators. */
function headerArgument(header: CopiedHeader): string {
  if (header.variable === null && /^[ \t]*$/.test(header.text)) {
    return shellWord(`${header.name};`);
  }
  return shellHeader({ ...header, text: header.text.replace(/^[=@:]/, '\\$&') }, ':');
}

function notesOf({ method, url }: CopyableRequest, headers: readonly CopiedHeader[]): string[] {
  const notes = ['HTTPie decides on the order of headers and sends Host and Content-Length itself.'];
  if (!/^[A-Za-z]+$/.test(method)) {
    notes.push('HTTPie takes a method of letters only.');
  }
  if (headers.some(({ text }) => /\\[:=@;]/.test(text))) {
    notes.push('A header holds a backslash before one of : = @ ;, which HTTPie drops.');
  }
  if (headers.some(({ text }) => /[^\t\x20-\x7e]/.test(text))) {
    notes.push('HTTPie sends headers in UTF-8, where this request has Latin-1.');
  }
  return [...notes, ...requestsNotes(method, url)];
}
