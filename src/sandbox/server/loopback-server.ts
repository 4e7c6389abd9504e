import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createNetServer, type Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TlsOptions } from 'node:tls';
import { codeOf } from '@shared/text/code-of';
import { errorAnswer } from '../errors/api-error';
import type { Answer } from './answer';
import { readTarget } from './origin';
import { respond } from './respond';
import { Connections, DEFAULT_CONNECTION_LIMITS, type ConnectionLimits } from './connections';

export interface LoopbackServerOptions {
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** 0 picks a free port. */
  readonly port: number;
  /** Used if it is free when `port` is 0; otherwise any free port is. */
  readonly wantedPort?: number | undefined;
  readonly maxHeaderBytes: number;
  readonly connectionLimits?: ConnectionLimits;
  /** With this, the server speaks TLS; called at the first connection. */
  readonly tls?: () => Promise<TlsOptions>;
}

export interface LoopbackServer {
  readonly port: number;
  /** Settles within about half a second, whatever is going on. */
  close(): Promise<void>;
}

const STOP_GRACE_MS = 400;

/**
 * Starts an HTTP server on 127.0.0.1 that limits heads and slow clients, and stops cleanly. Rejects if the port is
 * taken.
 */
export async function startLoopbackServer(options: LoopbackServerOptions): Promise<LoopbackServer> {
  const connections = new Connections(options.connectionLimits ?? DEFAULT_CONNECTION_LIMITS, (socket, what) =>
    refuse(socket, `The request's ${what} took too long to arrive.`),
  );
  /** Answers on a bare socket, where there is no response object to answer with, and closes it. */
  const refuse = (socket: Duplex, message: string): void => {
    if (!socket.writable || connections.isAnswering(socket)) socket.destroy();
    else socket.end(asText(errorAnswer(400, { message })), () => socket.destroy());
  };
  const listener: RequestListener = (request, response) => {
    connections.begin(request, response);
    if (readTarget(request)) options.listener(request, response);
    else respond(response, errorAnswer(400, { message: 'The target of the request is not a path.' }));
  };
  const serve = (tls: TlsOptions | null): Server => {
    const server = createHttpServer(options, tls, listener);
    server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => connections.add(socket));
    server.on('checkExpectation', listener);
    server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
      refuse(socket, brokenRequestMessage(error)),
    );
    server.on('connect', (request: IncomingMessage, socket: Duplex) =>
      refuse(socket, `${request.method} is not served.`),
    );
    return server;
  };
  const { tls } = options;
  const server = tls ? madeForFirst(async () => serve(await tls())) : serve(null);
  // Under each TLS socket there is a TCP socket; before the handshake, that is all there is.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await listenAt(server, options);
  return {
    port: portOf(server),
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await connections.close(STOP_GRACE_MS);
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Listens at once, but creates the server only at the first connection, which waits for it. */
function madeForFirst(make: () => Promise<Server>): NetServer {
  let made: Promise<Server> | null = null;
  return createNetServer({ pauseOnConnect: true }, (socket) => {
    made ??= make();
    made.then(
      (server) => socket.destroyed || server.emit('connection', socket),
      (error: Error) => socket.destroy(error),
    );
  });
}

function createHttpServer(
  options: LoopbackServerOptions,
  tls: TlsOptions | null,
  listener: RequestListener,
): Server {
  // Node's own time-outs are turned off: `Connections` enforces them the same way in every version of Node.
  const settings: ServerOptions = {
    maxHeaderSize: options.maxHeaderBytes,
    requestTimeout: 0,
    headersTimeout: 0,
    keepAliveTimeout: 60_000,
    requireHostHeader: false,
  };
  const server = tls
    ? createTlsServer({ ...settings, handshakeTimeout: 10_000, ...tls }, listener)
    : createServer(settings, listener);
  // Node 16 takes these only as properties.
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  server.keepAliveTimeout = 60_000;
  return server;
}

/** The wanted port may by now belong to another program. */
async function listenAt(server: NetServer, { port, wantedPort = 0 }: LoopbackServerOptions): Promise<void> {
  if (port === 0 && wantedPort !== 0) {
    try {
      return await listen(server, wantedPort);
    } catch (error) {
      if (!/^(EADDRINUSE|EACCES)$/.test(codeOf(error))) {
        throw error;
      }
    }
  }
  return listen(server, port);
}

function listen(server: NetServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function portOf(server: NetServer): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

function brokenRequestMessage(error: NodeJS.ErrnoException): string {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'The headers are larger than this server accepts.';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.';
  return 'What arrived is not an HTTP request.';
}

function asText({ headers, body }: Answer): string {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${String(value)}`,
  );
  return `HTTP/1.1 400 Bad Request\r\n${lines.join('\r\n')}\r\n\r\n${String(body)}`;
}
