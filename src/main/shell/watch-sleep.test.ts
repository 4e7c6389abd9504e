import { EventEmitter } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openHarness, PLAIN_OPTIONS, type Harness } from '../transport/test-fixtures/harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import type { TransportCall } from '../transport/types';
import { watchSleep } from './watch-sleep';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const HALF = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no';

const power = new EventEmitter();
const open: RawServer[] = [];
let harness: Harness;
beforeAll(async () => {
  harness = await openHarness({ wakeGraceMs: 200 });
  watchSleep(power, harness.transport);
});
afterEach(async () => {
  harness.transport.closeIdleConnections();
  await Promise.all(open.splice(0).map((server) => server.close()));
});
afterAll(() => harness.close());

/** Resolves `arrived` with the socket of the first complete request; later ones are answered at once. */
async function serve() {
  let tell: (socket: { write(text: string): unknown; resetAndDestroy(): unknown }) => void = () => undefined;
  const arrived = new Promise<Parameters<typeof tell>[0]>((resolve) => (tell = resolve));
  const connections = new Set<number>();
  let first = true;
  const server = await startRawServer((socket, all, connection) => {
    connections.add(connection);
    if (!first) return void socket.write(OK);
    if (!isWholeRequest(all)) return;
    first = false;
    tell(socket);
  });
  open.push(server);
  return { url: server.url, arrived, connections };
}

function post(url: string, totalMs = 60_000): TransportCall {
  return harness.transport.send(
    { method: 'POST', url, headers: [], body: Buffer.from('{}') },
    { ...PLAIN_OPTIONS, timeouts: { connectMs: 5_000, totalMs } },
  );
}

function get(url: string): TransportCall {
  return harness.transport.send({ method: 'GET', url, headers: [], body: null }, PLAIN_OPTIONS);
}

it('a read whose connection is dead after sleep soon fails as such, and the next request works', async () => {
  const service = await serve();
  const call = get(service.url);
  await service.arrived;
  power.emit('suspend');
  power.emit('resume');
  const { outcome, timings } = await call.result;
  expect(outcome).toMatchObject({ kind: 'failed', failure: 'sleep', mayHaveArrived: true });
  expect(timings.totalMs).toBeLessThan(10_000);
  expect((await post(service.url).result).outcome).toEqual({ kind: 'answered' });
});

it('a request that may change something is not given up after sleep, and gets its late answer', async () => {
  const service = await serve();
  const call = post(service.url);
  const socket = await service.arrived;
  power.emit('suspend');
  power.emit('resume');
  await new Promise((resolve) => setTimeout(resolve, 500));
  socket.write(OK);
  expect(await call.result).toMatchObject({ outcome: { kind: 'answered' }, response: { status: 200 } });
});

it('a request that may change something and gets no answer times out, with sleep as the cause', async () => {
  const service = await serve();
  const call = post(service.url, 600);
  await service.arrived;
  power.emit('suspend');
  power.emit('resume');
  const { outcome, timings } = await call.result;
  expect(timings.totalMs).toBeGreaterThan(500);
  expect(outcome).toEqual({
    kind: 'failed',
    failure: 'sleep',
    detail: 'No complete answer within 600 ms, and nothing came since the computer woke from sleep',
    mayHaveArrived: true,
  });
});

it('a second sleep soon after the first does not end a connection that survives both', async () => {
  const service = await serve();
  const call = get(service.url);
  const socket = await service.arrived;
  for (const event of ['suspend', 'resume', 'suspend', 'resume']) power.emit(event);
  socket.write(HALF);
  await new Promise((resolve) => setTimeout(resolve, 400));
  socket.write('k');
  expect((await call.result).outcome).toEqual({ kind: 'answered' });
});

it('a connection that was reset during sleep fails with sleep as the cause', async () => {
  const service = await serve();
  const call = post(service.url);
  const socket = await service.arrived;
  power.emit('suspend');
  socket.resetAndDestroy();
  expect((await call.result).outcome).toMatchObject({ failure: 'sleep', mayHaveArrived: true });
});

it('a body that stops arriving with sleep keeps what had arrived', async () => {
  const service = await serve();
  const call = get(service.url);
  (await service.arrived).write(HALF);
  await new Promise((resolve) => setTimeout(resolve, 100));
  power.emit('suspend');
  power.emit('resume');
  expect(await call.result).toMatchObject({
    outcome: { kind: 'failed', failure: 'sleep' },
    response: { status: 200, bodyBytes: 1 },
  });
});

it('a connection that survives sleep is not ended', async () => {
  const service = await serve();
  const call = get(service.url);
  const socket = await service.arrived;
  power.emit('suspend');
  power.emit('resume');
  socket.write(HALF);
  await new Promise((resolve) => setTimeout(resolve, 400));
  socket.write('k');
  expect((await call.result).outcome).toEqual({ kind: 'answered' });
});

it('no request reuses a connection from before the sleep', async () => {
  const service = await serve();
  const call = get(service.url);
  (await service.arrived).write(OK);
  expect((await call.result).outcome).toEqual({ kind: 'answered' });
  power.emit('suspend');
  power.emit('resume');
  expect((await get(service.url).result).connection?.reused).toBe(false);
  expect(service.connections.size).toBe(2);
});
