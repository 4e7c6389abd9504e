import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface ConnectionLimits {
  /** For the request line and headers, in ms from their first byte (on a new connection, from its start). */
  readonly headTimeoutMs: number;
  /** For a request's body, in ms from the end of its headers. */
  readonly bodyTimeoutMs: number;
  /** How long a client may go without reading from an answer that is waiting for it, in ms. */
  readonly stallTimeoutMs: number;
}

export const DEFAULT_CONNECTION_LIMITS: ConnectionLimits = {
  headTimeoutMs: 10_000,
  bodyTimeoutMs: 30_000,
  stallTimeoutMs: 30_000,
};

interface Connection {
  /** How many requests have been received but not yet answered completely. */
  open: number;
  request: IncomingMessage | null;
  response: ServerResponse | null;
  requestSince: number;
  /** The bytes read when the last answer ended; any more than that means that a new head has started. */
  readMark: number;
  headSince: number | null;
  writtenMark: number;
  writtenSince: number;
}

/**
 * The open connections of a server: finds the slow ones and closes all of them at the end. Node has its own time-outs,
 * but those of Node 16 do not cover a client that sends nothing, and `closeAllConnections` was added in Node 18.
 */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #timer: NodeJS.Timeout;
  #closing = false;

  constructor(
    private readonly limits: ConnectionLimits,
    private readonly onSlow: (socket: Socket, what: 'head' | 'body') => void,
  ) {
    const shortest = Math.min(limits.headTimeoutMs, limits.bodyTimeoutMs, limits.stallTimeoutMs);
    this.#timer = setInterval(() => this.#sweep(Date.now()), Math.min(1000, Math.max(20, shortest / 4)));
    this.#timer.unref();
  }

  add(socket: Socket): void {
    if (this.#closing) {
      socket.destroy();
      return;
    }
    const now = Date.now();
    this.#open.set(socket, {
      open: 0,
      request: null,
      response: null,
      requestSince: now,
      readMark: 0,
      headSince: now,
      writtenMark: 0,
      writtenSince: now,
    });
    socket.once('close', () => this.#open.delete(socket));
  }

  /** Has to be called for each request when it is received. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    // Kept here, because a destroyed request no longer has a socket.
    const { socket } = request;
    const connection = this.#open.get(socket);
    if (!connection) return;
    connection.open += 1;
    connection.request = request;
    connection.response = response;
    connection.requestSince = Date.now();
    connection.headSince = null;
    response.once('close', () => this.#end(socket, connection));
  }

  /** True while the bytes of an answer are on their way, during which nothing else may be written. */
  isAnswering(socket: Duplex): boolean {
    return socket instanceof Socket && this.#open.get(socket)?.response?.headersSent === true;
  }

  /** Ends idle connections at once, and the others when their answer has been sent or after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    for (const [socket, connection] of this.#open) if (connection.open === 0) socket.destroy();
    const deadline = Date.now() + graceMs;
    while (this.#open.size > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    for (const socket of this.#open.keys()) socket.destroy();
    clearInterval(this.#timer);
  }

  #end(socket: Socket, connection: Connection): void {
    connection.open -= 1;
    if (connection.open > 0) return;
    connection.request = null;
    connection.response = null;
    connection.readMark = socket.bytesRead;
    if (this.#closing) socket.end(() => socket.destroy());
  }

  #sweep(now: number): void {
    for (const [socket, connection] of this.#open) {
      const slow = slowness(socket, connection, this.limits, now);
      if (slow === 'stalled') socket.destroy();
      else if (slow !== null) this.onSlow(socket, slow);
    }
  }
}

function slowness(
  socket: Socket,
  connection: Connection,
  limits: ConnectionLimits,
  now: number,
): 'head' | 'body' | 'stalled' | null {
  if (connection.open === 0) {
    if (connection.headSince === null && socket.bytesRead > connection.readMark) connection.headSince = now;
    return connection.headSince !== null && now - connection.headSince > limits.headTimeoutMs ? 'head' : null;
  }
  if (connection.request?.complete === false && now - connection.requestSince > limits.bodyTimeoutMs)
    return 'body';
  if (socket.bytesWritten !== connection.writtenMark || socket.writableLength === 0) {
    connection.writtenMark = socket.bytesWritten;
    connection.writtenSince = now;
    return null;
  }
  return now - connection.writtenSince > limits.stallTimeoutMs ? 'stalled' : null;
}
