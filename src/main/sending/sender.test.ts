import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { noCredential } from '../credentials/credential-problems';
import { WAITS_FOR_ANSWER } from '@shared/questions/question';
import { sessionRequest } from '@shared/requests/reading-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { BodyReader } from '../body-reading/body-reader';
import { BodyStore } from '../bodies/body-store';
import { createTransport } from '../transport/send';
import { call, charge, CREATED, order, sendingWorld, SESSION } from './sending-world.fixture';

const world = sendingWorld();

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
describe('after the bytes went out', () => {
  it('neither a 9 MB body nor an unwritable data folder turns an answer into an error', async () => {
    // A file is in the way of the folder for bodies.
    await writeFile(join(world.harness.folder, 'in-the-way'), '');
    const bodies = new BodyStore({ directory: join(world.harness.folder, 'in-the-way') });
    const transport = createTransport({
      version: '1.2.3',
      bodies,
      resolveSystemProxy: () => Promise.resolve('DIRECT'),
    });
    world.start({ bodies, transport });
    const body = JSON.stringify({ number: '{{CARD_NUMBER_1}}', filler: 'x'.repeat(9_000_000) });
    const sent = await world.app.submit(charge(body), world.profile());
    expect(sent).toMatchObject({ kind: 'sent', exchange: { response: { status: 201 } } });
    const { exchange } = sent.kind === 'sent' ? sent : { exchange: null };
    expect(exchange?.request.body).toMatchObject({ kind: 'stored', complete: true });
    transport.closeIdleConnections();
  });

  it('a cancel ends the check of a large body: the answer is kept and reported as not checked', async () => {
    const text = JSON.stringify({ filler: 'x'.repeat(1_500_000) });
    world.onRequest = (socket) =>
      socket.end(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
      );
    let started = false;
    const reader = new BodyReader({
      bodies: world.harness.bodies,
      start: () => {
        started = true;
        return { send: () => undefined, end: () => undefined };
      },
      report: () => undefined,
      limitMs: 60_000,
    });
    world.start({ reader });
    const controller = new AbortController();
    const sending = world.app.submit(SESSION, world.profile(), { signal: controller.signal });
    await expect.poll(() => started).toBe(true);
    controller.abort();
    const sent = await sending;
    expect(sent).toMatchObject({
      exchange: {
        outcome: { kind: 'answered' },
        response: { status: 200, body: { kind: 'stored', bytes: text.length, complete: true } },
        check: { kind: 'not-checked', why: 'cancelled' },
        findings: [],
      },
    });
    expect(world.app.noted).toMatchObject([{ exchange: { check: { why: 'cancelled' } } }]);
  });

  it('a failure is reported beside the answer, without a suggestion to try again', async () => {
    world.onRequest = (socket) =>
      socket.end('HTTP/1.1 201 Created\r\ncontent-type: text/plain\r\ncontent-length: 6\r\n\r\nanswer');
    const broken = new BodyStore({ directory: world.harness.folder });
    broken.toBody = () => Promise.reject(new Error('ENOSPC: no space left on device'));
    const transport = createTransport({
      version: '1.2.3',
      bodies: broken,
      resolveSystemProxy: () => Promise.resolve('DIRECT'),
    });
    const { keep } = broken;
    broken.keep = keep.bind(broken);
    world.start({ bodies: broken, transport });
    const sent = await world.app.submit(SESSION, world.profile());
    expect(sent).toMatchObject({
      kind: 'sent',
      exchange: { outcome: { kind: 'answered' }, response: { status: 201, body: { kind: 'none' } } },
    });
    const notes = sent.kind === 'sent' ? (sent.exchange.notes ?? []) : [];
    expect(notes).toMatchObject([{ code: 'not-kept', detail: expect.stringContaining('ENOSPC') }]);
    expect(JSON.stringify(notes)).not.toMatch(/try again/i);
    transport.closeIdleConnections();
  });
});

