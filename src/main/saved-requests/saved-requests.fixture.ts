import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { RunResult, RunStep, SavedRequestRequests } from '@shared/bridge/saved-requests';
import { BUILT_IN_PROFILE_IDS, type Profile } from '@shared/profiles/profile';
import type { RequestToSave } from '@shared/requests/saved-requests';
import { emptyDraft, type VaultForwardDraft } from '@shared/vault-forward/draft';
import { draftOfRequest, formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { METHOD_1 } from '@shared/vault-forward/drafts.fixture';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { RunningCalls } from '../calls/running-calls';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import type { SecretReferences } from '../secrets/references';
import type { Plan } from '../sending/plan';
import { testingSender, type TestingSender } from '../sending/testing-sender';
import { openHarness, type Harness } from '../transport/test-fixtures/harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { savedRequestHandlers } from './saved-request-handlers';
import { SavedRequestStore } from './saved-request-store';
import { testingProfile } from '@shared/testing/testing-profile';
import { askHere } from './live/testing-live';
import { readSource } from './read-source';

export let folder: string;
export let testing: TestingDatabase;
export let harness: Harness;
export let server: RawServer;
export let app: TestingSender;
export let references: SecretReferences;
export let handlers: BridgeHandlers<SavedRequestRequests>;
/** The plans that the guards checked, and how many requests had been sent by then. */
export let checked: { readonly plans: readonly Plan[]; readonly sentBefore: number }[];
export let steps: RunStep[];
export let answer: string;
/** Called while a request is on the wire. */
export let beforeAnswer: () => Promise<unknown>;
export let profile: Profile;
export let chosenFolder: string;
export let savedText: string | null;

export function request(
  draft: Partial<VaultForwardDraft> = {},
  changes: Partial<RequestToSave> = {},
): RequestToSave {
  const composed = {
    ...emptyDraft(),
    destinationUrl: 'https://psp.example/charges',
    paymentMethods: [METHOD_1],
    body: '{}',
    ...draft,
  };
  return {
    id: null,
    folder: 'Cards',
    name: 'Authorise',
    description: '',
    profileId: 'sandbox',
    request: requestOfDraft(composed),
    form: formOfDraft(composed),
    expectations: [],
    ...changes,
  };
}

/** Sends saved requests; how each one ended is in `steps`. */
export async function run(...ids: readonly string[]): Promise<readonly RunResult[] | null> {
  app.now += 2_000;
  return handlers.runSavedRequests.handle({ ids, callId: randomUUID() });
}

/** The requests as they went over the wire. */
export function wire(): string[] {
  return server.received.map((bytes) => bytes.toString('utf8'));
}

export const secretHeader = (value: string) => [
  { id: 'a', name: 'authorization', value, secret: true, enabled: true },
];

export async function save(toSave: RequestToSave, withoutSecrets = false) {
  return handlers.saveRequest.handle({ request: toSave, withoutSecrets });
}

/** Saves it again with these changes. */
export async function saveAgain(id: string, changes: Partial<RequestToSave>) {
  const found = await handlers.openSavedRequest.handle({ id });
  if (found === null) throw new Error('It is not there.');
  return save({ ...found, ...changes });
}

/** The value of the first header of the saved draft. */
export async function firstValue(id: string): Promise<string> {
  const opened = await handlers.openSavedRequest.handle({ id });
  return opened ? (draftOfRequest(opened.request, opened.form).headers[0]?.value ?? '') : '';
}

export function kept(): string[] {
  return [...testing.keychain.secrets.keys()].filter((account) => account.startsWith('request:'));
}

/** Gives each test an app with saved requests, and a service that it can send to. */
export function openEach(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'saved-'));
    testing = openTestingDatabase();
    harness = await openHarness();
    beforeAnswer = async () => undefined;
    server = await startRawServer((socket, bytes) => {
      if (!isWholeRequest(bytes)) return;
      void beforeAnswer().then(() =>
        socket.end(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${answer.length}\r\n\r\n${answer}`,
        ),
      );
    });
    profile = testingProfile({ baseUrl: server.url });
    app = testingSender(harness, testing, { findProfile: async () => profile });
    references = app.secrets.references;
    [checked, steps, answer, chosenFolder] = [[], [], '{}', join(folder)];
    const { sender } = app;
    handlers = savedRequestHandlers({
      store: new SavedRequestStore(testing.database),
      calls: new RunningCalls(),
      files: {
        choosePath: async () => null,
        choosePathToSave: async () => null,
        chooseFolder: async () => chosenFolder,
        openText: async () => null,
        saveText: async ({ text }) => {
          savedText = text;
          return '/saved';
        },
      },
      activeProfile: async () => profile,
      wasOnlyLocal: async () => profile.id === BUILT_IN_PROFILE_IDS.local,
      sender: {
        plan: (order) => sender.plan(order),
        agree: (plans, call) => {
          checked.push({ plans, sentBefore: server.received.length });
          return sender.agree(plans, call);
        },
        agreeStill: (plan, call) => sender.agreeStill(plan, call),
        isUnkept: (exchangeId) => sender.isUnkept(exchangeId),
        openSends: () => sender.openSends(),
        send: (plan, call) => sender.send(plan, call),
        oncePerClick: (plans, send, nothingSent) => sender.oncePerClick(plans, send, nothingSent),
      },
      references,
      sandboxDestination: async () => 'http://127.0.0.1:7',
      askLive: askHere,
      readSource: async (source) => readSource(source),
      tellProgress: () => undefined,
      tellRun: ({ step }) => steps.push(step),
      report: (_where, error) => expect.unreachable(String(error)),
    });
  });
  afterEach(async () => {
    await testing.remove();
    await server.close();
    await harness.close();
    await rm(folder, { recursive: true });
  });
}

export function setAnswer(to: typeof answer): void {
  answer = to;
}

export function setBeforeAnswer(to: typeof beforeAnswer): void {
  beforeAnswer = to;
}

export function setProfile(to: typeof profile): void {
  profile = to;
}

export function setChosenFolder(to: typeof chosenFolder): void {
  chosenFolder = to;
}

export function setSavedText(to: typeof savedText): void {
  savedText = to;
}
