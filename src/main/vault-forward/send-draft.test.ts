import fc from 'fast-check';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MASKED } from '../../shared/exchange';
import type { SendConfirmation } from '../../shared/guard';
import { DEFAULT_MERCHANT_HEADER, type Profile } from '../../shared/profile';
import { checkDraft } from '../../shared/vault-forward/checks';
import type { VaultForwardDraft } from '../../shared/vault-forward/draft';
import { anyDraft, draftWith, METHOD_1 } from '../../shared/vault-forward/drafts.fixture';
import { maySend } from '../../shared/vault-forward/finding';
import { encodeBody } from '../../shared/vault-forward/request';
import { previewRequest } from '../../shared/vault-forward/wire-preview';
import { ApiClient } from '../api/api-client';
import { SecretKeeper } from '../credentials/secret-keeper';
import { TestingKeychain } from '../credentials/testing-keychain';
import { SecretHosts } from '../guards/secret-hosts';
import { SendGuard } from '../guards/send-guard';
import { openHarness, PLAIN_OPTIONS, type Harness } from '../transport/test-fixtures/harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { sendDraft, type SendOrder, type SendServices } from './send-draft';

const TOKEN = 'CANARY.TOKEN.value';
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';

let harness: Harness;
let server: RawServer;
let services: SendServices;
/** What the server does with a whole request. */
let onRequest: (socket: RawServer['sockets'][number]) => void;

beforeEach(async () => {
  harness = await openHarness();
  onRequest = (socket) => socket.end(ANSWER);
  server = await startRawServer((socket, bytes) => {
    if (isWholeRequest(bytes)) onRequest(socket);
  });
  const keeper = new SecretKeeper(new TestingKeychain(), join(harness.folder, 'secrets.json'));
  services = {
    api: new ApiClient({
      transport: harness.transport,
      bodies: harness.bodies,
      bearerFor: () => Promise.resolve(TOKEN),
      journal: { note: () => Promise.resolve() },
      noteAnswer: () => undefined,
      tellProgress: () => undefined,
    }),
    guard: new SendGuard({
      secretHosts: new SecretHosts({ path: join(harness.folder, 'hosts.json'), keeper }),
      profileName: () => Promise.resolve(null),
      announceGrants: () => undefined,
    }),
  };
});
afterEach(async () => {
  await server.close();
  await harness.close();
});

function profile(changes: Partial<Profile> = {}): Profile {
  return {
    ...PLAIN_OPTIONS,
    id: 'p',
    name: 'A profile',
    environment: 'sandbox',
    baseUrl: server.url,
    merchantAccountId: 'acme',
    merchantHeader: DEFAULT_MERCHANT_HEADER,
    readOnly: false,
    ...changes,
  };
}

async function send(
  draft: VaultForwardDraft,
  changes: Partial<SendOrder> = {},
  signal = new AbortController().signal,
): ReturnType<typeof sendDraft> {
  return sendDraft(
    { draft, profile: profile(), composedUnder: null, confirmation: null, ...changes },
    services,
    { callId: 'c', signal },
  );
}

