import { fromBase64 } from '../text/base64';
import type { HeaderList } from '../http/exchange';
import type { Problem, Result } from '../problem';
import { refuse, succeed } from '../problem';
import { fieldOf, textFieldOf } from '../json/unknown-fields';
import type { Imported } from './imported-request';

/** One line of a HAR file, for a person to choose from. */
export interface HarEntry {
  /** Place in the file, from 0. */
  readonly index: number;
  /** As the file says it: ISO 8601, or null. */
  readonly startedAt: string | null;
  readonly method: string;
  readonly url: string;
  readonly status: number | null;
  /** The request, or why it cannot be taken over. */
  readonly imported: Result<Imported>;
}

/** Reads a HAR file (HTTP Archive 1.2) or one entry of it. Entries that are damaged are listed with their problem. */
export function importHar(text: string): Result<HarEntry[]> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (error) {
    return refuse(problem('har-unreadable', 'This is no HAR file.', 'It is not JSON.', String(error)));
  }
  const entries = entriesOf(file);
  if (entries === null) {
    return refuse(
      problem(
        'har-unreadable',
        'This is no HAR file.',
        'A HAR file holds a log with entries, each with a request.',
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
  if (!isHttpUrl(url)) {
    return refuse(
      problem('har-entry', 'This entry cannot be taken over.', 'It is no request of http or https.'),
    );
  }
  const body = readBody(fieldOf(request, 'postData'));
  if (!body.ok) {
    return body;
  }
  const headers = readHeaders(request);
  return succeed({
    request: { method, url: url.split('#')[0] ?? url, headers, body: body.value },
    notes: [],
  });
}

function isHttpUrl(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text).protocol);
  } catch {
    return false;
  }
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

function readBody(postData: unknown): Result<string | null> {
  const text = textFieldOf(postData, 'text');
  const params = pairsOf(fieldOf(postData, 'params'));
  if (text !== null && (text !== '' || params.length === 0)) {
    return textFieldOf(postData, 'encoding') === 'base64' ? decodeBody(text) : succeed(text);
  }
  if (params.length === 0) {
    return succeed(null);
  }
  if (/^multipart\//i.test(textFieldOf(postData, 'mimeType') ?? '')) {
    return refuse(
      problem(
        'har-entry',
        'This entry cannot be taken over.',
        'It sends a multipart form; a Vault Forward body is one text.',
      ),
    );
  }
  return succeed(new URLSearchParams(params).toString());
}

function decodeBody(text: string): Result<string> {
  const bytes = fromBase64(text);
  try {
    if (bytes !== null) {
      return succeed(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    }
  } catch {
    // Said below.
  }
  return refuse(problem('har-entry', 'This entry cannot be taken over.', 'Its body is no text in UTF-8.'));
}

function problem(code: string, title: string, meaning: string, detail: string | null = null): Problem {
  return {
    code,
    title,
    meaning,
    nextStep: 'Save the file anew from the browser’s network panel, or choose another entry.',
    detail,
  };
}
