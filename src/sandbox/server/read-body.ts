import type { IncomingMessage } from 'node:http';
import { RequestRefused } from '../errors/api-error';

/** The whole body of a request. Rejects with 400 beyond `maxBytes`, without reading the rest. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    const part = Buffer.from(chunk);
    bytes += part.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(part);
  }
  return Buffer.concat(chunks, bytes);
}

/** The connection closes: what is left of the body would be taken for the next request. */
function tooLarge(maxBytes: number): RequestRefused {
  return new RequestRefused(400, {
    message: `The body is larger than ${maxBytes} bytes, the most that the sandbox takes.`,
    headers: { connection: 'close' },
  });
}