/** The request as it went over the wire: the head's lines, and the body's bytes. */
function lastRequest(): { readonly lines: readonly string[]; readonly body: Buffer } {
  const bytes = server.received.at(-1) ?? Buffer.alloc(0);
  const end = bytes.indexOf('\r\n\r\n');
  return { lines: bytes.subarray(0, end).toString('latin1').split('\r\n'), body: bytes.subarray(end + 4) };
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
  .filter((draft) => maySend(checkDraft(draft)));

describe('sendDraft', () => {
  it('puts on the wire exactly what the preview shows and the editor holds, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(sendable, async (draft) => {
        const result = await send(draft).catch((error: unknown) => error);
        // Transport has rules of its own on framing; what it refuses is not on the wire at all.
        if (result instanceof Error) return expect(String(result)).toContain('header');
        const { lines, body } = lastRequest();
        const expected = encodeBody(draft.body);
        expect(body.equals(expected)).toBe(true);
        const preview = previewRequest(draft, profile(), expected.length, '1.2.3');
        expect(lines).toEqual([
          'POST /vault-forward HTTP/1.1',
          ...preview.headers.map(([name, value]) => `${name}: ${value.split(MASKED).join(TOKEN)}`),
        ]);
      }),
      { numRuns: 150 },
    );
    expect(server.received.length).toBeGreaterThan(100);
  });

  it('gives the exchange without the token and without the secrets for the destination', async () => {
    const header = { id: 'h', name: 'authorization', value: 'Bearer CANARY-1', secret: false, enabled: true };
    const marked = { id: 'm', name: 'x-house-key', value: 'CANARY-2', secret: true, enabled: true };
    const result = await send(
      draftWith({ destinationUrl: 'http://127.0.0.1:9/', headers: [header, marked] }),
    );
    expect(lastRequest().lines).toContain('x-vault-forward-header-x-house-key: CANARY-2');
    expect(lastRequest().lines).toContain('x-vault-forward-header-authorization: Bearer CANARY-1');
    expect(JSON.stringify(result)).not.toContain('CANARY');
  });

  it('sends nothing that has errors', async () => {
    await expect(send(draftWith({ destinationUrl: '' }))).rejects.toMatchObject({
      problem: { code: 'draft-has-errors', meaning: expect.stringContaining('Nothing was sent') },
    });
    expect(server.sockets).toHaveLength(0);
  });

  it('sends nothing from a read-only profile', async () => {
    const order = { profile: profile({ readOnly: true }) };
    await expect(send(draftWith({}), order)).rejects.toMatchObject({
      problem: { code: 'profile-read-only' },
    });
    expect(server.sockets).toHaveLength(0);
  });

  it('asks before production, and sends that very request with the answer, once', async () => {
    const production = profile({ environment: 'production' });
    const asked = await send(draftWith({}), { profile: production });
    if (asked.kind !== 'question') throw new Error('nothing was asked');
    expect(server.sockets).toHaveLength(0);
    const confirmation: SendConfirmation = {
      ticket: asked.question.ticket,
      decision: 'send',
      doNotAskForTenMinutes: false,
    };
    const changed = await send(draftWith({ method: 'PUT' }), { profile: production, confirmation });
    expect(changed).toMatchObject({ kind: 'question', question: { askedAgain: 'changed' } });
    expect(server.sockets).toHaveLength(0);
    const again = await send(draftWith({}), { profile: production });
    if (again.kind !== 'question') throw new Error('nothing was asked');
    const answered = { ...confirmation, ticket: again.question.ticket };
    expect(await send(draftWith({}), { profile: production, confirmation: answered })).toMatchObject({
      kind: 'sent',
    });
    expect(await send(draftWith({}), { profile: production, confirmation: answered })).toMatchObject({
      kind: 'question',
    });
    expect(server.sockets).toHaveLength(1);
  });

  it.each([
    ['a connection that is lost', (socket: RawServer['sockets'][number]) => socket.resetAndDestroy()],
    ['an answer that breaks off', (socket: RawServer['sockets'][number]) => socket.end('HTTP/1.1 200')],
  ] as const)('never tries again after %s, as it may have arrived', async (_what, breakOff) => {
    onRequest = breakOff;
    const result = await send(draftWith({}));
    expect(result).toMatchObject({
      kind: 'sent',
      exchange: { outcome: { kind: 'failed', mayHaveArrived: true }, retries: [] },
    });
    expect(server.sockets).toHaveLength(1);
  });

  it.each([429, 502, 504])('never tries again after %i', async (status) => {
    onRequest = (socket) =>
      socket.end(`HTTP/1.1 ${status} No\r\nretry-after: 0\r\ncontent-length: 0\r\n\r\n`);
    expect(await send(draftWith({}))).toMatchObject({ exchange: { response: { status }, retries: [] } });
    expect(server.sockets).toHaveLength(1);
  });

  it('can be cancelled, and says that it may have arrived', async () => {
    const controller = new AbortController();
    onRequest = () => controller.abort();
    expect(await send(draftWith({}), {}, controller.signal)).toMatchObject({
      exchange: { outcome: { kind: 'cancelled', mayHaveArrived: true } },
    });
  });
});
