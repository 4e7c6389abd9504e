import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inflate } from '../buyers/compression';
import { unpackItems, type LoadProgress } from '@shared/bridge/packed-items';
import type { ListShape } from '@shared/lists/list-shape';
import type { RequestSpec } from '@shared/requests/request-spec';
import { testingProfile } from '@shared/testing/testing-profile';
import { RunningCalls } from '../calls/running-calls';
import { testingSender, type TestingSender } from '../sending/testing-sender';
import { useTestingDatabase } from '../testing/use-testing-database';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { listHandlers } from './list-handlers';

const SHAPE: ListShape = {
  items: ['data'],
  next: { kind: 'item', end: 'last', more: ['has_more'], parameter: 'starting_after' },
  previous: null,
};
const LIST: RequestSpec = {
  version: 1,
  operation: 'doc#list_orders',
  target: { method: 'GET', path: '/orders' },
  pathParameters: {},
  query: [['limit', '2']],
  headers: [],
  body: null,
};

const harness = useHarness();
const testing = useTestingDatabase();
let server: Server;
let app: TestingSender;
let asked: string[];
/** Statuses that come before the answer to a cursor; 0 means that no answer ever comes. */
let before: Map<string, number[]>;
beforeEach(async () => {
  asked = [];
  before = new Map();
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const after = new URL(request.url ?? '', 'http://x').searchParams.get('starting_after') ?? 'o0';
    const status = before.get(after)?.shift();
    if (status === 0) return;
    // With any status but 200, this is no page.
    const page = JSON.stringify({ data: [{ id: 'no row' }], has_more: false });
    if (status !== undefined) return void response.writeHead(status, { 'retry-after': '0' }).end(page);
    const from = Number(after.slice(1));
    const data = [1, 2].map((step) => ({ id: `o${from + step}` }));
    response.writeHead(200).end(JSON.stringify({ data, has_more: from + 2 < 10 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function open() {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const profile = testingProfile({ id: 'p', name: 'A profile', baseUrl, merchantAccountId: null });
  const calls = new RunningCalls();
  const news: LoadProgress[] = [];
  const findProfile = () => Promise.resolve(profile);
  app = testingSender(harness, testing, { now: Date.now, findProfile });
  const { loadList } = listHandlers({
    sender: app.sender,
    bodies: harness.bodies,
    calls,
    activeProfile: findProfile,
    tellLoad: (told) => news.push(told),
  });
  const load = (cap = 1_000, request = LIST) =>
    Promise.resolve(
      loadList.handle({ request, shape: SHAPE, cap, composedUnder: profile.id, callId: randomUUID() }),
    );
  return { loadList, load, news, calls };
}
const entries = () => [...new Map(app.noted.map(({ exchange }) => [exchange.id, exchange])).values()];

describe('all pages of a list', () => {
  it('are loaded in order, as one entry in the history', async () => {
    const { load, news } = open();
    const { state, end } = await load();
    expect([end, state.rows, state.pages]).toEqual([{ kind: 'complete' }, 10, 5]);
    expect(asked).toHaveLength(5);
    expect(asked.slice(0, 2)).toEqual(['/orders?limit=2', '/orders?limit=2&starting_after=o2']);
    expect(news.flatMap(({ items }) => unpackItems(items, inflate).map(({ text }) => text))).toEqual(
      Array.from({ length: 10 }, (_, at) => `{"id":"o${at + 1}"}`),
    );
    expect(entries()).toMatchObject([{ id: state.loadId, load: { pages: 5, rows: 10 } }]);
    expect(app.noted.at(-1)?.sentAs.request).toMatchObject({ query: [['limit', '2']] });
  });

  it('stop at the cap, at an answer that is not a page, and when cancelled', async () => {
    const { load, calls, news } = open();
    expect(await load(3)).toMatchObject({ end: { kind: 'cap' }, state: { rows: 4 } });

    before.set('o4', [500]);
    expect(await load()).toMatchObject({
      end: { kind: 'failed', exchange: { response: { status: 500 } } },
      state: { rows: 4 },
    });

    before.set('o6', [0]);
    const loading = load();
    await expect.poll(() => news.at(-1)?.state.rows).toBe(6);
    calls.cancelAll();
    expect(await loading).toMatchObject({ end: { kind: 'cancelled' }, state: { rows: 6 } });
  });

  it('are requested again after 429 and 502, since loading only reads', async () => {
    before.set('o2', [429, 502]);
    expect(await open().load()).toMatchObject({ end: { kind: 'complete' }, state: { rows: 10 } });
    expect(asked).toHaveLength(7);
  });

  it('are loaded by GET only, and only with a shape that says how to continue', () => {
    const { loadList } = open();
    const argument = (method: string) => ({
      request: { ...LIST, target: { method, path: '/orders' } },
      shape: SHAPE,
      cap: 10,
      composedUnder: 'p',
      callId: randomUUID(),
    });
    expect(loadList.parse.safeParse(argument('GET')).success).toBe(true);
    for (const method of ['POST', 'HEAD', 'DELETE'])
      expect(loadList.parse.safeParse(argument(method)).success, method).toBe(false);
    expect(loadList.parse.safeParse({ ...argument('GET'), shape: { items: 'data' } }).success).toBe(false);
  });
});
