import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { DocumentCheck } from '@shared/documents/document-check';
import { OpenDocument } from './open-document';

const contract = new OpenDocument('built-in', parse(readFileSync('src/contract/openapi.yaml', 'utf8')));
const ok = (status = 200) => ({ kind: 'response', status, contentType: 'application/json' }) as const;

const findings = (check: DocumentCheck | null) =>
  check?.kind === 'checked'
    ? check.findings.map(({ pointer, rule, severity }) => `${severity} ${rule} ${pointer}`)
    : check;

/** A document with one operation; its body and its answer have this schema. */
const documentOf = (
  schema: unknown,
  { openapi = '3.1.0', example }: { openapi?: string; example?: unknown } = {},
) =>
  new OpenDocument('x', {
    openapi,
    paths: {
      '/a/{b}': {
        post: {
          operationId: 'a',
          requestBody: {
            content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
          },
          responses: { '2XX': { content: { 'application/*+json': {}, 'application/json': { schema } } } },
        },
      },
    },
  } as never);
const check = (schema: unknown, value: unknown, openapi?: string) =>
  documentOf(schema, openapi ? { openapi } : {}).check('a', ok(201), JSON.stringify(value));

describe('checking a body against its document', () => {
  const session = { id: '5e550000-0000-4000-8000-000000000001', expires_at: '2026-11-22T21:40:00Z' };

  it('finds wrong formats, lengths and types, missing and unlisted properties, and undocumented statuses', () => {
    const of = (body: object, status = 200) =>
      findings(contract.check('get_checkout_session', ok(status), JSON.stringify(body)));
    expect(of(session)).toEqual([]);
    expect(of({ ...session, expires_at: 'soon', extra: 1, cart_items: [{ name: '' }] })).toEqual([
      'error format /expires_at',
      'error required /cart_items/0/quantity',
      'error required /cart_items/0/unit_amount',
      'error length /cart_items/0/name',
      'warning unlisted-property /extra',
    ]);
    expect(of({ ...session, buyer: { display_name: 7 }, payment_method: null })).toEqual([
      'error type /buyer/display_name',
    ]);
    expect(of({}, 418)).toEqual(['warning undocumented-status ']);
  });

  it('says why nothing was checked', () => {
    expect(check({ type: 'string', pattern: '(' }, 'x')).toMatchObject({ why: 'schema-unusable' });
    expect(check({ $ref: '#/components/schemas/Missing' }, 1)).toMatchObject({ why: 'schema-unusable' });
    expect(documentOf({}).check('a', ok(), '{')).toMatchObject({ kind: 'not-checked', why: 'not-json' });
    expect(documentOf({}).check('a', { kind: 'body', mediaType: 'text/csv' }, '')).toMatchObject({
      why: 'no-schema',
    });
    expect(documentOf({}).check('nothing', ok(), '1')).toBeNull();
  });

  it('checks other operations if the schema of one does not compile', () => {
    const document = new OpenDocument('x', {
      openapi: '3.1.0',
      paths: {
        '/a': {
          get: { responses: { 200: { content: { 'application/json': { schema: { pattern: '(' } } } } } },
        },
        '/b': {
          get: { responses: { 200: { content: { 'application/json': { schema: { type: 'null' } } } } } },
        },
      },
    } as never);
    expect(document.check('GET /a', ok(), '"x"')).toMatchObject({ why: 'schema-unusable' });
    expect(findings(document.check('GET /b', ok(), '1'))).toEqual(['error constant ']);
  });

  it.each(['3.0.1', '3.1.0'])(
    'supports nullable and boolean exclusive limits of OpenAPI 3.0 in %s',
    (openapi) => {
      const schema = {
        properties: {
          a: { type: 'string', nullable: true },
          b: { allOf: [{ type: 'string' }], nullable: true },
          f: { $ref: '#/paths', nullable: true },
          c: { type: 'string', enum: ['x'], nullable: true },
          d: { type: 'integer', minimum: 0, exclusiveMinimum: true },
          e: { type: 'integer', maximum: 3, exclusiveMaximum: false },
          example: { type: 'string', nullable: true },
        },
      };
      const of = (value: object) => findings(check(schema, value, openapi));
      expect(of({ a: null, b: null, f: null, c: null, d: 1, e: 3, example: null })).toEqual([]);
      expect(of({ a: 1, d: 0, e: 4 })).toEqual(['error type /a', 'error other /d', 'error range /e']);
    },
  );

  it('reports a value once if it fits none of several shapes', () => {
    const shapes = { oneOf: [{ required: ['card'] }, { required: ['bank'] }, { type: 'null' }] };
    expect(
      findings(check({ properties: { by: shapes, n: { type: 'integer' } } }, { by: {}, n: 'x' })),
    ).toEqual(['error other /by', 'error type /n']);
  });

  it('accepts patterns that only work without the u flag', () => {
    expect(findings(check({ type: 'string', pattern: '^[\\w\\-\\_]+$' }, 'a-b_c'))).toEqual([]);
  });

  it('follows circular references', () => {
    const ring = {
      type: 'object',
      properties: {
        next: { $ref: '#/paths/~1a~1%7Bb%7D/post/requestBody/content/application~1json/schema' },
        n: { type: 'integer' },
      },
    };
    expect(findings(check(ring, { next: { next: { n: 'x' } } }))).toEqual(['error type /next/next/n']);
  });

  it('accepts any value for a reference that leads nowhere, and checks the rest', () => {
    const schema = {
      type: 'object',
      properties: {
        kind: { $ref: '#/components/schemas/Missing', nullable: true },
        other: { $ref: 'https://elsewhere.example/x.yaml' },
        n: { type: 'integer' },
      },
    };
    expect(findings(check(schema, { kind: 1, other: [], n: 'x' }))).toEqual(['error type /n']);
  });

  it('does not require read-only properties in requests or write-only ones in answers', () => {
    const document = documentOf({
      type: 'object',
      required: ['id', 'secret', 'amount'],
      properties: {
        id: { $ref: '#/components/schemas/Id' },
        secret: { type: 'string', writeOnly: true },
        amount: { type: 'integer' },
      },
    });
    Object.assign(document.raw, { components: { schemas: { Id: { type: 'string', readOnly: true } } } });
    const body = document.check('a', { kind: 'body', mediaType: 'application/json' }, '{}');
    expect(findings(body)).toEqual(['error required /secret', 'error required /amount']);
    expect(body).toMatchObject({
      findings: [{ message: 'The property “secret” is required, and it is missing.' }, {}],
    });
    expect(findings(document.check('a', ok(201), '{}'))).toEqual([
      'error required /id',
      'error required /amount',
    ]);
    expect(document.examples('a', 'application/json')[0]).toMatchObject({ check: { findings: [] } });
  });
});

