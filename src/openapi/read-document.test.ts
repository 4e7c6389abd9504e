import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readDocument } from './read-document';

const minimal = (more: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: { '/orders': { get: { operationId: 'list_orders', responses: { 200: { description: 'All' } } } } },
  ...more,
});

const read = (text: string) => {
  const reading = readDocument(text);
  if (reading.kind === 'refused') throw new Error(reading.why);
  return reading.content;
};

const ids = (text: string) => read(text).areas.flatMap(({ operations }) => operations.map(({ id }) => id));

describe('reading a document', () => {
  it('gives the same for JSON and YAML', () => {
    const fromJson = read(JSON.stringify(minimal()));
    expect(fromJson).toEqual(read(stringify(minimal())));
    expect(fromJson).toMatchObject({ title: 'Shop', version: '1', problems: [], problemCount: 0 });
  });

  it('finds no problem in the built-in contract', () => {
    expect(read(readFileSync('src/contract/openapi.yaml', 'utf8')).problems).toEqual([]);
  });

  it.each([
    [
      'a mistake in JSON',
      '{\n  "openapi": "3.0.0",\n  "paths": { "a" 1 }\n}',
      /not JSON/,
      { line: 3, column: 18 },
    ],
    ['a mistake in YAML', 'openapi: 3.0.0\npaths:\n  - a\n b: 1\n', /not YAML/, { line: 4 }],
    ['Swagger 2.0', '{"swagger":"2.0","paths":{}}', /Swagger 2\.0 document.*convert it first/, null],
    ['a future version', 'openapi: 4.0.0\npaths: {}', /OpenAPI 4\.0\.0/, null],
    ['some other text', 'Dear all,\n\nsee you', /not an OpenAPI document/, null],
    ['an empty text', '', /not an OpenAPI document/, null],
    ['a list', '[1]', /not an OpenAPI document/, null],
    ['no paths', 'openapi: 3.0.0\ninfo: {title: a, version: b}', /no paths/, null],
    ['circular aliases', 'openapi: 3.0.0\npaths: &a\n  /x: *a\n', /alias/, null],
  ])('refuses %s and says why', (_what, text, why, place) => {
    const reading = readDocument(text);
    expect(reading).toMatchObject({ kind: 'refused', why: expect.stringMatching(why) });
    if (reading.kind === 'refused' && place !== null) expect(reading.place).toMatchObject(place);
  });

  it('refuses aliases that expand to too many values', () => {
    const lines = [...Array(12).keys()].map(
      (n) => `l${n + 1}: &l${n + 1} [${Array(9).fill(`*l${n}`).join(',')}]`,
    );
    expect(readDocument(`openapi: 3.0.0\nl0: &l0 [1]\n${lines.join('\n')}`)).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('too many values'),
    });
  });

  it('reports references that are broken or external, with line and column, and reads the rest', () => {
    const text = `openapi: 3.0.3
info: { title: Shop, version: '1' }
paths:
  /orders:
    get:
      operationId: list_orders
      responses:
        '200':
          $ref: 'https://example.org/answers.yaml#/Orders'
        '404':
          $ref: '#/components/responses/Missing'
components:
  schemas:
    Order:
      example: { $ref: 'data' }
      properties:
        example: { $ref: '#/components/schemas/Order' }
`;
    expect(ids(text)).toEqual(['list_orders']);
    expect(read(text).problems).toEqual([
      {
        message: '"https://example.org/answers.yaml#/Orders" is outside this document, and is never fetched.',
        place: { pointer: '/paths/~1orders/get/responses/200', line: 8, column: expect.any(Number) },
      },
      {
        message: '"#/components/responses/Missing" leads nowhere in this document.',
        place: { pointer: '/paths/~1orders/get/responses/404', line: 10, column: expect.any(Number) },
      },
    ]);
  });

  it('reports what OpenAPI does not allow, with its line', () => {
    const text = JSON.stringify(minimal({ info: { title: 'Shop', version: '1', colour: 'red' } }), null, 1);
    const [problem] = read(text).problems;
    expect(problem?.message).toBe('"colour" does not belong here.');
    expect(text.split('\n')[(problem?.place.line ?? 0) - 1]).toContain('"info"');
  });

  it('says in words what to do about answers and parameters that OpenAPI does not allow, each once', () => {
    const parameters = [
      { name: 'id', in: 'path', schema: { type: 'string' } },
      { name: 'to', in: 'path', required: false, schema: { type: 'string' } },
    ];
    const paths = { '/orders/{id}/{to}': { get: { parameters, responses: {} } } };
    const at = '/paths/~1orders~1{id}~1{to}/get';
    const told = read(JSON.stringify(minimal({ paths }))).problems.map(({ message, place }) => [
      place.pointer.replace(at, ''),
      message,
    ]);
    const required = 'A parameter of the path is always required: write "required: true".';
    expect(told.sort()).toEqual([
      ['/parameters/0', required],
      ['/parameters/1/required', required],
      [
        '/responses',
        'No answer is described: add at least one, under its status, such as "200", or under "default".',
      ],
    ]);
    const variables = { region: { enum: [], default: 'eu' } };
    const servers = [{ url: '/{region}', variables }];
    expect(read(JSON.stringify(minimal({ servers }))).servers).toEqual(['/eu']);
    expect(read(JSON.stringify(minimal({ servers }))).problems).toMatchObject([
      { message: 'This is empty: add at least one entry.' },
    ]);
  });

  it('reports a name in a path that no parameter describes, with line and column', () => {
    const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
    const responses = { 200: { description: 'One' } };
    const at = (parameters: readonly object[], shared: readonly object[] = []) =>
      read(
        stringify(
          minimal({ paths: { '/orders/{id}': { parameters: shared, get: { parameters, responses } } } }),
        ),
      ).problems;
    expect(at([parameter('orderId')])).toEqual([
      {
        message:
          '"id" of /orders/{id} is not described: add a path parameter with this name, or rename "orderId", which is not in the path.',
        place: { pointer: '/paths/~1orders~1{id}/get', line: 8, column: expect.any(Number) },
      },
    ]);
    expect(at([]).map(({ message }) => message)).toEqual([
      '"id" of /orders/{id} is not described: add a path parameter with this name.',
    ]);
    expect(at([parameter('ID')])).toEqual([]);
    const withQuery = stringify(minimal({ paths: { '/orders?page={page}#next': { get: { responses } } } }));
    expect(read(withQuery).problems).toEqual([]);
    expect(at([], [parameter('id')])).toEqual([]);
    // What cannot be read may describe it.
    expect(at([{ $ref: 'other.yaml#/id' }]).map(({ message }) => message)).toEqual([
      '"other.yaml#/id" is outside this document, and is never fetched.',
    ]);
  });

  it('finds the line of a problem among similar ones', () => {
    const paths = {
      '/a': { get: { responses: { 200: { $ref: '#/components/responses/All' } } } },
      '/b': {
        get: { parameters: [{ name: 'x', in: 'query', schema: {} }, { $ref: '#/nowhere' }], responses: {} },
      },
    };
    const components = { responses: { All: { description: 'all' } } };
    const text = JSON.stringify(minimal({ paths, components }), null, 1);
    const [problem] = read(text).problems;
    expect(problem?.place.pointer).toBe('/paths/~1b/get/parameters/1');
    expect(text.split('\n')[problem?.place.line ?? 0]).toContain('#/nowhere');
    const inYaml = stringify(minimal({ paths, components }));
    const lines = inYaml.split('\n');
    expect(lines[(read(inYaml).problems[0]?.place.line ?? 0) - 1]).toContain('#/nowhere');
  });

  it('names operations with the same id by their paths, and omits what cannot be read', () => {
    const responses = { 200: { description: 'fine' } };
    const text = JSON.stringify(
      minimal({
        paths: {
          '/a': { get: { operationId: 'same', responses }, post: { responses } },
          '/b': { get: { operationId: 'same', responses }, put: 7 },
          '/c': 'nothing',
        },
      }),
    );
    expect(ids(text)).toEqual(['same', 'POST /a', 'GET /b']);
    const messages = read(text).problems.map(({ message }) => message);
    expect(messages).toContain('GET /b has the operationId of GET /a, "same": it goes by its path.');
    expect(messages).toContain('PUT /b cannot be read: it is left out.');
    expect(messages).toContain('"/c" cannot be read: it is left out.');
  });

  it('groups operations by their first tag, and lists untagged ones last', () => {
    const operation = (tags?: readonly string[]) => ({ tags, responses: {} });
    const text = JSON.stringify(
      minimal({
        tags: [{ name: 'Empty', description: 'Nothing yet' }, { name: 'Orders' }],
        paths: {
          '/a': { get: operation(), post: operation(['Orders', 'Empty']), put: operation(['Late']) },
        },
      }),
    );
    expect(
      read(text).areas.map(({ name, operations, counted }) => [name, operations.length, counted]),
    ).toEqual([
      ['Empty', 0, true],
      ['Orders', 1, true],
      ['Late', 1, true],
      ['Other operations', 1, false],
    ]);
  });

  it('lists the first 200 problems, and counts all of them', () => {
    const schemas = Object.fromEntries([...Array(500).keys()].map((n) => [`M${n}`, { $ref: '#/nowhere' }]));
    const { problems, problemCount } = read(JSON.stringify(minimal({ components: { schemas } })));
    expect([problems.length, problemCount]).toEqual([200, 500]);
  });
});
