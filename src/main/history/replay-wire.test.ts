import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryRequests, ReplayArgument } from '@shared/bridge/history';
import type { SendResult } from '@shared/bridge/sending';
import { findSecurityCodes } from '@shared/cards/security-codes';
import type { Exchange } from '@shared/http/exchange';
import { EMPTY_HISTORY_QUERY, type HistoryEntry } from '@shared/history/history';
import { ProblemError } from '@shared/problem';
import { declined } from '@shared/questions/question';
import { type Profile } from '@shared/profiles/profile';
import { buyersQueryOf, buyersRequest } from '@shared/requests/reading-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import { checkDraft } from '@shared/vault-forward/checks';
import type { VaultForwardDraft } from '@shared/vault-forward/draft';
import { draftOfRequest, requestOfDraft } from '@shared/vault-forward/draft-request';
import { anyDraft, draftWith, METHOD_1 } from '@shared/vault-forward/drafts.fixture';
import { maySend } from '@shared/vault-forward/finding';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { RunningCalls } from '../calls/running-calls';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { ONCE } from '../sending/retries';
import type { SendCall } from '../sending/sender';
import { testingSender, type TestingSender } from '../sending/testing-sender';
import { openHarness, type Harness } from '../transport/test-fixtures/harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { History } from './history';
import { testingProfile } from '@shared/testing/testing-profile';

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
const SECRET: VaultForwardDraft['headers'][number] = {
  id: 's',
  name: 'authorization',
  value: 'Bearer CANARY-SECRET',
  secret: true,
  enabled: true,
};
const URL_X = 'http://127.0.0.1:9/x';

let harness: Harness;
let server: RawServer;
let testing: TestingDatabase;
let history: History;
let app: TestingSender;
let handlers: BridgeHandlers<HistoryRequests>;
let active: Profile;
let tokens: number;
/** What was saved into files. */
let files: string[];
let onRequest: (socket: RawServer['sockets'][number]) => void;

beforeEach(async () => {
  harness = await openHarness();
  onRequest = (socket) => socket.end(ANSWER);
  server = await startRawServer((socket, bytes) => {
    if (isWholeRequest(bytes)) onRequest(socket);
  });
  testing = openTestingDatabase();
  tokens = 0;
  files = [];
  active = testingProfile({ baseUrl: server.url });
  openApp();
});
afterEach(async () => {
  await app.sender.settled();
  await history.settled();
  await testing.remove();
  await server.close();
  await harness.close();
});

/** What main composes; called again, as a restart of the app does, it has forgotten what was only in memory. */
function openApp(): void {
  app = testingSender(harness, testing, {
    // A fresh one for each request.
    bearerFor: () => Promise.resolve(`token-${(tokens += 1)}`),
    findProfile: () => Promise.resolve(active),
    journal: { note: (exchange, sentAs) => history.journal.note(exchange, sentAs) },
  });
  history = new History({
    database: testing.database,
    references: app.secrets.references,
    bodies: harness.bodies,
    retention: () => Promise.resolve({ mostEntries: 1000, mostDays: null, mostMegabytes: 100 }),
    announce: () => undefined,
    report: (_where, error) => expect.unreachable(String(error)),
  });
  handlers = history.handlers({
    sender: app.sender,
    calls: new RunningCalls(),
    files: {
      choosePath: () => Promise.resolve(null),
      choosePathToSave: () => Promise.resolve(null),
      chooseFolder: () => Promise.resolve(null),
      openText: () => Promise.resolve(null),
      saveText: ({ text }) => {
        files.push(text);
        return Promise.resolve('/a/file');
      },
    },
    activeProfile: () => Promise.resolve(active),
    tellProgress: () => undefined,
    version: '1.2.3',
  });
}

async function send(request: RequestSpec, changes: Partial<SendCall> = {}): Promise<Exchange> {
  const sent = await app.submit(request, active, changes);
  if (sent.kind !== 'sent') throw new Error('the person said no');
  return sent.exchange;
}

function compose(draft: VaultForwardDraft): Promise<Exchange> {
  return send(requestOfDraft(draft));
}

