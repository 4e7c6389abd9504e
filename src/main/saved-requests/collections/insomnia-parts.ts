import { fieldOf, listFieldOf, scalarText, textFieldOf } from '@shared/json/unknown-fields';
import { parseJson } from '@shared/json/parse-json';
import { connectionNotes } from './connection-notes';
import type { CollectionAuth, CollectionBody, CollectionEntry, Row } from './collection';

export function readInsomniaRows(rows: unknown): readonly Row[] {
  return (Array.isArray(rows) ? rows : []).map((row: unknown) => ({
    name: scalarText(fieldOf(row, 'name')),
    value: scalarText(fieldOf(row, 'value')),
    enabled: fieldOf(row, 'disabled') !== true,
  }));
}

/** Null if nothing is said, so that the folder's authentication counts. */
export function readInsomniaAuth(auth: unknown): CollectionAuth | null {
  const type = textFieldOf(auth, 'type');
  if (type === null || type === '') return null;
  if (fieldOf(auth, 'disabled') === true) return { kind: 'none' };
  switch (type) {
    case 'none':
      return { kind: 'none' };
    case 'bearer':
      return {
        kind: 'bearer',
        token: textFieldOf(auth, 'token') ?? '',
      };
    case 'basic':
      return { kind: 'basic' };
    case 'apikey':
      return apiKeyOf(auth);
    default:
      return { kind: 'other', name: type };
  }
}

function apiKeyOf(auth: unknown): CollectionAuth {
  const [name, value] = [textFieldOf(auth, 'key') ?? '', textFieldOf(auth, 'value') ?? ''];
  switch (textFieldOf(auth, 'addTo')) {
    case 'queryParams':
      return { kind: 'api-key', name, value, place: 'query' };
    case 'cookie':
      return { kind: 'api-key', name: 'cookie', value, place: 'header' };
    default:
      return { kind: 'api-key', name, value, place: 'header' };
  }
}

export function readInsomniaRequest(
  item: unknown,
  inheritedAuth: CollectionAuth,
  withInherited: (own: readonly Row[]) => readonly Row[],
): CollectionEntry['read'] {
  const url = textFieldOf(item, 'url') ?? '';
  const kind = `${textFieldOf(item, '_type') ?? ''} ${textFieldOf(item, '_id') ?? textFieldOf(fieldOf(item, 'meta'), 'id') ?? ''}`;
  if (/grpc_request|\bgreq_/.test(kind)) return { ok: false, why: 'It is a gRPC request.' };
  if (/websocket_request|\bws-req_/.test(kind) || /^wss?:/i.test(url))
    return { ok: false, why: 'It is a WebSocket.' };
  if (/socketio|\bsocketio-req_/.test(kind)) return { ok: false, why: 'It is a Socket.IO request.' };
  if (url.trim() === '') return { ok: false, why: 'It has no URL.' };
  const [scripts, settings] = [fieldOf(item, 'scripts'), fieldOf(item, 'settings')];
  const before = textFieldOf(item, 'preRequestScript') ?? textFieldOf(scripts, 'preRequest') ?? '';
  const after = textFieldOf(item, 'afterResponseScript') ?? textFieldOf(scripts, 'afterResponse') ?? '';
  return {
    ok: true,
    request: {
      method: textFieldOf(item, 'method') ?? 'GET',
      url,
      pathVariables: readInsomniaRows(fieldOf(item, 'pathParameters')),
      query: readInsomniaRows(fieldOf(item, 'parameters')),
      headers: withInherited(readInsomniaRows(fieldOf(item, 'headers'))),
      body: readBody(fieldOf(item, 'body')),
      auth: readInsomniaAuth(fieldOf(item, 'authentication')) ?? inheritedAuth,
      leftOut: [
        ...(before.trim() === '' ? [] : ['Its script before the request was left out.']),
        ...(after.trim() === '' ? [] : ['Its script after the answer was left out.']),
        ...connectionNotes({
          redirects: fieldOf(settings, 'followRedirects') ?? fieldOf(item, 'settingFollowRedirects'),
          encodesUrl: fieldOf(settings, 'encodeUrl') ?? fieldOf(item, 'settingEncodeUrl'),
          url,
        }),
      ],
    },
  };
}

function readBody(body: unknown): CollectionBody {
  const type = textFieldOf(body, 'mimeType') ?? '';
  const text = textFieldOf(body, 'text') ?? '';
  if (/^multipart\//i.test(type)) {
    return {
      kind: 'multipart',
      rows: listFieldOf(body, 'params').map((row) => ({
        name: scalarText(fieldOf(row, 'name')),
        value: scalarText(fieldOf(row, 'value')),
        enabled: fieldOf(row, 'disabled') !== true,
        file: textFieldOf(row, 'type') === 'file' ? scalarText(fieldOf(row, 'fileName')) : null,
        type: textFieldOf(row, 'multiline'),
      })),
    };
  }
  if (/^application\/x-www-form-urlencoded/i.test(type)) {
    const rows = readInsomniaRows(fieldOf(body, 'params'));
    if (rows.length > 0) return { kind: 'form', rows };
  }
  const path = textFieldOf(body, 'fileName') ?? '';
  if (text === '' && path !== '') return { kind: 'file', path, type: type === '' ? null : type };
  if (text === '') return { kind: 'none' };
  if (/^application\/graphql/i.test(type)) return readGraphql(text);
  return { kind: 'text', text, type: type === '' ? null : type };
}

/** Kept as the JSON that is sent, except for `variables`, which may be a text that contains JSON. */
function readGraphql(text: string): CollectionBody {
  const asIs: CollectionBody = { kind: 'text', text, type: 'application/json' };
  const whole = parseJson(text);
  const [query, variables] = [textFieldOf(whole, 'query'), textFieldOf(whole, 'variables')];
  if (query === null || variables === null) return asIs;
  return { kind: 'graphql', query, variables, operation: textFieldOf(whole, 'operationName') ?? '' };
}