describe('before the bytes went out', () => {
  it('nothing of the request is kept if there is no token', async () => {
    const bodies = new BodyStore({ directory: join(world.harness.folder, 'sent-bodies'), spillBytes: 0 });
    world.start({
      bodies,
      bearerFor: () => Promise.reject(new Error('the keychain is locked')),
    });
    const body = JSON.stringify({ number: '{{CARD_NUMBER_1}}', filler: 'x'.repeat(2_000_000) });
    await expect(world.app.submit(charge(body), world.profile())).rejects.toThrow('the keychain is locked');
    expect(world.server.received).toHaveLength(0);
    expect(await filesBelow(join(world.harness.folder, 'sent-bodies'))).toEqual([]);
  });
});

describe('a test of a profile', () => {
  it('sends nothing that may have an effect, asks nobody, and is in the history as what it is', async () => {
    const probing = world.app.sender.probe(order(charge(), world.profile()), { token: 'entered' }, call());
    await expect(probing).rejects.toThrow('a test only reads');
    expect(world.server.received).toHaveLength(0);
    const read = world.app.sender.probe(order(SESSION, world.profile()), { token: 'entered' }, call());
    expect(await read).toMatchObject({ exchange: { outcome: { kind: 'answered' } }, claims: null });
    expect(world.server.requests).toHaveLength(1);
    expect(world.app.questions).toEqual([]);
    expect(world.app.noted).toMatchObject([{ exchange: { purpose: 'connection-test' } }]);
  });
});

describe('a question before a send', () => {
  it('is not asked if there is no token', async () => {
    const production = world.profile({ environment: 'production' });
    let hasToken = false;
    const app = world.start({
      bearerFor: () => (hasToken ? Promise.resolve('CANARY.TOKEN.value') : Promise.reject(noCredential('p'))),
    });
    await expect(app.submit(charge(), production)).rejects.toMatchObject({
      problem: { code: 'no-credential' },
    });
    expect(app.questions).toEqual([]);
    hasToken = true;
    expect((await app.submit(charge(), production)).kind).toBe('sent');
    expect(app.questions).toHaveLength(1);
  });

  it('is reported as what its call waits for, only while it is open', async () => {
    const told: unknown[] = [];
    world.start({
      tellProgress: (callId, note) => told.push([callId, note, world.app.questions.length]),
    });
    const [asked, passes] = [call(), call()];
    // With fake timers nothing counts as slow, however busy the computer is.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await world.app.submit(charge(), world.profile({ environment: 'production' }), asked);
    await world.app.submit(charge(), world.profile(), passes);
    vi.useRealTimers();
    expect(told).toEqual([
      [asked.callId, WAITS_FOR_ANSWER, 0],
      [asked.callId, null, 1],
    ]);
  });
});

describe('a connection', () => {
  it('is not opened if the person declines', async () => {
    world.app.answer = { confirmed: false, checked: false };
    expect(await world.app.submit(charge(), world.profile({ environment: 'production' }))).toEqual({
      kind: 'declined',
    });
    expect(world.server.sockets).toHaveLength(0);
  });

  it('is opened while the request is being noted, and no byte is sent before that', async () => {
    // A fixed clock keeps the connection from getting too old, however busy the computer is.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const seen: unknown[] = [];
    world.start({
      journal: {
        note: async (exchange) => {
          if (exchange.outcome.kind !== 'unanswered') return true;
          await expect.poll(() => world.server.sockets.length).toBe(1);
          seen.push(world.server.received.map((bytes) => bytes.length));
          return true;
        },
      },
    });
    expect(await world.app.submit(charge(), world.profile())).toMatchObject({ kind: 'sent' });
    clock.mockRestore();
    expect(seen).toEqual([[0]]);
    expect(world.server.sockets).toHaveLength(1);
  });
});

it.each([
  ['what may have an effect', charge(), 1],
  ['what only reads', SESSION, 0],
])('sends no byte of %s before everything is noted', async (_what, request, notes) => {
  let noted = (): void => undefined;
  const noting = new Promise<void>((resolve) => (noted = resolve));
  const alsoNote = (): Promise<void> => noting;
  const sending = world.app.submit(request, world.profile(), { alsoNote });
  await expect.poll(() => world.app.noted.length).toBe(notes);
  // The database has the note and another request goes all the way through, so nothing else holds this one up.
  await world.testing.database.query({ sql: 'SELECT 1 AS one' }, z.unknown());
  await world.app.submit(sessionRequest('5e550000-0000-4000-8000-000000000002'), world.profile());
  expect(world.server.requests).toHaveLength(1);
  noted();
  expect(await sending).toMatchObject({ kind: 'sent' });
});

