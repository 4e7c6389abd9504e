import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect } from 'vitest';
import type { HistoryRequests, ReplayArgument } from '@shared/bridge/history';
import type { SendResult } from '@shared/bridge/sending';
import type { Exchange } from '@shared/http/exchange';
import { EMPTY_HISTORY_QUERY, type HistoryEntry } from '@shared/history/history';
import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import { buyersRequest } from '@shared/requests/reading-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import { checkDraft } from '@shared/vault-forward/checks';
import type { VaultForwardDraft } from '@shared/vault-forward/draft';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { anyDraft } from '@shared/vault-forward/any-draft.fixture';
import { METHOD_1 } from '@shared/vault-forward/drafts.fixture';
import { maySend } from '@shared/vault-forward/finding';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { RunningCalls } from '../calls/running-calls';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import type { SendCall } from '../sending/sender';
import { testingSender, type TestingSender } from '../sending/testing-sender';
import { openHarness, type Harness } from '../transport/test-fixtures/harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { History } from './history';
import { testingProfile } from '@shared/testing/testing-profile';

export const ANSWER =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}';
export const SECRET: VaultForwardDraft['headers'][number] = {
  id: 's',
  name: 'authorization',
  value: 'Bearer CANARY-SECRET',
  secret: true,
  enabled: true,
};
export const URL_X = 'http://127.0.0.1:9/x';

export let harness: Harness;
export let server: RawServer;
export let testing: TestingDatabase;
export let history: History;
export let app: TestingSender;
export let handlers: BridgeHandlers<HistoryRequests>;
export let active: Profile;
export let calls: RunningCalls;
export let tokens: number;
/** Contents of the saved files. */
export let files: string[];
export let onRequest: (socket: RawServer['sockets'][number]) => void;

/** Puts together main's services. A second call is like restarting the app: what was only in memory is forgotten. */
export function openApp(
  report: (where: string, error: unknown) => void = (_where, error) => expect.unreachable(String(error)),
): void {
  app = testingSender(harness, testing, {
    // A new token for each request.
    bearerFor: () => Promise.resolve(`token-${(tokens += 1)}`),
    findProfile: () => Promise.resolve(active),
    journal: { note: (exchange, sentAs, how) => history.journal.note(exchange, sentAs, how) },
  });
  history = new History({
    database: testing.database,
    log: testing.log,
    references: app.secrets.references,
    bodies: harness.bodies,
    retention: () => Promise.resolve({ mostEntries: 1000, mostDays: null, mostMegabytes: 100 }),
    announce: () => undefined,
    report,
  });
  calls = new RunningCalls();
  handlers = history.handlers({
    sender: app.sender,
    calls,
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

export async function send(request: RequestSpec, changes: Partial<SendCall> = {}): Promise<Exchange> {
  const sent = await app.submit(request, active, changes);
  if (sent.kind !== 'sent') throw new Error('the person said no');
  return sent.exchange;
}

export function compose(draft: VaultForwardDraft): Promise<Exchange> {
  return send(requestOfDraft(draft));
}

/** The argument of a replay with what the person entered, for the plan that they were shown. */
export async function argumentFor(
  id: string,
  entered: Partial<ReplayArgument> = {},
): Promise<ReplayArgument> {
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

export async function replay(id: string, entered: Partial<ReplayArgument> = {}): Promise<SendResult> {
  // Late enough not to count as the same click.
  app.now += 2_000;
  return handlers.replayExchange.handle(await argumentFor(id, entered));
}

/** The requests as they went over the wire, with their tokens replaced. */
export function wire(): string[] {
  return server.requests.map((bytes) => bytes.toString('latin1').replace(/Bearer token-\d+/, 'Bearer T'));
}

export async function entries(): Promise<readonly HistoryEntry[]> {
  await history.settled();
  const page = await handlers.searchHistory.handle({ query: EMPTY_HISTORY_QUERY, before: null, limit: 100 });
  return page?.entries ?? [];
}

/** Everything that can be read or exported from a kept exchange, as one text. */
export async function kept(id: string): Promise<string> {
  await history.settled();
  const detail = await handlers.openHistoryEntry.handle({ id });
  const asked = await handlers.requestFromHistory.handle({ id });
  await handlers.exportHistory.handle({ ids: [id] });
  return JSON.stringify([detail, asked]) + files.join('');
}

/** Counts what was really sent. A refusal must be a known one; an unexpected error fails the test. */
export class Tally {
  private sent = 0;
  private readonly refused: string[] = [];

  constructor(
    private readonly runs: number,
    private readonly known: readonly string[],
  ) {}

  /** Null if it was refused with a problem. */
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

  /** Expects that at least two thirds were sent and nothing was left out. */
  check(): void {
    expect(this.sent + this.refused.length).toBe(this.runs);
    expect([this.refused, this.sent >= (this.runs * 2) / 3]).toEqual([this.refused, true]);
  }
}

export const sendable = fc
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

export const FIRST_PAGE = buyersRequest({ cursor: null, limit: null, parameters: [] });

/**
 * The only reasons why a composed request may be refused when it is sent or replayed. Random content may happen to be
 * a card number, or an unknown variable such as `${A}`.
 */
export const KNOWN_REFUSALS = [
  'header-not-yours',
  'replay-card-number',
  'replay-secret',
  'variables-missing',
];

/** Gives each test an app with a history, and a service to talk to. */
export function openEach(): void {
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
}

export function setActive(to: typeof active): void {
  active = to;
}

export function setOnRequest(to: typeof onRequest): void {
  onRequest = to;
}
