import type { IncomingMessage } from 'node:http';
import { detail, RequestRefused } from '../errors/api-error';

/**
 * Reads the whole body of a request. Beyond `maxBytes` it keeps nothing more and rejects with 400 only at the end of the
 * body, because a client that is still sending would lose an earlier answer. The time limit for bodies bounds the wait.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes <= maxBytes) chunks.push(part);
    else chunks.length = 0;
  }
  if (bytes <= maxBytes) return Buffer.concat(chunks, bytes);
  const message = `The body has ${bytes} bytes; the sandbox takes up to ${maxBytes}.`;
  throw new RequestRefused(400, { message, details: [detail('body', [], message)] });
}
