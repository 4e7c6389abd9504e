import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@shared/documents/schema-view';
import { OpenDocument } from './open-document';
import { findOperations, readContent } from './read-content';

const raw = parse(readFileSync('src/contract/openapi.yaml', 'utf8'));
const contract = new OpenDocument('built-in', raw);

describe('the built-in contract, read like any other document', () => {
  it('has the 22 areas of the specification, and Vault Forward as one more', () => {
    const { operations, problems } = findOperations(raw);
    const { title, version, areas } = readContent(raw, operations, problems, 0);
    expect([title, version]).toEqual(['Payments API', '1.0.0']);
    expect(areas.filter(({ counted }) => counted)).toHaveLength(22);
    const described = areas.filter((area) => area.operations.length > 0);
    expect(described.map(({ name, operations: [only] }) => [name, only?.id])).toEqual([
      ['Buyers', 'list_buyers'],
      ['Checkout sessions', 'get_checkout_session'],
      ['Vault Forward', 'vault_forward'],
    ]);
  });

  it('shows an operation with its parameters, its scope, and the error codes of its answers', () => {
    const session = contract.operation('get_checkout_session');
    expect(session).toMatchObject({
      method: 'GET',
      path: '/checkout/sessions/{session_id}',
      body: null,
      problems: [],
    });
    expect(session?.scopes).toEqual([['checkout-sessions.read']]);
    expect(session?.parameters.map(({ name, place, required }) => [name, place, required])).toEqual([
      ['session_id', 'path', true],
      ['x-service-merchant-account-id', 'header', false],
    ]);
    expect(session?.parameters[0]?.schema).toMatchObject({ types: ['string'], format: 'uuid' });
    expect(session?.parameters[1]?.schema).toMatchObject({ types: ['string'], nullable: true });
    const [first, , unauthorized] = session?.answers ?? [];
    expect(first).toMatchObject({ status: '200', codes: [], contents: [{ mediaType: 'application/json' }] });
    expect(first?.contents[0]?.schema).toMatchObject({
      reference: '#/components/schemas/CheckoutSession',
      name: 'CheckoutSession',
    });
    expect(unauthorized).toMatchObject({
      status: '401',
      codes: ['unauthorized'],
      defaultMessage: 'No valid API authentication found',
    });
  });

  it('shows a body, and lists the default answer last', () => {
    const forward = contract.operation('vault_forward');
    expect(forward?.body).toMatchObject({ required: false, contents: [{ mediaType: 'application/json' }] });
    expect(forward?.answers.at(-1)?.status).toBe('default');
    expect(forward?.answers.find(({ status }) => status === '409')?.codes).toEqual(['duplicate_record']);
  });

  it('shows in each description what the specification leaves open, and our reading of it', () => {
    const buyers = contract.operation('list_buyers');
    expect(buyers?.description).toContain('Not specified: the required scope; filters;');
    expect(buyers?.description).toContain('Our reading: the error responses are those of the common');
    expect(buyers?.parameters.find(({ name }) => name === 'limit')?.description).toMatch(
      / Not specified: allowed range; default\.$/,
    );
    const forward = contract.operation('vault_forward');
    expect(forward?.parameters[0]?.description).toBe(
      'Downstream URL to call. Our reading: required; an absolute http or https URL.',
    );
    expect(forward?.body?.description).toContain('Not specified: whether a request without a body');
    expect(forward?.answers.at(-1)?.description).toContain('Not specified: the response of Vault Forward.');
    const { schema } = contract.model('#/components/schemas/ErrorDetail') ?? {};
    expect(schema?.properties.at(-1)?.schema.description).toBe(
      'Kind of error for the property. Not specified: the full list of values.',
    );
    expect(contract.operation('get_checkout_session')?.description).toBe(
      'Retrieves the information stored on a checkout session.',
    );
  });

  it('shows a model by its name, with references left as they are', () => {
    const { schema } = contract.model('#/components/schemas/CheckoutSession') ?? {};
    const field = (name: string) => schema?.properties.find((property) => property.name === name);
    expect(field('id')).toMatchObject({ required: true, schema: { format: 'uuid' } });
    expect(field('cart_items')?.schema).toMatchObject({
      types: ['array'],
      nullable: true,
      items: { name: 'CartItem' },
    });
    expect(field('metadata')?.schema).toMatchObject({ nullable: true, others: { types: ['string'] } });
    expect(field('buyer')?.schema).toMatchObject({
      reference: '#/components/schemas/GuestBuyer',
      nullable: true,
      choice: null,
      description:
        'Buyer details for the transaction; no buyer resource is created on the service when used.',
    });
    expect(schema?.others).toBe('none');
  });

  it('shows an open enumeration as open, with its values', () => {
    const kind = contract.model('#/components/schemas/TaxIdKind')?.schema;
    expect(kind).toMatchObject({ types: ['string'], openValues: true, choice: null });
    expect(kind?.values).toContain('mx.rfc');
    expect(contract.model('#/components/schemas/CardType')?.schema).toMatchObject({ openValues: false });
  });

  it('has no operation or model under an unknown name', () => {
    expect(contract.operation('toString')).toBeNull();
    expect(contract.model('#/components/schemas/constructor')).toBeNull();
    expect(contract.model('other.yaml#/X')).toBeNull();
  });
});

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
