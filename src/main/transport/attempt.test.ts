import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openHarness, PLAIN_OPTIONS } from './test-fixtures/harness';
import { isWholeRequest, type RawServer } from './test-fixtures/raw-server';
import { CREATED, OK, get, post, useAttempts } from './test-fixtures/use-attempts';

const attempts = useAttempts();
const { serve, send } = attempts;

describe('a connection that fails', () => {
  it('is refused, and nothing is sent', async () => {
    const server = await serve(() => undefined);
    await server.close();
    const result = await send(post(server.url));
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'refused', mayHaveArrived: false });
    expect(result).toMatchObject({ response: null, connection: null });
    expect(result.outcome).toHaveProperty('detail', expect.stringContaining('ECONNREFUSED'));
  });

  it('has an unknown name', async () => {
    const result = await send(get('http://no-such-name.invalid/'));
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'dns', mayHaveArrived: false });
  });

  it.each<[string, (socket: RawServer['sockets'][number]) => void]>([
    ['is reset', (socket) => socket.resetAndDestroy()],
    ['is closed', (socket) => socket.end()],
    ['is closed inside the head of the answer', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-')],
  ])('%s before an answer, and the request may have arrived', async (_name, cut) => {
    const server = await serve((socket, received) => {
      if (isWholeRequest(received)) cut(socket);
    });
    const result = await send(post(server.url));
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'reset', mayHaveArrived: true });
    expect(result.response).toBeNull();
    expect(result.timings.downloadMs).toBeNull();
  });

  it('is reset while a large body is sent, and the request may have arrived', async () => {
    const server = await serve((socket) => socket.resetAndDestroy());
    const result = await send(post(server.url, Buffer.alloc(30_000_000)));
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'reset', mayHaveArrived: true });
  });

  it.each([
    ['garbage', 'SSH-2.0-OpenSSH_9\r\n'],
    ['two different lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    ['an endless head', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(300_000)}`],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'],
    ['101 without naming a protocol', 'HTTP/1.1 101 Switching\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
    ['thousands of tiny headers', `HTTP/1.1 200 OK\r\n${'a:\r\n'.repeat(60_000)}content-length: 0\r\n\r\n`],
    ['a status below 100', 'HTTP/1.1 000 None\r\ncontent-length: 0\r\n\r\n'],
  ])('is a protocol failure if it answers %s', async (_name, answer) => {
    const server = await serve((socket) => socket.write(answer));
    const result = await send(get(server.url));
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'protocol', mayHaveArrived: true });
  });
});

it('nothing more of a request leaves once it was answered', async () => {
  const server = await serve((socket) => {
    socket.pause();
    socket.write('HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n');
  });
  const body = Buffer.alloc(30_000_000);
  const { outcome, response } = await send(post(server.url, body));
  expect([outcome.kind, response?.status]).toEqual(['answered', 413]);
  const [socket] = server.sockets;
  // From now on it takes whatever comes.
  socket?.removeAllListeners('data').resume();
  await expect.poll(() => socket?.closed).toBe(true);
  expect(socket?.bytesRead).toBeLessThan(body.length);
});

it.each([
  ['without a length', ''],
  ['in a transfer coding that does not say where it ends', 'Transfer-Encoding: identity\r\n'],
])('an answer %s is truncated if its connection is reset', async (_name, header) => {
  let socket: Socket | undefined;
  const server = await serve((connected) => {
    socket = connected;
    connected.write(`HTTP/1.1 200 OK\r\n${header}\r\nhalf`);
  });
  const onPiece = (): void => void socket?.resetAndDestroy();
  const { outcome, response } = await attempts.harness.transport.send(get(server.url), PLAIN_OPTIONS, {
    onPiece,
  }).result;
  expect(outcome).toMatchObject({ kind: 'failed', failure: 'truncated', mayHaveArrived: true });
  expect(response).toMatchObject({ status: 200, bodyBytes: 4 });
});

