import { afterEach, describe, expect, it } from 'vitest';
import type { ServedDocument } from '@shared/documents/served-document';
import { startSandbox, type RunningSandbox } from '../start-sandbox';
import { useBuiltEntries } from '../test-fixtures/build-entries';
import { send } from '../test-fixtures/client';
import { documentForker } from './fork-document';
import { shop } from './shop.fixture';

const entry = useBuiltEntries({ document: 'documents/document-process.ts' });
const LIMITS = { loadMs: 20_000, answerMs: 2_500, ends: 20 };
/** Which message it is depends on what came first: this request, or the check of all answers. */
const LIMITED = /took (?:too long|more memory)|could not be worked out/;
const SLOW = '^(a+)+$';
const A = `${'a'.repeat(40)}!`;

let sandbox: RunningSandbox | null = null;
afterEach(async () => {
  await sandbox?.close();
  sandbox = null;
});

async function serve(
  document: object,
  changed?: (state: ServedDocument) => void,
  limits = LIMITS,
): Promise<(line: string, body?: object) => ReturnType<typeof send>> {
  const running = await startSandbox({
    startDocument: documentForker(entry('document')),
    documentLimits: limits,
    documents: [{ id: 'hostile', text: JSON.stringify(document) }],
    ...(changed ? { documentChanged: changed } : {}),
  });
  sandbox = running;
  const { baseUrl, tokens } = running.description;
  return (line, body) => {
    const [method = '', path = ''] = line.split(' ');
    const headers = { authorization: `Bearer ${tokens.full}`, 'content-type': 'application/json' };
    return send(baseUrl + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  };
}

const answer = (schema: object, example?: unknown) => ({
  responses: {
    200: {
      description: 'x',
      content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
    },
  },
});

describe('a hostile document', () => {
  it('does not block other operations with endless patterns and sizes', async () => {
    const states: ServedDocument[] = [];
    const ask = await serve(
      {
        ...shop,
        paths: {
          '/well': shop.paths['/health'],
          '/slow': { get: answer({ type: 'string', pattern: SLOW }, A) },
          '/huge': { get: answer({ type: 'array', minItems: 1e9, items: { type: 'string' } }) },
          '/given': {
            post: {
              ...answer({ type: 'object' }),
              requestBody: {
                content: { 'application/json': { schema: { properties: { a: { pattern: SLOW } } } } },
              },
            },
          },
        },
      },
      (state) => states.push(state),
    );
    // The contract's own operations are not held up by a document's slow one.
    const began = Date.now();
    const [slow, buyers] = await Promise.all([
      ask('GET /slow'),
      ask('GET /buyers').then(({ status }) => [status, Date.now() - began] as const),
    ]);
    expect(slow).toMatchObject({ status: 500, json: { message: expect.stringMatching(LIMITED) } });
    expect(buyers[0]).toBe(200);
    expect(buyers[1]).toBeLessThan(2_000);
    expect(await ask('GET /huge')).toMatchObject({
      status: 500,
      json: { message: expect.stringMatching(LIMITED) },
    });
    // The second time it is refused at once.
    const again = Date.now();
    expect(await ask('GET /slow')).toMatchObject({ status: 500 });
    expect(Date.now() - again).toBeLessThan(2_000);
    expect(await ask('POST /given', { a: 'a' })).toMatchObject({ status: 200 });
    expect(await ask('POST /given', { a: A })).toMatchObject({ status: 500 });
    expect(await ask('GET /well')).toMatchObject({ status: 200, text: 'well' });
    await expect.poll(() => states.at(-1)?.suspended.length).toBe(3);
    expect(states.at(-1)).toMatchObject({ state: 'serving', operations: 4 });
  });

  it('is stopped after blocking its process repeatedly, and says so', async () => {
    const states: ServedDocument[] = [];
    const paths = Object.fromEntries(
      [...Array(8).keys()].map((n) => [
        `/slow-${n}`,
        { get: answer({ type: 'array', minItems: 1e9, items: { type: 'integer' } }) },
      ]),
    );
    // None of the answers ever arrives, so the limit is short; and each end costs a new process.
    const limits = { ...LIMITS, answerMs: 100, ends: 5 };
    const ask = await serve({ ...shop, paths }, (state) => states.push(state), limits);
    await expect.poll(() => states.at(-1)?.state, { timeout: 120_000 }).toBe('ended');
    expect(states.at(-1)?.why).toMatch(/^The document took .* 5 times\.$/);
    expect(await ask('GET /slow-1')).toMatchObject({ status: 404 });
    expect(await ask('GET /buyers')).toMatchObject({ status: 200 });
  });

  it('that cannot be read prevents the start, with a message', async () => {
    await expect(serve({ openapi: '2.0' })).rejects.toThrow('hostile: This is OpenAPI 2.0.');
  });
});

describe('a document beside the contract', () => {
  it('does not replace its operations, but adds other methods of their paths', async () => {
    const ask = await serve({
      ...shop,
      paths: {
        '/buyers': {
          get: answer({ type: 'object' }, { mine: true }),
          post: answer({ type: 'object' }, { mine: true }),
        },
        '/buyers/{id}': { get: answer({ type: 'object' }, { id: 'x' }) },
      },
    });
    expect((await ask('GET /buyers')).json).toHaveProperty('items');
    expect(await ask('POST /buyers', {})).toMatchObject({ status: 200, json: { mine: true } });
    expect(await ask('GET /buyers/7')).toMatchObject({ json: { id: '7' } });
    expect(await ask('PUT /buyers', {})).toMatchObject({ status: 405, headers: { allow: 'GET, POST' } });
    expect(await ask('GET /nowhere')).toMatchObject({ status: 404 });
  });

  it('requires a valid token', async () => {
    const ask = await serve(shop);
    expect(await ask('GET /orders/ord_1')).toMatchObject({
      status: 200,
      headers: { 'x-sandbox-made-up': 'made up from the schema' },
    });
    const { baseUrl, tokens } = sandbox?.description ?? { baseUrl: '', tokens: { expired: '' } };
    expect(await send(`${baseUrl}/orders/ord_1`)).toMatchObject({
      status: 401,
      json: { code: 'unauthorized' },
    });
    expect(
      await send(`${baseUrl}/orders/ord_1`, { headers: { authorization: `Bearer ${tokens.expired}` } }),
    ).toMatchObject({ status: 401 });
    expect(await send(`${baseUrl}/health`)).toMatchObject({ status: 200 });
  });

  it('is no longer served after it is stopped', async () => {
    const ask = await serve(shop);
    expect(await ask('GET /health')).toMatchObject({ status: 200 });
    sandbox?.documents.stop('hostile');
    expect(await ask('GET /health')).toMatchObject({ status: 404 });
  });
});
