import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** What a handler decides to answer. There is one place where it is written, and one where faults change it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<OutgoingHttpHeaders>;
  /** A stream is passed on as it arrives; if it breaks off, the connection is cut as well. */
  readonly body: Buffer | Readable | null;
}

export function jsonAnswer(
  status: number,
  value: unknown,
  headers: Readonly<OutgoingHttpHeaders> = {},
): Answer {
  return jsonTextAnswer(status, Buffer.from(JSON.stringify(value)), headers);
}

/** An answer with JSON text that was made ahead of time. */
export function jsonTextAnswer(
  status: number,
  body: Buffer,
  headers: Readonly<OutgoingHttpHeaders> = {},
): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
    body,
  };
}

/** A small page. `title` is inserted unescaped, so it must be plain text from the sandbox's own code. */
export function htmlAnswer(status: number, title: string): Answer {
  const page = `<!doctype html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
  const body = Buffer.from(page);
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length },
    body,
  };
}
