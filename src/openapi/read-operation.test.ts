import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@shared/documents/schema-view';
import { OpenDocument } from './open-document';

describe('the links of an answer', () => {
  const operation = { responses: { 200: { description: 'It' } } };
  const document = new OpenDocument('mine', {
    paths: {
      '/orders': {
        post: {
          operationId: 'make',
          responses: {
            201: {
              description: 'Made',
              links: {
                byId: { operationId: 'read', parameters: { order_id: '$response.body#/id', page: 2 } },
                byPlace: { operationRef: '#/paths/~1orders~1{id}~1lines/get', parameters: {} },
                elsewhere: { operationRef: 'other.yaml#/paths/~1x/get' },
                nowhere: { $ref: '#/components/links/none' },
              },
            },
          },
        },
      },
      '/orders/{id}': { get: { ...operation, operationId: 'read' } },
      '/orders/{id}/lines': { get: operation },
    },
  });

  it('name operations of this document by id or by path, with the parameters they take from the answer', () => {
    expect(document.operation('make')?.answers[0]?.links).toEqual([
      { operationId: 'read', parameters: { order_id: '$response.body#/id' } },
      { operationId: 'GET /orders/{id}/lines', parameters: {} },
    ]);
    expect(document.operation('read')?.answers[0]?.links).toEqual([]);
  });
});

describe('the error codes of an answer', () => {
  const document = (schema: JsonValue) =>
    new OpenDocument('mine', {
      paths: {
        '/x': {
          get: {
            operationId: 'x',
            responses: { 400: { description: 'No', content: { 'application/json': { schema } } } },
          },
        },
      },
      components: {
        schemas: {
          Error: { properties: { error: { $ref: '#/components/schemas/Inner' } } },
          Inner: {
            properties: {
              code: { $ref: '#/components/schemas/Code' },
              error: { $ref: '#/components/schemas/Error' },
            },
          },
          Code: {
            type: 'string',
            enum: ['a', 'b'],
            description: 'Which',
            'x-enum-descriptions': ['An a', ''],
          },
        },
      },
    }).operation('x')?.answers[0];

  it('are found through references, even circular ones, with the meaning of each value', () => {
    expect(document({ $ref: '#/components/schemas/Error' })).toMatchObject({
      codes: ['a', 'b'],
      codeDescription: 'Which',
      codeMeanings: [{ code: 'a', meaning: 'An a' }],
    });
  });

  it('can be a choice of constants with titles, or have their meanings in a map', () => {
    const choice: JsonValue = {
      properties: { code: { oneOf: [{ const: 'a', title: 'An a' }, { const: 'b' }] } },
    };
    expect(document(choice)).toMatchObject({
      codes: ['a', 'b'],
      codeMeanings: [{ code: 'a', meaning: 'An a' }],
    });
    const map = {
      items: { properties: { error_code: { enum: ['a'], 'x-enumDescriptions': { a: 'An a' } } } },
    };
    expect(document(map)).toMatchObject({ codes: ['a'], codeMeanings: [{ code: 'a', meaning: 'An a' }] });
  });
});

describe('a parameter whose schema is a model', () => {
  const schemas = {
    Status: { type: 'string', enum: ['open', 'paid'], description: 'Where it stands', default: 'open' },
    Statuses: { type: 'array', minItems: 2, items: { $ref: '#/components/schemas/Status' } },
    Alias: { allOf: [{ $ref: '#/components/schemas/Status' }] },
    Range: {
      type: 'object',
      properties: {
        from: { $ref: '#/components/schemas/Day' },
        inner: { $ref: '#/components/schemas/Range' },
      },
    },
    Day: { type: 'string', format: 'date' },
    Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] },
  };
  const read = (schema: object, more: object = {}) => {
    const parameters = [{ name: 'f', in: 'query', schema, ...more }];
    const paths = { '/a': { get: { operationId: 'a', responses: {}, parameters } } };
    const text = JSON.stringify({ openapi: '3.1.0', paths, components: { schemas } });
    return new OpenDocument('x', JSON.parse(text)).operation('a');
  };
  const schemaOf = (...given: Parameters<typeof read>) => read(...given)?.parameters[0]?.schema;
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it('has the type and the values of the model, and what is written beside the reference', () => {
    const status = { reference: null, name: 'Status', types: ['string'], values: ['open', 'paid'] };
    expect(schemaOf(ref('Status'))).toMatchObject({ ...status, defaultValue: { value: 'open' } });
    expect(schemaOf({ ...ref('Status'), default: 'paid', description: 'Mine' })).toMatchObject({
      ...status,
      ...{ defaultValue: { value: 'paid' }, description: 'Mine' },
    });
    expect(schemaOf({ anyOf: [ref('Status'), { type: 'null' }] })).toMatchObject({
      ...status,
      nullable: true,
    });
    expect(schemaOf(ref('Alias'))).toMatchObject({ ...status, name: 'Alias' });
  });

  it('has those of its items and its fields as well, but goes no deeper', () => {
    expect(schemaOf(ref('Statuses'))).toMatchObject({
      ...{ types: ['array'], limits: { minItems: 2 } },
      items: { reference: null, values: ['open', 'paid'] },
    });
    expect(schemaOf({ type: 'array', items: ref('Status') })?.items?.values).toEqual(['open', 'paid']);
    const range = read(ref('Range'), { style: 'deepObject' });
    expect(range?.problems).toEqual([]);
    expect(range?.parameters[0]?.schema.properties).toMatchObject([
      { name: 'from', schema: { reference: null, format: 'date' } },
      { name: 'inner', schema: { reference: null, types: ['object'] } },
    ]);
  });

  it('stays a name if the reference leads nowhere or back to itself', () => {
    expect(schemaOf(ref('Missing'))).toMatchObject({ reference: '#/components/schemas/Missing', types: [] });
    expect(schemaOf(ref('Loop'))).toMatchObject({ reference: '#/components/schemas/Loop', types: [] });
  });
});

