import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readDocument } from '@openapi/read-document';
import type { DocumentReply } from './protocol';
import { MADE_UP_HEADER, ServedDocument } from './served-document';
import { shop } from './shop.fixture';

/**
 * Whatever the document, and whatever is sent to it, the outcome is an answer or a worded refusal, never an exception.
 */
const documents = [shop, parse(readFileSync('src/contract/openapi.yaml', 'utf8'))] as const;

function waysOf(document: unknown): readonly (readonly string[])[] {
  const all: string[][] = [];
  const walk = (value: unknown, way: string[]): void => {
    all.push(way);
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, [...way, key]);
  };
  walk(document, []);
  return all.slice(1);
}

/** Values that are put into a document in place of what belongs there. */
const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom(
    { $ref: '#' },
    { $ref: '#/paths' },
    { $ref: '#/components/schemas/Error' },
    { $ref: '#/components/responses/__proto__' },
    { $ref: 'https://example.org/x.yaml' },
    { $ref: '#/%E0%A4%A' },
    { type: ['string', 'nonsense', 3] },
    { anyOf: [{ type: 'null' }, 4, null] },
    { properties: { constructor: { enum: [] }, __proto__: { type: 'string' } }, required: 'id' },
    { type: 'string', pattern: '(' },
    { type: 'string', format: 'nonsense', minLength: -3, maxLength: 'x' },
    { content: { 'application/json\r\nx-evil: 1': { example: { id: 'x' } } } },
    { '2XX': { content: { '*/*': { schema: true } } }, 999: {}, constructor: 1 },
    { 200: { $ref: '#/paths' }, 401: { content: { 'text/*': { example: 7 } } } },
    [{ name: 'a', in: 'query', required: true }, { name: '', in: 'path' }, null, { $ref: '#/servers' }],
    [{ url: '/' }, { url: '{a}/b' }, { url: 7 }, null],
    [{}],
  ),
);
const body = fc.oneof(
  fc.constant(''),
  fc.json({ maxDepth: 3 }),
  fc.string(),
  fc.constantFrom(
    '{"__proto__":{"id":1},"id":null}',
    '{"constructor":{"prototype":[]},"toString":1}',
    'a[__proto__][b]=1&a[=2',
    '[[[]]]',
  ),
);
const contentType = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'x;;',
);
const segment = fc.oneof(
  fc.constantFrom('1', 'ord_1', '%', '%ff', '__proto__', '{id}', '..', ''),
  fc.string(),
);
interface Asking {
  readonly method: string;
  readonly query: string;
  readonly body: string;
  readonly contentType: string;
  readonly segment: string;
}
const asking: fc.Arbitrary<Asking> = fc.record({
  method: fc.constantFrom('', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'),
  query: fc.oneof(fc.constantFrom('', 'limit=1', 'limit[]=&limit[a]=1', '%&=&__proto__=1'), fc.string()),
  body,
  contentType,
  segment,
});

function expectReply(reply: DocumentReply): void {
  if (reply.kind === 'refused') expect(reply.message).toMatch(/\w/);
  if (reply.kind !== 'answer') return;
  expect(reply.status).toBeGreaterThanOrEqual(200);
  expect(reply.status).toBeLessThan(500);
  expect(typeof reply.body).toBe('string');
  expect(reply.headers[MADE_UP_HEADER]).toMatch(/^made up from/);
  for (const value of Object.values(reply.headers)) expect(value).toMatch(/^[\x20-\x7e]*$/);
}

function serveAll(document: unknown, asked: readonly Asking[]): void {
  const reading = readDocument(JSON.stringify(document));
  if (reading.kind === 'refused') return;
  const served = new ServedDocument(reading.raw);
  served.operations.forEach(({ method, path }, index) => {
    expect(served.check(index)).toMatchObject({ operation: `${method} ${path}` });
    for (const { contentType: type, segment: name, ...request } of asked)
      expectReply(
        served.reply({
          ...request,
          method: request.method === '' ? method : request.method,
          path: path.replace(/\{[^}]*\}/g, () => name),
          headers: { 'content-type': type, host: 'x' },
          unauthorized: name === '' ? 'No token.' : null,
        }),
      );
  });
  // No prototype pollution: nothing from the document or the request reached Object.prototype.
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Reflect.get({}, 'id')).toBeUndefined();
}

describe('any served document', { timeout: 120_000 }, () => {
  it.each(documents.map((document, index) => [['the shop', 'the contract'][index], document]))(
    'with changes anywhere in %s, and any request, gives a valid reply',
    (_name, document) => {
      const ways = waysOf(document);
      const changes = fc.array(fc.tuple(fc.constantFrom(...ways), strange), { maxLength: 4 });
      fc.assert(
        fc.property(changes, fc.array(asking, { minLength: 1, maxLength: 4 }), (changed, asked) => {
          const changedDocument = structuredClone(document);
          for (const [way, value] of changed) {
            const holder = way
              .slice(0, -1)
              .reduce<unknown>((at, key) => Reflect.get(Object(at), key), changedDocument);
            if (typeof holder === 'object' && holder !== null)
              Reflect.set(holder, way.at(-1) ?? '', structuredClone(value));
          }
          serveAll(changedDocument, asked);
        }),
        { numRuns: 25 },
      );
    },
  );

  it('with long rings of models and an enumeration of ten thousand values, gives a valid reply', () => {
    const names = [...Array(500).keys()];
    const schemas = Object.fromEntries(
      names.map((n) => [
        `M${n}`,
        {
          type: 'object',
          properties: {
            id: { enum: names.map((m) => `v${m}`) },
            next: { $ref: `#/components/schemas/M${(n + 1) % names.length}` },
          },
        },
      ]),
    );
    const schema = { anyOf: [{ $ref: '#/components/schemas/M0' }, { enum: [...Array(10_000).keys()] }] };
    const operation = {
      requestBody: { content: { 'application/json': { schema } } },
      responses: { 200: { description: 'x', content: { 'application/json': { schema } } } },
    };
    const paths = { '/m': { post: operation }, '/m/{id}': { get: operation, put: operation } };
    const asked = {
      method: '',
      query: '',
      contentType: 'application/json',
      segment: 'v1',
      body: '{"id":"v3","next":{"id":"v4"}}',
    };
    serveAll({ openapi: '3.1.0', info: {}, paths, components: { schemas } }, [
      asked,
      { ...asked, method: 'PUT' },
      asked,
    ]);
  });
});
