import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type * as generatedDetails from '@contract/generated/operation-details';
import type * as generated from '@contract/generated/operations';
import type { RunStep } from '@shared/bridge/saved-requests';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import { operationModule, subjectOfRequest } from '@shared/operations/registry';
import { type Profile } from '@shared/profiles/profile';
import { contractOperationSchema } from '@shared/requests/operation-key-schemas';
import type { RequestSpec } from '@shared/requests/request-spec';
import { requestSpecSchema } from '@shared/requests/request-spec-schemas';
import { RunningCalls } from '../calls/running-calls';
import { useTestingDatabase } from '../testing/use-testing-database';
import { History } from '../history/history';
import { savedRequestHandlers } from '../saved-requests/saved-request-handlers';
import { SavedRequestStore } from '../saved-requests/saved-request-store';
import { readRequestText } from '../saved-requests/request-text';
import { sendingHandlers } from '../sending/sending-handlers';
import { testingSender } from '../sending/testing-sender';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { testingProfile } from '@shared/testing/testing-profile';
import { askHere } from '../saved-requests/live/testing-live';
import { readSource } from '../saved-requests/read-source';

type Generated = typeof generated;
type GeneratedDetails = typeof generatedDetails;

// Only this test's contract has a fourth operation; no other part of the app knows it.
vi.mock('@contract/generated/operations', async (original) => {
  const contract = await original<Generated>();
  return {
    ...contract,
    operations: {
      ...contract.operations,
      get_transaction: {
        ...contract.operations.get_checkout_session,
        path: '/transactions/{transaction_id}',
        summary: 'Get a transaction',
        tag: 'Transactions',
        requiredScopes: ['transactions.read'],
      },
    },
  };
});
vi.mock('@contract/generated/operation-details', async (original) => {
  const { operationDetails } = await original<GeneratedDetails>();
  const { get_checkout_session: session } = operationDetails;
  const [sessionId] = session.parameters;
  return {
    operationDetails: {
      ...operationDetails,
      get_transaction: {
        ...session,
        parameters: [{ ...sessionId, name: 'transaction_id' }],
        responses: {
          ...session.responses,
          '200': { meaning: 'The transaction.', body: 'json', validator: null },
        },
      },
    },
  };
});

const ID = '7a1c0000-0000-4000-8000-000000000001';
const BODY = '{"type":"transaction","status":"capture_succeeded"}';

