import { describe, expect, it } from 'vitest';
import { check, contract, documentOf, findings, ok } from './check-part.fixture';
import { OpenDocument } from './open-document';

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

  it('takes no $id for the name of a schema: not that of an example, and not that of a model, which nothing refers to', () => {
    const named = { $id: '0123', $anchor: 'a', n: 1 };
    const schema = {
      $id: 'https://service.example/schemas/thing',
      id: 'thing',
      $anchor: 'thing',
      properties: {
        one: { type: 'object', example: named },
        other: { type: 'object', examples: [{ scope: named }] },
        link: { $ref: '#/components/schemas/Link' },
        $id: { type: 'integer' },
      },
    };
    const document = documentOf(schema);
    Object.assign(document.raw, {
      components: { schemas: { Link: { $anchor: 'thing', type: 'object' } } },
      'x-note': { of: named },
    });
    const body = JSON.stringify({ one: {}, link: 'x', $id: 'x' });
    expect(findings(document.check('a', ok(201), body))).toEqual(['error type /link', 'error type /$id']);
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
