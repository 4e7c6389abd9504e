import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { PLAIN_OPTIONS } from './test-fixtures/harness';
import { isWholeRequest, type RawServer } from './test-fixtures/raw-server';
import { CREATED, OK, get, post, useAttempts } from './test-fixtures/use-attempts';
import type { TransportResult } from './types';

const attempts = useAttempts();
const { serve, echo, send } = attempts;

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
    const call = attempts.harness.transport.send(
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
    const call = attempts.harness.transport.send({ ...post(server.url), beforeIt }, PLAIN_OPTIONS);
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
