import fc from 'fast-check';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryRequests } from '../../shared/bridge/history';
import type { ForwardResult } from '../../shared/bridge/vault-forward';
import type { Exchange } from '../../shared/exchange';
import { EMPTY_HISTORY_QUERY, type HistoryEntry } from '../../shared/history';
import { ProblemError } from '../../shared/problem';
import { declined } from '../../shared/question';
import { DEFAULT_MERCHANT_HEADER, type Profile } from '../../shared/profile';
import { checkDraft } from '../../shared/vault-forward/checks';
import type { VaultForwardDraft } from '../../shared/vault-forward/draft';
import { anyDraft, draftWith, METHOD_1 } from '../../shared/vault-forward/drafts.fixture';
import { maySend } from '../../shared/vault-forward/finding';
import { ApiClient } from '../api/api-client';
import type { ApiRequest } from '../api/api-request';
import type { BridgeHandlers } from '../bridge-handler';
import { RunningCalls } from '../calls/running-calls';
import { SecretKeeper } from '../credentials/secret-keeper';
import { openTestingDatabase, type TestingDatabase } from '../database/testing-database';
import { SecretHosts } from '../guards/secret-hosts';
import { SendGuard } from '../guards/send-guard';
import { withSecrets } from '../requests/saved-secrets';
import { openHarness, PLAIN_OPTIONS, type Harness } from '../transport/test-fixtures/harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { sendDraft } from '../vault-forward/send-draft';
import { History } from './index';

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
const SECRET: VaultForwardDraft['headers'][number] = {
  id: 's',
  name: 'authorization',
  value: 'Bearer CANARY-SECRET',
  secret: true,
  enabled: true,
};

let harness: Harness;
let server: RawServer;
let testing: TestingDatabase;
let history: History;
let api: ApiClient;
let guard: SendGuard;
let handlers: BridgeHandlers<HistoryRequests>;
let active: Profile;
let tokens: number;
/** What the person was asked, and always declined. */
let asked: string[];
let onRequest: (socket: RawServer['sockets'][number]) => void;

beforeEach(async () => {
  harness = await openHarness();
  onRequest = (socket) => socket.end(ANSWER);
  server = await startRawServer((socket, bytes) => {
    if (isWholeRequest(bytes)) onRequest(socket);
  });
  testing = openTestingDatabase();
  tokens = 0;
  asked = [];
  active = {
    ...PLAIN_OPTIONS,
    id: 'sandbox',
    name: 'Sandbox EU',
    environment: 'sandbox',
    baseUrl: server.url,
    merchantAccountId: 'acme',
    merchantHeader: DEFAULT_MERCHANT_HEADER,
    readOnly: false,
  };
  openApp();
});
afterEach(async () => {
  await history.settled();
  await testing.remove();
  await server.close();
  await harness.close();
});

/** What main composes; called again, as a restart of the app does, it has forgotten what was only in memory. */
function openApp(): void {
  history = new History({
    database: testing.database,
    bodies: harness.bodies,
    retention: () => Promise.resolve({ mostEntries: 1000, mostDays: null, mostMegabytes: 100 }),
    announce: () => undefined,
    report: (_where, error) => expect.unreachable(String(error)),
  });
  api = new ApiClient({
    transport: harness.transport,
    bodies: harness.bodies,
    // A fresh one for each request.
    bearerFor: () => Promise.resolve(`token-${(tokens += 1)}`),
    journal: history.journal,
    noteAnswer: () => undefined,
    tellProgress: () => undefined,
  });
  const keeper = new SecretKeeper(testing.keychain, join(harness.folder, 'secrets.json'));
  guard = new SendGuard({
    secretHosts: new SecretHosts({ path: join(harness.folder, 'hosts.json'), keeper }),
    ask: async (question) => {
      asked.push(question.title);
      return declined;
    },
    profileName: () => Promise.resolve('Sandbox EU'),
    announceGrants: () => undefined,
  });
  handlers = history.handlers({
    api,
    guard,
    calls: new RunningCalls(),
    files: {
      choosePath: () => Promise.resolve(null),
      choosePathToSave: () => Promise.resolve(null),
      chooseFolder: () => Promise.resolve(null),
      openText: () => Promise.resolve(null),
      saveText: () => Promise.resolve(null),
    },
    activeProfile: () => Promise.resolve(active),
    tellProgress: () => undefined,
    readKeptSecret: () => Promise.resolve(null),
    version: '1.2.3',
  });
}

