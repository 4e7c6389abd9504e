import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxFacts } from '@shared/app/sandbox-facts';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith, METHOD_1, METHOD_2, headerRow as header } from '@shared/vault-forward/drafts.fixture';
import { RunningCalls } from '../calls/running-calls';
import { openTestingDatabase, type TestingDatabase } from '../testing/testing-database';
import { testingProfile } from '@shared/testing/testing-profile';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { toDryRun } from './dry-run';
import { sendingHandlers } from './sending-handlers';
import { testingSender } from './testing-sender';

describe('the request of a dry run', () => {
  const samples = {
    paymentMethods: ['card-a', 'card-b'],
    authentications: { signing: METHOD_2 },
    sessions: { rich: 'session-a' },
  };
  const of = (...parts: Parameters<typeof draftWith>) =>
    toDryRun(requestOfDraft(draftWith(...parts)), samples);
  const valueOf = ({ request }: ReturnType<typeof of>, name: string) =>
    request.headers.find((each) => each.name === name)?.value;

  it('goes to the sandbox with the same path and a test card for each card', () => {
    const dry = of({
      destinationUrl: 'https://psp.example:8443/v1/charges?a=1',
      paymentMethods: [METHOD_1, 'card-a'],
    });
    expect(valueOf(dry, 'x-vault-forward-url')).toBe('{sandbox}/v1/charges?a=1');
    expect(valueOf(dry, 'x-vault-forward-payment-methods')).toBe('card-b,card-a');
    expect(dry.notes).toEqual(['Test cards stand for your cards.']);
  });

  it('leaves out what the sandbox lacks, and says so', () => {
    const dry = of({
      paymentMethods: [METHOD_1, METHOD_2, 'third'],
      authentications: [
        { id: METHOD_1, name: '' },
        { id: METHOD_2, name: '' },
      ],
    });
    expect(valueOf(dry, 'x-vault-forward-payment-methods')).toBe('card-a,card-b');
    expect(valueOf(dry, 'x-vault-forward-authentications')).toBe(METHOD_2);
    expect(dry.notes).toHaveLength(3);
  });

  it('replaces an unknown checkout session with a sample session', () => {
    const session = (id: string) =>
      of({ paymentMethods: [], serviceHeaders: [header('x-vault-forward-checkout-session', id)] });
    expect(valueOf(session(METHOD_1), 'x-vault-forward-checkout-session')).toBe('session-a');
    expect(session(METHOD_1).notes).toEqual(['A sample session stands for your checkout session.']);
    expect(session('session-a').notes).toEqual([]);
  });

  it('contains no value of a secret header, whether marked or known by name', () => {
    const dry = of({
      headers: [
        header('authorization', 'Bearer CANARY'),
        header('x-own', 'CANARY', true),
        header('x-plain', 'plain'),
      ],
      serviceHeaders: [header('x-api-key', 'CANARY')],
    });
    expect(JSON.stringify(dry.request)).not.toContain('CANARY');
    expect(valueOf(dry, 'x-vault-forward-header-x-plain')).toBe('plain');
    expect(dry.notes).toContain('Values of secret headers are left out.');
  });
});

/** What the sandbox's destination reports. `e2e/vault-forward.spec.ts` tests the real destination. */
const TOLD = {
  method: 'POST',
  path: '/v1/charges?a=1',
  headers: [['x-own', 'kept']],
  body: 'eyJ',
  decrypted: '{"number":"4111111111111111"}',
  clientCertificate: null,
  signature: { verified: true },
};

describe('a dry run', () => {
  const harness = useHarness();
  let testing: TestingDatabase;
  let server: RawServer;
  let facts: SandboxFacts | null;
  let answer: string;
  beforeEach(async () => {
    testing = openTestingDatabase();
    answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${JSON.stringify(TOLD).length}\r\n\r\n${JSON.stringify(TOLD)}`;
    server = await startRawServer((socket, bytes) => {
      if (isWholeRequest(bytes)) socket.end(answer);
    });
    facts = {
      baseUrl: server.url,
      destination: { http: server.url, tls: 'https://127.0.0.1:41234' },
      sessions: {},
      errorSessions: {},
      merchantAccounts: [],
      paymentMethods: [METHOD_2],
      paymentMethodNames: {},
      authentications: {},
    };
  });
  afterEach(async () => {
    await server.close();
    await testing.remove();
  });

  function dryRun(parts: Parameters<typeof draftWith>[0]) {
    const local = testingProfile({ id: 'local', environment: 'local', baseUrl: server.url });
    const app = testingSender(harness, testing, {
      findProfile: () => Promise.resolve(local),
      sandboxDestination: () => Promise.resolve(facts?.destination.tls ?? null),
    });
    // The dry run uses only the variables of this profile; nothing is sent to its service.
    const active = testingProfile({
      baseUrl: 'http://127.0.0.1:1',
      variables: [{ name: 'host', value: 'psp.example' }],
    });
    const { dryRun: handler } = sendingHandlers({
      sender: app.sender,
      calls: new RunningCalls(),
      activeProfile: () => Promise.resolve(active),
      noteSentDraft: () => Promise.resolve(),
      sandboxFacts: () => Promise.resolve(facts),
      localProfile: () => Promise.resolve(local),
    });
    return handler.handle({ request: requestOfDraft(draftWith(parts)), callId: randomUUID() });
  }

  it('goes only to this computer, without secrets, and returns what the destination received', async () => {
    const result = await dryRun({
      destinationUrl: 'https://${host}/v1/charges?a=1',
      headers: [
        header('x-own', 'kept'),
        header('x-host', '${host}'),
        header('authorization', 'Bearer CANARY'),
      ],
    });
    const sent = server.received.at(-1)?.toString('latin1') ?? '';
    expect(sent).toContain('x-vault-forward-url: https://127.0.0.1:41234/v1/charges?a=1\r\n');
    expect(sent).toContain(`x-vault-forward-payment-methods: ${METHOD_2}\r\n`);
    expect(sent).toContain('x-vault-forward-header-x-host: psp.example\r\n');
    expect(sent).not.toMatch(/CANARY[^.]/);
    expect(result).toEqual({
      kind: 'received',
      received: {
        method: 'POST',
        path: '/v1/charges?a=1',
        headers: [['x-own', 'kept']],
        body: '{"number":"4111111111111111"}',
        isEncrypted: true,
        signature: 'verified',
        hasCertificate: false,
      },
      notes: ['Test cards stand for your cards.', 'Values of secret headers are left out.'],
    });
  });

  it('returns any other answer unchanged, and reports a missing sandbox', async () => {
    answer = 'HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}';
    const refused = await dryRun({});
    expect(refused.kind === 'answered' && refused.exchange.response?.status).toBe(400);
    facts = null;
    await expect(dryRun({})).rejects.toMatchObject({ problem: { code: 'sandbox-not-running' } });
  });
});
