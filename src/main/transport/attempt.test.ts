import { Socket } from 'node:net';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
  type MockInstance,
} from 'vitest';
import { openHarness, PLAIN_OPTIONS, type Harness } from './test-fixtures/harness';
import { isWholeRequest, startRawServer, type RawServer } from './test-fixtures/raw-server';
import { afterRequests } from './read-arrived';
import type { TransportOptions, TransportResult, WireRequest } from './types';

const CREATED = 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok';
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

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

function echo(): Promise<RawServer> {
  return serve((socket, received) => {
    if (isWholeRequest(received)) socket.write(OK);
  });
}

function get(url: string): WireRequest {
  return { method: 'GET', url, headers: [], body: null };
}

function post(url: string, body: string | Uint8Array = '{}'): WireRequest {
  return { method: 'POST', url, headers: [], body: Buffer.from(body) };
}

function send(
  request: WireRequest,
  timeouts: Partial<TransportOptions['timeouts']> = {},
): Promise<TransportResult> {
  return harness.transport.send(request, {
    ...PLAIN_OPTIONS,
    timeouts: { ...PLAIN_OPTIONS.timeouts, ...timeouts },
  }).result;
}

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
  const { outcome, response } = await harness.transport.send(get(server.url), PLAIN_OPTIONS, { onPiece })
    .result;
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
    const call = harness.transport.send(post(server.url), PLAIN_OPTIONS);
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
    const call = harness.transport.send(post(server.url.replace('http:', 'https:')), PLAIN_OPTIONS);
    cancel = call.cancel;
    expect((await call.result).outcome).toEqual({ kind: 'cancelled', mayHaveArrived: false });
  });

  it('works before the answer', async () => {
    let cancel = (): void => undefined;
    const server = await serve(() => cancel());
    const call = harness.transport.send(post(server.url), PLAIN_OPTIONS);
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
    const store = harness.bodies;
    const writes: number[] = [];
    const call = harness.transport.send(get(server.url), PLAIN_OPTIONS);
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
    const call = harness.transport.send(get(server.url), PLAIN_OPTIONS);
    const result = await call.result;
    call.cancel();
    expect(result.outcome).toEqual({ kind: 'answered' });
    expect((await send(get(server.url))).connection?.reused).toBe(true);
  });
});

