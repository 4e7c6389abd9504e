import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '@shared/problem';
import type { Profile } from '@shared/profiles/profile';
import type { RequestSpec } from '@shared/requests/request-spec';
import { testingProfile } from '@shared/testing/testing-profile';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith, headerRow as header } from '@shared/vault-forward/drafts.fixture';
import { useTestingDatabase } from '../testing/use-testing-database';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { testingSender, type TestingSender } from './testing-sender';

const harness = useHarness();
const testing = useTestingDatabase();
let server: RawServer;
let app: TestingSender;

beforeEach(async () => {
  server = await startRawServer((socket, bytes) => {
    if (isWholeRequest(bytes)) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  });
  app = testingSender(harness, testing);
});
afterEach(() => server.close());

const VARIABLES = [
  { name: 'host', value: '127.0.0.1:9' },
  { name: 'order', value: 'A-1' },
];
const profile = (changes: Partial<Profile> = {}): Profile =>
  testingProfile({ id: 'p', baseUrl: server.url, variables: VARIABLES, ...changes });
const request = (body: string): RequestSpec =>
  requestOfDraft(
    draftWith({
      destinationUrl: 'http://${host}/charge/${order}',
      headers: [header('x-order', '${order}'), header('x-secret', 'a${order}', true)],
      body,
    }),
  );
const lastSent = (): string => server.received.at(-1)?.toString('utf8') ?? '';
const bodyOf = (sent: string): string => sent.slice(sent.indexOf('\r\n\r\n') + 4);

describe('Variables of a composed request', () => {
  it('are filled into the URL, headers and body when planned, but not into a secret', async () => {
    const composed = request('{"order":"${order}","number":"{{CARD_NUMBER_1}}","text":"$${order}"}');
    const result = await app.submit(composed, profile());
    expect(lastSent()).toContain('x-vault-forward-url: http://127.0.0.1:9/charge/A-1\r\n');
    expect(lastSent()).toContain('x-vault-forward-header-x-order: A-1\r\n');
    expect(lastSent()).toContain('x-vault-forward-header-x-secret: a${order}\r\n');
    expect(bodyOf(lastSent())).toBe('{"order":"A-1","number":"{{CARD_NUMBER_1}}","text":"${order}"}');
    // The exchange shows what was sent; the composed request is kept beside it.
    expect(result).toMatchObject({ exchange: { request: { body: { text: bodyOf(lastSent()) } } } });
    const [{ sentAs } = { sentAs: null }] = app.noted;
    expect(sentAs?.request.body).toBe(bodyOf(lastSent()));
    expect(sentAs?.composed?.body).toBe(composed.body);
    expect(JSON.stringify([sentAs?.request, sentAs?.composed])).not.toContain('a${order}');
  });

  it('without a value stop the request, and are named', async () => {
    const refused = await app
      .submit(request('"${order} ${nobody} ${nothing}"'), profile({ name: 'EU' }))
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ProblemError);
    expect(refused).toMatchObject({
      problem: {
        code: 'variables-missing',
        meaning: expect.stringContaining('The profile EU does not say what ${nobody}, ${nothing} stand for.'),
      },
    });
    expect(server.received).toEqual([]);
  });

  it('that are generated are the same within a request and new in the next', async () => {
    const composed = request('["${uuid}","${uuid}","${timestamp}","${random}","${now}"]');
    await app.submit(composed, profile());
    const first: unknown = JSON.parse(bodyOf(lastSent()));
    await app.submit(composed, profile());
    const second: unknown = JSON.parse(bodyOf(lastSent()));
    expect(first).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/),
      expect.any(String),
      expect.stringMatching(/^\d{10}$/),
      expect.stringMatching(/^\d{9}$/),
      new Date(Number((first as string[])[2]) * 1000).toISOString(),
    ]);
    const [one, same] = first as string[];
    expect(same).toBe(one);
    expect((second as string[])[0]).not.toBe(one);
  });

  it('that are generated do not make a double click two different requests', async () => {
    const composed = request('{"key":"${uuid}"}');
    const under = profile();
    await app.submit(composed, under);
    app.now -= 2_000;
    const again = await app.submit(composed, under).catch((error: unknown) => error);
    expect(again).toMatchObject({ problem: { code: 'sent-just-now' } });
    expect(server.requests).toHaveLength(1);
    // With another value in the profile it is another request.
    app.now -= 2_000;
    await app.submit(
      composed,
      profile({
        variables: [
          { name: 'host', value: '127.0.0.1:8' },
          { name: 'order', value: 'A-1' },
        ],
      }),
    );
    expect(server.requests).toHaveLength(2);
  });

  it('are not filled in if the request is sent as written', async () => {
    const plan = await app.sender.plan({
      id: randomUUID(),
      request: requestOfDraft(draftWith({ destinationUrl: 'http://127.0.0.1:9/', body: '"${order}"' })),
      profile: profile(),
      composedUnder: null,
      replayOf: null,
      variables: null,
    });
    expect(plan.request.body).toBe('"${order}"');
    expect(plan.composed).toBeNull();
  });

  it('are checked with their values', async () => {
    const refused = await app
      .submit(
        request('{}'),
        profile({
          variables: [
            { name: 'host', value: 'psp example' },
            { name: 'order', value: '1' },
          ],
        }),
      )
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ problem: { code: 'draft-has-errors' } });
    expect(server.received).toEqual([]);
  });

  it('that leave an idempotency key empty are refused', async () => {
    const empty = { name: 'key', value: '' };
    const keyed = (name: string, value: string): RequestSpec =>
      requestOfDraft(draftWith({ destinationUrl: 'http://127.0.0.1:9/x', headers: [header(name, value)] }));
    const blank = { ...profile(), variables: [empty] };
    for (const value of ['${key}', ' ${key}${key}'])
      await expect(app.submit(keyed('Idempotency-Key', value), blank)).rejects.toMatchObject({
        problem: { code: 'idempotency-key-empty', title: 'Idempotency-Key would be empty' },
      });
    expect(server.received).toEqual([]);
    await app.submit(keyed('Idempotency-Key', 'x${key}'), blank);
    await app.submit(keyed('x-note', '${key}'), blank);
    expect(server.requests).toHaveLength(2);
  });
});
