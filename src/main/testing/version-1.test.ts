import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { HistoryRequests, ReplayArgument } from '@shared/bridge/history';
import type { RunStep, SavedRequestRequests } from '@shared/bridge/saved-requests';
import { EMPTY_HISTORY_QUERY } from '@shared/history/history';
import { type Profile } from '@shared/profiles/profile';
import { draftOfRequest } from '@shared/vault-forward/draft-request';
import { METHOD_1, METHOD_2 } from '@shared/vault-forward/drafts.fixture';
import { secretIdOf } from '@shared/secrets/secret-reference';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { RunningCalls } from '../calls/running-calls';
import { revealSecrets } from '../drafts/draft-secrets';
import { DraftStore } from '../drafts/draft-store';
import { History } from '../history/history';
import { savedRequestHandlers } from '../saved-requests/saved-request-handlers';
import { SavedRequestStore } from '../saved-requests/saved-request-store';
import { testingSender, type TestingSender } from '../sending/testing-sender';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { openTestingDatabase, type TestingDatabase } from './testing-database';
import { testingProfile } from '@shared/testing/testing-profile';
import { askHere } from '../saved-requests/live/testing-live';
import { readSource } from '../saved-requests/read-source';

/**
 * Files that version 1 of the app (commit f746901) wrote itself: its encrypted database, its folder of request files,
 * the testing keychain it used, and what it had sent.
 */
const LEFT = resolve('src/main/testing/version-1');
const ids = z.record(z.string(), z.string());
const facts = z
  .object({ keychain: ids, exchanges: ids, requests: ids, wires: ids })
  .parse(JSON.parse(readFileSync(join(LEFT, 'facts.json'), 'utf8')));
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

const harness = useHarness();
let server: RawServer;
let testing: TestingDatabase;
let app: TestingSender;
let profile: Profile;
let history: History;
let kept: BridgeHandlers<HistoryRequests>;
let saved: BridgeHandlers<SavedRequestRequests>;
let steps: RunStep[];
let files: string[];

beforeEach(async () => {
  server = await startRawServer((socket, bytes) => {
    if (isWholeRequest(bytes)) socket.end(ANSWER);
  });
  testing = openTestingDatabase();
  leaveBehind();
  profile = testingProfile({ baseUrl: server.url });
  openApp();
});
afterEach(async () => {
  await history.settled();
  await testing.remove();
  await server.close();
});

function leaveBehind(): void {
  for (const name of readdirSync(LEFT).filter((one) => one.endsWith('.db'))) {
    copyFileSync(join(LEFT, name), join(testing.folder, name));
  }
  for (const [account, secret] of Object.entries(facts.keychain))
    testing.keychain.secrets.set(account, secret);
}

function openApp(): void {
  const activeProfile = (): Promise<Profile> => Promise.resolve(profile);
  app = testingSender(harness, testing, {
    bearerFor: () => Promise.resolve('token-1'),
    findProfile: activeProfile,
    journal: { note: (exchange, sentAs) => history.journal.note(exchange, sentAs) },
  });
  const { references } = app.secrets;
  history = new History({
    database: testing.database,
    log: testing.log,
    references,
    bodies: harness.bodies,
    retention: () => Promise.resolve({ mostEntries: 1000, mostDays: null, mostMegabytes: 100 }),
    announce: () => undefined,
    report: (_where, error) => expect.unreachable(String(error)),
  });
  [steps, files] = [[], []];
  const services = {
    sender: app.sender,
    calls: new RunningCalls(),
    files: {
      choosePath: () => Promise.resolve(null),
      choosePathToSave: () => Promise.resolve(null),
      chooseFolder: () => Promise.resolve(join(LEFT, 'requests')),
      openText: () => Promise.resolve(null),
      saveText: ({ text }: { readonly text: string }) => {
        files.push(text);
        return Promise.resolve('/a/file');
      },
    },
    activeProfile,
    wasOnlyLocal: async () => false,
  };
  kept = history.handlers({ ...services, tellProgress: () => undefined, version: '1.2.3' });
  saved = savedRequestHandlers({
    ...services,
    store: new SavedRequestStore(testing.database),
    references,
    sandboxDestination: async () => 'http://127.0.0.1:7',
    report: (_where, error) => expect.unreachable(String(error)),
    askLive: askHere,
    readSource: async (source) => readSource(source),
    tellProgress: () => undefined,
    tellRun: ({ step }) => steps.push(step),
  });
}

const idOf = (name: string): string => facts.exchanges[name] ?? '';

/** The last request as sent, in the form of `wires`. */
function lastWire(): string | undefined {
  const last = server.received[server.received.length - 1]?.toString('latin1');
  return last?.split(`127.0.0.1:${server.port}`).join('HOST');
}

async function found(text: string): Promise<readonly string[]> {
  const query = { ...EMPTY_HISTORY_QUERY, text };
  const page = await kept.searchHistory.handle({ query, before: null, limit: 100 });
  return (page?.entries ?? []).map(({ id }) => id);
}