/** What the person enters, for the plan that they were shown. */
async function argumentFor(id: string, entered: Partial<ReplayArgument> = {}): Promise<ReplayArgument> {
  const { mark } = await handlers.planReplay.handle({ id, profileId: active.id });
  return {
    id,
    profileId: active.id,
    mark,
    secrets: {},
    securityCodes: [],
    idempotencyKey: null,
    values: 'same',
    callId: randomUUID(),
    ...entered,
  };
}

async function replay(id: string, entered: Partial<ReplayArgument> = {}): Promise<SendResult> {
  // Not the same click as the one before.
  app.now += 2_000;
  return handlers.replayExchange.handle(await argumentFor(id, entered));
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

/** Everything that the database keeps of the exchanges, as far as it can be read with its key. */
async function kept(id: string): Promise<string> {
  await history.settled();
  const detail = await handlers.openHistoryEntry.handle({ id });
  const asked = await handlers.requestFromHistory.handle({ id });
  await handlers.exportHistory.handle({ ids: [id] });
  return JSON.stringify([detail, asked]) + files.join('');
}

/** Counts what was really sent: a refusal has to be one that is known, and a defect is a failure. */
class Tally {
  private sent = 0;
  private readonly refused: string[] = [];

  constructor(
    private readonly runs: number,
    private readonly known: readonly string[],
  ) {}

  /** Null when it was refused with words. */
  async of(sending: Promise<Exchange>): Promise<Exchange | null> {
    try {
      return await sending;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.refuse(error.problem.code);
      return null;
    }
  }

  refuse(code: string): void {
    expect(this.known).toContain(code);
    this.refused.push(code);
  }

  count(): void {
    this.sent += 1;
  }

  /** Two thirds at least were sent, and nothing was left out. */
  check(): void {
    expect(this.sent + this.refused.length).toBe(this.runs);
    expect([this.refused, this.sent >= (this.runs * 2) / 3]).toEqual([this.refused, true]);
  }
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

const FIRST_PAGE = buyersRequest({ cursor: null, limit: null, parameters: [] });

/** What may keep a composed request from being sent, or from being sent again, and nothing else may. */
const KNOWN_REFUSALS = ['header-not-yours', 'replay-card-number', 'replay-secret'];

describe('a replay', () => {
  it('sends the same bytes again, with a fresh token, whatever was composed', async () => {
    const runs = 60;
    const tally = new Tally(runs, KNOWN_REFUSALS);
    await fc.assert(
      fc.asyncProperty(sendable, async (draft) => {
        server.received.length = 0;
        server.sockets.length = 0;
        const exchange = await tally.of(compose(draft));
        if (exchange === null) return;
        const { id } = exchange;
        await history.settled();
        const plan = await handlers.planReplay.handle({ id, profileId: active.id });
        if (plan.refused !== null) return tally.refuse(plan.refused.code);
        expect(plan).toMatchObject({ differences: [], missingSecrets: [], missingCodes: [] });
        await replay(id);
        tally.count();
        const [first, second, ...more] = wire();
        expect(more).toEqual([]);
        expect(second).toBe(first);
        const raw = server.received.map((bytes) => /Bearer token-(\d+)/.exec(bytes.toString('latin1'))?.[1]);
        expect(new Set(raw).size).toBe(2);
      }),
      { numRuns: runs },
    );
    tally.check();
  });

  it('sends the same after a restart of the app, once the secrets were entered', async () => {
    const { id } = await compose(draftWith({ headers: [SECRET], destinationUrl: URL_X }));
    await history.settled();
    await testing.reopen();
    openApp();
    const plan = await handlers.planReplay.handle({ id, profileId: active.id });
    expect(plan.missingSecrets).toEqual(['x-vault-forward-header-authorization']);
    await expect(replay(id)).rejects.toMatchObject({ problem: { code: 'replay-secrets-missing' } });
    expect(server.received).toHaveLength(1);
    await replay(id, { secrets: { 'X-Vault-Forward-Header-Authorization': 'Bearer CANARY-SECRET' } });
    // It is asked for once in a run.
    await replay(id);
    const [first, second, third] = wire();
    expect([second, third]).toEqual([first, first]);
  });

  it('of a look-up sends the same bytes, too', async () => {
    const { id } = await send(buyersRequest({ cursor: 'a b/ü&=', limit: 5, parameters: [] }));
    await replay(id);
    const [first, second] = wire();
    expect(second).toBe(first);
    expect(first).toContain('GET /buyers?cursor=a%20b%2F%C3%BC%26%3D&limit=5 HTTP/1.1');
  });

  it('is linked to what it repeats, and is never tried again', async () => {
    onRequest = (socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
    const { id } = await send(FIRST_PAGE, { policy: ONCE });
    await replay(id);
    expect(server.received).toHaveLength(2);
    expect((await entries()).map(({ replayOf, status }) => [replayOf, status])).toEqual([
      [id, 502],
      [null, 502],
    ]);
  });

  it('of the same entry within a second is the same click', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    const argument = await argumentFor(id);
    await handlers.replayExchange.handle(argument);
    await expect(handlers.replayExchange.handle({ ...argument, callId: randomUUID() })).rejects.toMatchObject(
      { problem: { code: 'sent-just-now' } },
    );
    expect(server.received).toHaveLength(2);
  });

  it('shows first what has changed, and is refused when it changes again meanwhile', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    active = { ...active, merchantAccountId: 'other' };
    const plan = await handlers.planReplay.handle({ id, profileId: active.id });
    expect(plan.differences).toEqual([{ what: 'merchant account', then: 'acme', now: 'other' }]);
    const argument = await argumentFor(id);
    active = { ...active, merchantAccountId: 'third' };
    await expect(handlers.replayExchange.handle(argument)).rejects.toMatchObject({
      problem: { code: 'replay-changed' },
    });
    expect(server.received).toHaveLength(1);
    active = { ...active, id: 'another', merchantAccountId: 'other' };
    await expect(handlers.replayExchange.handle(argument)).rejects.toMatchObject({
      problem: { code: 'replay-changed' },
    });
    expect(server.received).toHaveLength(1);
  });

  it('under another profile is asked about by the guard, whatever the environment', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    const before = app.questions.length;
    active = { ...active, id: 'another', name: 'Another' };
    app.answer = declined;
    expect(await replay(id)).toEqual({ kind: 'declined' });
    expect(app.questions.slice(before).map(({ title }) => title)).toEqual(['Send with the profile Another?']);
    expect(server.received).toHaveLength(1);
  });

  it('is locked on a read-only profile', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    active = { ...active, readOnly: true };
    await expect(replay(id)).rejects.toMatchObject({ problem: { code: 'profile-read-only' } });
    expect(server.received).toHaveLength(1);
  });

  it.each([
    ['a card number', '{"number":"4111 1111 1111 1111"}', 'replay-card-number'],
    ['a secret of its headers in the body', '{"password":"Bearer CANARY-SECRET"}', 'replay-secret'],
  ])('is refused with words when the body held %s', async (_what, body, code) => {
    const { id } = await compose(draftWith({ headers: [SECRET], destinationUrl: URL_X, body }));
    await history.settled();
    expect((await handlers.planReplay.handle({ id, profileId: active.id })).refused?.code).toBe(code);
    await expect(replay(id)).rejects.toBeInstanceOf(ProblemError);
    expect(server.received).toHaveLength(1);
    const detail = await handlers.openHistoryEntry.handle({ id });
    expect(JSON.stringify(detail)).not.toMatch(/CANARY|4111 1111 1111 1111/);
    expect(detail?.notKept.join(' ')).toContain('masked');
  });

  it('many times sends as often as was asked, at the rate that was asked, and sums it up', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    await history.settled();
    const argument = await argumentFor(id);
    const started = Date.now();
    const many = await handlers.replayManyTimes.handle({ ...argument, times: 5, perSecond: 20 });
    expect(Date.now() - started).toBeGreaterThanOrEqual(4 * 50 - 20);
    expect(many).toMatchObject({ kind: 'done', summary: { asked: 5, sent: 5, stopped: null } });
    expect(new Set(wire()).size).toBe(1);
    expect(server.received).toHaveLength(6);
    expect((await entries()).filter(({ replayOf }) => replayOf === id)).toHaveLength(5);
    active = { ...active, environment: 'production' };
    const production = await argumentFor(id);
    await expect(
      handlers.replayManyTimes.handle({ ...production, times: 5, perSecond: 20 }),
    ).rejects.toMatchObject({ problem: { code: 'replay-many-in-production' } });
    expect(server.received).toHaveLength(6);
  });
});

