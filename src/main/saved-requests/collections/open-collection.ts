import { fieldOf, listFieldOf, scalarText, textFieldOf } from '@shared/json/unknown-fields';
import {
  TEXT_TYPES,
  type Collection,
  type CollectionAuth,
  type CollectionBody,
  type CollectionEntry,
  type CollectionVariable,
  type Row,
} from './collection';
import {
  scriptsLeftOut,
  withFolders,
  type FolderSettings,
  type ItemReader,
  type ReadItem,
  type Settings,
} from './collection-folder';
import { connectionNotes } from './connection-notes';
import { readYaml } from './read-yaml';

/** Reads the YAML files of an OpenCollection folder, one request from each. */
export const openCollection: ItemReader = {
  tool: 'OpenCollection',
  item: (text) => {
    const yaml = readYaml(text);
    return yaml.ok ? toItem(yaml.value) : { name: null, description: '', read: yaml };
  },
  folder: (text) => read(text, toSettings),
  environment: (text) => read(text, variablesOf),
};

function read<Value>(text: string, convert: (yaml: unknown) => Value): Settings<Value> {
  const yaml = readYaml(text);
  return yaml.ok ? { ok: true, value: convert(yaml.value) } : yaml;
}

/** Reads a whole OpenCollection from one file; null for anything else. */
export function readOpenCollection(file: unknown): Collection | null {
  if (fieldOf(file, 'opencollection') === undefined) return null;
  const name = textFieldOf(fieldOf(file, 'info'), 'name') ?? '';
  const entries: CollectionEntry[] = [];
  const inside: FolderSettings[] = [];
  const walk = (items: readonly unknown[], folders: readonly FolderSettings[], key: string): void => {
    items.forEach((item, index) => {
      const inner = listFieldOf(item, 'items');
      const place = `${key}/${nameOf(item) ?? ''}#${index}`;
      const settings = toSettings(item);
      if (typeOf(item) === 'folder' || inner.length > 0) {
        inside.push(settings);
        return walk(inner, [...folders, settings], place);
      }
      const { name: own, description, read } = toItem(item);
      entries.push({
        key: place,
        folder: folders.slice(1).map((folder) => folder.name ?? ''),
        name: own ?? '',
        description,
        read: read.ok ? { ok: true, request: withFolders(read, folders) } : read,
      });
    });
  };
  const top = toSettings(file);
  walk(listFieldOf(file, 'items'), [top], '');
  const environments = listFieldOf(fieldOf(file, 'config'), 'environments').flatMap(variablesOf);
  return {
    tool: openCollection.tool,
    id: name,
    name,
    syntax: 'braces',
    entries,
    variables: [...[top, ...inside].flatMap(({ variables }) => variables), ...environments],
    notes: [
      ...(top.leftOut ? ['The scripts of the whole collection were left out.'] : []),
      ...top.notes,
      ...scriptsLeftOut(inside.filter(({ leftOut }) => leftOut).length),
    ],
  };
}

function nameOf(item: unknown): string | null {
  return textFieldOf(fieldOf(item, 'info'), 'name') ?? textFieldOf(item, 'name');
}

function typeOf(item: unknown): string | null {
  return textFieldOf(fieldOf(item, 'info'), 'type') ?? textFieldOf(item, 'type');
}

const OTHER_TYPES: ReadonlyMap<string, string> = new Map([
  ['grpc', 'It is a gRPC request.'],
  ['websocket', 'It is a WebSocket.'],
  ['script', 'It is a script.'],
  ['app', 'It is not a request.'],
]);

function toItem(item: unknown): ReadItem {
  const docs = fieldOf(item, 'docs') ?? fieldOf(fieldOf(item, 'info'), 'description');
  const description = typeof docs === 'string' ? docs : (textFieldOf(docs, 'content') ?? '');
  return { name: nameOf(item), description, read: readRequest(item) };
}

function readRequest(item: unknown): ReadItem['read'] {
  const type = typeOf(item) ?? '';
  const other = OTHER_TYPES.get(type);
  if (other !== undefined) return { ok: false, why: other };
  const isGraphql =
    type === 'graphql' || (fieldOf(item, 'http') === undefined && fieldOf(item, 'graphql') !== undefined);
  const http = fieldOf(item, isGraphql ? 'graphql' : 'http');
  if (http === undefined) return { ok: false, why: 'It is not an HTTP request.' };
  const url = scalarText(fieldOf(http, 'url'));
  if (url === '') return { ok: false, why: 'It has no URL.' };
  if (/^wss?:/i.test(url)) return { ok: false, why: 'It is a WebSocket.' };
  const parameters = listFieldOf(http, 'params');
  const isPath = (row: unknown): boolean => textFieldOf(row, 'type') === 'path';
  const [runtime, settings] = [fieldOf(item, 'runtime'), fieldOf(item, 'settings')];
  const auth = fieldOf(http, 'auth') ?? fieldOf(runtime, 'auth') ?? fieldOf(item, 'auth');
  return {
    ok: true,
    inheritsAuth: auth === 'inherit',
    request: {
      method: (scalarText(fieldOf(http, 'method')) || (isGraphql ? 'POST' : 'GET')).toUpperCase(),
      url,
      pathVariables: rowsOf(parameters.filter(isPath)),
      // The rows that are on are in the URL already.
      query: rowsOf(parameters.filter((row) => !isPath(row))).filter(({ enabled }) => !enabled),
      headers: rowsOf(listFieldOf(http, 'headers')),
      body: isGraphql ? graphqlOf(fieldOf(http, 'body')) : readBody(fieldOf(http, 'body')),
      auth: readAuth(auth) ?? { kind: 'none' },
      leftOut: [
        ...leftOutOf(runtime),
        ...connectionNotes({
          redirects: fieldOf(settings, 'followRedirects'),
          encodesUrl: fieldOf(settings, 'encodeUrl'),
          url,
        }),
      ],
    },
  };
}

