import fc from 'fast-check';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MASKED } from '@shared/http/exchange';
import { type Profile } from '@shared/profiles/profile';
import type { Answer, Question } from '@shared/questions/question';
import { variableNames } from '@shared/requests/variables';
import { checkDraft } from '@shared/vault-forward/checks';
import type { VaultForwardDraft } from '@shared/vault-forward/draft';
import { anyDraft } from '@shared/vault-forward/any-draft.fixture';
import { draftWith, METHOD_1 } from '@shared/vault-forward/drafts.fixture';
import { maySend } from '@shared/vault-forward/finding';
import { encodeBody } from '@shared/vault-forward/request';
import { previewRequest } from '@renderer/tools/vault-forward/wire-preview';
import { ProblemError } from '@shared/problem';
import type { SendResult } from '@shared/bridge/sending';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { useTestingDatabase } from '../testing/use-testing-database';
import { SendGuard } from '../guards/send-guard';
import { Redactor, Secrets } from '../secrets/secrets';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { READ } from './retries';
import type { SendCall } from './sender';
import { testingSender, type TestingSender } from './testing-sender';
import { testingProfile } from '@shared/testing/testing-profile';

const TOKEN = 'CANARY.TOKEN.value';
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

const harness = useHarness();
const testing = useTestingDatabase();
let server: RawServer;
let app: TestingSender;
/** How the person answers. */
let person: (question: Question) => Promise<Answer>;
/** What the server does with a complete request. */
let onRequest: (socket: RawServer['sockets'][number]) => void;

beforeEach(async () => {
  onRequest = (socket) => socket.end(ANSWER);
  person = () => expect.unreachable('nobody is to be asked');
  server = await startRawServer((socket, bytes) => {
    if (isWholeRequest(bytes)) onRequest(socket);
  });
  const secretStore = new IndexedSecretStore(testing.keychain, join(harness.folder, 'secrets.json'));
  const hostsPath = join(harness.folder, 'hosts.json');
  const secrets = new Secrets({ secretStore, redactor: new Redactor(), hostsPath });
  const guard = new SendGuard({
    secretHosts: secrets.hosts,
    ask: (question) => person(question),
    profileName: () => Promise.resolve(null),
    announceGrants: () => undefined,
  });
  app = testingSender(harness, testing, { bearerFor: () => Promise.resolve(TOKEN), secrets, guard });
});
afterEach(() => server.close());

function profile(changes: Partial<Profile> = {}): Profile {
  return testingProfile({ id: 'p', name: 'A profile', baseUrl: server.url, ...changes });
}

function send(
  draft: VaultForwardDraft,
  under: Profile = profile(),
  call: Partial<SendCall> = {},
): Promise<SendResult> {
  return app.submit(requestOfDraft(draft), under, call);
}

/** The last request on the wire: the lines of its head and the bytes of its body. */
function lastRequest(): { readonly lines: readonly string[]; readonly body: Buffer } {
  const bytes = server.received.at(-1) ?? Buffer.alloc(0);
  const end = bytes.indexOf('\r\n\r\n');
  return { lines: bytes.subarray(0, end).toString('latin1').split('\r\n'), body: bytes.subarray(end + 4) };
}

function isSent(result: unknown): result is SendResult {
  return typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'sent';
}

/** Drafts that may be sent to this computer, with bodies of any kind of text. */
const anyBody = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }).map((text) => JSON.stringify({ text, more: '{{CARD_NUMBER_1}}' })),
  fc.constantFrom(
    '{"a":1,"a":2,"number":"{{CARD_NUMBER_1}}"}',
    '{"huge":123456789012345678901234567890.10E+400,"n":"{{CARD_NUMBER_1}}"}',
    '{"escaped":"\\ud83d\\u0000\\/","n":"{{CARD_NUMBER_1}}"}\r\n\t ',
    '{"pile":"\u{1f4b3}\u{1f469}\u200d\u{1f4bb}","right":"\u202e","n":"{{ CARD_NUMBER_1 }}"}',
  ),
);
const sendable = fc
  .tuple(anyDraft, anyBody)
  .map(([draft, body]) => ({
    ...draft,
    destinationUrl: 'http://127.0.0.1:9/charge?x=%7B',
    paymentMethods: [METHOD_1],
    body,
  }))
  // Random text may contain a variable without a value, which `variables.test.ts` covers.
  .filter((draft) => maySend(checkDraft(draft)) && variableNames(requestOfDraft(draft)).length === 0);

/** Reasons why a draft without errors may still be refused; any other error is a bug. */
const REFUSED = ['request-header', 'header-not-yours'];