describe('an example to start from', () => {
  /** Matches no text, so no generator can make one. */
  const NOTHING = '^[A-Z]{2}(?!)$';
  const json = 'application/json';

  it('is the document’s own if it has one', () => {
    expect(contract.examples('vault_forward', json)[0]).toMatchObject({ origin: 'document' });
  });

  it('can be a reference to a component, on a path that is a reference itself', () => {
    const content = {
      'application/json': { schema: {}, examples: { a: { $ref: '#/components/examples/A' } } },
    };
    const document = new OpenDocument('x', {
      openapi: '3.1.0',
      paths: { '/a': { $ref: '#/components/pathItems/P' } },
      components: {
        examples: { A: { value: { n: 1 } } },
        pathItems: { P: { post: { operationId: 'a', requestBody: { content } } } },
      },
    } as never);
    expect(document.examples('a', json)[0]).toMatchObject({ origin: 'document', text: '{\n  "n": 1\n}' });
  });

  it('is made from the schema and checked against it', () => {
    const schema = {
      type: 'object',
      required: ['id', 'amount'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        amount: { type: 'integer', minimum: 1 },
        note: { type: 'string' },
      },
    };
    const example = documentOf(schema).examples('a', json)[0];
    expect(example).toMatchObject({ origin: 'made', check: { kind: 'checked', findings: [] } });
    expect(Object.keys(JSON.parse(example?.text ?? ''))).toEqual(['id', 'amount', 'note']);
  });

  it('omits an optional property that no value can satisfy', () => {
    const schema = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, code: { type: 'string', pattern: NOTHING } },
    };
    expect(documentOf(schema).examples('a', json)[0]).toMatchObject({
      text: JSON.stringify({ id: 0 }, null, 2),
      check: { findings: [] },
    });
  });

  it('matches a pattern, and a format under a non-standard name', () => {
    const schema = {
      type: 'object',
      required: ['code', 'webhook'],
      properties: {
        code: { type: 'string', pattern: '^[A-Z]{2}-[0-9]{3}$' },
        webhook: { type: 'string', format: 'url' },
      },
    };
    expect(documentOf(schema).examples('a', json)[0]).toMatchObject({
      origin: 'made',
      check: { findings: [] },
    });
  });

  it('is made without the examples of its parts if they break the schema', () => {
    const schema = {
      type: 'object',
      required: ['domains', 'example'],
      properties: {
        domains: { type: 'array', items: { type: 'string' }, example: 'one.example' },
        example: { type: 'integer', examples: ['1'], default: 7 },
      },
    };
    expect(documentOf(schema).examples('a', json)[0]).toMatchObject({
      text: JSON.stringify({ domains: ['string'], example: 7 }, null, 2),
      check: { findings: [] },
    });
  });

  it('from the document is kept even if it breaks the schema, with the findings', () => {
    const schema = { type: 'string', pattern: NOTHING };
    const example = documentOf(schema, { example: 'nothing like it' }).examples('a', json)[0];
    expect(example).toMatchObject({ origin: 'document', text: '"nothing like it"' });
    expect(findings(example?.check ?? null)).toEqual(['error pattern ']);
  });

  it('can be made for a model that contains itself', () => {
    const pointer = '#/paths/~1a~1%7Bb%7D/post/requestBody/content/application~1json/schema';
    const ring = { type: 'object', properties: { next: { $ref: pointer } } };
    expect(documentOf(ring).examples('a', json)[0]?.origin).toBe('made');
  });

  it('ends where a model that contains itself does, with the rest of it', () => {
    const card = { type: 'object', required: ['number'], properties: { number: { type: 'string' } } };
    const Node = {
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string' },
        parents: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
        parent: { $ref: '#/components/schemas/Node' },
      },
    };
    const document = documentOf({
      type: 'object',
      properties: {
        tree: { $ref: '#/components/schemas/Node' },
        method: {
          oneOf: [
            { ...card, title: 'Card' },
            { type: 'string', title: 'Token' },
          ],
        },
      },
    });
    Object.assign(document.raw, { components: { schemas: { Node } } });
    const tree = { name: 'string', parents: [] };
    expect(
      document
        .examples('a', json)
        .map(({ name, text, check: own }) => [name, JSON.parse(text), findings(own)]),
    ).toEqual([
      ['method: Card', { tree, method: { number: 'string' } }, []],
      ['method: Token', { tree, method: 'string' }, []],
    ]);
  });

  it('comes with others: the document’s named ones, and one for each choice of the body or of a field', () => {
    const model = (property: string) => ({
      type: 'object',
      required: [property],
      properties: { [property]: { type: 'string', const: property } },
    });
    const document = new OpenDocument('x', {
      openapi: '3.1.0',
      paths: {
        '/a': {
          post: {
            operationId: 'a',
            requestBody: {
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Payment' },
                  examples: { small: { value: { amount: 1 } }, large: { value: { amount: 1000 } } },
                },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          Payment: {
            type: 'object',
            required: ['amount'],
            properties: {
              amount: { type: 'integer' },
              method: { oneOf: [{ $ref: '#/components/schemas/Card' }, model('token'), { type: 'null' }] },
              note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
            },
          },
          Card: model('number'),
        },
      },
    } as never);
    const offered = document.examples('a', json);
    expect(offered.map(({ name, origin }) => [name, origin])).toEqual([
      ['small', 'document'],
      ['large', 'document'],
      ['method: Card', 'made'],
      ['method: option 2', 'made'],
    ]);
    expect(offered.slice(2).map(({ text }) => JSON.parse(text).method)).toEqual([
      { number: 'number' },
      { token: 'token' },
    ]);
    expect(offered.map(({ check }) => findings(check))).toEqual([[], [], [], []]);
    const whole = documentOf({ oneOf: [model('number'), { ...model('token'), title: 'A token' }] });
    expect(whole.examples('a', json).map(({ name, text }) => [name, JSON.parse(text)])).toEqual([
      ['option 1', { number: 'number' }],
      ['A token', { token: 'token' }],
    ]);
  });

  it('does not exist if there is nothing to make it from', () => {
    expect(documentOf({}).examples('a', 'text/plain')).toEqual([]);
  });
});