describe('a note on what the form has no field for', () => {
  const KEY = { type: 'apiKey', in: 'query', name: 'api_key' };
  const COMPONENTS = {
    securitySchemes: {
      key: KEY,
      session: { type: 'apiKey', in: 'cookie', name: 'sid' },
      token: { type: 'http' },
    },
  };
  const notesOf = (operation: object, document: object = {}): string[] => {
    const paths = { '/a': { get: { operationId: 'a', responses: {}, ...operation } } };
    const text = JSON.stringify({ openapi: '3.0.3', paths, components: COMPONENTS, ...document });
    return (
      new OpenDocument('x', JSON.parse(text)).operation('a')?.problems.map(({ message }) => message) ?? []
    );
  };
  const parameters = (...list: object[]) => ({ parameters: list });

  it('is shown for a cookie', () => {
    expect(notesOf(parameters({ name: 'sid', in: 'cookie', schema: { type: 'string' } }))).toEqual([
      'The parameter "sid" is a cookie, for which there is no field: add a header "cookie" with sid=…',
    ]);
  });

  it('is shown for a server of its own, as requests go below the base URL of the profile', () => {
    const upload = { url: 'https://{region}.upload.example', variables: { region: { default: 'eu' } } };
    const sentence =
      'The document sends this to https://eu.upload.example. The app sends it below the base URL of the profile: use a profile for that address.';
    expect(notesOf({ servers: [upload, { url: '/other' }] })).toEqual([sentence]);
    const paths = { '/a': { servers: [upload], get: { operationId: 'a', responses: {} } } };
    expect(notesOf({}, { paths })).toEqual([sentence]);
    expect(notesOf({ servers: [] }, { servers: [upload] })).toEqual([]);
    // The same as the whole document has.
    expect(notesOf({ servers: [upload] }, { servers: [upload] })).toEqual([]);
  });

  it('is shown for styles that the app does not apply', () => {
    const styled = (place: string, style?: string) => ({ name: 'f', in: place, style, schema: {} });
    expect(notesOf(parameters(styled('query', 'deepObject')))).toEqual([
      'The parameter "f" is an object in the style deepObject: give each of its fields a row of its own, such as f[field]. What is typed is sent as it is.',
    ]);
    const described = { type: 'object', properties: { from: { type: 'integer' } } };
    expect(notesOf(parameters({ ...styled('query', 'deepObject'), schema: described }))).toEqual([]);
    expect(notesOf(parameters(styled('query', 'pipeDelimited')))).toEqual([
      'The parameter "f" has the style pipeDelimited: type it so. What is typed is sent as it is.',
    ]);
    expect(notesOf(parameters(styled('query', 'form'), styled('header', 'simple')))).toEqual([]);
    expect(notesOf(parameters(styled('query'), styled('header')))).toEqual([]);
  });

  it('is shown for a required API key of the document or the operation, unless there is another way to authenticate', () => {
    const inQuery =
      'The document asks for a key "api_key" in the query. The app does not add it: give it a row.';
    expect(notesOf({}, { security: [{ key: [] }] })).toEqual([inQuery]);
    expect(notesOf({ security: [{ key: [] }] })).toEqual([inQuery]);
    expect(notesOf({ security: [{ session: [] }] })).toEqual([
      'The document asks for a key "sid" in the header "cookie". The app does not add it: give it a row.',
    ]);
    expect(notesOf({ security: [] }, { security: [{ key: [] }] })).toEqual([]);
    expect(notesOf({}, { security: [{ key: [] }, { token: [] }] })).toEqual([]);
    expect(notesOf({}, { security: [{ nowhere: [] }] })).toEqual([]);
    expect(notesOf({}, { security: [{ key: [] }, { session: [] }] })).toEqual([
      'One way in by the document is a key "api_key" in the query. The app does not add it: give it a row.',
    ]);
    // There is a field for the key, so no note is needed.
    const described = parameters({ name: 'api_key', in: 'query', schema: { type: 'string' } });
    expect(notesOf(described, { security: [{ key: [] }] })).toEqual([]);
  });
});

it('takes the description beside a reference, and what it leads to for the rest', () => {
  const document = new OpenDocument('mine', {
    openapi: '3.1.0',
    paths: {
      '/x': {
        post: {
          operationId: 'x',
          parameters: [
            { $ref: '#/components/parameters/Page', description: 'Here' },
            { $ref: '#/components/parameters/Size' },
          ],
          requestBody: { $ref: '#/components/requestBodies/Any', description: 'Here' },
          responses: { 200: { $ref: '#/components/responses/Any', description: 'Here' } },
        },
      },
    },
    components: {
      parameters: {
        Page: { name: 'page', in: 'query', required: true, description: 'There', schema: {} },
        Size: { name: 'size', in: 'query', description: 'There', schema: {} },
      },
      requestBodies: { Any: { description: 'There', required: true, content: {} } },
      responses: { Any: { description: 'There' } },
    },
  });
  const { parameters, body, answers } = document.operation('x') ?? {};
  expect(parameters).toMatchObject([
    { name: 'page', required: true, description: 'Here' },
    { name: 'size', description: 'There' },
  ]);
  expect(body).toMatchObject({ description: 'Here', required: true });
  expect(answers).toMatchObject([{ status: '200', description: 'Here' }]);
});
