import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withoutIds } from '@shared/testing/without-ids';
import type { RunResult, RunStep, SavedRequestRequests } from '@shared/bridge/saved-requests';
import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import { buyersRequest, sessionRequest } from '@shared/requests/reading-requests';
import type { RequestToSave, SavedExample } from '@shared/requests/saved-requests';
import { emptyDraft, type VaultForwardDraft } from '@shared/vault-forward/draft';
import { draftOfRequest, formOfDraft, requestOfDraft } from '@shared/vault-forward/draft-request';
import { METHOD_1 } from '@shared/vault-forward/drafts.fixture';
import { secretIdOf, secretReference } from '@shared/secrets/secret-reference';
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
import { runK6 } from './testing-k6';
import { testingProfile } from '@shared/testing/testing-profile';

let folder: string;
let testing: TestingDatabase;
let harness: Harness;
let server: RawServer;
let app: TestingSender;
let references: SecretReferences;
let handlers: BridgeHandlers<SavedRequestRequests>;
/** What the guards looked at, and how many requests had been sent by then. */
let checked: { readonly plans: readonly Plan[]; readonly sentBefore: number }[];
let steps: RunStep[];
let answer: string;
let profile: Profile;
let chosenFolder: string | null;
let savedText: string | null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saved-'));
  testing = openTestingDatabase();
  harness = await openHarness();
  server = await startRawServer((socket, bytes) => {
    if (!isWholeRequest(bytes)) return;
    socket.end(
      `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${answer.length}\r\n\r\n${answer}`,
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
    sender: {
      plan: (order) => sender.plan(order),
      agree: (plans, signal) => {
        checked.push({ plans, sentBefore: server.received.length });
        return sender.agree(plans, signal);
      },
      send: (plan, call) => sender.send(plan, call),
      onceAClick: (plans, send, nothingSent) => sender.onceAClick(plans, send, nothingSent),
    },
    references,
    sandboxDestination: async () => 'http://127.0.0.1:7',
    tellRun: ({ step }) => steps.push(step),
  });
});
afterEach(async () => {
  await testing.remove();
  await server.close();
  await harness.close();
  await rm(folder, { recursive: true });
});