describe('timeouts', () => {
  it('the total timeout ends a wait for the answer', async () => {
    const server = await serve(() => undefined);
    const result = await send(get(server.url), { totalMs: 300 });
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'total-timeout', mayHaveArrived: true });
    expect(result.timings.totalMs).toBeGreaterThanOrEqual(295);
  });

  it.each([
    ['that has a length', OK.replace('Length: 2', 'Length: 20')],
    ['that ends with the connection', 'HTTP/1.1 200 OK\r\n\r\n{}'],
  ])('the total timeout ends a body %s, and what came is kept', async (_, answer) => {
    const server = await serve((socket) => socket.write(answer));
    const result = await send(get(server.url), { totalMs: 500 });
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'total-timeout', mayHaveArrived: true });
    expect(result.response).toMatchObject({ status: 200, bodyBytes: 2 });
  });

  it('the total timeout does not throw away an answer that arrived in time, while this process stood still', async () => {
    const server = await serve((socket) => {
      socket.write(CREATED);
      const until = performance.now() + 400;
      while (performance.now() < until);
    });
    const result = await send(post(server.url), { totalMs: 200 });
    expect(result.outcome).toEqual({ kind: 'answered' });
    expect(result.response).toMatchObject({ status: 201, bodyBytes: 2 });
  });

  it('the connection timeout ends a TLS handshake, and nothing was sent', async () => {
    const server = await serve(() => undefined);
    const result = await send(post(server.url.replace('http:', 'https:')), { connectMs: 300 });
    expect(result.outcome).toMatchObject({
      kind: 'failed',
      failure: 'connect-timeout',
      mayHaveArrived: false,
    });
    expect(result.timings.connectMs).not.toBeNull();
    expect(result.timings.tlsMs).toBeNull();
  });

  it('the connection timeout stops once connected', async () => {
    const server = await serve((socket, received) => {
      if (isWholeRequest(received)) setTimeout(() => socket.write(OK), 250);
    });
    expect((await send(get(server.url), { connectMs: 200 })).outcome).toEqual({ kind: 'answered' });
  });
});

describe('cancelling', () => {
  it('works at once', async () => {
    const server = await serve(() => undefined);
    const call = attempts.harness.transport.send(post(server.url), PLAIN_OPTIONS);
    call.cancel();
    expect((await call.result).outcome).toEqual({ kind: 'cancelled', mayHaveArrived: false });
    expect(server.sockets).toHaveLength(0);
  });

  it('works while waiting for the system’s proxy settings', async () => {
    const waiting = await openHarness({ resolveSystemProxy: () => new Promise((resolve) => asked(resolve)) });
    let asked: (resolve: unknown) => void = () => undefined;
    const begun = new Promise((resolve) => (asked = resolve));
    const call = waiting.transport.send(get('http://host.invalid/'), {
      ...PLAIN_OPTIONS,
      proxy: { kind: 'system' },
    });
    await begun;
    call.cancel();
    expect((await call.result).outcome).toEqual({ kind: 'cancelled', mayHaveArrived: false });
    await waiting.close();
  });

  it('works during the TLS handshake', async () => {
    let cancel = (): void => undefined;
    const server = await serve(() => cancel());
    const call = attempts.harness.transport.send(post(server.url.replace('http:', 'https:')), PLAIN_OPTIONS);
    cancel = call.cancel;
    expect((await call.result).outcome).toEqual({ kind: 'cancelled', mayHaveArrived: false });
  });

  it('works before the answer', async () => {
    let cancel = (): void => undefined;
    const server = await serve(() => cancel());
    const call = attempts.harness.transport.send(post(server.url), PLAIN_OPTIONS);
    cancel = call.cancel;
    const result = await call.result;
    expect(result.outcome).toEqual({ kind: 'cancelled', mayHaveArrived: true });
    expect(result.response).toBeNull();
  });

  it.each([
    ['that has a length', 'Content-Length: 9\r\n'],
    ['that ends with the connection', ''],
  ])('works in a body %s, and keeps its beginning', async (_, length) => {
    const server = await serve((socket) => socket.write(`HTTP/1.1 200 OK\r\n${length}\r\nhalf`));
    const store = attempts.harness.bodies;
    const writes: number[] = [];
    const call = attempts.harness.transport.send(get(server.url), PLAIN_OPTIONS);
    const receive = store.receive.bind(store);
    store.receive = () => {
      const writer = receive();
      const write = writer.write.bind(writer);
      writer.write = async (chunk) => {
        await write(chunk);
        writes.push(chunk.length);
        call.cancel();
      };
      return writer;
    };
    const result = await call.result;
    store.receive = receive;
    expect(writes).toEqual([4]);
    expect(result.outcome).toEqual({ kind: 'cancelled', mayHaveArrived: true });
    expect(result.response?.bodyBytes).toBe(4);
  });

  it('changes nothing after the end', async () => {
    const server = await serve((socket) => socket.write(OK));
    const call = attempts.harness.transport.send(get(server.url), PLAIN_OPTIONS);
    const result = await call.result;
    call.cancel();
    expect(result.outcome).toEqual({ kind: 'answered' });
    expect((await send(get(server.url))).connection?.reused).toBe(true);
  });
});