async function replay(name: string, entered: Partial<ReplayArgument> = {}): Promise<void> {
  app.now += 2_000;
  const plan = await kept.planReplay.handle({ id: idOf(name), profileId: profile.id });
  expect(plan.refused).toBeNull();
  // The test's server has another port; nothing else has changed.
  expect(plan.differences.map(({ what }) => what)).toEqual(['base URL']);
  const sent = await kept.replayExchange.handle({
    id: idOf(name),
    profileId: profile.id,
    mark: plan.mark,
    secrets: {},
    securityCodes: [],
    idempotencyKey: null,
    values: 'same',
    callId: randomUUID(),
    ...entered,
  });
  expect(sent.kind).toBe('sent');
}

describe('the history of version 1', () => {
  it('is found and opened completely, with stars and notes', async () => {
    const all = await found('');
    expect(all).toEqual(expect.arrayContaining(Object.values(facts.exchanges)));
    // The entries of version 1, and one for a run of each saved request.
    expect(all).toHaveLength(Object.keys(facts.wires).length + 1);
    expect(testing.database.state).toEqual({ kind: 'open', notice: null });
    // The index is filled again, as when the app opens its database.
    history.databaseChanged(testing.database.state);
    await expect.poll(() => found('pending')).toEqual([idOf('pending')]);
    await expect.poll(() => found('muller')).toHaveLength(all.length - 1);
    await expect.poll(() => found('finance')).toEqual([idOf('forward')]);
    for (const id of all) {
      expect((await kept.openHistoryEntry.handle({ id }))?.exchange.id).toBe(id);
    }
    const detail = await kept.openHistoryEntry.handle({ id: idOf('forward') });
    expect(detail?.entry).toMatchObject({
      starred: true,
      note: 'asked Finance',
      load: null,
      purpose: null,
      destination: 'PUT http://127.0.0.1:9/charge?x=%7B',
    });
    expect(detail?.exchange.response?.body).toMatchObject({ text: '{"answer":"Zoë Müller"}' });
    expect(detail?.notKept).toEqual(['Values of secret headers are not kept in the history.']);
  });

  it.each(['session', 'buyers'])('replays a look-up (%s) byte for byte', async (name) => {
    await replay(name);
    expect(lastWire()).toBe(facts.wires[name]);
  });

  it('replays a request with secret headers byte for byte once they are entered', async () => {
    const id = idOf('forward');
    const plan = await kept.planReplay.handle({ id, profileId: profile.id });
    expect(plan.missingSecrets).toEqual([
      'x-vault-forward-header-authorization',
      'x-vault-forward-header-x-own',
    ]);
    expect(plan.idempotency?.header).toBe('x-vault-forward-header-idempotency-key');
    await replay('forward', {
      secrets: {
        'x-vault-forward-header-authorization': 'Bearer CANARY-SECRET',
        'x-vault-forward-header-x-own': 'CANARY-MARKED',
      },
      idempotencyKey: 'same',
      values: 'same',
    });
    expect(lastWire()).toBe(facts.wires.forward);
  });

  it('says that the app ended before a request was answered, and replays it byte for byte', async () => {
    const detail = await kept.openHistoryEntry.handle({ id: idOf('pending') });
    expect(detail?.entry.outcome).toBe('unknown');
    expect(detail?.exchange.outcome).toEqual({ kind: 'unanswered', why: 'app-ended', mayHaveArrived: true });
    await replay('pending');
    expect(lastWire()).toBe(facts.wires.pending);
  });

  it('still refuses to replay a request that held a card number', async () => {
    const plan = await kept.planReplay.handle({ id: idOf('card'), profileId: profile.id });
    expect(plan.refused?.code).toBe('replay-card-number');
  });

  it('neither shows nor exports a security code that version 1 left unmasked, and asks for it on replay', async () => {
    const id = idOf('code');
    expect(facts.wires.code).toContain('"cvv":"987"');
    const detail = await kept.openHistoryEntry.handle({ id });
    const asked = await kept.requestFromHistory.handle({ id });
    await kept.exportHistory.handle({ ids: [id] });
    expect(files).toHaveLength(1);
    expect(JSON.stringify([detail?.exchange, detail?.notKept, asked.request, files])).not.toMatch(/\b987\b/);
    const plan = await kept.planReplay.handle({ id, profileId: profile.id });
    expect(plan.missingCodes).toEqual(['cvv']);
    await replay('code', { securityCodes: ['987'] });
    expect(lastWire()).toBe(facts.wires.code);
  });

  it('opens a list of buyers with its limit, cursor and free parameters', async () => {
    const { request } = await kept.requestFromHistory.handle({ id: idOf('buyers') });
    expect(request.query).toEqual([
      ['cursor', 'a b/ü&='],
      ['limit', '5'],
      ['search', 'Zoë'],
      ['search', 'x'],
    ]);
  });
});

