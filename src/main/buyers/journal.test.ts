import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unpackItems, type LoadProgress } from '@shared/bridge/packed-items';
import { MASKED } from '@shared/http/exchange';
import { type Profile } from '@shared/profiles/profile';
import { RunningCalls } from '../calls/running-calls';
import { useTestingDatabase } from '../testing/use-testing-database';
import { testingSender, type TestingSender } from '../sending/testing-sender';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { buyers } from './buyers-handlers';
import { inflate } from './compression';
import { KeptRows } from './kept-rows';
import { ResumableLoads } from './resumable-loads';
import { testingProfile } from '@shared/testing/testing-profile';

const plainQuery = { limit: 2, cursor: null, parameters: [] };

function buyer(number: number) {
  const at = '2026-01-01T00:00:00+00:00';
  const id = `123e4567-e89b-42d3-a456-42661417400${number}`;
  const display_name = `Ada the ${number}.`;
  return { id, type: 'buyer', display_name, external_identifier: null, created_at: at, updated_at: at };
}

const harness = useHarness();
const testing = useTestingDatabase();
let server: Server;
let app: TestingSender;
/** Additional fields of each buyer. */
let more: Readonly<Record<string, string>>;
/** Answers that come before those of certain cursors; '' stands for the first page. `null` means that no answer ever comes. */
let before: Map<string, ({ readonly status: number; readonly retryAfter?: string } | null)[]>;
beforeEach(async () => {
  before = new Map();
  more = {};
  server = createServer((request, response) => {
    const cursor = new URL(request.url ?? '', 'http://x').searchParams.get('cursor') ?? '';
    const first = before.get(cursor)?.shift();
    if (first === null) return;
    if (first !== undefined) {
      const { status, retryAfter } = first;
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end('{}');
      return;
    }
    const place = Number(cursor);
    const next_cursor = place + 2 < 10 ? String(place + 2) : null;
    const items = [place, place + 1].map((number) => ({ ...buyer(number), ...more }));
    const page = { items, limit: 2, next_cursor, previous_cursor: null };
    response.writeHead(200).end(JSON.stringify(page));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function open() {
  const profile: Profile = testingProfile({
    id: 'p',
    name: 'A profile',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    merchantAccountId: null,
  });
  const calls = new RunningCalls();
  const news: LoadProgress[] = [];
  const findProfile = (): Promise<Profile> => Promise.resolve(profile);
  app = testingSender(harness, testing, { now: Date.now, findProfile });
  const { handlers, settled } = buyers({
    sender: app.sender,
    bodies: harness.bodies,
    calls,
    activeProfile: findProfile,
    findProfile,
    resumable: new ResumableLoads({
      path: join(harness.folder, 'stopped-loads.json'),
      rows: new KeptRows(testing.database),
      report: (_where, error) => expect.unreachable(String(error)),
    }),
    tellLoad: (told) => news.push(told),
  });
  const load = (callId: string = randomUUID()) =>
    Promise.resolve(handlers.loadBuyers.handle({ query: plainQuery, cap: 1_000, callId }));
  return { handlers, settled, calls, news, load };
}

/** The journal by exchange, each with its latest version. */
const entries = () => [...new Map(app.noted.map(({ exchange }) => [exchange.id, exchange])).values()];

describe('a load of buyers in the history', () => {
  it('is one entry with its counts, but nothing about the buyers', async () => {
    const { load } = open();
    const { state, end } = await load();
    expect(end).toEqual({ kind: 'complete' });
    expect(entries()).toMatchObject([
      { id: state.loadId, load: { pages: 5, rows: 10 }, response: { status: 200, body: { kind: 'none' } } },
    ]);
    expect(app.noted.at(-1)?.sentAs.request).toMatchObject({
      operation: 'list_buyers',
      // The query of its first page: opening or replaying the entry begins where the load began.
      query: [['limit', '2']],
    });
    // The entry holds nothing about the buyers themselves.
    expect(JSON.stringify(app.noted)).not.toMatch(/Ada the|426614174/);
  });

  it('records a failure with its retries as a separate entry, and continues its own entry when resumed', async () => {
    before.set('4', [{ status: 502, retryAfter: '0' }, { status: 500 }]);
    const { handlers, load } = open();
    const { state, end } = await load();
    expect(end).toMatchObject({ kind: 'failed' });
    const failed = { response: { status: 500 }, retries: [{ reason: 'status 502 with Retry-After' }] };
    expect(entries()).toHaveLength(2);
    expect(entries()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: state.loadId, load: { pages: 2, rows: 4 } }),
        expect.objectContaining({ response: expect.objectContaining({ status: 500 }) }),
      ]),
    );
    expect(entries().find(({ load: counts }) => counts === undefined)).toMatchObject(failed);
    const callId = randomUUID();
    await handlers.resumeBuyersLoad.handle({ loadId: state.loadId, cap: 1_000, held: 4, callId });
    expect(entries()).toHaveLength(2);
    expect(entries().find(({ id }) => id === state.loadId)).toMatchObject({ load: { pages: 5, rows: 10 } });
  });

  it('records what came before it was cancelled, and the pending page as a cancelled entry', async () => {
    before.set('6', [null]);
    const { calls, news, load, settled } = open();
    const callId = randomUUID();
    const loading = load(callId);
    await expect.poll(() => news.at(-1)?.state.rows).toBe(6);
    calls.cancelAll();
    await Promise.all([settled(), app.sender.settled()]);
    const { state } = await loading;
    expect(entries().find(({ id }) => id === state.loadId)).toMatchObject({ load: { pages: 3, rows: 6 } });
    expect(entries().filter(({ id }) => id !== state.loadId)).toMatchObject([
      { outcome: { kind: 'cancelled' }, response: null },
    ]);
  });

  it('does not count a single page as a load', async () => {
    before.set('', [{ status: 502, retryAfter: '0' }]);
    const { handlers } = open();
    const { exchange } = await handlers.listBuyers.handle({ query: plainQuery, callId: randomUUID() });
    expect(entries()).toEqual([exchange]);
    expect(exchange).toMatchObject({ response: { status: 200 }, retries: [{ waitedMs: 0 }] });
    expect(exchange.load).toBeUndefined();
  });
});

describe('the rows of a load of buyers', () => {
  it('hold what the service sent, in any script, with secrets masked', async () => {
    for (const [added, told] of [
      [{ note: 'محمد 😀 "é"' }, { note: 'محمد 😀 "é"' }],
      [
        { client_secret: 'hush-hush', note: 'ж' },
        { client_secret: MASKED, note: 'ж' },
      ],
    ]) {
      more = added ?? {};
      const { news, load } = open();
      await load();
      const rows = news.flatMap(({ items }) => unpackItems(items, inflate));
      expect(rows.map(({ text }): unknown => JSON.parse(text))).toEqual(
        Array.from({ length: 10 }, (_, number) => ({ ...buyer(number), ...told })),
      );
    }
  });
});
