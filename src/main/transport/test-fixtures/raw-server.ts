import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** Everything received, one buffer per connection, in order. */
  readonly received: Buffer[];
  /**
   * The entries of `received` with any bytes. On a busy computer there may be fewer requests than connections: one
   * that was opened ahead of its request and waited too long is closed unused, and another takes its place.
   */
  readonly requests: readonly Buffer[];
  readonly sockets: Socket[];
  close(): Promise<void>;
}

/** A TCP server on loopback that keeps every byte it gets. `onData` sees the connection's bytes so far. */
export async function startRawServer(
  onData: (socket: Socket, received: Buffer, connection: number) => void,
): Promise<RawServer> {
  const received: Buffer[] = [];
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    const connection = sockets.push(socket) - 1;
    received[connection] = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      const all = Buffer.concat([received[connection] ?? Buffer.alloc(0), piece]);
      received[connection] = all;
      onData(socket, all, connection);
    });
  });
  const port = await listen(server);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    received,
    get requests() {
      return received.filter(({ length }) => length > 0);
    },
    sockets,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(portOfServer(server)));
  });
}

/** True if the bytes contain a whole request: its head, and as many bytes after it as content-length says. */
export function isWholeRequest(bytes: Buffer): boolean {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length:\s*(\d+)\s*$/im.exec(bytes.subarray(0, end).toString('latin1'))?.[1];
  return bytes.length >= end + 4 + Number(length ?? 0);
}

function portOfServer(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}
