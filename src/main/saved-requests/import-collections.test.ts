import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MASKED } from '@shared/http/exchange';
import type { SavedRequestRequests } from '@shared/bridge/saved-requests';
import type { RequestSpec } from '@shared/requests/request-spec';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { secretReference } from '@shared/secrets/secret-reference';
import { BodyStore } from '../bodies/body-store';
import type { BridgeHandlers } from '../bridge/bridge-handler';
import { RunningCalls } from '../calls/running-calls';
import { toHar } from '../history/har';
import { keepExchange } from '../history/keep-exchange';
import { lookUp } from '../history/testing-exchanges';
import { testingReferences } from '../secrets/testing-references';
import { testingSender } from '../sending/testing-sender';
import { useTestingDatabase } from '../testing/use-testing-database';
import { testingProfile } from '@shared/testing/testing-profile';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { savedRequestHandlers } from './saved-request-handlers';
import { SavedRequestStore } from './saved-request-store';
import { askHere } from './live/testing-live';
import { readSource } from './read-source';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
const testing = useTestingDatabase();
const harness = useHarness();
let store: SavedRequestStore;
let handlers: BridgeHandlers<SavedRequestRequests>;
let asked: string[] = [];
let fileText: string;

let calls: RunningCalls;
let whenRead: () => void;

beforeEach(async () => {
  calls = new RunningCalls();
  whenRead = () => undefined;
  asked = [];
  const profile = testingProfile({});
  const app = testingSender(harness, testing, { findProfile: async () => profile });
  store = new SavedRequestStore(testing.database);
  handlers = savedRequestHandlers({
    store,
    calls,
    files: {
      choosePath: async () => null,
      choosePathToSave: async () => null,
      chooseFolder: async () => folder,
      openText: async () => fileText,
      saveText: async () => null,
    },
    activeProfile: async () => profile,
    wasOnlyLocal: async () => false,
    sender: app.sender,
    references: app.secrets.references,
    sandboxDestination: async () => null,
    report: (_where, error) => expect.unreachable(String(error)),
    askLive: askHere,
    readSource: async (source) => {
      asked.push(source.kind);
      whenRead();
      const texts = source.kind === 'files' ? source.files.map(({ text }) => text) : [source.text];
      if (texts.some((text) => text.includes('HOSTILE'))) return { kind: 'unread', why: 'It took too long.' };
      return readSource(source);
    },
    tellProgress: () => undefined,
    tellRun: () => undefined,
  });
});

const POSTMAN = {
  info: { name: 'Payments', _postman_id: 'p', schema: 'https://x/collection/v2.1.0/collection.json' },
  item: [
    {
      name: 'Charge',
      event: [{ listen: 'test', script: { exec: ['x'] } }],
      request: {
        method: 'POST',
        url: 'https://psp.example/charge',
        header: [{ key: 'Authorization', value: 'Bearer CANARY' }],
        body: { mode: 'raw', raw: '{"card":{"number":"4111111111111111"},"memo":"4242424242424242"}' },
      },
    },
    { name: 'Broken' },
  ],
};

it('says which secrets in a URL are kept as written, but not variables', async () => {
  const item = ['https://psp.example/pay?api_key=CANARY', 'https://psp.example/pay?api_key={{key}}'].map(
    (url, at) => ({ name: `Pay ${at}`, request: { method: 'POST', url } }),
  );
  fileText = JSON.stringify({ ...POSTMAN, item });
  const requests = (await handlers.importRequests.handle({ from: 'file', callId: 'import' }))?.collections[0]
    ?.requests;
  const said = requests?.filter(({ changed }) =>
    changed.join(' ').includes('The URL holds the value of api_key'),
  );
  expect(said?.map(({ name }) => name)).toEqual(['Payments/Pay 0']);
  expect(JSON.stringify(requests)).not.toContain('CANARY');
});

it('lists twenty of thousands of cards in a body, and counts the others', async () => {
  const cards = Array.from({ length: 3_000 }, (_none, at) => [`n${at}`, '4111111111111111']);
  const raw = JSON.stringify(Object.fromEntries(cards));
  const item = {
    name: 'Cards',
    request: { method: 'POST', url: 'https://psp.example', body: { mode: 'raw', raw } },
  };
  fileText = JSON.stringify({ ...POSTMAN, item: [item] });
  const imported = await handlers.importRequests.handle({ from: 'file', callId: 'import' });
  const sentences = imported?.collections[0]?.requests[0]?.changed;
  expect(sentences).toHaveLength(21);
  expect(sentences?.at(-1)).toBe('And 2,980 more.');
});

