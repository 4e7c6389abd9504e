import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { isConnectionHeader } from '@shared/vault-forward/header-checks';
import type { Answer } from '../server/answer';

/**
 * Not passed on, beside the headers of a connection: they would speak for this server's address (cookies, permissions
 * for web pages) and not for the destination's.
 */
const WITHHELD_HEADERS =
  /^(?:set-cookie2?|strict-transport-security|alt-svc|clear-site-data|access-control-.*|x-request-id)$/;

/**
 * The destination's answer as it goes back to the caller: status, body and the headers that are safe. `method` is the
 * one that the destination was asked with: its answer to a HEAD announces a body that does not come.
 */
export function answerOf(response: IncomingMessage, method: string): Answer {
  const headers: OutgoingHttpHeaders = {};
  const withheldLength = method === 'HEAD' ? 'content-length' : '';
  response.rawHeaders.forEach((name, index) => {
    const lower = name.toLowerCase();
    if (index % 2 === 1 || lower === withheldLength || WITHHELD_HEADERS.test(lower)) return;
    if (isConnectionHeader(lower) && lower !== 'content-length') return;
    const known = headers[lower];
    const value = response.rawHeaders[index + 1] ?? '';
    headers[lower] = known === undefined ? value : [known, value].flat().map(String);
  });
  return { status: response.statusCode ?? 502, headers, body: response };
}
