import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Profile } from '@shared/profiles/profile';
import { requestOfDraft } from '@shared/vault-forward/draft-request';
import { draftWith } from '@shared/vault-forward/drafts.fixture';
import { useTestingDatabase } from '../testing/use-testing-database';
import { testingProfile } from '@shared/testing/testing-profile';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { isWholeRequest, startRawServer, type RawServer } from '../transport/test-fixtures/raw-server';
import { testingSender, type TestingSender } from './testing-sender';

const harness = useHarness();
const testing = useTestingDatabase();
let server: RawServer;
let app: TestingSender;
let sandbox: string | null;

beforeEach(async () => {
  sandbox = 'https://127.0.0.1:41234';
  server = await startRawServer((socket, bytes) => {
    if (isWholeRequest(bytes)) socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
  });
  app = testingSender(harness, testing, { sandboxDestination: () => Promise.resolve(sandbox) });
});
afterEach(() => server.close());

const request = requestOfDraft(draftWith({ destinationUrl: '{sandbox}/v1/cards?a=1' }));
const profile = (changes: Partial<Profile> = {}): Profile =>
  testingProfile({ id: 'p', baseUrl: server.url, environment: 'local', ...changes });
const planOn = (under: Profile) =>
  app.sender.plan({
    id: randomUUID(),
    request,
    profile: under,
    composedUnder: null,
    replayOf: null,
    variables: null,
  });
const urlOf = (headers: readonly (readonly [string, string])[]) =>
  headers.find(([name]) => name === 'x-vault-forward-url')?.[1];

it('is sent to the sandbox’s current address, shown that way, and kept as {sandbox} for a replay', async () => {
  const result = await app.submit(request, profile());
  expect(server.received.at(-1)?.toString('latin1')).toContain(
    'x-vault-forward-url: https://127.0.0.1:41234/v1/cards?a=1\r\n',
  );
  expect(result.kind === 'sent' && urlOf(result.exchange.request.headers)).toBe(
    'https://127.0.0.1:41234/v1/cards?a=1',
  );
  const asked = app.noted.at(-1)?.sentAs.request;
  expect(asked).toEqual(request);

  // After a restart on another port, the same request goes to the same place again.
  sandbox = 'https://127.0.0.1:45678';
  if (asked === undefined) throw new Error('nothing was noted');
  await app.submit(asked, profile());
  expect(server.received.at(-1)?.toString('latin1')).toContain(
    'x-vault-forward-url: https://127.0.0.1:45678/v1/cards?a=1\r\n',
  );
});

it('has the same mark for the warning about an unknown outcome, whatever the port', async () => {
  const before = await planOn(profile());
  sandbox = 'https://127.0.0.1:45678';
  const after = await planOn(profile());
  expect(urlOf(after.wire.headers)).not.toBe(urlOf(before.wire.headers));
  expect(after.mark).toBe(before.mark);
});

it.each([
  ['production, even through a tunnel on this computer', { environment: 'production' }],
  ['a service on this computer that is not the app’s own sandbox', { environment: 'sandbox' }],
  ['a service on another computer', { environment: 'sandbox', baseUrl: 'https://api.sandbox.example' }],
] as const)('is not sent to %s', async (_what, under) => {
  await expect(app.submit(request, profile(under))).rejects.toMatchObject({
    problem: { code: 'sandbox-elsewhere', meaning: expect.stringContaining('Nothing was sent.') },
  });
  expect(server.received).toEqual([]);
  // Nothing can have been carried out, so there is nothing to ask about.
  expect(app.noted).toEqual([]);
});

it('is not sent while there is no sandbox', async () => {
  sandbox = null;
  await expect(app.submit(request, profile())).rejects.toMatchObject({
    problem: { code: 'sandbox-not-running' },
  });
  expect(server.received).toEqual([]);
});

it('is not replaced in a body, in other headers or inside an address', async () => {
  const odd = requestOfDraft(
    draftWith({
      destinationUrl: 'https://psp.example/{sandbox}',
      headers: [{ id: '1', name: 'x-note', value: '{sandbox}/a', secret: false, enabled: true }],
      body: '{"a":"{sandbox}/b"}',
    }),
  );
  await app.submit(odd, profile());
  const sent = server.received.at(-1)?.toString('latin1') ?? '';
  expect(sent).toContain('x-vault-forward-url: https://psp.example/{sandbox}\r\n');
  expect(sent).toContain('x-vault-forward-header-x-note: {sandbox}/a\r\n');
  expect(sent).toContain('{"a":"{sandbox}/b"}');
});