const harness = useHarness();
const testing = useTestingDatabase();
let server: RawServer;
beforeEach(async () => {
  server = await startRawServer((socket, bytes) => {
    if (!isWholeRequest(bytes)) return;
    socket.end(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`,
    );
  });
});
afterEach(() => server.close());

interface FourthOperation {
  readonly what: string;
  readonly asked: () => Pick<RequestSpec, 'operation' | 'target'>;
  readonly name: string;
  readonly method: string;
}

const target = { method: 'GET', path: '/transactions/{transaction_id}' };
const DOCUMENT_OPERATION = '6d3c0000-0000-4000-8000-000000000001#getTransaction';

it.each<FourthOperation>([
  {
    what: 'from the contract',
    asked: () => ({ operation: contractOperationSchema.parse('get_transaction') }),
    name: 'Get a transaction',
    method: '',
  },
  {
    what: 'written by hand',
    asked: () => ({ operation: 'free', target }),
    name: 'Request',
    method: 'GET ',
  },
  {
    what: 'from a document',
    asked: () => ({ operation: DOCUMENT_OPERATION, target }),
    name: 'getTransaction',
    method: 'GET ',
  },
])(
  'a fourth operation ($what) is sent, recorded, found, replayed, saved, run and exported without code of its own',
  async (fourth) => {
    const { operation } = fourth.asked();
    const profile: Profile = testingProfile({
      id: 'p',
      name: 'A profile',
      baseUrl: server.url,
      merchantAccountId: null,
    });
    const calls = new RunningCalls();
    const activeProfile = (): Promise<Profile> => Promise.resolve(profile);
    const app = testingSender(harness, testing, {
      findProfile: activeProfile,
      journal: { note: (exchange, sentAs) => history.journal.note(exchange, sentAs) },
    });
    const history: History = new History({
      database: testing.database,
      log: testing.log,
      bodies: harness.bodies,
      references: app.secrets.references,
      retention: () => Promise.resolve({ mostEntries: 1000, mostDays: null, mostMegabytes: 100 }),
      announce: () => undefined,
      report: (_where, error) => expect.unreachable(String(error)),
    });
    const files: string[] = [];
    const chosenFiles = {
      choosePath: () => Promise.resolve(null),
      choosePathToSave: () => Promise.resolve(null),
      chooseFolder: () => Promise.resolve(null),
      openText: () => Promise.resolve(null),
      saveText: ({ text }: { readonly text: string }) => {
        files.push(text);
        return Promise.resolve('/a/file');
      },
    };
    const steps: RunStep[] = [];
    const services = { sender: app.sender, calls, files: chosenFiles, activeProfile };
    const sending = sendingHandlers({
      ...services,
      noteSentDraft: () => Promise.resolve(),
      sandboxFacts: () => Promise.resolve(null),
      localProfile: activeProfile,
    });
    const kept = history.handlers({ ...services, tellProgress: () => undefined, version: '1.2.3' });
    const saved = savedRequestHandlers({
      ...services,
      store: new SavedRequestStore(testing.database),
      references: app.secrets.references,
      wasOnlyLocal: async () => false,
      sandboxDestination: async () => 'http://127.0.0.1:7',
      report: (_where, error) => expect.unreachable(String(error)),
      askLive: askHere,
      readSource: async (source) => readSource(source),
      tellProgress: () => undefined,
      tellRun: ({ step }) => steps.push(step),
    });
    const callId = (): ReturnType<typeof randomUUID> => randomUUID();
    const line = `GET /transactions/${ID}?expand=refunds%20all HTTP/1.1`;
    const lines = (): string[] =>
      server.received.map((bytes) => bytes.toString('latin1').split('\r\n')[0] ?? '');

    // Looked up.
    const request = requestSpecSchema.parse({
      version: 1,
      ...fourth.asked(),
      pathParameters: { transaction_id: ID },
      query: [['expand', 'refunds all']],
      headers: [],
      body: null,
    });
    const sent = await sending.sendRequest.handle({
      request,
      callId: callId(),
      composedUnder: null,
      draftId: null,
      familyId: null,
    });
    expect(sent).toMatchObject({
      kind: 'sent',
      exchange: { operation, response: { status: 200 }, findings: [] },
    });
    expect(lines()).toEqual([line]);

    // Recorded, and found by its operation and by a word of its answer.
    await history.settled();
    const found = await kept.searchHistory.handle({
      query: { ...EMPTY_HISTORY_QUERY, operations: [operation], text: 'capture_succeeded' },
      before: null,
      limit: 10,
    });
    const [entry] = found?.entries ?? [];
    if (!entry) throw new Error('it was not found');
    expect(operationModule(entry.operation).name).toBe(fourth.name);
    expect(subjectOfRequest(request)).toBe(`${fourth.method}/transactions/${ID}?expand=refunds%20all`);

    // Replayed.
    const plan = await kept.planReplay.handle({ id: entry.id, profileId: profile.id });
    await kept.replayExchange.handle({
      id: entry.id,
      profileId: profile.id,
      mark: plan.mark,
      secrets: {},
      securityCodes: [],
      idempotencyKey: null,
      values: 'same',
      callId: callId(),
    });

    // Saved from the history, and run.
    const asked = await kept.requestFromHistory.handle({ id: entry.id });
    const { request: stored } = await saved.saveRequest.handle({
      request: {
        id: null,
        folder: '',
        name: 'A transaction',
        description: '',
        profileId: profile.id,
        request: asked.request,
        form: null,
        expectations: [
          { kind: 'json-path', path: '$.status', is: { how: 'equals', value: '"capture_succeeded"' } },
        ],
      },
      withoutSecrets: false,
    });
    expect(await saved.listSavedRequests.handle(undefined)).toMatchObject([
      { operation, subject: subjectOfRequest(request) },
    ]);
    expect(await saved.runSavedRequests.handle({ ids: [stored.id], callId: callId() })).toMatchObject([
      { requestId: stored.id, step: { kind: 'done' } },
    ]);
    expect(steps).toMatchObject([
      { kind: 'running' },
      { kind: 'done', answer: '200 OK', results: [{ met: true }] },
    ]);
    expect(lines()).toEqual([line, line, line]);

    // Exported as HAR, and as a file that gives the same request again.
    await kept.exportHistory.handle({ ids: [entry.id] });
    await saved.exportRequestFile.handle({ ids: [stored.id] });
    const [har = '', yaml = ''] = files;
    expect(har).toContain(`/transactions/${ID}`);
    expect(readRequestText(yaml)).toMatchObject([{ ok: true, request: { request } }]);
  },
);
