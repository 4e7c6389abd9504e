import { bruParts, bruRows, bruText, bruValue, readBruBlocks, type BruBlocks } from './bru-text';
import {
  TEXT_TYPES,
  type CollectionAuth,
  type CollectionBody,
  type CollectionEntry,
  type CollectionVariable,
  type PartRow,
  type Row,
} from './collection';
import { connectionNotes } from './connection-notes';
import type { FolderSettings, ItemReader, ReadItem, Settings } from './collection-folder';

/** Reads the files of a Bruno collection, one request from each. */
export const bruno: ItemReader = {
  tool: 'Bruno',
  item: readItem,
  folder: readFolder,
  environment: readEnvironment,
};

const NO_BRUNO = refusal('It is not a Bruno file.');

const METHODS = /^(?:get|post|put|patch|delete|head|options|connect|trace|http)$/;

function readItem(text: string): ReadItem {
  const blocks = readBruBlocks(text);
  if (blocks === null) return { name: null, description: '', read: NO_BRUNO };
  const name = bruValue(blocks.get('meta'), 'name');
  const description = bruText(blocks.get('docs'));
  return { name, description, read: readRequest(blocks) };
}

function readRequest(blocks: BruBlocks): ReadItem['read'] {
  const type = bruValue(blocks.get('meta'), 'type') ?? 'http';
  if (type === 'grpc' || blocks.has('grpc')) return refusal('It is a gRPC request.');
  if (type === 'ws' || blocks.has('ws')) return refusal('It is a WebSocket.');
  const verb = [...blocks.keys()].find((key) => METHODS.test(key));
  if (verb === undefined) return refusal('It names no method.');
  const line = blocks.get(verb);
  const url = bruValue(line, 'url') ?? '';
  if (url === '') return refusal('It has no URL.');
  if (/^wss?:/i.test(url)) return refusal('It is a WebSocket.');
  const method = verb === 'http' ? (bruValue(line, 'method') ?? 'GET') : verb.toUpperCase();
  const off = bruRows(blocks.get('params:query') ?? blocks.get('query')).filter(({ enabled }) => !enabled);
  return {
    ok: true,
    inheritsAuth: (bruValue(line, 'auth') ?? 'none') === 'inherit',
    request: {
      method,
      url,
      pathVariables: bruRows(blocks.get('params:path')),
      // The rows that are on are in the URL already.
      query: off,
      headers: bruRows(blocks.get('headers')),
      body: readBody(blocks, bruValue(line, 'body') ?? 'none'),
      auth: readAuth(blocks, bruValue(line, 'auth') ?? 'none'),
      leftOut: [...scriptsOf(blocks), ...settingsOf(blocks, url)],
    },
  };
}

function refusal(why: string): Extract<CollectionEntry['read'], { ok: false }> {
  return { ok: false, why };
}

function readBody(blocks: BruBlocks, mode: string): CollectionBody {
  const type = TEXT_TYPES.get(mode);
  if (type !== undefined) {
    const text = bruText(blocks.get(`body:${mode}`) ?? (mode === 'json' ? blocks.get('body') : undefined));
    return text === '' ? { kind: 'none' } : { kind: 'text', text, type };
  }
  switch (mode) {
    case 'none':
      return { kind: 'none' };
    case 'formUrlEncoded':
    case 'form-urlencoded':
      return { kind: 'form', rows: bruRows(blocks.get('body:form-urlencoded')) };
    case 'multipartForm':
    case 'multipart-form':
      return { kind: 'multipart', rows: bruParts(blocks.get('body:multipart-form')) };
    case 'graphql':
      return {
        kind: 'graphql',
        query: bruText(blocks.get('body:graphql')),
        variables: bruText(blocks.get('body:graphql:vars')),
        operation: '',
      };
    case 'file':
      return fileOf(bruParts(blocks.get('body:file')));
    default:
      return { kind: 'unknown', called: mode };
  }
}

function fileOf(rows: readonly PartRow[]): CollectionBody {
  const selected = rows.find(({ enabled }) => enabled);
  return { kind: 'file', path: selected?.file ?? '', type: selected?.type ?? null };
}

function readAuth(blocks: BruBlocks, mode: string): CollectionAuth {
  const of = (name: string): string => bruValue(blocks.get(`auth:${mode}`), name) ?? '';
  switch (mode) {
    case 'none':
    case 'inherit':
      return { kind: 'none' };
    case 'bearer':
      return { kind: 'bearer', token: of('token') };
    case 'basic':
      return { kind: 'basic' };
    case 'apikey':
      return {
        kind: 'api-key',
        name: of('key'),
        value: of('value'),
        place: of('placement').startsWith('query') ? 'query' : 'header',
      };
    default:
      return { kind: 'other', name: mode };
  }
}

function settingsOf(blocks: BruBlocks, url: string): string[] {
  const of = (name: string): string | null => bruValue(blocks.get('settings'), name);
  return connectionNotes({ redirects: of('followRedirects'), encodesUrl: of('encodeUrl'), url });
}

function scriptsOf(blocks: BruBlocks): string[] {
  const has = (name: string): boolean => (blocks.get(name) ?? []).some((line) => line.trim() !== '');
  return [
    ...(has('script:pre-request') ? ['Its script before the request was left out.'] : []),
    ...(has('script:post-response') ? ['Its script after the answer was left out.'] : []),
    ...(has('tests') ? ['Its tests were left out.'] : []),
    ...(has('assert') ? ['What it expects of the answer was left out.'] : []),
    ...(has('vars:pre-request') ? ['Variables of its own were left out.'] : []),
    ...(has('vars:post-response') ? ['The values that it takes from its answer were left out.'] : []),
  ];
}

/** `collection.bru` or `folder.bru`. */
function readFolder(text: string): Settings<FolderSettings> {
  const blocks = readBruBlocks(text);
  if (blocks === null) return NO_BRUNO;
  const mode = bruValue(blocks.get('auth'), 'mode');
  const value = {
    name: bruValue(blocks.get('meta'), 'name'),
    headers: bruRows(blocks.get('headers')),
    auth: mode === null || mode === 'inherit' ? null : readAuth(blocks, mode),
    variables: variablesOf(bruRows(blocks.get('vars:pre-request'))),
    leftOut: scriptsOf(blocks).some((sentence) => /script|tests/.test(sentence)),
    notes: [],
  };
  return { ok: true, value };
}

function variablesOf(rows: readonly Row[]): readonly CollectionVariable[] {
  return rows.filter(({ enabled }) => enabled).map(({ name, value }) => ({ name, value, secret: false }));
}

function readEnvironment(text: string): Settings<readonly CollectionVariable[]> {
  const blocks = readBruBlocks(text);
  if (blocks === null) return NO_BRUNO;
  const secrets = (blocks.get('vars:secret') ?? []).flatMap((line) => {
    const name = line.trim().replace(/,$/, '');
    return name === '' || name.startsWith('~') ? [] : [{ name, value: '', secret: true }];
  });
  return { ok: true, value: [...variablesOf(bruRows(blocks.get('vars'))), ...secrets] };
}