const call = () => ({ callId: crypto.randomUUID(), signal: new AbortController().signal });

async function compose(draft: VaultForwardDraft): Promise<Exchange> {
  const revealed = await withSecrets(draft, (id) => Promise.resolve(history.secrets.read(id)));
  const sent = await sendDraft(
    { draft: revealed, profile: active, composedUnder: null },
    { api, guard },
    call(),
  );
  if (sent.kind !== 'sent') throw new Error('it was asked about');
  return sent.exchange;
}

async function replay(id: string, secrets: Readonly<Record<string, string>> = {}): Promise<ForwardResult> {
  const { mark } = await handlers.planReplay.handle({ id, profileId: active.id });
  return handlers.replayExchange.handle({
    id,
    profileId: active.id,
    mark,
    secrets,
    callId: crypto.randomUUID(),
  });
}

/** The requests as they went over the wire, without the token that each had of its own. */
function wire(): string[] {
  return server.received.map((bytes) => bytes.toString('latin1').replace(/Bearer token-\d+/, 'Bearer T'));
}

async function entries(): Promise<readonly HistoryEntry[]> {
  await history.settled();
  const page = await handlers.searchHistory.handle({ query: EMPTY_HISTORY_QUERY, before: null, limit: 100 });
  return page?.entries ?? [];
}

const sendable = fc
  .tuple(
    anyDraft,
    fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }).map((text) => JSON.stringify({ text, more: '{{CARD_NUMBER_1}}' })),
      fc.constantFrom(
        '{"a":1,"a":2,"n":"{{CARD_NUMBER_1}}"}',
        '{"huge":123456789012345678901234567890.10E+400,"n":"{{CARD_NUMBER_1}}"}',
        '{"escaped":"\\ud83d\\u0000\\/","n":"{{CARD_NUMBER_1}}"}\r\n\t ',
        '{"pile":"\u{1f4b3}\u200d","right":"\u202e","n":"{{ CARD_NUMBER_1 }}"}',
      ),
    ),
  )
  .map(([draft, body]) => ({
    ...draft,
    destinationUrl: 'http://127.0.0.1:9/charge?x=%7B',
    paymentMethods: [METHOD_1],
    body,
  }))
  .filter((draft) => maySend(checkDraft(draft)));

