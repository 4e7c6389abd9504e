import { afterAll, afterEach, beforeAll } from 'vitest';
import type { TransportOptions, TransportResult, WireRequest } from '../types';
import { openHarness, PLAIN_OPTIONS, type Harness } from './harness';
import { isWholeRequest, startRawServer, type RawServer } from './raw-server';

export const CREATED = 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok';
export const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** One transport for all tests of the file, and servers that end with the test that started them. */
export function useAttempts() {
  let harness: Harness;
  const open: RawServer[] = [];
  beforeAll(async () => {
    harness = await openHarness();
  });
  afterEach(async () => {
    harness.transport.closeIdleConnections();
    await Promise.all(open.splice(0).map((server) => server.close()));
  });
  afterAll(() => harness.close());

  async function serve(onData: Parameters<typeof startRawServer>[0]): Promise<RawServer> {
    const server = await startRawServer(onData);
    open.push(server);
    return server;
  }

  return {
    get harness(): Harness {
      return harness;
    },
    serve,
    echo: () =>
      serve((socket, received) => {
        if (isWholeRequest(received)) socket.write(OK);
      }),
    send: (
      request: WireRequest,
      timeouts: Partial<TransportOptions['timeouts']> = {},
    ): Promise<TransportResult> =>
      harness.transport.send(request, {
        ...PLAIN_OPTIONS,
        timeouts: { ...PLAIN_OPTIONS.timeouts, ...timeouts },
      }).result,
  };
}

export function get(url: string): WireRequest {
  return { method: 'GET', url, headers: [], body: null };
}

export function post(url: string, body: string | Uint8Array = '{}'): WireRequest {
  return { method: 'POST', url, headers: [], body: Buffer.from(body) };
}