describe('an idempotency key', () => {
  const withKey = (name = 'Idempotency-Key'): VaultForwardDraft =>
    draftWith({
      destinationUrl: URL_X,
      headers: [{ id: 'k', name, value: 'key-1', secret: false, enabled: true }],
    });
  const keys = (): (string | undefined)[] =>
    wire().map((text) => /x-vault-forward-header-(?:x-)?idempotency-key: ([^\r]*)/i.exec(text)?.[1]);

  it.each(['Idempotency-Key', 'x-idempotency-key'])(
    '(%s) is asked about before it goes out again',
    async (name) => {
      const { id, startedAt } = await compose(withKey(name));
      const plan = await handlers.planReplay.handle({ id, profileId: active.id });
      expect(plan.idempotency).toEqual({
        header: `x-vault-forward-header-${name}`,
        sentAt: startedAt,
        unknownOutcome: false,
      });
      await expect(replay(id)).rejects.toMatchObject({ problem: { code: 'replay-key-undecided' } });
      expect(server.received).toHaveLength(1);
    },
  );

  it('goes out the same, or new, as the person says', async () => {
    const { id } = await compose(withKey());
    await replay(id, { idempotencyKey: 'same' });
    await replay(id, { idempotencyKey: 'new' });
    const [first, same, fresh, ...more] = wire();
    expect(more).toEqual([]);
    expect(same).toBe(first);
    const [, , key = ''] = keys();
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    // Nothing else of it is another one.
    const plain = (text = ''): string => text.replace(key, 'key-1');
    expect(plain(fresh)).toBe(first);
  });

  it('is new for each of many replays, where new ones were asked for', async () => {
    const { id } = await compose(withKey());
    app.now += 2_000;
    await handlers.replayManyTimes.handle({
      ...(await argumentFor(id, { idempotencyKey: 'new' })),
      times: 5,
      perSecond: 20,
    });
    expect(new Set(keys()).size).toBe(6);
    app.now += 2_000;
    await handlers.replayManyTimes.handle({
      ...(await argumentFor(id, { idempotencyKey: 'same' })),
      times: 3,
      perSecond: 20,
    });
    expect(keys().slice(6)).toEqual(['key-1', 'key-1', 'key-1']);
  });

  it('is the safe way after an unknown outcome, and the plan says so', async () => {
    onRequest = (socket) => socket.destroy();
    const { id, outcome } = await compose(withKey());
    expect(outcome).toMatchObject({ kind: 'failed', mayHaveArrived: true });
    const plan = await handlers.planReplay.handle({ id, profileId: active.id });
    expect(plan.idempotency?.unknownOutcome).toBe(true);
    // A connection that was refused certainly brought nothing about.
    const { port } = server;
    await server.close();
    active = { ...active, baseUrl: `http://127.0.0.1:${port}` };
    const refused = await compose(withKey());
    expect(refused.outcome).toMatchObject({ mayHaveArrived: false });
    // Nobody has an answer stored for it, and it has done nothing: there is nothing to ask or to warn of.
    expect(await handlers.planReplay.handle({ id: refused.id, profileId: active.id })).toMatchObject({
      idempotency: null,
      notes: [],
    });
  });

  it('is not asked about where there is none', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X }));
    expect((await handlers.planReplay.handle({ id, profileId: active.id })).idempotency).toBeNull();
  });
});

