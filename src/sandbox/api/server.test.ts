import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import { generateSigningKey } from '../authentication/signing-key';
import { mintSampleTokens } from '../authentication/tokens';
import { TokenVerifier } from '../authentication/verifier';
import { ServedDocuments } from '../documents/served-documents';
import { FaultControl } from '../faults/control';
import { FaultInjector } from '../faults/fault-injector';
import { RequestLog } from '../log/request-log';
import { jsonAnswer, type Answer } from '../server/answer';
import { startLoopbackServer, type LoopbackServer } from '../server/loopback-server';
import { send, type Received } from '../test-fixtures/client';
import { ApiServer, type Handler } from './server';

let server: LoopbackServer | null = null;
afterEach(async () => {
  await server?.close();
});

interface Served {
  readonly log: string[];
  /**
   * For each request, whether the whole answer was written in the same turn of the event loop in which the request was
   * received.
   */
  readonly atOnce: boolean[];
  readonly call: (headers?: Readonly<Record<string, string>>) => Promise<Received>;
}

/** An API whose `/buyers` is answered by the handler. The request's token has already been verified once. */
async function serve(handler: Handler): Promise<Served> {
  const key = await generateSigningKey();
  const { full } = await mintSampleTokens(key, Date.now());
  const verifier = new TokenVerifier([key], Date.now);
  const authorization = `Bearer ${full}`;
  await verifier.verify(authorization);
  const faults = new FaultInjector(1, Date.now);
  const log: string[] = [];
  const start = (): never => {
    throw new Error('No document is served here.');
  };
  const api = new ApiServer({
    verifier,
    handlers: { get_checkout_session: handler, list_buyers: handler, vault_forward: handler },
    faults,
    control: new FaultControl(faults),
    log: new RequestLog((line) => log.push(line)),
    documents: new ServedDocuments({ start, maxBodyBytes: 1000 }),
  });
  const atOnce: boolean[] = [];
  server = await startLoopbackServer({
    port: 0,
    maxHeaderBytes: 16_384,
    listener: (request, response) => {
      api.listener(request, response);
      atOnce.push(response.writableEnded);
    },
  });
  const { port } = server;
  const call: Served['call'] = (headers = {}) =>
    send(`http://127.0.0.1:${port}/buyers`, { headers: { authorization, ...headers } });
  return { log, atOnce, call };
}

const good = jsonAnswer(200, { items: [] });
const unsendable: Answer = { ...good, headers: { ...good.headers, 'x-broken': 'a\nb' } };
/** A stream in prototype only: sending it fails once the head has been written. */
const noStream: Answer = { status: 200, headers: {}, body: Object.create(Readable.prototype) };

const later =
  <T>(value: T): (() => Promise<T>) =>
  () =>
    new Promise((resolve) => setImmediate(() => resolve(value)));

describe('an answer that is ready', () => {
  it('is sent in the same turn, and a delayed one later', async () => {
    const ready = await serve(() => good);
    expect((await ready.call()).json).toEqual({ items: [] });
    await server?.close();
    const waiting = await serve(later(good));
    expect((await waiting.call()).json).toEqual({ items: [] });
    expect([ready.atOnce, waiting.atOnce]).toEqual([[true], [false]]);
  });

  it('has a new request ID, unless it has its own', async () => {
    const { call } = await serve(() => good);
    expect((await call()).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    const late = await call({ 'x-sandbox-fault': 'latency=1' });
    expect(late.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    await server?.close();
    const own = await serve(() => ({ ...good, headers: { ...good.headers, 'x-request-id': 'theirs' } }));
    expect((await own.call()).headers['x-request-id']).toBe('theirs');
    expect((await own.call({ 'x-sandbox-fault': 'latency=1' })).headers['x-request-id']).toBe('theirs');
  });
});

describe('a connection cut on purpose', () => {
  it('gets no answer, and is not logged as a bug of the sandbox', async () => {
    const { call, log } = await serve(() => good);
    // One answer in four is cut off; the seed makes them the same ones every time.
    const headers = { 'x-sandbox-fault': 'fail=100' };
    let cut = 0;
    for (let asked = 0; asked < 20; asked += 1) await call(headers).catch(() => (cut += 1));
    expect(cut).toBeGreaterThan(0);
    expect(log.filter((line) => line.includes('fault in'))).toEqual([]);
  });
});

describe('a bug of the sandbox', () => {
  const thrown = (): never => {
    throw new Error('broken handler');
  };

  it.each([
    ['a handler that throws', thrown],
    ['a handler that rejects', () => Promise.reject(new Error('broken handler'))],
    ['a handler that rejects later', () => later(null)().then(thrown)],
  ])('gives a 500 with an ID, and is logged: %s', async (_, handler) => {
    const { call, log } = await serve(handler);
    const { status, json, headers } = await call();
    expect([status, json]).toMatchObject([500, { code: 'server_error' }]);
    expect(log.filter((line) => line.includes(`fault in ${String(headers['x-request-id'])}`))).toHaveLength(
      1,
    );
  });

  it.each([
    ['ready', () => unsendable, {}],
    ['waited for', later(unsendable), {}],
    ['ready, with a fault on purpose', () => unsendable, { 'x-sandbox-fault': 'latency=1' }],
  ])('gives a 500 if the answer cannot be sent: %s', async (_, handler, headers) => {
    const { call, log } = await serve(handler);
    const { status, json } = await call(headers);
    expect([status, json]).toMatchObject([500, { code: 'server_error' }]);
    expect(log.filter((line) => line.includes('fault in'))).toHaveLength(1);
    expect((await call(headers)).status).toBe(500);
  });

  it.each([
    ['ready', () => noStream, {}],
    ['waited for', later(noStream), {}],
    ['ready, with a fault on purpose', () => noStream, { 'x-sandbox-fault': 'latency=1' }],
  ])('cuts the connection if the head was already sent: %s', async (_, handler, headers) => {
    const { call, log } = await serve(handler);
    await expect(call(headers)).rejects.toThrow(/socket hang up|aborted|ECONNRESET/);
    expect(log.filter((line) => line.includes('fault in'))).toHaveLength(1);
  });
});
