import { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { afterRequests } from './read-arrived';
import { openHarness, PLAIN_OPTIONS, type Harness } from './test-fixtures/harness';
import { isWholeRequest } from './test-fixtures/raw-server';
import { CREATED, OK, get, post, useAttempts } from './test-fixtures/use-attempts';

const attempts = useAttempts();
const { serve, echo, send } = attempts;

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
    const other = await attempts.harness.transport.send(get(server.url), {
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