describe('what a replay does downstream', () => {
  const notesOf = async (request: RequestSpec): Promise<string> => {
    const { id } = await send(request);
    await history.settled();
    const { notes } = await handlers.planReplay.handle({ id, profileId: active.id });
    return notes.join('\n');
  };
  const withBody = (body: string): RequestSpec => requestOfDraft(draftWith({ destinationUrl: URL_X, body }));

  it('is said: it may create again, and cryptograms are new each time', async () => {
    const cryptogram = await notesOf(withBody('{"n":"{{CARD_NUMBER_1}}","c":"{{ CARD_CRYPTOGRAM_1 }}"}'));
    expect(cryptogram).toMatch(/create or charge again/);
    expect(cryptogram).toMatch(/cryptogram that is new for each request/);
    const stored = await notesOf(withBody('{"n":"{{CARD_NUMBER_1}}"}'));
    expect(stored).toMatch(/card data as the service has it stored now/);
    expect(stored).not.toMatch(/cryptogram/);
  });

  it('is nothing for a look-up', async () => {
    expect(await notesOf(FIRST_PAGE)).toBe('');
  });
});

describe('a security code', () => {
  /** Bodies with codes as strings and as numbers, in JSON within JSON, and among any other content. */
  const withCodes = fc
    .record({
      code: fc.stringMatching(/^\d{3,4}$/),
      number: fc.integer({ min: 100, max: 9999 }),
      form: fc.constantFrom('plain', 'number', 'both', 'within', 'xml'),
      more: fc.json(),
      space: fc.constantFrom('', ' ', '\r\n\t'),
    })
    .map(({ code, number, form, more, space }) => {
      const fields = {
        plain: `"cvv":${space}"${code}"`,
        number: `"cvc2":${space}${number}`,
        both: `"cvv":"${code}","again":{"security_code":${number}${space}}`,
        within: `"text":"{\\"cvv\\":\\"${code}\\"}"`,
        xml: `"text":"<cvv>${code}</cvv>"`,
      } as const;
      return `{"number":"{{CARD_NUMBER_1}}",${fields[form]},"more":${more}}`;
    })
    .filter((body) => maySend(checkDraft(draftWith({ destinationUrl: URL_X, body }))));

  it('is asked for, and with the right ones a replay is byte for byte what was sent', async () => {
    const runs = 60;
    const tally = new Tally(runs, KNOWN_REFUSALS);
    await fc.assert(
      fc.asyncProperty(withCodes, async (body) => {
        server.received.length = 0;
        server.sockets.length = 0;
        const exchange = await tally.of(compose(draftWith({ destinationUrl: URL_X, body })));
        if (exchange === null) return;
        const { id } = exchange;
        await history.settled();
        const plan = await handlers.planReplay.handle({ id, profileId: active.id });
        if (plan.refused !== null) return tally.refuse(plan.refused.code);
        const codes = findSecurityCodes(body).map(({ code }) => code);
        expect(plan.missingCodes).toHaveLength(codes.length);
        await expect(replay(id)).rejects.toMatchObject({ problem: { code: 'replay-codes-missing' } });
        await replay(id, { securityCodes: codes });
        tally.count();
        const [first, second, ...more] = wire();
        expect(more).toEqual([]);
        expect(second).toBe(first);
      }),
      { numRuns: runs },
    );
    tally.check();
  });

  const body = '{"number":"{{CARD_NUMBER_1}}","cvv":"987","again":{"cvv":9876}}';

  it('is named by its field, and is nowhere in what is kept, opened again or exported', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X, body }));
    await history.settled();
    const plan = await handlers.planReplay.handle({ id, profileId: active.id });
    expect(plan).toMatchObject({ refused: null, missingCodes: ['cvv', 'cvv (2)'] });
    const sent = await replay(id, { securityCodes: ['987', '9876'] });
    const replayed = sent.kind === 'sent' ? sent.exchange.id : '';
    for (const one of [id, replayed]) expect(await kept(one)).not.toMatch(/cvv[^,}]{0,8}987/);
    expect(JSON.stringify(await entries())).not.toMatch(/cvv[^,}]{0,8}987/);
    // The replay can be replayed in its turn.
    expect((await handlers.planReplay.handle({ id: replayed, profileId: active.id })).missingCodes).toEqual([
      'cvv',
      'cvv (2)',
    ]);
    const opened = await handlers.requestFromHistory.handle({ id });
    expect(opened.notes.join()).toContain('security code');
    // What is opened cannot be sent before the code was entered.
    await expect(send(opened.request)).rejects.toMatchObject({ problem: { code: 'draft-has-errors' } });
    expect(server.received).toHaveLength(2);
  });

  it('of a wrong number or form is refused before anything is planned', async () => {
    const { id } = await compose(draftWith({ destinationUrl: URL_X, body }));
    await history.settled();
    for (const securityCodes of [['987'], ['987', '98'], ['987', '9876', '987'], ['987', '9"6']]) {
      await expect(replay(id, { securityCodes })).rejects.toMatchObject({
        problem: { code: 'replay-codes-missing' },
      });
    }
    const other = await compose(draftWith({ destinationUrl: URL_X }));
    await history.settled();
    await expect(replay(other.id, { securityCodes: ['987'] })).rejects.toMatchObject({
      problem: { code: 'replay-codes-missing' },
    });
    expect(server.received).toHaveLength(2);
  });

  it('crosses the bridge as three or four digits alone, and what is none is not repeated', async () => {
    const argument = await argumentFor((await compose(draftWith({ destinationUrl: URL_X, body }))).id);
    const { parse } = handlers.replayExchange;
    expect(parse.safeParse({ ...argument, securityCodes: ['987', '9876'] }).success).toBe(true);
    for (const code of ['98', '98765', '98a', ' 987', '９８７', 987]) {
      const read = parse.safeParse({ ...argument, securityCodes: [code] });
      expect([code, read.success]).toEqual([code, false]);
      expect(String(read.error)).not.toContain('98');
    }
  });
});

