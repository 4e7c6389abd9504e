import type { IncomingMessage } from 'node:http';
import type { DocumentRequest } from './protocol';

/** What a document's process gets to see of a request: never the credential, which has been checked before. */
export function toDocumentRequest(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: string,
  unauthorized: string | null,
): DocumentRequest {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined || name === 'authorization' ? [] : [[name, [value].flat().join(', ')] as const],
  );
  return {
    method: request.method ?? '',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers: Object.fromEntries(headers),
    body,
    unauthorized,
  };
}
