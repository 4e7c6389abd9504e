import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { findUuids } from '@shared/text/uuid';

/** Takes one line of the log, without its line break. */
export type LogSink = (line: string) => void;

/**
 * One readable line for each request, when it is over. Only what cannot be secret is written: the method, the path when
 * it is one of the API's with a UUID in it, status, time, size. Headers, queries and bodies never are.
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

  /** A fault of the sandbox itself. */
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

/** Path segments that are plain words or a UUID; anything else might be a card number or a token. */
export function printablePath(url: string): string {
  const [path = ''] = url.split('?', 1);
  const segments = path.split('/').slice(1, 6);
  const shown = segments.map((part) =>
    PLAIN_SEGMENT.test(part) || findUuids(part)[0] === part.toLowerCase() ? part : '…',
  );
  return `/${shown.join('/')}`;
}