describe('edit and replay', () => {
  it('opens a draft that sends the same bytes, secrets included while they are known', async () => {
    const runs = 40;
    const tally = new Tally(runs, KNOWN_REFUSALS);
    await fc.assert(
      fc.asyncProperty(sendable, async (draft) => {
        server.received.length = 0;
        server.sockets.length = 0;
        const exchange = await tally.of(compose({ ...draft, headers: [...draft.headers, SECRET] }));
        if (exchange === null) return;
        await history.settled();
        const opened = await handlers.requestFromHistory.handle({ id: exchange.id });
        expect(JSON.stringify(opened)).not.toContain('CANARY');
        if (opened.notes.length > 0) return tally.refuse('replay-secret');
        await compose(draftOfRequest(opened.request, null));
        tally.count();
        const [first, second] = wire();
        expect(second).toBe(first);
      }),
      { numRuns: runs },
    );
    tally.check();
  });

  it('says what has to be entered anew after a restart', async () => {
    const { id } = await compose(draftWith({ headers: [SECRET], destinationUrl: URL_X }));
    await history.settled();
    await testing.reopen();
    openApp();
    const { request, notes } = await handlers.requestFromHistory.handle({ id });
    expect(draftOfRequest(request, null).headers[0]).toMatchObject({
      name: 'authorization',
      value: '',
      secret: true,
    });
    expect(notes.join(' ')).toContain('x-vault-forward-header-authorization');
  });

  it('opens a look-up, too, with every parameter that it had', async () => {
    const query = { cursor: 'a b', limit: 5, parameters: [['search', 'Zoë'] as const] };
    const { id } = await send(buyersRequest(query));
    await history.settled();
    const { request, notes } = await handlers.requestFromHistory.handle({ id });
    expect(buyersQueryOf(request)).toEqual(query);
    expect(notes).toEqual([]);
  });
});

