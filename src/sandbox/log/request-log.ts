import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { findUuids } from '@shared/text/uuid';

/** Takes one line of the log, without a line break. */
export type LogSink = (line: string) => void;

/**
 * One readable line for each finished request. It contains only what cannot be secret: the method, the path (as
 * `printablePath` shows it), the status, time and size; never headers, queries or bodies.
 */
export class RequestLog {
  constructor(private readonly sink: LogSink | null) {}

  request(request: IncomingMessage, response: ServerResponse, requestId: string): void {
    const { sink } = this;
    if (sink === null) return;
    const started = performance.now();
    const writtenBefore = request.socket.bytesWritten;
    const { socket } = request;
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : `${response.statusCode} cut short`;
      const took = (performance.now() - started).toFixed(1);
      const bytes = socket.bytesWritten - writtenBefore;
      sink(
        `${now()} ${request.method} ${printablePath(request.url ?? '')} ${status} ${took} ms ${bytes} B ${requestId}`,
      );
    });
  }

  /** Logs a bug of the sandbox itself. */
  failure(error: unknown, requestId: string): void {
    this.sink?.(
      `${now()} fault in ${requestId}: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}`,
    );
  }

  note(text: string): void {
    this.sink?.(`${now()} ${text}`);
  }
}

function now(): string {
  return new Date().toISOString().slice(11, 23);
}

const PLAIN_SEGMENT = /^[a-z_-]{1,24}$/;

/**
 * The first five segments of the path. One that is neither a plain word nor a UUID becomes `…`: it might be a card
 * number or a token.
 */
export function printablePath(url: string): string {
  const [path = ''] = url.split('?', 1);
  const segments = path.split('/').slice(1, 6);
  const shown = segments.map((part) =>
    PLAIN_SEGMENT.test(part) || findUuids(part)[0] === part.toLowerCase() ? part : '…',
  );
  return `/${shown.join('/')}`;
}
