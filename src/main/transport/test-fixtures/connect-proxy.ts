import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createServer as createTlsServer } from 'node:https';
import { listen } from './raw-server';
import type { TestCredentials } from './certificates';

export interface TestProxy {
  readonly port: number;
  readonly url: string;
  /** Number of connections on which a client certificate was presented. */
  shownCertificates(): number;
  /** Request lines and headers, in order. */
  readonly seen: { readonly line: string; readonly headers: IncomingHttpHeaders }[];
  close(): Promise<void>;
}

/**
 * A proxy that tunnels every host to 127.0.0.1 (so that tests can use their own names) and answers plain requests
 * itself. It requires `login` as Basic credentials if one is given. With `credentials` it asks for a client certificate,
 * as a server may, without requiring one.
 */
export async function startProxy(
  options: { login?: string; credentials?: TestCredentials } = {},
): Promise<TestProxy> {
  const seen: TestProxy['seen'] = [];
  const sockets = new Set<Socket>();
  const wanted =
    options.login === undefined ? null : `Basic ${Buffer.from(options.login).toString('base64')}`;
  const server = options.credentials
    ? createTlsServer({
        cert: options.credentials.certificate,
        key: options.credentials.key,
        requestCert: true,
        rejectUnauthorized: false,
      })
    : createServer();
  let shown = 0;
  server.on('secureConnection', (socket: TLSSocket) => {
    if (Object.keys(socket.getPeerCertificate()).length > 0) shown += 1;
  });
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('request', (request, response) => {
    seen.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    const admitted = wanted === null || request.headers['proxy-authorization'] === wanted;
    response.statusCode = admitted ? 200 : 407;
    response.end('from the proxy');
  });
  server.on('connect', (request, socket) => {
    seen.push({ line: `CONNECT ${request.url}`, headers: request.headers });
    socket.on('error', () => undefined);
    if (wanted !== null && request.headers['proxy-authorization'] !== wanted) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const port = Number(/:(\d+)$/.exec(request.url ?? '')?.[1]);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward);
    onward.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
  });
  const port = await listen(server);
  return {
    port,
    url: `${options.credentials ? 'https' : 'http'}://127.0.0.1:${port}`,
    shownCertificates: () => shown,
    seen,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