describe('the saved requests of version 1', () => {
  it.each(['forward', 'session', 'buyers', 'first'])('run byte for byte: %s', async (name) => {
    const id = facts.requests[name] ?? '';
    const opened = await saved.openSavedRequest.handle({ id });
    expect(opened).toMatchObject({ id, folder: 'Cards/All', profileId: 'sandbox' });
    expect(await saved.runSavedRequests.handle({ ids: [id], callId: randomUUID() })).toHaveLength(1);
    expect(steps.map(({ kind }) => kind)).toEqual(['running', 'done']);
    expect(lastWire()).toBe(facts.wires[`saved ${opened?.name ?? ''}`]);
  });

  it('keep header rows, names of authentication methods, secrets and expectations', async () => {
    const opened = await saved.openSavedRequest.handle({ id: facts.requests.forward ?? '' });
    if (!opened) throw new Error('it is gone');
    const draft = draftOfRequest(opened.request, opened.form);
    const rows = (headers: typeof draft.headers): unknown =>
      Promise.all(
        headers.map(async ({ name, value, secret, enabled }) => {
          const id = secretIdOf(value);
          return [name, id === null ? value : await app.secrets.references.read(id), secret, enabled];
        }),
      );
    expect(await rows(draft.headers)).toEqual([
      ['x-off', 'first row', false, false],
      ['authorization', 'Bearer CANARY-SAVED', true, true],
      ['x-api-key', 'CANARY-OFF', true, false],
      ['content-type', 'application/vnd.own+json', false, true],
    ]);
    expect(await rows(draft.serviceHeaders)).toEqual([
      ['x-trace', 'on', false, true],
      ['x-off-too', 'last', false, false],
    ]);
    expect(draft).toMatchObject({
      destinationUrl: 'http://127.0.0.1:9/charges',
      method: 'PATCH',
      paymentMethods: [METHOD_1],
      authentications: [
        { id: METHOD_1, name: 'Signing' },
        { id: METHOD_2, name: '' },
      ],
    });
    expect(opened.description).toBe('About forward.');
    expect(opened.expectations).toEqual([
      { kind: 'status', status: 200 },
      { kind: 'json-path', path: '$.answer', is: { how: 'equals', value: '"x"' } },
    ]);
    expect(JSON.stringify(opened)).not.toContain('CANARY');
  });
});

describe('the request files of version 1', () => {
  it('match what its database holds', async () => {
    expect(await saved.importRequests.handle({ from: 'folder', callId: 'import' })).toEqual({
      added: [],
      replaced: [],
      unchanged: 4,
      refused: [],
      notes: [],
      secretsToEnter: [],
      collections: [],
    });
  });

  it('are imported into an empty app, and run byte for byte once their secrets are entered', async () => {
    await testing.remove();
    testing = openTestingDatabase();
    openApp();
    const imported = await saved.importRequests.handle({ from: 'folder', callId: 'import' });
    expect([...(imported?.added ?? [])].sort()).toEqual(['buyers', 'first page', 'forward', 'session']);
    expect(imported?.refused).toEqual([]);
    expect(imported?.secretsToEnter).toEqual(['forward: authorization', 'forward: x-api-key']);
    const id = facts.requests.forward ?? '';
    const opened = await saved.openSavedRequest.handle({ id });
    if (!opened) throw new Error('it was not imported');
    const headers = opened.request.headers.map((header) =>
      header.secret ? { ...header, value: 'Bearer CANARY-SAVED' } : header,
    );
    const request = { ...opened, request: { ...opened.request, headers } };
    await saved.saveRequest.handle({ request, withoutSecrets: false });
    for (const [name, one] of Object.entries(facts.requests)) {
      app.now += 2_000;
      await saved.runSavedRequests.handle({ ids: [one], callId: randomUUID() });
      expect([name, lastWire()]).toEqual([
        name,
        facts.wires[name === 'first' ? 'saved first page' : `saved ${name}`],
      ]);
    }
  });
});

describe('the drafts of version 1', () => {
  it('are restored unchanged, with the library for composing', async () => {
    const drafts = new DraftStore(testing.database, app.secrets.references, async () => false);
    const { drafts: all, activeId, unreadable } = await drafts.open();
    expect([all.length, unreadable]).toEqual([1, 0]);
    const [one] = all;
    if (!one) throw new Error('it is gone');
    expect(one).toMatchObject({
      name: 'Mine',
      profileId: 'sandbox',
      exchangeId: null,
      saved: null,
      place: { anchor: 3, head: 1, top: 0 },
      draft: {
        destinationUrl: 'http://127.0.0.1:9/charges',
        method: 'PATCH',
        body: ' {\n  "n": "{{CARD_NUMBER_1}}",\n  "ü": "💳"\n}\n',
      },
    });
    expect(activeId).toBe(one.id);
    expect(JSON.stringify(all)).not.toContain('CANARY');
    const { headers } = revealSecrets(one.draft, app.secrets.references);
    expect(headers.map(({ name, value, enabled }) => [name, value, enabled])).toEqual([
      ['x-off', 'first row', false],
      ['authorization', 'Bearer CANARY-SAVED', true],
      ['x-api-key', 'CANARY-OFF', false],
      ['content-type', 'application/vnd.own+json', true],
    ]);
    expect(await drafts.readLibrary()).toEqual({
      placeholders: [],
      snippets: [{ id: one.id, name: 'Amount', text: '"amount": 1' }],
      authentications: [{ id: METHOD_2, name: 'Signing' }],
      paymentMethods: [],
    });
  });
});