describe('a replay', () => {
  it('sends the same bytes again, with a fresh token, whatever was composed', async () => {
    await fc.assert(
      fc.asyncProperty(sendable, async (draft) => {
        server.received.length = 0;
        server.sockets.length = 0;
        const exchange = await compose(draft).catch((error: unknown) => error);
        fc.pre(!(exchange instanceof Error));
        const { id } = exchange as Exchange;
        await history.settled();
        const plan = await handlers.planReplay.handle({ id, profileId: active.id });
        fc.pre(plan.refused === null);
        expect(plan).toMatchObject({ differences: [], missingSecrets: [] });
        await replay(id);
        const [first, second, ...more] = wire();
        expect(more).toEqual([]);
        expect(second).toBe(first);
        const raw = server.received.map((bytes) => /Bearer token-(\d+)/.exec(bytes.toString('latin1'))?.[1]);
        expect(new Set(raw).size).toBe(2);
      }),
      { numRuns: 60 },
    );
  });

  it('sends the same after a restart of the app, once the secrets were entered', async () => {
    const { id } = await compose(draftWith({ headers: [SECRET], destinationUrl: 'http://127.0.0.1:9/x' }));
    await history.settled();
    await testing.reopen();
    openApp();
    const plan = await handlers.planReplay.handle({ id, profileId: active.id });
    expect(plan.missingSecrets).toEqual(['x-vault-forward-header-authorization']);
    await expect(replay(id)).rejects.toMatchObject({ problem: { code: 'replay-secrets-missing' } });
    expect(server.received).toHaveLength(1);
    await replay(id, { 'X-Vault-Forward-Header-Authorization': 'Bearer CANARY-SECRET' });
    // It is asked for once in a run.
    await replay(id);
    const [first, second, third] = wire();
    expect([second, third]).toEqual([first, first]);
  });

  it('of a look-up sends the same bytes, too', async () => {
    const request: ApiRequest = {
      operation: 'list_buyers',
      query: [
        ['cursor', 'a b/ü&='],
        ['limit', '5'],
      ],
    };
    const { id } = await api.call(active, request, call());
    await replay(id);
    const [first, second] = wire();
    expect(second).toBe(first);
    expect(first).toContain('GET /buyers?cursor=a%20b%2F%C3%BC%26%3D&limit=5 HTTP/1.1');
  });

  it('is linked to what it repeats, and is never tried again', async () => {
    onRequest = (socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
    const request: ApiRequest = { operation: 'list_buyers' };
    const { id } = await api.call(active, request, { ...call(), once: true });
    await replay(id);
    expect(server.received).toHaveLength(2);
    expect((await entries()).map(({ replayOf, status }) => [replayOf, status])).toEqual([
      [id, 502],
      [null, 502],
    ]);
  });

  it('shows first what has changed, and is refused when it changes again meanwhile', async () => {
    const { id } = await compose(draftWith({ destinationUrl: 'http://127.0.0.1:9/x' }));
    active = { ...active, merchantAccountId: 'other' };
    const plan = await handlers.planReplay.handle({ id, profileId: active.id });
    expect(plan.differences).toEqual([{ what: 'merchant account', then: 'acme', now: 'other' }]);
    const argument = { id, profileId: active.id, secrets: {}, mark: plan.mark };
    active = { ...active, merchantAccountId: 'third' };
    await expect(
      handlers.replayExchange.handle({ ...argument, callId: crypto.randomUUID() }),
    ).rejects.toMatchObject({ problem: { code: 'replay-changed' } });
    expect(server.received).toHaveLength(1);
    active = { ...active, id: 'another', merchantAccountId: 'other' };
    await expect(
      handlers.replayExchange.handle({ ...argument, callId: crypto.randomUUID() }),
    ).rejects.toMatchObject({ problem: { code: 'replay-changed' } });
  });

  it('under another profile is asked about by the guard, whatever the environment', async () => {
    const { id } = await compose(draftWith({ destinationUrl: 'http://127.0.0.1:9/x' }));
    active = { ...active, id: 'another', name: 'Another' };
    expect(await replay(id)).toEqual({ kind: 'declined' });
    expect(asked).toEqual(['Send with the profile Another?']);
    expect(server.received).toHaveLength(1);
  });

  it('is locked on a read-only profile', async () => {
    const { id } = await compose(draftWith({ destinationUrl: 'http://127.0.0.1:9/x' }));
    active = { ...active, readOnly: true };
    await expect(replay(id)).rejects.toMatchObject({ problem: { code: 'profile-read-only' } });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['a card number', '{"number":"4111 1111 1111 1111"}', 'replay-card-number'],
    ['a secret of its headers in the body', '{"password":"Bearer CANARY-SECRET"}', 'replay-secret'],
  ])('is refused with words when the body held %s', async (_what, body, code) => {
    const { id } = await compose(
      draftWith({ headers: [SECRET], destinationUrl: 'http://127.0.0.1:9/x', body }),
    );
    await history.settled();
    expect((await handlers.planReplay.handle({ id, profileId: active.id })).refused?.code).toBe(code);
    await expect(replay(id)).rejects.toBeInstanceOf(ProblemError);
    expect(server.received).toHaveLength(1);
    const detail = await handlers.openHistoryEntry.handle({ id });
    expect(JSON.stringify(detail)).not.toMatch(/CANARY|4111 1111 1111 1111/);
    expect(detail?.notKept.join(' ')).toContain('masked');
  });

  it('many times sends as often as was asked, at the rate that was asked, and sums it up', async () => {
    const { id } = await compose(draftWith({ destinationUrl: 'http://127.0.0.1:9/x' }));
    await history.settled();
    const { mark } = await handlers.planReplay.handle({ id, profileId: active.id });
    const argument = { id, profileId: active.id, mark, secrets: {} };
    const started = Date.now();
    const many = await handlers.replayManyTimes.handle({
      ...argument,
      callId: crypto.randomUUID(),
      times: 5,
      perSecond: 20,
    });
    expect(Date.now() - started).toBeGreaterThanOrEqual(4 * 50 - 20);
    expect(many).toMatchObject({ kind: 'done', summary: { asked: 5, sent: 5, stopped: null } });
    expect(new Set(wire()).size).toBe(1);
    expect(server.received).toHaveLength(6);
    expect((await entries()).filter(({ replayOf }) => replayOf === id)).toHaveLength(5);
    active = { ...active, environment: 'production' };
    const production = await handlers.planReplay.handle({ id, profileId: active.id });
    await expect(
      handlers.replayManyTimes.handle({
        ...argument,
        mark: production.mark,
        callId: crypto.randomUUID(),
        times: 5,
        perSecond: 20,
      }),
    ).rejects.toMatchObject({ problem: { code: 'replay-many-in-production' } });
    expect(server.received).toHaveLength(6);
  });
});

describe('edit and replay', () => {
  it('opens a draft that sends the same bytes, secrets included while they are known', async () => {
    await fc.assert(
      fc.asyncProperty(sendable, async (draft) => {
        server.received.length = 0;
        server.sockets.length = 0;
        const exchange = await compose({ ...draft, headers: [...draft.headers, SECRET] }).catch(
          (error: unknown) => error,
        );
        fc.pre(!(exchange instanceof Error));
        await history.settled();
        const opened = await handlers.draftFromHistory.handle({ id: (exchange as Exchange).id });
        fc.pre(opened.notes.length === 0);
        expect(JSON.stringify(opened)).not.toContain('CANARY');
        await compose(opened.draft);
        const [first, second] = wire();
        expect(second).toBe(first);
      }),
      { numRuns: 40 },
    );
  });

  it('says what has to be entered anew after a restart', async () => {
    const { id } = await compose(draftWith({ headers: [SECRET], destinationUrl: 'http://127.0.0.1:9/x' }));
    await history.settled();
    await testing.reopen();
    openApp();
    const { draft, notes } = await handlers.draftFromHistory.handle({ id });
    expect(draft.headers[0]).toMatchObject({ name: 'authorization', value: '', secret: true });
    expect(notes.join(' ')).toContain('x-vault-forward-header-authorization');
  });

  it('is refused for a look-up', async () => {
    const { id } = await api.call(active, { operation: 'list_buyers' }, call());
    await expect(handlers.draftFromHistory.handle({ id })).rejects.toMatchObject({
      problem: { code: 'not-vault-forward' },
    });
  });
});

describe('what is noted before the answer', () => {
  it('says that it may have arrived while nothing else is known', async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    onRequest = () => arrived();
    const controller = new AbortController();
    const sending = sendDraft(
      {
        draft: draftWith({ destinationUrl: 'http://127.0.0.1:9/x' }),
        profile: active,
        composedUnder: null,
      },
      { api, guard },
      { callId: 'c', signal: controller.signal },
    );
    await arrival;
    expect((await entries()).map(({ outcome, status }) => [outcome, status])).toEqual([['unknown', null]]);
    controller.abort();
    await sending;
    expect((await entries()).map(({ outcome }) => outcome)).toEqual(['unknown']);
  });

  it('is there in the file before the first byte is on the wire', async () => {
    let seen: readonly HistoryEntry[] = [];
    onRequest = (socket) =>
      void entries().then((now) => {
        seen = now;
        socket.end(ANSWER);
      });
    await compose(draftWith({ destinationUrl: 'http://127.0.0.1:9/x' }));
    expect(seen.map(({ outcome }) => outcome)).toEqual(['unknown']);
    expect((await entries()).map(({ outcome }) => outcome)).toEqual(['answered']);
  });
});