describe('tries', () => {
  it('of a read belong to one exchange; a request that may have an effect is tried once', async () => {
    let failures = 1;
    world.onRequest = (socket) => {
      failures -= 1;
      socket.end(failures >= 0 ? 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n' : CREATED);
    };
    await world.app.submit(SESSION, world.profile());
    expect(world.app.noted).toMatchObject([
      { exchange: { response: { status: 201 }, retries: [{ reason: 'status 502' }] } },
    ]);
    failures = 1;
    expect(await world.app.submit(charge(), world.profile())).toMatchObject({
      exchange: { response: { status: 502 }, retries: [] },
    });
    expect(world.server.requests).toHaveLength(3);
  });

  it('end when cancelled during a wait, and are noted once', async () => {
    world.onRequest = (socket) =>
      socket.end('HTTP/1.1 429 Slow down\r\nretry-after: 20\r\ncontent-length: 0\r\n\r\n');
    const stop = new AbortController();
    world.start({ tellProgress: (_id, note) => note !== null && stop.abort() });
    const sent = await world.app.submit(SESSION, world.profile(), { signal: stop.signal });
    // The first try did arrive.
    expect(sent).toMatchObject({ exchange: { outcome: { kind: 'cancelled', mayHaveArrived: true } } });
    expect(world.server.requests).toHaveLength(1);
    expect(world.app.noted).toHaveLength(1);
  });
});

describe('secrets', () => {
  it('shows the address of the service, even if a secret begins with it', async () => {
    const { url } = world.server;
    const cookie = { name: 'x-vault-forward-header-cookie', value: `back=${url}; a=b`, secret: true };
    const request = { ...charge(), headers: [...charge().headers, cookie] };
    const sent = await world.app.submit(request, world.profile());
    expect(sent).toMatchObject({ exchange: { request: { url: `${url}/vault-forward` } } });
    expect(world.app.noted.map(({ exchange }) => exchange.request.url)).toEqual([
      `${url}/vault-forward`,
      `${url}/vault-forward`,
    ]);
  });

  it('never reach the exchange or what is noted of it, even if the address or an answer repeats them', async () => {
    const secret = 'CANARY-SECRET-1';
    world.onRequest = (socket) => {
      const text = `{"echo":"${secret}","token":"CANARY.TOKEN.value"}`;
      socket.end(
        `HTTP/1.1 200 ${secret}\r\nx-echo: ${secret}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
      );
    };
    const draft = draftWith({
      destinationUrl: 'http://127.0.0.1:9/charge',
      headers: [{ id: 'h', name: 'x-mine', value: secret, secret: true, enabled: true }],
      serviceHeaders: [
        { id: 's', name: 'x-note', value: `Basic ${secret}`, secret: true, enabled: true },
        // Nobody marked it, but its name says it.
        { id: 'k', name: 'x-api-key', value: 'CANARY-KEY', secret: false, enabled: true },
        // Too short to be looked for anywhere else.
        { id: 'p', name: 'x-mark', value: 'C4', secret: true, enabled: true },
      ],
    });
    const request: RequestSpec = { ...requestOfDraft(draft), query: [['again', secret]] };
    const sent = await world.app.submit(request, world.profile());
    expect(world.server.received[0]?.toString('latin1')).toContain(`x-note: Basic ${secret}`);
    expect(JSON.stringify(sent)).not.toMatch(/CANARY|C4/);
    const noted = world.app.noted.map(({ exchange, sentAs }) => [exchange, sentAs.request.headers]);
    expect(noted).toHaveLength(2);
    expect(JSON.stringify(noted)).not.toMatch(/CANARY|C4/);
  });
});
