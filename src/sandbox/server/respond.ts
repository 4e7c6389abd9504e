import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Answer } from './answer';

/** Writes an answer as it is. */
export function respond(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers);
  if (body === null || Buffer.isBuffer(body)) {
    response.end(body);
    return;
  }
  // When the source breaks off, pipeline destroys the connection, so the client sees a truncated answer as one.
  pipeline(body, response, () => undefined);
}