describe('a request that has to wait before it is sent', () => {
  // The clock is fixed, so that no connection gets too old on a busy computer.
  let clock: MockInstance<() => number>;
  beforeEach(() => {
    clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  });
  afterEach(() => clock.mockRestore());

  /** Posts, and records what had arrived at the server just before the request was allowed to leave. */
  async function postAfter(server: RawServer, meanwhile: () => unknown): Promise<TransportResult> {
    const beforeIt = async (): Promise<void> => {
      await expect.poll(() => server.sockets.length).toBe(1);
      await meanwhile();
      expect(server.received.map((bytes) => bytes.length)).toEqual([0]);
    };
    return send({ ...post(server.url), beforeIt });
  }

  it('has its connection opened during the wait, and uses it', async () => {
    const server = await echo();
    const { outcome, connection, timings } = await postAfter(server, () => undefined);
    expect(outcome).toEqual({ kind: 'answered' });
    expect(server.received.map(isWholeRequest)).toEqual([true]);
    expect(connection).toMatchObject({ reused: false });
    expect(timings.totalMs).toBeGreaterThanOrEqual(timings.connectMs ?? Infinity);
  });

  it('asks the system for its connection before the wait begins', async () => {
    const server = await echo();
    const connecting = vi.spyOn(Socket.prototype, 'connect');
    const beforeIt = vi.fn(() => {
      const [socket] = connecting.mock.contexts;
      const handle: unknown = Reflect.get(Object(socket), '_handle');
      // The socket has a descriptor as soon as the system has been asked for a connection.
      expect(Reflect.get(Object(handle), 'fd')).toBeGreaterThan(0);
      return Promise.resolve();
    });
    const { outcome } = await send({ ...post(server.url), beforeIt });
    connecting.mockRestore();
    expect(beforeIt).toHaveBeenCalledOnce();
    expect(outcome).toEqual({ kind: 'answered' });
  });

  it.each([
    ['that the server closes', (socket: Socket) => socket.end()],
    ['that the server resets', (socket: Socket) => socket.resetAndDestroy()],
    ['on which the server sends data unasked', (socket: Socket) => socket.write(OK)],
  ])('does not use a connection %s during the wait', async (_what, act) => {
    const server = await serve((socket, received) => {
      if (isWholeRequest(received)) socket.write(CREATED);
    });
    const { outcome, response } = await postAfter(server, async () => {
      const [socket] = server.sockets;
      if (socket) act(socket);
      // Once a later exchange has ended, this end has received it too.
      await send(get((await echo()).url));
    });
    expect(outcome).toEqual({ kind: 'answered' });
    expect(response?.status).toBe(201);
    expect(server.received.map(isWholeRequest)).toEqual([false, true]);
  });

  it('does not use a connection on which data arrives at the last moment', async () => {
    const server = await serve((socket, received) => {
      if (isWholeRequest(received)) socket.write(CREATED);
    });
    const beforeIt = async (): Promise<void> => {
      await expect.poll(() => server.sockets.length).toBe(1);
      // It is in the operating system's buffer at once, and nothing here has read it.
      server.sockets[0]?.write(OK);
    };
    const { response } = await send({ ...post(server.url), beforeIt });
    expect(response?.status).toBe(201);
    expect(server.received.map(isWholeRequest)).toEqual([false, true]);
  });

  it('does not use a connection that has waited too long', async () => {
    const server = await echo();
    const later = Date.now() + 60_000;
    const { outcome } = await postAfter(server, () => clock.mockReturnValue(later));
    expect(outcome).toEqual({ kind: 'answered' });
    expect(server.received.map(isWholeRequest)).toEqual([false, true]);
  });

  it('is not sent if the wait fails or is cancelled', async () => {
    const server = await serve(() => undefined);
    const failing = (): Promise<void> => Promise.reject(new Error('not noted'));
    await expect(send({ ...post(server.url), beforeIt: failing })).rejects.toThrow('not noted');
    const call = harness.transport.send(
      { ...post(server.url), beforeIt: () => Promise.resolve(call.cancel()) },
      PLAIN_OPTIONS,
    );
    expect((await call.result).outcome).toEqual({ kind: 'cancelled', mayHaveArrived: false });
    await expect.poll(() => server.sockets.every((socket) => socket.destroyed)).toBe(true);
    expect(server.received.every((bytes) => bytes.length === 0)).toBe(true);
  });

  it('is not sent if it is cancelled when its connection is already open', async () => {
    const server = await echo();
    const beforeIt = async (): Promise<void> => {
      await expect.poll(() => server.sockets.length).toBe(1);
      // Once a later exchange has ended, this end knows that the connection is open.
      await send(get((await echo()).url));
      call.cancel();
    };
    const call = harness.transport.send({ ...post(server.url), beforeIt }, PLAIN_OPTIONS);
    expect((await call.result).outcome).toEqual({ kind: 'cancelled', mayHaveArrived: false });
    await expect.poll(() => server.sockets.every((socket) => socket.destroyed)).toBe(true);
    expect(server.received.every((bytes) => bytes.length === 0)).toBe(true);
  });

  it('fails as usual, after the wait, if nobody is listening', async () => {
    const server = await serve(() => undefined);
    await server.close();
    let isDone = false;
    const beforeIt = (): Promise<void> => Promise.resolve(void (isDone = true));
    const { outcome } = await send({ ...post(server.url), beforeIt });
    expect(outcome).toMatchObject({ kind: 'failed', failure: 'refused', mayHaveArrived: false });
    expect(isDone).toBe(true);
  });

  it('is refused before the wait if its URL is invalid', async () => {
    const beforeIt = vi.fn(() => Promise.resolve());
    await expect(send({ ...post('ftp://host.invalid/'), beforeIt })).rejects.toThrow();
    expect(beforeIt).not.toHaveBeenCalled();
  });
});

