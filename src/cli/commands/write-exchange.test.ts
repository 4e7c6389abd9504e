import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { apiError, exchangeOf } from '@shared/testing/exchanges';
import { SENT_ELSEWHERE, SENT_UNKEPT } from '@shared/http/describe-failure';
import { EXIT } from '../exit-codes';
import { Output } from '../output';
import type { Format } from '../formats';
import type { CommandContext } from './command';
import { ended, writeExchange } from './write-exchange';

const URL_WITH_KEY = 'https://user:s3cret@shop.example/orders?limit=2&api_key=s3cret';
const CARD = '{"card":{"number":"5555555555554444","cvc":{\n  "value":"987"}}}';

/** Writes, with `--show-request`, an answer that repeats the card that was sent. */
async function written(format: Format, stored: boolean): Promise<{ out: string; err: string }> {
  const stdout = new PassThrough();
  const output = new Output(null, stdout);
  const said: string[] = [];
  const bytes = Buffer.from(CARD);
  const answered = exchangeOf(
    200,
    stored ? { kind: 'stored', bodyId: 'b', bytes: bytes.length, encoding: 'utf-8', complete: true } : CARD,
  );
  const exchange = {
    ...answered,
    request: {
      ...answered.request,
      url: URL_WITH_KEY,
      headers: [['X-Vault-Forward-Url', URL_WITH_KEY]] as const,
      body: { kind: 'text', text: CARD, bytes: bytes.length, bodyId: null } as const,
    },
  };
  async function* stream(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  const context = {
    app: { bodies: { stream }, ask: () => Promise.resolve({ kind: 'open' }) },
    format,
    output,
    say: (words: string) => said.push(words),
    showRequest: true,
    signal: new AbortController().signal,
  } as unknown as CommandContext;
  await writeExchange(exchange, context);
  await output.close();
  return { out: String(stdout.read()), err: said.join('\n') };
}

it.each(['json', 'text'] as const)(
  'as %s masks card data in the answer and in the request',
  async (format) => {
    for (const stored of [false, true]) {
      const { out, err } = await written(format, stored);
      expect(out).toContain('555555••••••4444');
      expect(err).toContain('555555••••••4444');
      expect(out + err).not.toMatch(/5555555555554444|987|s3cret/);
      expect(err.split('/orders?limit=2&api_key=••••••••')).toHaveLength(3);
      if (format === 'json') expect(JSON.parse(out)).toMatchObject({ card: { cvc: { value: '•••' } } });
    }
  },
);

it('hides in a row whatever has a secret’s name in the URL', async () => {
  const { out } = await written('csv', false);
  expect(out).toContain('shop.example/orders?limit=2&api_key=••••••••');
  expect(out).not.toContain('s3cret');
});

it.each([
  ['open', 'free'],
  ['session-only', 'free'],
  ['open', 'shop#list_orders'],
] as const)(
  'makes no claims about a document, and gives an ID only if the history is open: %s, %s',
  async (kind, operation) => {
    const stdout = new PassThrough();
    const output = new Output(null, stdout);
    const said: string[] = [];
    const context = {
      app: { ask: () => Promise.resolve({ kind }) },
      format: 'text',
      output,
      say: (words: string) => said.push(words),
      showRequest: false,
      signal: new AbortController().signal,
    } as unknown as CommandContext;
    expect(await writeExchange({ ...exchangeOf(400, '{}'), operation }, context)).toBe(EXIT.refused);
    await output.close();
    expect(said.join('\n')).toContain('400');
    expect(said.join('\n')).not.toMatch(/document|specification/);
    expect(/^ID /m.test(String(stdout.read()))).toBe(kind === 'open');
  },
);

it.each([
  ['list_buyers', '<h1>Not here</h1>', EXIT.refused],
  ['list_buyers', apiError(401, 'unauthorized'), EXIT.refused],
  ['get_checkout_session', apiError(404, 'not_found'), EXIT.notFound],
  // A destination, or the API of a document, has its own errors.
  ['vault_forward', '<h1>Not here</h1>', EXIT.notFound],
] as const)('exits with "not found" only if a 404 says so: %s, %s', (operation, body, code) => {
  const said: string[] = [];
  const context = { say: (words: string) => said.push(words) } as unknown as CommandContext;
  expect(ended({ ...exchangeOf(404, body), operation }, context)).toBe(code);
  expect(said.join().includes('not the API’s answer')).toBe(code === EXIT.refused);
});

it.each([
  ['POST', 504, EXIT.unknown],
  ['GET', 504, EXIT.refused],
  ['POST', 409, EXIT.refused],
] as const)('a %s answered with %i has the exit code for what is known', (method, status, code) => {
  const context = { say: () => undefined } as unknown as CommandContext;
  const answered = exchangeOf(status, apiError(status, 'a_code'));
  const exchange = { ...answered, request: { ...answered.request, method } };
  expect(ended({ ...exchange, operation: 'free' }, context)).toBe(code);
});

it.each([
  [SENT_UNKEPT, EXIT.refused],
  [SENT_ELSEWHERE, EXIT.refused],
  [undefined, EXIT.interrupted],
] as const)('a send cancelled because of %s says what to do next, and exits with %i', (why, code) => {
  const said: string[] = [];
  const context = { say: (words: string) => said.push(words) } as unknown as CommandContext;
  const outcome = {
    kind: 'cancelled',
    mayHaveArrived: false,
    ...(why === undefined ? {} : { why }),
  } as const;
  expect(ended({ ...exchangeOf(400, '{}'), outcome, response: null }, context)).toBe(code);
  expect(said[0]).toContain(
    why === undefined ? 'Cancelled. ' : `Cancelled: ${why}. This one did not leave this computer.`,
  );
});

it('lists the details that the next step refers to', () => {
  const detail = {
    location: 'query',
    pointer: '/limit',
    message: 'must be at most 100',
    type: 'value_error',
  };
  const body = JSON.stringify({ ...JSON.parse(apiError(400, 'bad_request')), details: [detail] });
  const said: string[] = [];
  const context = { say: (words: string) => said.push(words) } as unknown as CommandContext;
  ended(exchangeOf(400, body), context);
  expect(said.join('\n')).toMatch(/the details below[^]*\nquery \/limit: must be at most 100$/);
});