describe('what is noted before the answer', () => {
  it('says that it may have arrived while nothing else is known', async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    onRequest = () => arrived();
    const controller = new AbortController();
    const sending = send(requestOfDraft(draftWith({ destinationUrl: URL_X })), { signal: controller.signal });
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
    await compose(draftWith({ destinationUrl: URL_X }));
    expect(seen.map(({ outcome }) => outcome)).toEqual(['unknown']);
    expect((await entries()).map(({ outcome }) => outcome)).toEqual(['answered']);
  });
});

it('a large answer can be opened in the history as soon as it is shown', async () => {
  const body = `{"items":["${'x'.repeat(1_200_000)}"]}`;
  const head = ANSWER.slice(0, -2).replace(/length: 2/, `length: ${body.length}`);
  onRequest = (socket) => socket.end(head + body);
  const controller = new AbortController();
  let isChecked = false;
  const shown = await new Promise<Exchange>((resolve, reject) => {
    const { signal } = controller;
    const call = { signal, checkLater: { onUnchecked: resolve, until: signal } };
    app.submit(FIRST_PAGE, active, call).then(() => (isChecked = true), reject);
  });
  expect(isChecked).toBe(false);
  expect(shown.response?.body).toMatchObject({ kind: 'stored', bytes: body.length });
  const detail = await handlers.openHistoryEntry.handle({ id: shown.id });
  expect(detail?.exchange.response).toMatchObject({ status: 200, body: { bytes: 1_000_000 } });
});

