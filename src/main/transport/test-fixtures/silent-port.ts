import { connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';

export interface SilentPort {
  readonly port: number;
  close(): Promise<void>;
}

const SCRIPT = `
  const { createServer } = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
`;

/** More than a backlog of 1 accepts on any system. */
const MAX_CONNECTIONS = 20;

/**
 * A port on this computer that does not even refuse connections: its thread sleeps and its queue is full, so the
 * system drops what arrives, as a firewall would. This works on Linux; elsewhere a full queue may refuse.
 */
export async function startSilentPort(): Promise<SilentPort> {
  const worker = new Worker(SCRIPT, { eval: true });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const sockets: Socket[] = [];
  for (let open = true; open && sockets.length < MAX_CONNECTIONS;) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    open = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      setTimeout(() => resolve(false), 500);
    });
  }
  return {
    port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await worker.terminate();
    },
  };
}