async function one(): Promise<SavedRequest> {
  const [saved, ...more] = await store.all();
  if (saved === undefined || more.length > 0) throw new Error('not one request');
  return saved;
}

describe('a collection from another tool', () => {
  it('becomes saved requests without secrets and card numbers, and says what is missing', async () => {
    fileText = JSON.stringify(POSTMAN);
    const result = await handlers.importRequests.handle({ from: 'file', callId: 'import' });
    expect(result).toMatchObject({
      added: ['Charge'],
      refused: [{ file: 'Payments/Broken', why: 'It has no URL.' }],
      secretsToEnter: ['Charge: Authorization'],
      collections: [{ tool: 'Postman 2.1', taken: 0, partly: 1, refused: 1 }],
    });
    const saved = await one();
    expect(saved).toMatchObject({ folder: 'Payments', name: 'Charge' });
    const text = JSON.stringify(saved);
    expect(text).not.toContain('CANARY');
    expect(text).toContain('{{CARD_NUMBER_1}}');
    expect(text).not.toContain('4242424242424242');
  });

  it('imported again is unchanged, and keeps expectations and entered secrets', async () => {
    fileText = JSON.stringify(POSTMAN);
    await handlers.importRequests.handle({ from: 'file', callId: 'import' });
    const { request, ...rest } = await one();
    const headers = request.headers.map((header) =>
      header.secret ? { ...header, value: 'Bearer typed' } : header,
    );
    const expectations = [{ kind: 'status', status: 201 }] as const;
    await handlers.saveRequest.handle({
      request: { ...rest, request: { ...request, headers }, expectations },
      withoutSecrets: false,
    });
    const before = await one();
    expect(await handlers.importRequests.handle({ from: 'file', callId: 'import' })).toMatchObject({
      added: [],
      replaced: [],
      unchanged: 1,
      secretsToEnter: [],
    });
    fileText = fileText.replace('psp.example/charge', 'psp.example/other');
    expect(await handlers.importRequests.handle({ from: 'file', callId: 'import' })).toMatchObject({
      replaced: ['Charge'],
      unchanged: 0,
    });
    const after = await one();
    expect(after.expectations).toEqual(expectations);
    expect(after.request.headers.filter(({ secret }) => secret)).toEqual(
      before.request.headers.filter(({ secret }) => secret),
    );
  });

  it('that is cancelled while being read imports nothing', async () => {
    fileText = JSON.stringify(POSTMAN);
    whenRead = () => calls.cancel('import');
    await expect(handlers.importRequests.handle({ from: 'file', callId: 'import' })).rejects.toMatchObject({
      problem: { code: 'import-cancelled', meaning: 'You cancelled it. Nothing was imported.' },
    });
    expect(await store.all()).toEqual([]);
  });

  it('is imported from a folder even if other files cannot be read, which are named', async () => {
    const files = {
      'a.postman_collection.json': JSON.stringify(POSTMAN),
      'b.postman_collection.json': 'HOSTILE',
      'c.request.yaml': 'HOSTILE',
      'bruno/bruno.json': '{"name": "Bruno shop"}',
      'bruno/create.bru': 'HOSTILE',
    };
    await mkdir(join(folder, 'bruno'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    expect(await handlers.importRequests.handle({ from: 'folder', callId: 'import' })).toMatchObject({
      added: ['Charge'],
      refused: [
        ...['c.request.yaml', 'b.postman_collection.json', 'bruno'].map((file) => ({
          file,
          why: 'It took too long.',
        })),
        { file: 'Payments/Broken', why: 'It has no URL.' },
      ],
    });
  });

  it('is found in a folder with others, under the name its files give it', async () => {
    await mkdir(join(folder, 'bruno', 'charges'), { recursive: true });
    await mkdir(join(folder, 'open'));
    const files = {
      'bruno/bruno.json': '{"name": "Bruno shop"}',
      'bruno/charges/create.bru': 'meta {\n  name: Create\n}\n\npost {\n  url: https://psp.example/b\n}\n',
      'open/opencollection.yml': 'opencollection: 1.0.0\ninfo: { name: Open shop }\n',
      'open/get.yml': 'info: { name: Get, type: http }\nhttp: { method: GET, url: https://psp.example/o }\n',
      'a.postman_collection.json': JSON.stringify(POSTMAN),
      'unrelated.json': '{}',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const result = await handlers.importRequests.handle({ from: 'folder', callId: 'import' });
    expect(result?.collections.map(({ tool, name }) => `${tool}: ${name}`).sort()).toEqual([
      'Bruno: Bruno shop',
      'OpenCollection: Open shop',
      'Postman 2.1: Payments',
    ]);
    expect((await store.all()).map((saved) => `${saved.folder}/${saved.name}`)).toEqual([
      'Bruno shop/charges/Create',
      'Open shop/Get',
      'Payments/Charge',
    ]);
  });

  it('of recorded Vault Forward requests names them by destination', async () => {
    const entry = (destination: string): object => ({
      request: {
        method: 'POST',
        url: 'http://127.0.0.1:1/vault-forward',
        headers: [{ name: 'X-Vault-Forward-Url', value: destination }],
      },
    });
    const entries = [
      entry('https://user:CANARY@psp.example/charge?key=CANARY'),
      entry('https://psp.example/refund'),
    ];
    fileText = JSON.stringify({ log: { version: '1.2', entries } });
    const result = await handlers.importRequests.handle({ from: 'file', callId: 'import' });
    expect(result).toMatchObject({
      added: ['POST /vault-forward to psp.example/charge', 'POST /vault-forward to psp.example/refund'],
    });
  });

  it('of a HAR file numbers requests of one name, however long it is', async () => {
    const path = `/${'a'.repeat(300)}`;
    const entries = ['/graphql', path, '/graphql', path, '/graphql?page=2'].map((each) => ({
      request: { method: 'POST', url: `https://shop.example${each}` },
    }));
    fileText = JSON.stringify({ log: { version: '1.2', entries } });
    const result = await handlers.importRequests.handle({ from: 'file', callId: 'import' });
    const long = `POST ${path}`.slice(0, 190);
    expect(result?.added).toEqual([
      ...['POST /graphql', long, 'POST /graphql (2)', `${long} (2)`, 'POST /graphql (3)'],
    ]);
  });

  it('of a HAR file that this app wrote takes requests to the API itself as they were sent', async () => {
    const body = '{"of":"${order}","number":"411111••••••1111"}';
    const asked: RequestSpec = {
      version: 1,
      operation: 'free',
      target: { method: 'PATCH', path: '/orders/{id}' },
      pathParameters: { id: 'a/b' },
      query: [
        ['flag', null],
        ['api_key', 'CANARY-1'],
      ],
      headers: [
        { name: 'X-Trace', value: '1', secret: false },
        { name: 'x-api-key', value: secretReference('5e550000-0000-4000-8000-000000000001'), secret: true },
      ],
      body,
    };
    const { exchange, sentAs } = lookUp();
    const request = {
      ...exchange.request,
      method: 'PATCH',
      url: 'https://api.sandbox.example.com/v1/orders/a%2Fb?flag&api_key=CANARY-1',
    };
    const bodies = new BodyStore({ directory: folder });
    const kept = await keepExchange(
      { ...exchange, operation: 'free', request },
      { ...sentAs, request: asked },
      { bodies, secrets: testingReferences() },
    );
    const read = lookUp();
    const keptRead = await keepExchange(read.exchange, read.sentAs, {
      bodies,
      secrets: testingReferences(),
    });
    await bodies.close();
    fileText = toHar([kept, keptRead], '1.2.3');
    expect(fileText).not.toContain('CANARY');
    const result = await handlers.importRequests.handle({ from: 'file', callId: 'import' });
    const [saved, look] = (await store.all()).sort((one, other) => one.order - other.order);
    expect(look?.request).toEqual(read.sentAs.request);
    expect(saved?.request).toEqual({
      ...asked,
      query: [
        ['flag', null],
        ['api_key', MASKED],
      ],
      headers: [
        { name: 'X-Trace', value: '1', secret: false },
        { name: 'x-api-key', value: '', secret: true },
      ],
      body: '{"of":"$${order}","number":"411111••••••1111"}',
    });
    expect(result?.secretsToEnter).toEqual([expect.stringMatching(/: x-api-key$/)]);
    expect(result?.collections).toMatchObject([{ taken: 1, partly: 1 }]);
  });

  it('of another HAR file replaces nothing, and the same file again is unchanged', async () => {
    const har = (...entries: readonly (readonly [at: string, amount: number])[]): string =>
      JSON.stringify({
        log: {
          entries: entries.map(([startedDateTime, amount]) => ({
            startedDateTime,
            request: {
              method: 'POST',
              url: 'http://127.0.0.1:1/vault-forward',
              headers: [{ name: 'X-Vault-Forward-Url', value: 'https://psp.example/charge' }],
              postData: { text: `{"amount":${amount}}` },
            },
          })),
        },
      });
    const first = '2026-11-29T10:00:00.000Z';
    const second = '2026-11-29T10:00:01.000Z';
    // Two of the same moment are two requests, too.
    const texts = [har([first, 1], [first, 2]), har([second, 3]), har([first, 1], [first, 2], [second, 3])];
    const results = [];
    for (const text of texts) {
      fileText = text;
      const imported = await handlers.importRequests.handle({ from: 'file', callId: 'import' });
      results.push([imported?.added.length, imported?.replaced, imported?.unchanged, imported?.refused]);
    }
    expect(results).toEqual([
      [2, [], 0, []],
      [1, [], 0, []],
      // Requests of one name are told apart by a number, which is another in this file.
      [0, ['POST /vault-forward to psp.example/charge (3)'], 2, []],
    ]);
    const bodies = (await store.all()).map(({ request }) => request.body);
    expect(bodies.sort()).toEqual(['{"amount":1}', '{"amount":2}', '{"amount":3}']);
  });

  it('with secrets and card numbers that the file hides counts as taken in part, and says what to enter', async () => {
    const headers = [
      ['X-Vault-Forward-Url', 'https://psp.example/charge?api_key=••••••••'],
      ['X-Vault-Forward-Header-X-Trace', 'a ••••••••'],
    ].map(([name, value]) => ({ name, value }));
    const postData = { text: '{"number":"411111••••••1111"}' };
    const request = { method: 'POST', url: 'http://127.0.0.1:1/vault-forward', headers, postData };
    fileText = JSON.stringify({ log: { entries: [{ request }] } });
    const result = await handlers.importRequests.handle({ from: 'file', callId: 'import' });
    expect(result?.collections).toMatchObject([
      {
        taken: 0,
        partly: 1,
        requests: [
          {
            leftOut: [
              'Dots in the URL, the header X-Trace and the body stand for a secret or card data: what was imported does not hold it. Enter it again before you send.',
            ],
          },
        ],
      },
    ]);
    expect(JSON.stringify(result)).not.toContain('The URL holds');
  });

  it('that is not recognised is refused with the names of supported tools', async () => {
    fileText = '{"requests": []}';
    const result = await handlers.importRequests.handle({ from: 'file', callId: 'import' });
    expect(result?.refused.map(({ why }) => why).join()).toContain('Postman (2.0, 2.1)');
  });

  it.each([
    ['an empty file', ' \n', 'It is empty.'],
    ['a text of UTF-16', '\ufffd\ufffd{\0"\0i\0', 'UTF-8'],
    ['a file that is cut in the middle', JSON.stringify(POSTMAN).slice(0, 200), 'part of it may be missing'],
    ['an environment', '{"name":"E","values":[],"_postman_variable_scope":"environment"}', 'in the profile'],
    ['an OpenAPI document', 'openapi: 3.0.3\ninfo: { title: Shop }\n', 'on the API screen'],
    ['another text', 'hello', 'no requests of this app'],
  ])('that is %s is refused with its own reason', async (_what, text, why) => {
    fileText = text;
    const result = await handlers.importRequests.handle({ from: 'file', callId: 'import' });
    expect(result?.refused).toEqual([{ file: 'the file', why: expect.stringContaining(why) as string }]);
    expect(await store.all()).toEqual([]);
  });
});

it('A request file in a folder is read by the reading process, not by main', async () => {
  await writeFile(join(folder, 'Charge.request.yaml'), ']'.repeat(10));
  const imported = await handlers.importRequests.handle({ from: 'folder', callId: 'import' });
  expect(imported?.refused).toHaveLength(1);
  expect(asked).toEqual(['request-file']);
});

it('The name of a Bruno collection is not read through a link', async () => {
  const charge = 'meta {\n  name: Charge\n}\n\npost {\n  url: https://psp.example/charges\n}\n';
  await mkdir(join(folder, 'Cards'));
  await writeFile(join(folder, 'Cards', 'collection.bru'), 'meta {\n}\n');
  await writeFile(join(folder, 'Cards', 'Charge.bru'), charge);
  await writeFile(join(folder, 'elsewhere'), '{"name":"Elsewhere"}');
  await symlink(join(folder, 'elsewhere'), join(folder, 'Cards', 'bruno.json'));
  const imported = await handlers.importRequests.handle({ from: 'folder', callId: 'import' });
  expect(imported?.collections.map(({ name }) => name)).toEqual(['Cards']);
});