describe('A request with variables', () => {
  const draft = (): VaultForwardDraft =>
    draftWith({
      destinationUrl: 'http://${host}/x',
      headers: [{ id: 'k', name: 'idempotency-key', value: '${uuid}', secret: false, enabled: true }],
      body: '{"order":"${order}","id":"${uuid}","literal":"$${order}"}',
    });
  const under = (order: string): Profile =>
    testingProfile({
      baseUrl: server.url,
      variables: [
        { name: 'host', value: '127.0.0.1:9' },
        { name: 'order', value: order },
      ],
    });
  const bodies = (): Record<string, string>[] =>
    server.received.map((bytes) => {
      const text = bytes.toString('utf8');
      return JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Record<string, string>;
    });
  const keys = (): (string | undefined)[] =>
    server.received.map((bytes) => /idempotency-key: (\S+)/.exec(bytes.toString('utf8'))?.[1]);

  it('is replayed with the same bytes, whatever the profile says now, or with new values, also after a restart', async () => {
    active = under('A');
    const { id } = await compose(draft());
    await history.settled();
    openApp();
    active = under('B');
    expect((await handlers.planReplay.handle({ id, profileId: active.id })).variables).toEqual({
      names: ['host', 'uuid', 'order'],
      missing: [],
      destination: 'POST http://127.0.0.1:9/x',
    });
    active = { ...under('B'), variables: [] };
    expect((await handlers.planReplay.handle({ id, profileId: active.id })).variables).toMatchObject({
      missing: ['host', 'order'],
    });
    active = under('B');
    await replay(id, { idempotencyKey: 'same' });
    await replay(id, { idempotencyKey: 'same', values: 'new' });
    await replay(id, { idempotencyKey: 'new', values: 'new' });
    const [sent, same, anew, another] = bodies();
    expect(same).toEqual(sent);
    expect(sent).toMatchObject({ order: 'A', literal: '${order}' });
    expect(anew).toMatchObject({ order: 'B', literal: '${order}' });
    expect(anew?.id).not.toBe(sent?.id);
    const [key, ...others] = keys();
    expect(others.slice(0, 2)).toEqual([key, key]);
    expect(key).toBe(sent?.id);
    expect(others[2]).not.toBe(key);
    expect(another?.id).not.toBe(anew?.id);
    // What is made of it goes on having a new key each time.
    const found = await handlers.searchHistory.handle({ query: EMPTY_HISTORY_QUERY, before: null, limit: 1 });
    const opened = await handlers.requestFromHistory.handle({ id: found?.entries[0]?.id ?? '' });
    expect(opened.request.headers.find(({ name }) => /idempotency-key$/i.test(name))?.value).toBe('${uuid}');
  });

  it('is replayed many times with values of its own each time', async () => {
    active = under('A');
    const { id } = await compose({ ...draft(), headers: [] });
    app.now += 2_000;
    const argument = await argumentFor(id, { values: 'new' });
    await handlers.replayManyTimes.handle({ ...argument, times: 3, perSecond: 1000 });
    expect(new Set(bodies().map((body) => body.id)).size).toBe(4);
  });

  it('is opened as it was composed; a text that only looks like one is written so that it stays', async () => {
    active = under('A');
    const { id } = await compose(draft());
    const opened = await handlers.requestFromHistory.handle({ id });
    expect(opened.request.body).toBe(draft().body);
    await replay(id, { idempotencyKey: 'same' });
    const found = await handlers.searchHistory.handle({ query: EMPTY_HISTORY_QUERY, before: null, limit: 1 });
    const [replayed] = found?.entries ?? [];
    expect((await handlers.requestFromHistory.handle({ id: replayed?.id ?? '' })).request.body).toBe(
      draft().body,
    );
    const asWritten = {
      id: randomUUID(),
      request: requestOfDraft(draftWith({ destinationUrl: URL_X, body: '"${order}"' })),
      profile: active,
      composedUnder: null,
      replayOf: null,
      variables: null,
    };
    await app.sender.submit(asWritten, { callId: randomUUID(), signal: new AbortController().signal });
    const opened2 = await handlers.requestFromHistory.handle({ id: asWritten.id });
    expect(opened2.request.body).toBe('"$${order}"');
  });
});
