import { describe, expect, it } from 'vitest';
import { contract, documentOf, findings } from './check-part.fixture';
import { OpenDocument } from './open-document';

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

  it('is of a choice between null and something the latter, in whatever order they are written', () => {
    const thing = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } };
    const schema = {
      type: 'object',
      required: ['one', 'other', 'note'],
      properties: {
        one: { oneOf: [{ type: 'null' }, thing] },
        other: { anyOf: [{ type: 'null', description: 'None.' }, { type: 'string' }, thing] },
        note: { type: ['null', 'string'] },
      },
    };
    expect(documentOf(schema).examples('a', json)[0]).toMatchObject({
      text: JSON.stringify({ one: { n: 0 }, other: 'string', note: 'string' }, null, 2),
      check: { kind: 'checked', findings: [] },
    });
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