function rowsOf(rows: readonly unknown[]): readonly Row[] {
  return rows.map((row) => ({
    name: scalarText(fieldOf(row, 'name')),
    value: valueOf(fieldOf(row, 'value')),
    enabled: fieldOf(row, 'disabled') !== true && fieldOf(row, 'enabled') !== false,
  }));
}

/** A value may come with its type: `{type: number, data: "42"}`. */
function valueOf(value: unknown): string {
  const data = fieldOf(value, 'data');
  return data === undefined ? scalarText(value) : scalarText(data);
}

function readBody(given: unknown): CollectionBody {
  // Of several variants, the selected one counts.
  const body: unknown = Array.isArray(given)
    ? fieldOf(given.find((one: unknown) => fieldOf(one, 'selected') === true) ?? given[0], 'body')
    : given;
  const type = textFieldOf(body, 'type') ?? textFieldOf(body, 'mode') ?? 'none';
  const data = fieldOf(body, 'data') ?? fieldOf(body, type);
  const known = TEXT_TYPES.get(type);
  if (known !== undefined) {
    return typeof data === 'string' && data !== ''
      ? { kind: 'text', text: data, type: known }
      : { kind: 'none' };
  }
  const rows: readonly unknown[] = Array.isArray(data) ? data : [];
  switch (type) {
    case 'none':
      return { kind: 'none' };
    case 'form-urlencoded':
      return { kind: 'form', rows: rowsOf(rows) };
    case 'multipart-form':
      return {
        kind: 'multipart',
        rows: rowsOf(rows).flatMap((row, index) =>
          filesOf(rows[index]).map((file) => ({
            ...row,
            file,
            type: textFieldOf(rows[index], 'contentType'),
          })),
        ),
      };
    case 'file':
      return fileOf(rows);
    default:
      return { kind: 'unknown', called: type };
  }
}

/** The paths of a part of a form; null for a text. */
function filesOf(row: unknown): readonly (string | null)[] {
  if (textFieldOf(row, 'type') !== 'file') return [null];
  const value = fieldOf(row, 'value');
  return Array.isArray(value) && value.length > 0 ? value.map(scalarText) : [valueOf(value)];
}

function fileOf(rows: readonly unknown[]): CollectionBody {
  const selected = rows.find((row) => fieldOf(row, 'selected') === true) ?? rows[0];
  return {
    kind: 'file',
    path: textFieldOf(selected, 'filePath') ?? '',
    type: textFieldOf(selected, 'contentType') || null,
  };
}

function graphqlOf(body: unknown): CollectionBody {
  return {
    kind: 'graphql',
    query: textFieldOf(body, 'query') ?? '',
    variables: textFieldOf(body, 'variables') ?? '',
    operation: '',
  };
}

/** Null if nothing is said, so that the folder's authentication counts. */
function readAuth(auth: unknown): CollectionAuth | null {
  const type = textFieldOf(auth, 'type');
  switch (type) {
    case null:
      return null;
    case 'none':
      return { kind: 'none' };
    case 'bearer':
      return { kind: 'bearer', token: scalarText(fieldOf(auth, 'token')) };
    case 'basic':
      return { kind: 'basic' };
    case 'apikey':
      return {
        kind: 'api-key',
        name: scalarText(fieldOf(auth, 'key')),
        value: scalarText(fieldOf(auth, 'value')),
        place: textFieldOf(auth, 'placement') === 'query' ? 'query' : 'header',
      };
    default:
      return { kind: 'other', name: type };
  }
}

const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['before-request', 'Its script before the request was left out.'],
  ['after-response', 'Its script after the answer was left out.'],
  ['tests', 'Its tests were left out.'],
]);

function leftOutOf(runtime: unknown): string[] {
  const scripts = listFieldOf(runtime, 'scripts').filter(
    (script) => (textFieldOf(script, 'code') ?? '').trim() !== '',
  );
  return [
    ...scripts.map(
      (script) => SCRIPTS.get(textFieldOf(script, 'type') ?? '') ?? 'A script of it was left out.',
    ),
    ...(listFieldOf(runtime, 'assertions').length > 0 ? ['What it expects of the answer was left out.'] : []),
    ...(listFieldOf(runtime, 'variables').length > 0 ? ['Variables of its own were left out.'] : []),
    ...(listFieldOf(runtime, 'actions').length > 0
      ? ['The values that it takes from its answer were left out.']
      : []),
  ];
}

/** The settings in `opencollection.yml`, in `folder.yml`, or of a folder inside one file. */
function toSettings(item: unknown): FolderSettings {
  const request = fieldOf(item, 'request');
  const config = fieldOf(item, 'config');
  return {
    name: nameOf(item),
    headers: rowsOf(listFieldOf(request, 'headers')),
    auth: readAuth(fieldOf(request, 'auth')),
    variables: variablesOf(request),
    leftOut: listFieldOf(request, 'scripts').length > 0,
    notes: connectionNotes({
      proxy: fieldOf(config, 'proxy'),
      clientCertificates: fieldOf(config, 'clientCertificates'),
    }),
  };
}

function variablesOf(owner: unknown): readonly CollectionVariable[] {
  return listFieldOf(owner, 'variables').flatMap((row) => {
    const name = textFieldOf(row, 'name') ?? '';
    if (name === '' || fieldOf(row, 'disabled') === true) return [];
    return [{ name, value: valueOf(fieldOf(row, 'value')), secret: fieldOf(row, 'secret') === true }];
  });
}