describe('a draft that is sent', () => {
  it('puts exactly the preview’s headers and the draft’s body on the wire, byte for byte', async () => {
    const runs = 60;
    let sent = 0;
    await fc.assert(
      fc.asyncProperty(sendable, async (draft) => {
        const before = server.requests.length;
        const result = await send(draft).catch((error: unknown) => error);
        if (!isSent(result)) {
          expect(result).toBeInstanceOf(ProblemError);
          expect(REFUSED).toContain(result instanceof ProblemError ? result.problem.code : null);
          return expect(server.requests).toHaveLength(before);
        }
        sent += 1;
        expect(server.requests).toHaveLength(before + 1);
        const { lines, body } = lastRequest();
        const expected = encodeBody(draft.body);
        expect(body.equals(expected)).toBe(true);
        const preview = previewRequest(draft, profile(), expected.length, '1.2.3');
        expect(lines).toEqual([
          'POST /vault-forward HTTP/1.1',
          ...preview.headers.map(([name, value]) => `${name}: ${value.split(MASKED).join(TOKEN)}`),
        ]);
      }),
      { numRuns: runs },
    );
    expect(sent).toBeGreaterThanOrEqual((runs * 2) / 3);
  });

  it('returns the exchange without the secrets for the destination', async () => {
    const header = { id: 'h', name: 'authorization', value: 'Bearer CANARY-1', secret: false, enabled: true };
    const marked = { id: 'm', name: 'x-house-key', value: 'CANARY-2', secret: true, enabled: true };
    const result = await send(
      draftWith({ destinationUrl: 'http://127.0.0.1:9/', headers: [header, marked] }),
    );
    expect(lastRequest().lines).toContain('x-vault-forward-header-x-house-key: CANARY-2');
    expect(lastRequest().lines).toContain('x-vault-forward-header-authorization: Bearer CANARY-1');
    expect(JSON.stringify(result)).not.toContain('CANARY');
  });

  it('sends nothing if it has errors', async () => {
    await expect(send(draftWith({ destinationUrl: '' }))).rejects.toMatchObject({
      problem: { code: 'draft-has-errors', meaning: expect.stringContaining('Nothing was sent') },
    });
    expect(server.sockets).toHaveLength(0);
  });

  it('sends nothing under a read-only profile', async () => {
    await expect(send(draftWith({}), profile({ readOnly: true }))).rejects.toMatchObject({
      problem: { code: 'profile-read-only' },
    });
    expect(server.sockets).toHaveLength(0);
  });

  it('asks before each send to production: a no sends nothing, a yes sends once', async () => {
    const production = profile({ environment: 'production' });
    const titles: string[] = [];
    const say = (confirmed: boolean): void => {
      person = async ({ title }) => {
        titles.push(title);
        return { confirmed, checked: false };
      };
    };
    say(false);
    expect(await send(draftWith({}), production)).toEqual({ kind: 'declined' });
    expect(server.sockets).toHaveLength(0);
    say(true);
    expect(await send(draftWith({}), production)).toMatchObject({ kind: 'sent' });
    expect(server.requests).toHaveLength(1);
    say(false);
    expect(await send(draftWith({}), production)).toEqual({ kind: 'declined' });
    expect(server.requests).toHaveLength(1);
    expect(titles).toEqual(Array(3).fill('Send to production?'));
  });

  it('sends what the person agreed to, even if the request changes meanwhile', async () => {
    const header = { name: 'x-vault-forward-header-x-a', value: 'then', secret: false };
    const request = {
      ...requestOfDraft(draftWith({ body: '{"n":"{{CARD_NUMBER_1}}"}' })),
      body: '{"n":"{{CARD_NUMBER_1}}"}',
    };
    const headers = [...request.headers, header];
    const changing = { ...request, headers };
    person = async () => {
      changing.body = '{"changed":true}';
      headers.push({ ...header, name: 'x-vault-forward-header-x-b', value: 'now' });
      header.value = 'now';
      return { confirmed: true, checked: false };
    };
    await app.submit(changing, profile({ environment: 'production' }));
    const { lines, body } = lastRequest();
    expect(body.toString()).toBe('{"n":"{{CARD_NUMBER_1}}"}');
    expect(lines).toContain('x-vault-forward-header-x-a: then');
    expect(lines.join()).not.toContain('x-b');
  });

  it.each([
    ['a lost connection', (socket: RawServer['sockets'][number]) => socket.resetAndDestroy()],
    ['a truncated answer', (socket: RawServer['sockets'][number]) => socket.end('HTTP/1.1 200')],
  ] as const)('is never retried after %s, as it may have arrived', async (_what, breakOff) => {
    onRequest = breakOff;
    const result = await send(draftWith({}), profile(), { policy: READ });
    expect(result).toMatchObject({
      kind: 'sent',
      exchange: { outcome: { kind: 'failed', mayHaveArrived: true }, retries: [] },
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([429, 502, 504])('is never retried after %i', async (status) => {
    onRequest = (socket) =>
      socket.end(`HTTP/1.1 ${status} No\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n`);
    const result = await send(draftWith({}), profile(), { policy: READ });
    expect(result).toMatchObject({ exchange: { response: { status }, retries: [] } });
    expect(server.requests).toHaveLength(1);
  });

  it('can be cancelled, and says that it may have arrived', async () => {
    const controller = new AbortController();
    onRequest = () => controller.abort();
    expect(await send(draftWith({}), profile(), { signal: controller.signal })).toMatchObject({
      exchange: { outcome: { kind: 'cancelled', mayHaveArrived: true } },
    });
  });
});
