import { describe, expect, it } from 'vitest';
import type { DocumentReply, DocumentRequest } from './protocol';
import { MADE_UP_HEADER, REASON_HEADER, ServedDocument } from './served-document';
import { shop } from './shop.fixture';

const serve = (document: object = shop): ServedDocument =>
  new ServedDocument(JSON.parse(JSON.stringify(document)));

function ask(
  served: ServedDocument,
  line: string,
  {
    body,
    headers = {},
    unauthorized = null,
  }: { body?: unknown; headers?: Record<string, string>; unauthorized?: string | null } = {},
) {
  const [method = '', url = ''] = line.split(' ');
  const [path = '', query = ''] = url.split('?');
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const request: DocumentRequest = { method, path, query, headers, body: text, unauthorized };
  return read(served.reply(request));
}

/** The reply with its body parsed. */
function read(reply: DocumentReply) {
  if (reply.kind !== 'answer') return reply;
  const { body, ...rest } = reply;
  return {
    ...rest,
    json: body.startsWith('{') || body.startsWith('[') || body.startsWith('"') ? JSON.parse(body) : body,
  };
}

/** The parsed body of an answer; throws for a refusal. */
function json(reply: ReturnType<typeof ask>) {
  if (reply.kind !== 'answer') throw new Error(JSON.stringify(reply));
  return reply.json;
}

