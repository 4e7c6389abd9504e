import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SavedRequestRequests } from '../../shared/bridge/saved-requests';
import type { Exchange } from '../../shared/exchange';
import { ProblemError } from '../../shared/problem';
import type { RequestToSave } from '../../shared/saved-requests';
import { emptyDraft, type VaultForwardDraft } from '../../shared/vault-forward/draft';
import { secretIdOf, secretReference } from '../../shared/vault-forward/secret-reference';
import type { ApiRequest } from '../api/api-request';
import type { BridgeHandlers } from '../bridge-handler';
import { RunningCalls } from '../calls/running-calls';
import { RequestSecrets } from '../credentials/request-secrets';
import { SecretKeeper } from '../credentials/secret-keeper';
import { openTestingDatabase, type TestingDatabase } from '../database/testing-database';
import type { GuardedSend } from '../guards/send-facts';
import { lookUp, textBody } from '../history/testing-exchanges';
import { testingProfile } from './testing-profile';
import { savedRequestHandlers } from './bridge';
import { SavedRequestStore } from './saved-request-store';
import { withSecrets } from './saved-secrets';

let folder: string;
let testing: TestingDatabase;
let requestSecrets: RequestSecrets;
let handlers: BridgeHandlers<SavedRequestRequests>;
let sent: ApiRequest[];
let checked: GuardedSend[];
let sentSecrets: Map<string, string>;
let answer: Partial<NonNullable<Exchange['response']>>;
let chosenFolder: string | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saved-'));
  testing = openTestingDatabase();
  requestSecrets = new RequestSecrets(new SecretKeeper(testing.keychain, join(folder, 'secrets.json')));
  [sent, checked, sentSecrets, answer, chosenFolder] = [[], [], new Map(), {}, join(folder)];
  handlers = savedRequestHandlers({
    store: new SavedRequestStore(testing.database),
    calls: new RunningCalls(),
    files: {
      choosePath: async () => null,
      choosePathToSave: async () => null,
      chooseFolder: async () => chosenFolder,
      openText: async () => null,
      saveText: async () => null,
    },
    activeProfile: async () => testingProfile,
    api: {
      call: async (_profile, request) => {
        sent.push(request);
        const { exchange } = lookUp();
        return { ...exchange, response: exchange.response && { ...exchange.response, ...answer } };
      },
    },
    guard: {
      check: async (send) => {
        checked.push(send);
        return 'allowed';
      },
    },
    requestSecrets,
    readRunSecret: (id) => sentSecrets.get(id) ?? null,
    withSecrets: (draft) => withSecrets(draft, async (id) => sentSecrets.get(id) ?? requestSecrets.read(id)),
  });
});
afterEach(async () => {
  await testing.remove();
  await rm(folder, { recursive: true });
});

function request(
  draft: Partial<VaultForwardDraft> = {},
  changes: Partial<RequestToSave> = {},
): RequestToSave {
  return {
    id: null,
    folder: 'Cards',
    name: 'Authorise',
    description: '',
    profileId: 'sandbox',
    call: {
      kind: 'vault_forward',
      draft: { ...emptyDraft(), destinationUrl: 'https://psp.example/charges', body: '{}', ...draft },
    },
    expectations: [],
    ...changes,
  };
}

const secretHeader = (value: string) => [
  { id: 'a', name: 'authorization', value, secret: true, enabled: true },
];

async function save(toSave: RequestToSave, withoutSecrets = false) {
  return handlers.saveRequest.handle({ request: toSave, withoutSecrets });
}

/** The value that the saved draft's first header has. */
async function firstValue(id: string): Promise<string> {
  const opened = await handlers.openSavedRequest.handle({ id });
  return opened?.call.kind === 'vault_forward' ? (opened.call.draft.headers[0]?.value ?? '') : '';
}

function kept(): string[] {
  return [...testing.keychain.secrets.keys()].filter((account) => account.startsWith('request:'));
}

describe('saving', () => {
  it('puts secrets into the keychain and references in their place', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('Bearer CANARY') }));
    const value = await firstValue(saved.id);
    expect(await requestSecrets.read(secretIdOf(value) ?? '')).toBe('Bearer CANARY');
    expect(kept()).toHaveLength(1);
  });

  it('takes a header for secret by its name, too', async () => {
    const header = { id: 'a', name: 'X-Api-Key', value: 'CANARY', secret: false, enabled: true };
    const { request: saved } = await save(request({ headers: [header] }));
    expect(await firstValue(saved.id)).not.toContain('CANARY');
  });

  it('keeps a secret that did not change, and forgets one that nobody needs any more', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('first') }));
    const value = await firstValue(saved.id);
    await save({ ...request({ headers: secretHeader(value) }), id: saved.id, name: 'Another name' });
    expect(await firstValue(saved.id)).toBe(value);
    await save({ ...request({ headers: secretHeader('second') }), id: saved.id });
    expect(kept()).toHaveLength(1);
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    expect(kept()).toEqual([]);
  });

  it('gives a copy secrets of its own, also from what was sent in this run', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('first') }));
    const { request: copy } = await save(request({ headers: secretHeader(await firstValue(saved.id)) }));
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    expect(await requestSecrets.read(secretIdOf(await firstValue(copy.id)) ?? '')).toBe('first');
    const sentId = '5e550000-0000-4000-8000-000000000009';
    sentSecrets.set(sentId, 'sent before');
    const { request: third } = await save(request({ headers: secretHeader(secretReference(sentId)) }));
    expect(await requestSecrets.read(secretIdOf(await firstValue(third.id)) ?? '')).toBe('sent before');
  });

  it('saves nothing when the keychain fails, and with consent everything but the secrets', async () => {
    const toSave = request({ headers: secretHeader('CANARY') });
    testing.keychain.trouble = 'locked';
    await expect(save(toSave)).rejects.toBeInstanceOf(ProblemError);
    expect(await handlers.listSavedRequests.handle(undefined)).toEqual([]);
    const { request: saved } = await save(toSave, true);
    expect(await firstValue(saved.id)).toBe('');
  });

  it('masks card numbers and says so', async () => {
    const { request: saved, notes } = await save(request({ body: '{"number":"4111111111111111"}' }));
    expect(JSON.stringify(saved)).not.toContain('4111111111111111');
    expect(JSON.stringify(saved)).toContain('411111');
    expect(notes).toHaveLength(1);
  });
});

