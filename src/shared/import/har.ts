import { fromBase64 } from '../text/base64';
import type { HeaderList } from '../http/exchange';
import { headerValue, sameHeaderName } from '../http/http-fields';
import { parseUrl } from '../http/parse-url';
import { refuse, succeed, type Problem, type Result } from '../problem';
import { fieldOf, listFieldOf, textFieldOf } from '../json/unknown-fields';
import type { Imported } from './imported-request';
import { multipartText } from './multipart';

/** Our own field of a body whose text is not all of it: HAR 1.2 has none for that. */
export const IN_PART = '_truncated';

/** One entry of a HAR file, for a person to choose from. */
export interface HarEntry {
  /** Index in the file, from 0. */
  readonly index: number;
  /** As in the file: ISO 8601, or null. */
  readonly startedAt: string | null;
  readonly method: string;
  readonly url: string;
  readonly status: number | null;
  /** The request, or why it cannot be imported. */
  readonly imported: Result<Imported>;
}

/** Reads a HAR file (HTTP Archive 1.2) or one entry of it. Damaged entries are listed with their problem. */
export function importHar(text: string): Result<HarEntry[]> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return refuse(problem('har-unreadable', 'This is not a HAR file.', 'It is not JSON.', String(error)));
  }
  return harEntries(file);
}

/** Like `importHar`, for a file that is already parsed. */
export function harEntries(file: unknown): Result<HarEntry[]> {
  const entries = entriesOf(file);
  if (entries === null) {
    return refuse(
      problem(
        'har-unreadable',
        'This is not a HAR file.',
        'A HAR file holds a log with entries, each with a request. Collections of Postman or Insomnia are imported on the screen Saved requests.',
      ),
    );
  }
  return succeed(entries.map(readEntry));
}

function entriesOf(file: unknown): readonly unknown[] | null {
  const log = fieldOf(file, 'log');
  const entries = fieldOf(log, 'entries');
  if (Array.isArray(entries)) {
    return entries;
  }
  return fieldOf(file, 'request') === undefined ? null : [file];
}

function readEntry(entry: unknown, index: number): HarEntry {
  const request = fieldOf(entry, 'request');
  const method = textFieldOf(request, 'method');
  const url = textFieldOf(request, 'url');
  const status = fieldOf(fieldOf(entry, 'response'), 'status');
  return {
    index,
    startedAt: textFieldOf(entry, 'startedDateTime'),
    method: method ?? '',
    url: url ?? '',
    status: typeof status === 'number' && status > 0 ? status : null,
    imported:
      method === null || url === null
        ? refuse(problem('har-entry', 'This entry cannot be read.', 'It names no method or URL.'))
        : readRequest(request, method, url),
  };
}

function readRequest(request: unknown, method: string, url: string): Result<Imported> {
  if (!/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
    return refuse(
      problem('har-entry', 'This entry cannot be taken over.', 'It is not an http or https request.'),
    );
  }
  const headers = readHeaders(request);
  const body = readBody(fieldOf(request, 'postData'), headers);
  if (!body.ok) {
    return body;
  }
  const { text, type } = body.value;
  return succeed({
    request: {
      method,
      url: url.split('#')[0] ?? url,
      headers:
        type === null
          ? headers
          : [...headers.filter(([name]) => !sameHeaderName(name, 'content-type')), ['content-type', type]],
      body: text,
    },
    notes: [],
  });
}

function readHeaders(request: unknown): HeaderList {
  const headers = pairsOf(fieldOf(request, 'headers')).filter(([name]) => !name.startsWith(':'));
  const cookies = pairsOf(fieldOf(request, 'cookies'));
  if (cookies.length === 0 || headers.some(([name]) => name.toLowerCase() === 'cookie')) {
    return headers;
  }
  return [...headers, ['cookie', cookies.map(([name, value]) => `${name}=${value}`).join('; ')]];
}

/** HAR lists headers, cookies and fields alike as objects with name and value. */
function pairsOf(list: unknown): [name: string, value: string][] {
  return (Array.isArray(list) ? list : []).flatMap((item: unknown) => {
    const name = textFieldOf(item, 'name');
    return name === null ? [] : [[name, textFieldOf(item, 'value') ?? ''] as [string, string]];
  });
}

interface HarBody {
  readonly text: string | null;
  /** The content type that this text needs; null if the file's own is right. */
  readonly type: string | null;
}

function plainBody(text: string | null): HarBody {
  return { text, type: null };
}

function readBody(postData: unknown, headers: HeaderList): Result<HarBody> {
  if (fieldOf(postData, IN_PART) === true) return refuse(inPart(textFieldOf(postData, 'comment')));
  const text = textFieldOf(postData, 'text');
  const params = pairsOf(fieldOf(postData, 'params'));
  if (text !== null && (text !== '' || params.length === 0)) {
    if (textFieldOf(postData, 'encoding') !== 'base64') return succeed(plainBody(text));
    const decoded = decodeBody(text);
    return decoded.ok ? succeed(plainBody(decoded.value)) : decoded;
  }
  if (params.length === 0) {
    return succeed(plainBody(null));
  }
  const declared = textFieldOf(postData, 'mimeType') ?? '';
  if (!/^multipart\//i.test(declared)) return succeed(plainBody(new URLSearchParams(params).toString()));
  const type = headerValue(headers, 'content-type') ?? declared;
  return succeed(readMultipart(listFieldOf(postData, 'params'), type));
}

/** Joins its parts into one body. A file has its content there only if the file has it. */
function readMultipart(params: readonly unknown[], declared: string): HarBody {
  const parts = params.map((part) => {
    const name = textFieldOf(part, 'name') ?? '';
    const given = textFieldOf(part, 'value');
    // What Chrome writes of a file.
    const value = given === '(binary)' ? null : given;
    const fileName = textFieldOf(part, 'fileName') ?? (value === null ? name : null);
    return { name, value: value ?? '', type: textFieldOf(part, 'contentType'), fileName };
  });
  const { body, contentType } = multipartText(parts, /^multipart\//i.test(declared) ? declared : null);
  return { text: body, type: contentType };
}

function decodeBody(text: string): Result<string> {
  const bytes = fromBase64(text);
  try {
    if (bytes !== null) {
      return succeed(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    }
  } catch {
    // The refusal is below.
  }
  return refuse(problem('har-entry', 'This entry cannot be taken over.', 'Its body is not UTF-8 text.'));
}

/** Sent as it stands in the file, it would be another request. */
function inPart(comment: string | null): Problem {
  return {
    ...problem('har-entry', 'This entry cannot be taken over.', 'The file has only a part of its body.'),
    nextStep: 'Choose another entry, or take the whole body from where it was made.',
    detail: comment,
  };
}

function problem(code: string, title: string, meaning: string, detail: string | null = null): Problem {
  return {
    code,
    title,
    meaning,
    nextStep: 'Save the file again from the browser’s network panel, or choose another entry.',
    detail,
  };
}