describe('a served document', () => {
  it('answers from its examples or schema, and says that the answer is made up', () => {
    const served = serve();
    expect(ask(served, 'POST /orders', { body: { amount: 100, currency: 'EUR' } })).toMatchObject({
      status: 201,
      headers: {
        [MADE_UP_HEADER]: expect.stringMatching(/^made up from the document's example/),
        'content-type': 'application/json',
      },
    });
    expect(ask(served, 'GET /orders?limit=2')).toMatchObject({
      status: 200,
      headers: { [MADE_UP_HEADER]: 'made up from the schema' },
      json: [{ id: 'ord_1Xz9', amount: 0, currency: 'string', state: 'open', note: 'string' }],
    });
    expect(ask(served, 'GET /health')).toMatchObject({
      json: 'well',
      headers: { 'content-type': 'text/plain' },
    });
    expect(ask(served, 'GET /silent')).toMatchObject({ status: 200, json: '' });
  });

  it('gives the same answer to the same request, whatever came in between', () => {
    const lines = [
      'GET /orders?limit=1',
      'GET /orders/ord_9',
      'GET /health',
      'GET /broken',
      'GET /own-broken',
    ];
    const served = serve();
    const before = lines.map((line) => ask(served, line));
    const posted = ask(served, 'POST /orders', { body: { amount: 5 } });
    ask(served, 'DELETE /orders/ord_other');
    expect(lines.map((line) => ask(served, line))).toEqual(before);
    expect(ask(served, 'POST /orders', { body: { amount: 5 } })).toEqual(posted);
    expect(ask(serve(), 'POST /orders', { body: { amount: 5 } })).toEqual(posted);
  });

  it('has its paths at the base URL, and below the path of its servers', () => {
    const served = serve();
    for (const base of ['', '/v2', '/eu'])
      expect(ask(served, `GET ${base}/health`)).toMatchObject({ json: 'well' });
    expect(ask(served, 'GET /v3/health')).toEqual({ kind: 'no-path' });
    expect(ask(served, 'PUT /health')).toEqual({ kind: 'no-method', allow: ['GET'] });
    expect(ask(served, 'GET /orders/')).toEqual({ kind: 'no-path' });
  });

  it('remembers a created object, which can be read, changed and deleted by its ID', () => {
    const served = serve();
    const created = json(
      ask(served, 'POST /orders', { body: { amount: 5, note: 'for Ada', card_number: '4111111111111111' } }),
    );
    expect(created).toEqual({
      id: expect.stringMatching(/^ord_\w{4}$/),
      amount: 5,
      currency: 'EUR',
      state: 'open',
      note: 'for Ada',
    });
    expect(created.id).not.toBe('ord_7Kd2');
    const one = `/orders/${created.id}`;
    const readBack = ask(served, `GET ${one}`);
    expect(json(readBack)).toMatchObject({ id: created.id, amount: 5, note: 'for Ada' });
    expect(readBack).toMatchObject({
      headers: { [MADE_UP_HEADER]: 'made up from the schema and what this run was given' },
    });
    expect(json(ask(served, `PATCH ${one}`, { body: { amount: 6 } }))).toMatchObject({
      id: created.id,
      amount: 6,
      note: 'for Ada',
    });
    expect(json(ask(served, `GET ${one}`))).toMatchObject({ amount: 6, note: 'for Ada' });
    expect(ask(served, `DELETE ${one}`)).toMatchObject({ status: 204, json: '' });
    expect(ask(served, `GET ${one}`)).toMatchObject({
      status: 404,
      json: { message: 'It was deleted by an earlier request.' },
      headers: { [REASON_HEADER]: 'It was deleted by an earlier request.' },
    });
    // Other things are still there as they were.
    expect(json(ask(served, 'GET /orders/ord_2'))).toMatchObject({ id: 'ord_2', amount: 0 });
  });

  it('copies into an answer only what its schema allows', () => {
    const served = serve();
    const created = json(ask(served, 'POST /orders', { body: { amount: 5, note: 'longer than ten' } }));
    expect(created).toMatchObject({ amount: 5 });
    expect(created.note).toBeUndefined();
  });

  it('accepts forms, and finds a nested ID', () => {
    const served = serve();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const created = json(
      ask(served, 'POST /customers', {
        headers,
        body: 'email=a%40b&age=7&address[city]=Rome&cvc=123',
      }),
    );
    // Values that no answer has a name for do not come back.
    expect(created.data).not.toHaveProperty('cvc');
    expect(created.data).toMatchObject({ email: 'a@b', age: 7, address: { city: 'Rome' } });
    expect(json(ask(served, `GET /customers/${created.data.id}`))).toEqual(created);
  });

  it('rejects a form that breaks its schema, under the name of its field', () => {
    const schema = { type: 'object', required: ['amount'], properties: { amount: { type: 'integer' } } };
    const requestBody = { content: { 'application/x-www-form-urlencoded': { schema } } };
    const paths = { '/a': { post: { requestBody, responses: { 204: { description: 'x' } } } } };
    const served = serve({ openapi: '3.1.0', paths });
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    expect(ask(served, 'POST /a', { headers, body: 'amount=5' })).toMatchObject({ status: 204 });
    expect(ask(served, 'POST /a', { headers, body: 'amount=five' })).toMatchObject({
      kind: 'refused',
      details: [{ location: 'body', pointer: '/amount' }],
    });
  });

  it('rejects a multipart form that breaks its schema, under the name of its part', () => {
    const schema = { type: 'object', required: ['amount'], properties: { amount: { type: 'integer' } } };
    const requestBody = { content: { 'multipart/form-data': { schema } } };
    const paths = { '/a': { post: { requestBody, responses: { 204: { description: 'x' } } } } };
    const served = serve({ openapi: '3.1.0', paths });
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const body = (amount: string): string =>
      `--b\r\ncontent-disposition: form-data; name="amount"\r\n\r\n${amount}\r\n--b--\r\n`;
    expect(ask(served, 'POST /a', { headers, body: body('5') })).toMatchObject({ status: 204 });
    expect(ask(served, 'POST /a', { headers, body: body('five') })).toMatchObject({
      kind: 'refused',
      details: [{ location: 'body', pointer: '/amount' }],
    });
  });

  it('rejects invalid requests, with the document’s own error if it has one', () => {
    const served = serve();
    expect(ask(served, 'GET /orders')).toMatchObject({
      status: 422,
      json: { code: 'invalid', message: 'The query parameter limit is missing.' },
      headers: { [REASON_HEADER]: 'The query parameter limit is missing.' },
    });
    for (const bad of ['limit=many', 'limit=101', 'limit=1&state=lost'])
      expect(ask(served, `GET /orders?${bad}`), bad).toMatchObject({ status: 422 });
    for (const good of ['limit=1&state=open,paid', 'limit=1&state=open&state=paid', 'limit=1&other=1'])
      expect(ask(served, `GET /orders?${good}`), good).toMatchObject({ status: 200 });
    expect(ask(served, 'GET /orders?limit=1', { headers: { 'x-shop': 'a' } })).toMatchObject({ status: 422 });
    expect(ask(served, 'GET /orders/7')).toMatchObject({ kind: 'refused', status: 400 });
    expect(ask(served, 'POST /orders')).toMatchObject({
      kind: 'refused',
      status: 400,
      message: 'The body is missing.',
    });
    expect(ask(served, 'POST /orders', { body: '{' })).toMatchObject({ message: 'The body is not JSON.' });
    expect(ask(served, 'POST /orders', { body: { amount: 0, currency: 'XXX' } })).toMatchObject({
      status: 400,
      details: [
        { location: 'body', pointer: '/amount' },
        { location: 'body', pointer: '/currency' },
      ],
    });
  });

  it('requires a token, unless the document says that none is needed', () => {
    const served = serve();
    const unauthorized = 'There is no Authorization header.';
    expect(ask(served, 'GET /orders/ord_1', { unauthorized })).toMatchObject({
      kind: 'refused',
      status: 401,
      message: unauthorized,
    });
    expect(ask(served, 'GET /health', { unauthorized })).toMatchObject({ status: 200 });
  });

  it('says for each answer whether it matches its schema', () => {
    const served = serve();
    const checked = served.operations.map((_, index) => served.check(index));
    const of = (operation: string) => checked.find((each) => each.operation === operation);
    expect(of('GET /orders')).toMatchObject({ origin: 'made', breaks: null, ownBreaks: false });
    expect(of('GET /broken')).toMatchObject({
      origin: 'document',
      ownBreaks: true,
      breaks: expect.stringContaining('[A-Z]{3}'),
    });
    expect(of('GET /own-broken')).toMatchObject({ origin: 'made', ownBreaks: true, breaks: null });
    expect(of('GET /unusable')?.breaks).toContain('nvalid regular expression');
    expect(ask(served, 'GET /broken')).toMatchObject({
      headers: { [MADE_UP_HEADER]: "made up from the document's example; it breaks its schema in 1 place" },
    });
    expect(ask(served, 'GET /unusable')).toMatchObject({
      headers: { [MADE_UP_HEADER]: expect.stringContaining('cannot be used') },
    });
  });

  it('does not retry what took too long, and serves the rest', () => {
    const served = new ServedDocument(JSON.parse(JSON.stringify(shop)), new Set(['GET /broken']));
    expect(ask(served, 'GET /broken')).toMatchObject({
      kind: 'refused',
      status: 500,
      message: expect.stringContaining('GET /broken could not be worked out'),
    });
    expect(ask(served, 'GET /health')).toMatchObject({ status: 200 });
  });
});
