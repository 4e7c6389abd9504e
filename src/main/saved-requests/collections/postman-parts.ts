import { fieldOf, listFieldOf, scalarText, textFieldOf } from '@shared/json/unknown-fields';
import type { CollectionAuth, CollectionBody, PartRow, Row } from './collection';

/** Null if nothing is said, so that the folder's authentication counts. */
export function readPostmanAuth(auth: unknown): CollectionAuth | null {
  const type = textFieldOf(auth, 'type');
  if (type === null) return null;
  const given = fieldOf(auth, type);
  /** Parameters are an object in format 2.0, a list of pairs in 2.1. */
  const parameter = (name: string): string =>
    scalarText(
      Array.isArray(given)
        ? fieldOf(
            given.find((row: unknown) => textFieldOf(row, 'key') === name),
            'value',
          )
        : fieldOf(given, name),
    );
  switch (type) {
    case 'noauth':
      return { kind: 'none' };
    case 'bearer':
      return { kind: 'bearer', token: parameter('token') };
    case 'basic':
      return { kind: 'basic' };
    case 'apikey':
      return {
        kind: 'api-key',
        name: parameter('key'),
        value: parameter('value'),
        place: parameter('in') === 'query' ? 'query' : 'header',
      };
    default:
      return { kind: 'other', name: type };
  }
}

/** Headers and form fields: a list of objects, or lines of text in format 2.0. */
export function readPostmanRows(rows: unknown): readonly Row[] {
  if (typeof rows === 'string') {
    return rows
      .split(/\r?\n/)
      .filter((line) => line.includes(':'))
      .map((line) => {
        const colon = line.indexOf(':');
        return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim(), enabled: true };
      });
  }
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown): readonly Row[] =>
    typeof row === 'string'
      ? readPostmanRows(row)
      : [
          {
            name: scalarText(fieldOf(row, 'key')),
            value: scalarText(fieldOf(row, 'value')),
            enabled: isOn(row),
          },
        ],
  );
}

function isOn(row: unknown): boolean {
  return fieldOf(row, 'disabled') !== true && fieldOf(row, 'enabled') !== false;
}

const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['javascript', 'application/javascript'],
  ['text', 'text/plain'],
]);

export function readPostmanBody(body: unknown): CollectionBody {
  if (fieldOf(body, 'disabled') === true) return { kind: 'none' };
  const mode = textFieldOf(body, 'mode');
  switch (mode) {
    case 'raw': {
      const text = textFieldOf(body, 'raw') ?? '';
      const language = textFieldOf(fieldOf(fieldOf(body, 'options'), 'raw'), 'language') ?? 'text';
      return text === ''
        ? { kind: 'none' }
        : { kind: 'text', text, type: LANGUAGES.get(language) ?? 'text/plain' };
    }
    case 'urlencoded': {
      const rows = fieldOf(body, 'urlencoded');
      if (typeof rows === 'string')
        return { kind: 'text', text: rows, type: 'application/x-www-form-urlencoded' };
      return formOf(readPostmanRows(rows));
    }
    case 'formdata': {
      const rows = listFieldOf(body, 'formdata').flatMap(readParts);
      return rows.length === 0 ? { kind: 'none' } : { kind: 'multipart', rows };
    }
    case 'graphql': {
      const graphql = fieldOf(body, 'graphql');
      const variables = fieldOf(graphql, 'variables');
      return {
        kind: 'graphql',
        query: textFieldOf(graphql, 'query') ?? '',
        variables:
          typeof variables === 'object' && variables !== null
            ? JSON.stringify(variables)
            : scalarText(variables),
        operation: textFieldOf(graphql, 'operationName') ?? '',
      };
    }
    case 'file': {
      const content = textFieldOf(fieldOf(body, 'file'), 'content');
      if (content !== null) return { kind: 'text', text: content, type: null };
      return { kind: 'file', path: scalarText(fieldOf(fieldOf(body, 'file'), 'src')), type: null };
    }
    default:
      return mode === null ? { kind: 'none' } : { kind: 'unknown', called: mode };
  }
}

function formOf(rows: readonly Row[]): CollectionBody {
  return rows.length === 0 ? { kind: 'none' } : { kind: 'form', rows };
}

/** A row may name several files. */
function readParts(row: unknown): readonly PartRow[] {
  const source = fieldOf(row, 'src');
  const isFile = textFieldOf(row, 'type') === 'file' || source !== undefined;
  const paths = Array.isArray(source) && source.length > 0 ? source.map(scalarText) : [scalarText(source)];
  const part = {
    name: scalarText(fieldOf(row, 'key')),
    value: scalarText(fieldOf(row, 'value')),
    enabled: isOn(row),
    file: null,
    type: textFieldOf(row, 'contentType'),
  };
  return isFile ? paths.map((file) => ({ ...part, file })) : [part];
}

export interface PostmanUrl {
  readonly text: string;
  readonly pathVariables: readonly Row[];
  /** Rows of the query that are switched off, and not in the URL. */
  readonly switchedOff: readonly Row[];
}

/** A text, or an object: Postman goes by its parts, and by `raw` only if there are none. */
export function readPostmanUrl(url: unknown): PostmanUrl | null {
  if (typeof url === 'string') return { text: url, pathVariables: [], switchedOff: [] };
  if (typeof url !== 'object' || url === null) return null;
  return {
    text: fromParts(url) ?? textFieldOf(url, 'raw') ?? '',
    pathVariables: listFieldOf(url, 'variable').map((row) => ({
      name: textFieldOf(row, 'key') ?? textFieldOf(row, 'id') ?? '',
      value: scalarText(fieldOf(row, 'value')),
      enabled: true,
    })),
    switchedOff: readPostmanRows(fieldOf(url, 'query')).filter(({ enabled }) => !enabled),
  };
}

function fromParts(url: unknown): string | null {
  const joined = (name: string, separator: string): string => {
    const part = fieldOf(url, name);
    const pieces: readonly unknown[] = Array.isArray(part) ? part : [part];
    return pieces.map((piece) => textFieldOf(piece, 'value') ?? scalarText(piece)).join(separator);
  };
  const host = joined('host', '.');
  if (host === '') return null;
  const protocol = scalarText(fieldOf(url, 'protocol')).replace(/:(?:\/\/)?$/, '');
  const port = scalarText(fieldOf(url, 'port'));
  const path = fieldOf(url, 'path') === undefined ? '' : `/${joined('path', '/').replace(/^\//, '')}`;
  const query = listFieldOf(url, 'query').filter(isOn).map(queryPart).join('&');
  return `${protocol === '' ? '' : `${protocol}://`}${host}${port === '' ? '' : `:${port}`}${path}${query === '' ? '' : `?${query}`}`;
}

/**
 * A value that is null is written without `=`; characters that would end a part are percent-encoded, except in
 * templates.
 */
function queryPart(row: unknown): string {
  const value = fieldOf(row, 'value');
  const byNumber = (text: string, ends: RegExp): string =>
    text
      .split(/(\{\{[^{}]*\}\})/)
      .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(ends, encodeURIComponent)))
      .join('');
  const name = byNumber(scalarText(fieldOf(row, 'key')), /[&#=]/g);
  return value === null || value === undefined ? name : `${name}=${byNumber(scalarText(value), /[&#]/g)}`;
}