describe('connections kept alive', () => {
  it('serve one read after another, without times for skipped phases', async () => {
    const server = await serve((socket) => socket.write(OK));
    const first = await send(get(server.url));
    const second = await send({ ...get(server.url), method: 'OPTIONS' });
    expect([first.connection?.reused, second.connection?.reused]).toEqual([false, true]);
    expect(server.sockets).toHaveLength(1);
    expect(first.timings).toMatchObject({ dnsMs: null, connectMs: expect.any(Number), tlsMs: null });
    expect(second.timings).toMatchObject({
      connectMs: null,
      firstByteMs: expect.any(Number),
      downloadMs: expect.any(Number),
    });
    expect(first.connection).toMatchObject({
      proxy: null,
      remoteAddress: `127.0.0.1:${server.port}`,
      tls: null,
    });
  });

  it('are not used for a request that does more than read', async () => {
    const server = await serve((socket, received) => {
      if (isWholeRequest(received)) socket.write(OK);
    });
    await send(get(server.url));
    expect((await send(post(server.url))).connection?.reused).toBe(false);
    expect((await send(get(server.url))).connection?.reused).toBe(true);
    // Its own connection ends with its answer.
    await expect
      .poll(() => server.sockets.map(({ closed }) => closed), { timeout: 3_000 })
      .toEqual([false, true]);
  });

  it('are not shared between proxy settings', async () => {
    const server = await serve((socket) => socket.write(OK));
    await send(get(server.url));
    const other = await harness.transport.send(get(server.url), {
      ...PLAIN_OPTIONS,
      proxy: { kind: 'system' },
    }).result;
    expect(other.connection?.reused).toBe(false);
  });

  it.each(['Keep-Alive: timeout=1', 'Connection: close'])('are not reused after %s', async (header) => {
    const server = await serve((socket) => socket.write(OK.replace('\r\n', `\r\n${header}\r\n`)));
    await send(get(server.url));
    expect((await send(get(server.url))).connection?.reused).toBe(false);
  });

  it('fail as reset if they die unnoticed, are marked as reused, and are not retried', async () => {
    const server = await serve((socket, received, connection) => {
      if (connection === 0 && received.toString().split('\r\n\r\n').length > 2) socket.resetAndDestroy();
      else socket.write(OK);
    });
    await send(get(server.url));
    const result = await send(get(server.url));
    expect(result.outcome).toMatchObject({ kind: 'failed', failure: 'reset', mayHaveArrived: true });
    expect(result.connection?.reused).toBe(true);
    expect(server.sockets).toHaveLength(1);
  });

  it.each([
    ['at once', 0],
    ['once it has been idle', 1],
  ])('are not used if a second answer has arrived, %s', async (_when, turns) => {
    const server = await serve((socket) => socket.write(OK));
    await send(get(server.url));
    for (let turn = 0; turn < turns; turn += 1) await afterRequests();
    // It is in the operating system's buffer at once, and nothing here has read it.
    server.sockets[0]?.write(CREATED);
    const result = await send(get(server.url));
    expect(result.outcome).toEqual({ kind: 'answered' });
    expect(result.response?.status).toBe(200);
    expect(result.connection?.reused).toBe(false);
  });

  it.each([0, 1])('are used if the second answer came on another one, number %i', async (which) => {
    const server = await serve((socket) => socket.write(OK));
    await Promise.all([send(get(server.url)), send(get(server.url))]);
    server.sockets[which]?.write(CREATED);
    const result = await send(get(server.url));
    expect(result.outcome).toEqual({ kind: 'answered' });
    expect(result.response?.status).toBe(200);
    expect(result.connection?.reused).toBe(true);
  });

  it('carry the next request before what waits for that', async () => {
    const server = await serve((socket) => socket.write(OK));
    await send(get(server.url));
    const written = vi.spyOn(Socket.prototype, 'write');
    const next = send(get(server.url));
    await afterRequests();
    const requests = written.mock.calls.filter(([data]) => String(data).startsWith('GET '));
    expect(requests).toHaveLength(1);
    written.mockRestore();
    expect((await next).connection?.reused).toBe(true);
  });

  it('are dropped if the server sends data without a request', async () => {
    const server = await serve((socket) => socket.write(OK));
    await send(get(server.url));
    const [first] = server.sockets;
    first?.write(OK.replace('ok', 'no'));
    // Any idle connection is closed after 15 s.
    await expect.poll(() => first?.closed, { timeout: 5_000 }).toBe(true);
    const result = await send(get(server.url));
    expect(result.connection?.reused).toBe(false);
  });
});

describe('a host with several addresses', () => {
  it('is reached if only one of them answers', async () => {
    // It listens on 127.0.0.1 only; localhost is ::1 as well on most machines.
    const server = await serve((socket) => socket.write(OK));
    const result = await send(get(`http://localhost:${server.port}/`));
    expect(result.outcome).toEqual({ kind: 'answered' });
    expect(result.timings.dnsMs).toEqual(expect.any(Number));
  });
});

describe('once the computer has woken from sleep', () => {
  let waking: Harness;
  beforeAll(async () => {
    waking = await openHarness({ wakeGraceMs: 50 });
  });
  afterAll(() => waking.close());

  it('a read on a silent connection ends, and what may have an effect still waits for its answer', async () => {
    const posts: Socket[] = [];
    const server = await serve((socket, received) => {
      if (received.toString().startsWith('POST') && isWholeRequest(received)) posts.push(socket);
    });
    const read = waking.transport.send(get(server.url), PLAIN_OPTIONS);
    const charge = waking.transport.send(post(server.url), PLAIN_OPTIONS);
    await expect.poll(() => server.received.filter(isWholeRequest).length).toBe(2);
    waking.transport.sleep();
    waking.transport.wake();
    expect((await read.result).outcome).toMatchObject({
      kind: 'failed',
      failure: 'sleep',
      mayHaveArrived: true,
    });
    for (const socket of posts) socket.write(CREATED);
    expect(await charge.result).toMatchObject({ outcome: { kind: 'answered' }, response: { status: 201 } });
  });

  it('no request uses an older connection', async () => {
    const server = await echo();
    const again = async (): Promise<boolean | undefined> =>
      (await waking.transport.send(get(server.url), PLAIN_OPTIONS).result).connection?.reused;
    expect([await again(), await again()]).toEqual([false, true]);
    waking.transport.sleep();
    waking.transport.wake();
    expect(await again()).toBe(false);
  });
});
