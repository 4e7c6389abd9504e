import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UpdateState } from '@shared/app/updates';
import type { Question } from '@shared/questions/question';
import { signedManifest, updateSource } from '../../../build/updates/sign.mjs';
import { readPublicText } from '../sending/public-read';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { UpdateService } from './update-service';
import type { UpdateSource } from './update-source';
import { testingFolder } from '../testing/testing-folder';

const page = 'https://releases.example/download';
const newest = { version: '1.3.0', released: '2026-12-01', page };
const DAY_MS = 24 * 60 * 60 * 1000;

const folder = testingFolder();
const harness = useHarness();
let server: Server;
let privateKey: KeyObject;
let source: UpdateSource;
let answer: { readonly status: number; readonly headers?: Record<string, string>; readonly text: string };
let requests: IncomingMessage[];
let asked: Question[];
let agrees: boolean;
let now: number;
let told: UpdateState[];
let reports: unknown[];
const services: UpdateService[] = [];

beforeEach(async () => {
  privateKey = generateKeyPairSync('ed25519').privateKey;
  answer = { status: 200, text: signedManifest(newest, privateKey) };
  [requests, asked, told, reports] = [[], [], [], []];
  agrees = true;
  now = Date.parse('2026-12-02T08:00:00Z');
  server = createServer((request, response) => {
    requests.push(request);
    response.writeHead(answer.status, answer.headers).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/newest.json`;
  source = JSON.parse(updateSource(address, privateKey)) as UpdateSource;
});
afterEach(async () => {
  for (const service of services.splice(0)) service.stop();
  server.closeAllConnections();
  server.close();
});

function open(version = '1.2.3', given: UpdateSource | null = source): UpdateService {
  const service = new UpdateService({
    version,
    source: () => Promise.resolve(given),
    path: join(folder, 'updates.json'),
    readText: (url) => readPublicText(harness, url),
    ask: (question) => {
      asked.push(question);
      return Promise.resolve({ confirmed: agrees, checked: false });
    },
    announce: (state) => told.push(state),
    report: (_where, error) => reports.push(error),
    now: () => new Date(now),
    startMs: 1,
  });
  services.push(service);
  return service;
}

describe('without consent', () => {
  it('nothing is requested at the start', async () => {
    const updates = open();
    await updates.start();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await updates.describe()).toMatchObject({ daily: false, lastAnswer: null });
    expect([requests, asked]).toEqual([[], []]);
  });

  it('a check asks the person every time, and sends nothing after a no', async () => {
    const updates = open();
    agrees = false;
    expect(await updates.checkNow()).toMatchObject({ lastAnswer: null });
    expect(await updates.setDaily(true)).toMatchObject({ daily: false, lastAnswer: null });
    expect(requests).toEqual([]);
    agrees = true;
    await updates.checkNow();
    await updates.checkNow();
    expect(asked.map(({ confirmLabel }) => confirmLabel)).toEqual([
      'Ask now',
      'Ask once a day',
      'Ask now',
      'Ask now',
    ]);
    expect(asked[0]?.facts).toMatchObject([{ value: source.address }]);
    expect(requests).toHaveLength(2);
  });

  it('a build without an update source says so, and does not ask the person', async () => {
    const updates = open('1.2.3', null);
    expect(await updates.describe()).toEqual({ host: null, daily: false, lastAnswer: null });
    await expect(updates.checkNow()).rejects.toMatchObject({ problem: { code: 'no-update-source' } });
    await expect(updates.setDaily(true)).rejects.toMatchObject({ problem: { code: 'no-update-source' } });
    expect(asked).toEqual([]);
  });
});

describe('the answer', () => {
  it('names a newer version and its download page; the request has no credentials', async () => {
    const state = await open().checkNow();
    expect(state).toEqual({
      host: new URL(source.address).host,
      daily: false,
      lastAnswer: { at: '2026-12-02T08:00:00.000Z', newer: newest },
    });
    expect(told).toEqual([]);
    const [request] = requests;
    expect(request?.method).toBe('GET');
    const names = Object.keys(request?.headers ?? {}).sort();
    expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/authorization|cookie/)]));
    expect(request?.headers['user-agent']).toBe('payments-api-explorer/1.2.3');
    // The body is not kept.
    expect(await readFile(join(folder, 'updates.json'), 'utf8')).not.toContain('signature');
  });

  it.each(['1.3.0', '1.3.1', '1.10.0', '2.0.0'])('offers nothing to version %s', async (running) => {
    expect(await open(running).checkNow()).toMatchObject({ lastAnswer: { newer: null } });
  });

  const other = generateKeyPairSync('ed25519').privateKey;
  const swapped = (): string => {
    const { manifest, signature } = JSON.parse(answer.text) as Record<string, string>;
    return JSON.stringify({ manifest: manifest?.replace('1.3.0', '9.9.9'), signature });
  };
  it.each([
    ['another key', () => signedManifest(newest, other)],
    ['a changed text', swapped],
    ['no signature', () => JSON.stringify({ manifest: JSON.stringify(newest), signature: '' })],
    ['invalid JSON', () => '<html>'],
    [
      'a download that is not https',
      () => signedManifest({ ...newest, page: 'http://x.example/' }, privateKey),
    ],
    ['a download that is a program', () => signedManifest({ ...newest, page: 'file:///bin/sh' }, privateKey)],
    ['no version', () => signedManifest({ ...newest, version: 'latest' }, privateKey)],
    ['another product', () => signedManifest({ ...newest, ...{ product: 'another' } }, privateKey)],
  ])('is not accepted with %s', async (_, text) => {
    answer = { status: 200, text: text() };
    const updates = open();
    await expect(updates.checkNow()).rejects.toMatchObject({ problem: { code: 'update-not-trusted' } });
    expect(await updates.describe()).toMatchObject({ lastAnswer: null });
    expect(told).toEqual([]);
  });

  it('is not followed if it is a redirect, and a failure is reported', async () => {
    answer = { status: 302, headers: { location: source.address }, text: '' };
    await expect(open().checkNow()).rejects.toMatchObject({ problem: { code: 'public-read-status' } });
    expect(requests).toHaveLength(1);
    harness.transport.closeIdleConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(open().checkNow()).rejects.toMatchObject({ problem: { code: 'connection-refused' } });
  });

  it('is refused if it is larger than 64 kB', async () => {
    answer = { status: 200, text: ' '.repeat(70_000) };
    await expect(open().checkNow()).rejects.toMatchObject({
      problem: { code: expect.stringContaining('connection-') as string },
    });
  });
});

describe('once a day', () => {
  it('checks on consent, at the first start a day later, and no more once turned off', async () => {
    await open().setDaily(true);
    expect(requests).toHaveLength(1);
    now += DAY_MS - 60_000;
    const soon = open();
    await soon.start();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requests).toHaveLength(1);
    now += 60_000;
    const later = open();
    await later.start();
    await vi.waitFor(() => expect(requests).toHaveLength(2));
    await vi.waitFor(() => expect(told).toMatchObject([{ daily: true, lastAnswer: { newer: newest } }]));
    expect(asked).toHaveLength(1);
    expect(await later.setDaily(false)).toMatchObject({ daily: false });
    now += 2 * DAY_MS;
    await open().start();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(requests).toHaveLength(2);
  });

  it('does not carry over to a build with another update source', async () => {
    await open().setDaily(true);
    const moved = { ...source, address: source.address.replace('newest', 'elsewhere') };
    const updates = open('1.2.3', moved);
    await updates.start();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await updates.describe()).toMatchObject({ daily: false });
    expect(requests).toHaveLength(1);
  });

  it('reports a failed check to the log only', async () => {
    await open().setDaily(true);
    now += DAY_MS;
    answer = { status: 500, text: '' };
    await open().start();
    await vi.waitFor(() => expect(reports).toHaveLength(1));
    expect(told).toEqual([]);
  });
});
