import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Answer } from './answer';

/** Adds the id of the request, unless the answer has its own. */
export function withId(answer: Answer, requestId: string): Answer {
  const { status, headers, body } = answer;
  return { status, headers: { 'x-request-id': requestId, ...headers }, body };
}

/** Writes an answer as it is, with the request's id if one is given. */
export function respond(response: ServerResponse, answer: Answer, requestId?: string): void {
  const { status, body } = answer;
  response.writeHead(status, headLines(answer, requestId));
  if (body === null || Buffer.isBuffer(body)) {
    response.end(body);
    return;
  }
  // If the source breaks off, pipeline destroys the connection, so that the client can tell that the answer is
  // truncated.
  pipeline(body, response, () => undefined);
}

/**
 * Alternating names and values: Node builds the head faster from a list than from an object, or from headers set
 * beforehand.
 */
function headLines({ headers }: Answer, requestId?: string): OutgoingHttpHeader[] {
  const lines: OutgoingHttpHeader[] = [];
  if (requestId !== undefined && headers['x-request-id'] === undefined) lines.push('x-request-id', requestId);
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) lines.push(name, value);
  }
  return lines;
}