describe('the list', () => {
  it('is sorted as a person would, and follows moves of folders', async () => {
    await save(request({}, { folder: 'B', name: 'Ten 10' }));
    await save(request({}, { folder: 'B', name: 'Ten 9' }));
    await save(request({}, { folder: 'B/C', name: 'x' }));
    await save(request({}, { folder: 'BC', name: 'x' }));
    const place = (lines: readonly { folder: string; name: string }[]): string[] =>
      lines.map(({ folder: where, name }) => `${where}/${name}`);
    expect(place(await handlers.listSavedRequests.handle(undefined))).toEqual([
      'B/Ten 9',
      'B/Ten 10',
      'B/C/x',
      'BC/x',
    ]);
    expect(place(await handlers.moveSavedFolder.handle({ from: 'B', to: 'Z/Y' }))).toEqual([
      'BC/x',
      'Z/Y/Ten 9',
      'Z/Y/Ten 10',
      'Z/Y/C/x',
    ]);
    const deep = 'a/a/a/a/a/a/a/a';
    await expect(handlers.moveSavedFolder.handle({ from: 'Z/Y', to: deep })).rejects.toBeInstanceOf(
      ProblemError,
    );
  });
});

describe('running', () => {
  it('sends what was saved, with its secrets, and compares the answer', async () => {
    const { request: saved } = await save(
      request(
        { headers: secretHeader('Bearer CANARY'), body: '{"a": 1}' },
        {
          expectations: [
            { kind: 'status', status: 201 },
            { kind: 'json-path', path: '$.status', equals: '"approved"' },
          ],
        },
      ),
    );
    answer = { status: 200, body: textBody('{"status":"approved"}') };
    const callId = '5e550000-0000-4000-8000-0000000000cc';
    const run = await handlers.runSavedRequest.handle({ id: saved.id, callId });
    expect(run.kind === 'sent' && run.results.map(({ met, found }) => [met, found])).toEqual([
      [false, '200'],
      [true, '"approved"'],
    ]);
    expect(sent[0]?.headers).toContainEqual(['x-vault-forward-header-authorization', 'Bearer CANARY']);
    expect(Buffer.from(sent[0]?.body ?? []).toString()).toBe('{"a": 1}');
    expect(checked[0]).toMatchObject({ composedUnder: 'sandbox', method: 'POST' });
  });

  it('sends look-ups after the guards, too', async () => {
    const sessionId = '5e550000-0000-4000-8000-000000000001';
    const { request: saved } = await save(request({}, { call: { kind: 'get_checkout_session', sessionId } }));
    const callId = '5e550000-0000-4000-8000-0000000000cc';
    await handlers.runSavedRequest.handle({ id: saved.id, callId });
    expect(sent).toEqual([{ operation: 'get_checkout_session', pathParameters: { session_id: sessionId } }]);
    expect(checked[0]).toMatchObject({ method: 'GET', composedUnder: 'sandbox' });
  });

  it('sends nothing when a secret is gone', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('Bearer CANARY') }));
    testing.keychain.secrets.clear();
    const callId = '5e550000-0000-4000-8000-0000000000cc';
    const run = handlers.runSavedRequest.handle({ id: saved.id, callId });
    await expect(run).rejects.toMatchObject({ problem: { code: 'secret-gone' } });
    expect(sent).toEqual([]);
  });
});

describe('files', () => {
  it('hold no secret, and come back as they were, secrets included where they are known', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('Bearer CANARY') }));
    await save(request({}, { name: 'Second' }));
    const ids = (await handlers.listSavedRequests.handle(undefined)).map(({ id }) => id);
    chosenFolder = join(folder, 'out');
    await mkdir(chosenFolder);
    await handlers.exportRequestFolder.handle({ ids });
    for (const name of await readdir(join(chosenFolder, 'Cards'))) {
      const text = await readFile(join(chosenFolder, 'Cards', name), 'utf8');
      expect(text).not.toContain('CANARY');
      expect(text).not.toContain('kept-secret');
    }
    expect(await handlers.importRequests.handle({ from: 'folder' })).toEqual({
      added: [],
      replaced: [],
      unchanged: 2,
      refused: [],
      secretsToEnter: [],
    });
    const before = await firstValue(saved.id);
    await handlers.arrangeSavedRequest.handle({ id: saved.id, folder: 'Cards', name: 'Renamed' });
    expect(await handlers.importRequests.handle({ from: 'folder' })).toMatchObject({
      replaced: ['Authorise'],
    });
    expect(await firstValue(saved.id)).toBe(before);
    await handlers.deleteSavedRequests.handle({ ids });
    expect(await handlers.importRequests.handle({ from: 'folder' })).toMatchObject({
      added: ['Authorise', 'Second'],
      secretsToEnter: ['Authorise: authorization'],
    });
  });
});