function request(
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

/** Sends saved requests; what became of each is in `steps`. */
async function run(...ids: readonly string[]): Promise<readonly RunResult[] | null> {
  app.now += 2_000;
  return handlers.runSavedRequests.handle({ ids, callId: randomUUID() });
}

/** The requests as they went over the wire. */
function wire(): string[] {
  return server.received.map((bytes) => bytes.toString('utf8'));
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
  return opened ? (draftOfRequest(opened.request, opened.form).headers[0]?.value ?? '') : '';
}

function kept(): string[] {
  return [...testing.keychain.secrets.keys()].filter((account) => account.startsWith('request:'));
}

describe('saving', () => {
  it('puts secrets into the keychain and references in their place', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('Bearer CANARY') }));
    const value = await firstValue(saved.id);
    expect(await references.read(secretIdOf(value) ?? '')).toBe('Bearer CANARY');
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

  it('leaves no secret behind in the keychain when the request itself cannot be written', async () => {
    await testing.database.execute({
      sql: `CREATE TRIGGER full BEFORE INSERT ON saved_requests BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    });
    await expect(save(request({ headers: secretHeader('first') }))).rejects.toThrow('disk full');
    expect(kept()).toEqual([]);
  });

  it('gives a copy secrets of its own, also from what was sent in this run', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('first') }));
    const { request: copy } = await save(request({ headers: secretHeader(await firstValue(saved.id)) }));
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    expect(await references.read(secretIdOf(await firstValue(copy.id)) ?? '')).toBe('first');
    const sentId = references.keep('sent before');
    const { request: third } = await save(request({ headers: secretHeader(secretReference(sentId)) }));
    expect(await references.read(secretIdOf(await firstValue(third.id)) ?? '')).toBe('sent before');
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

describe('what is kept of a saved request', () => {
  const CARD = '4111111111111111';

  it('holds no security code, wherever it was typed, and says why', async () => {
    const { request: saved, notes } = await save(
      request(
        {
          destinationUrl: 'https://psp.example/?cvv=987',
          body: '{"number":"{{CARD_NUMBER_1}}","cvv":987}',
          headers: [{ id: 'a', name: 'x-cvv', value: '987', secret: true, enabled: true }],
        },
        {
          name: 'Pay with cvv 987',
          description: 'The security code is 987',
          expectations: [{ kind: 'json-path', path: "$.card['cvv']", is: { how: 'equals', value: '"987"' } }],
        },
      ),
    );
    expect(withoutIds(JSON.stringify(saved))).not.toContain('987');
    const secrets = await Promise.all(
      kept().map((account) => references.read(account.slice('request:'.length))),
    );
    expect(secrets.join()).not.toContain('987');
    expect(saved.request.body).toBe('{"number":"{{CARD_NUMBER_1}}","cvv":"••• (number)"}');
    expect(notes.join()).toContain('security code');
  });

  it.each(['contains', 'matches'] as const)('masks what an answer %s', async (how) => {
    const secret = how === 'contains' ? { how, text: CARD } : { how, pattern: CARD };
    const code = how === 'contains' ? { how, text: '987' } : { how, pattern: '987' };
    const { request: saved } = await save(
      request(
        {},
        {
          expectations: [
            { kind: 'json-path', path: '$.a', is: secret },
            { kind: 'json-path', path: '$.cvv', is: code },
            { kind: 'header', name: 'x-number', is: secret },
          ],
        },
      ),
    );
    expect(withoutIds(JSON.stringify(saved.expectations))).not.toMatch(/4111111111111111|987/);
    expect((await handlers.openSavedRequest.handle({ id: saved.id }))?.expectations).toHaveLength(3);
  });

  it('of an older version, whose JSON paths could only equal, is read', async () => {
    const { request: saved } = await save(request());
    const older = [
      { kind: 'status', status: 200 },
      { kind: 'json-path', path: '$.a', equals: '"b"' },
    ];
    await testing.database.execute({
      sql: 'UPDATE saved_requests SET expectations = ?',
      values: [JSON.stringify(older)],
    });
    expect((await handlers.openSavedRequest.handle({ id: saved.id }))?.expectations).toEqual([
      older[0],
      { kind: 'json-path', path: '$.a', is: { how: 'equals', value: '"b"' } },
    ]);
  });

  it('holds the code of a test card of the Local sandbox', async () => {
    const local = request({ body: '{"cvv":"987"}' }, { profileId: 'local-sandbox' });
    const { request: saved, notes } = await save(local);
    expect(JSON.stringify(saved)).toContain('987');
    expect(notes).toEqual([]);
  });

  it('holds no card number in its description, its name or what is expected', async () => {
    const { request: saved } = await save(
      request(
        {},
        {
          name: `Pay ${CARD}`,
          description: `With ${CARD}`,
          expectations: [{ kind: 'json-path', path: '$.number', is: { how: 'equals', value: `"${CARD}"` } }],
        },
      ),
    );
    expect(JSON.stringify(saved)).not.toContain(CARD);
  });

  it('holds the value of a secret header nowhere else either', async () => {
    const { request: saved, notes } = await save(
      request(
        { headers: secretHeader('Bearer CANARY-1'), body: '{"token":"CANARY-1"}' },
        { description: 'Its token is CANARY-1.' },
      ),
    );
    expect(JSON.stringify(saved)).not.toContain('CANARY');
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

describe('an example', () => {
  const example: SavedExample = {
    status: 200,
    statusText: 'OK',
    contentType: 'application/json',
    body: '{"number":"4111111111111111","cvv":"987","access_token":"CANARY","id":"a"}',
    answeredAt: '2026-11-22T10:00:00.000Z',
  };
  const pin = (id: string, pinned: SavedExample | null) =>
    handlers.pinExample.handle({ id, example: pinned });

  it('is kept masked as the history is, stays when the request is saved, goes into files, and can be taken away', async () => {
    const { request: saved } = await save(request());
    expect((await pin(saved.id, example))?.example).toMatchObject({ status: 200 });
    await save({ ...request(), id: saved.id, name: 'Another name' });
    const kept = (await handlers.openSavedRequest.handle({ id: saved.id }))?.example;
    expect(kept).toEqual({ ...example, body: expect.stringContaining('"id":"a"') });
    expect(kept?.body).not.toMatch(/4111111111111111|987|CANARY/);
    chosenFolder = join(folder, 'examples');
    await mkdir(chosenFolder);
    await handlers.exportRequestFolder.handle({ ids: [saved.id] });
    await pin(saved.id, null);
    expect((await handlers.openSavedRequest.handle({ id: saved.id }))?.example).toBeNull();
    expect(await handlers.importRequests.handle({ from: 'folder' })).toMatchObject({
      replaced: ['Another name'],
    });
    expect((await handlers.openSavedRequest.handle({ id: saved.id }))?.example).toEqual(kept);
  });

  it('is small', () => {
    const parse = (body: string) =>
      handlers.pinExample.parse.safeParse({ id: randomUUID(), example: { ...example, body } }).success;
    expect(parse('a'.repeat(100_000))).toBe(true);
    expect(parse('a'.repeat(100_001))).toBe(false);
  });

  it('that somebody typed into a file is masked as well', async () => {
    const { request: saved } = await save(request());
    await pin(saved.id, { ...example, body: '{"id":"b"}' });
    chosenFolder = join(folder, 'typed');
    await mkdir(chosenFolder);
    await handlers.exportRequestFolder.handle({ ids: [saved.id] });
    const file = join(chosenFolder, 'Cards', 'Authorise.request.yaml');
    const typed = (await readFile(file, 'utf8')).replace('{"id":"b"}', '{"access_token":"CANARY"}');
    await writeFile(file, typed);
    await handlers.importRequests.handle({ from: 'folder' });
    const kept = (await handlers.openSavedRequest.handle({ id: saved.id }))?.example?.body;
    expect(kept).toContain('access_token');
    expect(kept).not.toContain('CANARY');
  });

  it('of a request that is gone is kept nowhere', async () => {
    expect(await pin(randomUUID(), example)).toBeNull();
    expect(await handlers.listSavedRequests.handle(undefined)).toEqual([]);
  });
});

describe('the order within a folder', () => {
  const names = (lines: readonly { name: string }[]): string => lines.map(({ name }) => name).join(' ');
  const list = async () => handlers.listSavedRequests.handle(undefined);

  it('is kept, also in files, and is that of a run', async () => {
    const ids: Record<string, string> = {};
    for (const name of ['a', 'b', 'c', 'd']) ids[name] = (await save(request({}, { name }))).request.id;
    const { a = '', b = '', c = '', d = '' } = ids;
    const placed = { folder: 'Cards', id: d, before: b };
    expect(names(await handlers.placeSavedRequest.handle(placed))).toBe('a d b c');
    await handlers.placeSavedRequest.handle({ folder: 'Cards', id: a, before: null });
    expect(names(await list())).toBe('d b c a');
    // Saved again, or under another name, it stays; a new one is the last.
    await save({ ...request({}, { name: 'z' }), id: d });
    await handlers.arrangeSavedRequest.handle({ id: b, folder: 'Cards', name: 'y' });
    await save(request({}, { name: '0' }));
    expect(names(await list())).toBe('z y c a 0');
    chosenFolder = join(folder, 'ordered');
    await mkdir(chosenFolder);
    const all = (await list()).map(({ id }) => id);
    await handlers.exportRequestFolder.handle({ ids: all });
    await handlers.deleteSavedRequests.handle({ ids: all });
    await handlers.importRequests.handle({ from: 'folder' });
    expect(names(await list())).toBe('z y c a 0');
    await handlers.placeSavedRequest.handle({ folder: 'Cards', id: c, before: d });
    expect(await handlers.importRequests.handle({ from: 'folder' })).toMatchObject({ replaced: ['c'] });
    expect(names(await list())).toBe('z y c a 0');
  });

  it('can be one of another folder', async () => {
    const { request: moved } = await save(request({}, { name: 'a' }));
    const { request: there } = await save(request({}, { name: 'b', folder: 'Other' }));
    await handlers.placeSavedRequest.handle({ id: moved.id, folder: 'Other', before: there.id });
    expect((await list()).map(({ folder: where, name }) => `${where}/${name}`)).toEqual([
      'Other/a',
      'Other/b',
    ]);
    // Where it goes by its folder alone it has no place.
    await handlers.arrangeSavedRequest.handle({ id: moved.id, folder: 'Third', name: 'a' });
    expect((await handlers.openSavedRequest.handle({ id: moved.id }))?.order).toBe(0);
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
            { kind: 'json-path', path: '$.status', is: { how: 'equals', value: '"approved"' } },
          ],
        },
      ),
    );
    answer = '{"status":"approved"}';
    expect(await run(saved.id)).toMatchObject([{ requestId: saved.id, step: { kind: 'done' } }]);
    const [, done] = steps;
    expect(steps).toMatchObject([{ kind: 'running' }, { kind: 'done', answer: '200 OK' }]);
    expect(done?.kind === 'done' && done.results.map(({ met, found }) => [met, found])).toEqual([
      [false, '200'],
      [true, '"approved"'],
    ]);
    expect(wire()).toHaveLength(1);
    expect(wire()[0]).toContain('\r\nx-vault-forward-header-authorization: Bearer CANARY\r\n');
    expect(wire()[0]).toMatch(/\r\n\r\n\{"a": 1\}$/);
    expect(checked).toMatchObject([
      { sentBefore: 0, plans: [{ composedUnder: 'sandbox', wire: { method: 'POST' } }] },
    ]);
  });

  it('sends look-ups after the guards, too', async () => {
    const sessionId = '5e550000-0000-4000-8000-000000000001';
    const { request: saved } = await save(request({}, { request: sessionRequest(sessionId), form: null }));
    await run(saved.id);
    expect(wire()).toHaveLength(1);
    expect(wire()[0]).toMatch(new RegExp(`^GET /checkout/sessions/${sessionId} HTTP/1.1\r\n`));
    expect(checked).toMatchObject([
      { sentBefore: 0, plans: [{ composedUnder: 'sandbox', wire: { method: 'GET' } }] },
    ]);
  });

  it('sends every parameter of a saved list of buyers', async () => {
    const query = buyersRequest({
      cursor: 'next page',
      limit: 20,
      parameters: [
        ['search', 'Zoë'],
        ['search', ''],
      ],
    });
    const { request: saved } = await save(request({}, { request: query, form: null }));
    expect((await handlers.openSavedRequest.handle({ id: saved.id }))?.request).toEqual(query);
    await run(saved.id);
    expect(wire()[0]?.split('\r\n')[0]).toBe(
      'GET /buyers?cursor=next%20page&limit=20&search=Zo%C3%AB&search= HTTP/1.1',
    );
  });

  it('sends nothing when a secret is gone', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('Bearer CANARY') }));
    testing.keychain.secrets.clear();
    await run(saved.id);
    expect(steps).toMatchObject([{ kind: 'refused', problem: { code: 'secret-gone' } }]);
    expect(wire()).toEqual([]);
  });

  it('of a security code that was masked sends nothing before it was entered', async () => {
    const body = '{"number":"{{CARD_NUMBER_1}}","cvv":"987"}';
    const { request: saved } = await save(request({ body }));
    await run(saved.id);
    expect(steps).toMatchObject([{ kind: 'refused', problem: { code: 'draft-has-errors' } }]);
    expect(wire()).toEqual([]);
  });
});

describe('a script for k6', () => {
  const exported = async (ids: readonly string[]) => {
    savedText = null;
    const result = await handlers.exportK6Script.handle({ ids, title: 'Cards' });
    return { result, text: savedText ?? '' };
  };

  it('asks what a run asks: the same address, headers and bytes', async () => {
    const body = '{"number": "{{CARD_NUMBER_1}}",\r\n "note": "`$${uuid}` é"}';
    const { request: saved } = await save(request({ headers: secretHeader('Bearer CANARY'), body }));
    await run(saved.id);
    const [head = '', sentBody = ''] = (wire()[0] ?? '').split(/\r\n\r\n(.*)/s);
    const [line, ...headers] = head.split('\r\n');
    const { text } = await exported([saved.id]);
    expect(text).not.toContain('CANARY');
    const token =
      headers.find((one) => one.startsWith('authorization: '))?.slice('authorization: Bearer '.length) ?? '';
    const [k6] = runK6(text, { PAYMENTS_API_TOKEN: token, DESTINATION_AUTHORIZATION: 'Bearer CANARY' }).sent;
    expect(`${k6?.method} ${new URL(k6?.url ?? '').pathname} HTTP/1.1`).toBe(line);
    const own = headers.filter((one) => !/^(?:host|accept-encoding|user-agent|content-length): /.test(one));
    expect(k6?.headers.map(([name, value]) => `${name}: ${value}`)).toEqual(own);
    expect(k6?.body).toBe(sentBody);
  });

  it('is written neither on production nor of nothing', async () => {
    const { request: saved } = await save(request({ body: '${nobody}' }));
    await expect(exported([saved.id])).rejects.toMatchObject({ problem: { code: 'nothing-for-k6' } });
    profile = { ...profile, environment: 'production' };
    await expect(exported([saved.id])).rejects.toMatchObject({ problem: { code: 'k6-on-production' } });
    expect(savedText).toBeNull();
  });
});

describe('a file that somebody wrote', () => {
  const text = `version: 1
id: 5e550000-0000-4000-8000-000000000001
name: Typed
description: Send 4111111111111111 with CANARY-typed
request:
  kind: vault_forward
  destinationUrl: https://psp.example/charges
  method: POST
  headers:
    - name: authorization
      value: Bearer CANARY-typed
    - name: x-plain
      value: kept-secret:5e550000-0000-4000-8000-000000000002
  body: '{"number":"4111111111111111","cvv":"987"}'
expect:
  - path: $.number
    equals: '"4111111111111111"'
`;
  const read = () => handlers.importRequests.handle({ from: 'folder' });
  const all = async () => JSON.stringify(await new SavedRequestStore(testing.database).all());

  beforeEach(async () => {
    chosenFolder = join(folder, 'written');
    await mkdir(chosenFolder);
    await writeFile(join(chosenFolder, 'typed.request.yaml'), text);
  });

  it('has its secrets put into the keychain and pointed out, and nothing of them stays in the request', async () => {
    const imported = await read();
    expect(imported?.notes.join('\n')).toContain(
      'typed.request.yaml: a secret was typed into the header authorization',
    );
    expect(imported?.notes.join('\n')).not.toContain('CANARY');
    expect(imported?.secretsToEnter).toEqual([]);
    expect(withoutIds(await all())).not.toMatch(/CANARY|4111111111111111|987|0002/);
    const value = await firstValue('5e550000-0000-4000-8000-000000000001');
    expect(await references.read(secretIdOf(value) ?? '')).toBe('Bearer CANARY-typed');
  });

  it('leaves no secret behind in the keychain when it cannot be written', async () => {
    await testing.database.execute({
      sql: `CREATE TRIGGER full BEFORE INSERT ON saved_requests BEGIN SELECT RAISE(ABORT, 'disk full'); END`,
    });
    await expect(read()).rejects.toThrow('disk full');
    expect(kept()).toEqual([]);
  });

  it('changes nothing when it is read again', async () => {
    await read();
    expect(await read()).toMatchObject({ added: [], replaced: [], unchanged: 1 });
    expect(kept()).toHaveLength(1);
  });

  it('is taken without its secrets when the keychain fails', async () => {
    testing.keychain.trouble = 'locked';
    const imported = await read();
    expect(imported?.added).toEqual(['Typed']);
    expect(imported?.notes.join()).toContain('could not be kept');
    expect(imported?.secretsToEnter).toEqual(['Typed: authorization']);
    expect(await all()).not.toContain('CANARY');
  });
});

describe('files', () => {
  it('hold no card data, not even what an older version kept', async () => {
    const body = '{"number":"4111111111111111","cvv":"987"}';
    const { request: saved } = await save(request());
    const older = { ...saved, request: { ...saved.request, body } };
    await new SavedRequestStore(testing.database).put(older);
    chosenFolder = join(folder, 'old');
    await mkdir(chosenFolder);
    await handlers.exportRequestFolder.handle({ ids: [saved.id] });
    const [name = ''] = await readdir(join(chosenFolder, 'Cards'));
    expect(withoutIds(await readFile(join(chosenFolder, 'Cards', name), 'utf8'))).not.toMatch(
      /987|4111111111111111/,
    );
  });

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
      notes: [],
      secretsToEnter: [],
      collections: [],
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

describe('a folder that is run on production', () => {
  it('is asked about once, with its number and its hosts, and sends nothing without a yes', async () => {
    const ids: string[] = [];
    for (const [index, host] of ['psp.example', 'psp.example', 'other.example'].entries()) {
      const draft = { destinationUrl: `https://${host}/charges`, body: JSON.stringify({ index }) };
      ids.push((await save(request(draft, { name: `Request ${index}` }))).request.id);
    }
    profile = { ...profile, environment: 'production' };
    app.answer = { confirmed: false, checked: false };
    expect(await run(...ids)).toBeNull();
    expect(server.received).toHaveLength(0);
    expect(app.questions).toHaveLength(1);
    const [question] = app.questions;
    expect(question).toMatchObject({ title: 'Send to production?', checkboxLabel: null });
    expect(question?.facts).toEqual(
      expect.arrayContaining([
        { label: 'Requests', value: '3' },
        expect.objectContaining({ value: 'psp.example\nother.example' }),
      ]),
    );
    app.answer = { confirmed: true, checked: true };
    expect(await run(...ids)).toHaveLength(ids.length);
    expect(server.received).toHaveLength(3);
    expect(app.questions).toHaveLength(2);
    // What was agreed to for one request holds for no folder: it is asked about each time.
    expect(await run(...ids)).toHaveLength(ids.length);
    expect(app.questions).toHaveLength(3);
  });
});

describe('what was deleted a moment ago', () => {
  it('comes back once, with its secret, its place and its example', async () => {
    const { request: saved } = await save(request({ headers: secretHeader('CANARY-SECRET') }));
    const reference = secretIdOf(await firstValue(saved.id)) ?? '';
    await handlers.placeSavedRequest.handle({ id: saved.id, folder: 'Cards', before: null });
    const before = await handlers.openSavedRequest.handle({ id: saved.id });
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    expect(await references.read(reference)).toBeNull();
    const lines = await handlers.undoDeleteSavedRequests.handle({ ids: [saved.id] });
    expect(lines.map(({ id }) => id)).toEqual([saved.id]);
    const after = await handlers.openSavedRequest.handle({ id: saved.id });
    const id = secretIdOf(await firstValue(saved.id)) ?? '';
    expect(await references.read(id)).toBe('CANARY-SECRET');
    expect({ ...after, request: null }).toEqual({ ...before, request: null });
    await handlers.deleteSavedRequests.handle({ ids: [saved.id] });
    await handlers.undoDeleteSavedRequests.handle({ ids: [saved.id] });
    expect(await handlers.undoDeleteSavedRequests.handle({ ids: [saved.id] })).toHaveLength(1);
  });
});
