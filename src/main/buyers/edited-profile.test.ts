import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoadNews, LoadOutcome } from '../../shared/bridge/buyers';
import { DEFAULT_MERCHANT_HEADER, DEFAULT_TIMEOUTS } from '../../shared/profile';
import type { ProfileDraft } from '../../shared/profile-rules';
import { ApiClient } from '../api/api-client';
import { RunningCalls } from '../calls/running-calls';
import { CredentialService } from '../credentials/credential-service';
import { SecretKeeper } from '../credentials/secret-keeper';
import { openTestingDatabase, type TestingDatabase } from '../database/testing-database';
import { ProfileService } from '../profiles/profile-service';
import { openHarness, type Harness } from '../transport/test-fixtures/harness';
import { buyers } from './bridge';
import { KeptRows } from './kept-rows';
import { LoadCheckpoints } from './load-checkpoints';
import { LoadPlaces } from './load-places';

const TOKEN_OF_A = 'token-of-host-a';
const TOKEN_OF_B = 'token-of-host-b';

/** A service with endless buyers. */
interface Host {
  readonly baseUrl: string;
  /** The authorization headers that it saw. */
  readonly seen: (string | undefined)[];
  close(): void;
}

async function startHost(): Promise<Host> {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    const id = `buyer-${seen.length}`;
    const page = { items: [{ type: 'buyer', id }], limit: 1, next_cursor: `after-${id}` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const draftFor = (baseUrl: string): ProfileDraft => ({
  name: 'Acme',
  environment: 'sandbox',
  baseUrl,
  merchantAccountId: null,
  merchantHeader: DEFAULT_MERCHANT_HEADER,
  readOnly: false,
  timeouts: DEFAULT_TIMEOUTS,
  proxy: { kind: 'none' },
  extraCaFile: null,
  clientCertificate: null,
});

let harness: Harness;
let testing: TestingDatabase;
let a: Host;
let b: Host;
beforeEach(async () => {
  harness = await openHarness();
  testing = openTestingDatabase();
  [a, b] = await Promise.all([startHost(), startHost()]);
});
afterEach(async () => {
  a.close();
  b.close();
  await testing.remove();
  await harness.close();
});

/** What main composes: profiles, credentials, calls and the loads of buyers. */
async function openApp() {
  const calls = new RunningCalls();
  const credentials = new CredentialService({
    keeper: new SecretKeeper(testing.keychain, join(harness.folder, 'secrets.json')),
    announce: () => undefined,
  });
  const profiles = new ProfileService({
    path: join(harness.folder, 'profiles.json'),
    secrets: credentials,
    announce: () => undefined,
    onAltered: () => undefined,
  });
  const api = new ApiClient({
    transport: harness.transport,
    bodies: harness.bodies,
    bearerFor: (profileId) => credentials.bearerFor(profileId),
    journal: { note: () => Promise.resolve() },
    noteAnswer: () => undefined,
    tellProgress: () => undefined,
  });
  const news: LoadNews[] = [];
  const { handlers } = buyers({
    api,
    bodies: harness.bodies,
    calls,
    activeProfile: () => profiles.active(),
    findProfile: (id) => profiles.find(id),
    places: new LoadPlaces({
      checkpoints: new LoadCheckpoints(join(harness.folder, 'stopped-loads.json')),
      rows: new KeptRows(testing.database),
      report: () => undefined,
    }),
    tellLoad: (told) => news.push(told),
  });
  const { profileId } = await profiles.create(draftFor(a.baseUrl));
  await profiles.activate(profileId);
  await credentials.saveToken(profileId, TOKEN_OF_A, 'keychain');
  return { calls, credentials, profiles, handlers, news, profileId };
}

type App = Awaited<ReturnType<typeof openApp>>;

/** A load of host A's buyers that is paused after some pages. */
async function pausedLoad({ handlers, news }: App): Promise<{ callId: string; outcome: Promise<LoadOutcome> }> {
  const callId = randomUUID();
  const query = { limit: null, cursor: null, parameters: [] };
  const outcome = Promise.resolve(handlers.loadBuyers.handle({ query, cap: 1_000_000, callId }));
  await expect.poll(() => a.seen.length).toBeGreaterThan(2);
  await handlers.pauseBuyersLoad.handle({ callId, paused: true });
  await expect.poll(() => news.at(-1)?.state.paused).toBe(true);
  return { callId, outcome };
}

describe('a load of buyers whose profile is edited', () => {
  it("never sends the new address's token to the old one, which it goes on asking", async () => {
    const app = await openApp();
    const { callId, outcome } = await pausedLoad(app);
    await app.profiles.edit(app.profileId, draftFor(b.baseUrl));
    await app.credentials.saveToken(app.profileId, TOKEN_OF_B, 'keychain');
    const asked = a.seen.length;
    await app.handlers.pauseBuyersLoad.handle({ callId, paused: false });
    await Promise.race([outcome, expect.poll(() => a.seen.length).toBeGreaterThan(asked + 2)]);
    app.calls.cancelAll();
    await outcome;
    expect(new Set(a.seen)).toEqual(new Set([`Bearer ${TOKEN_OF_A}`]));
    expect(b.seen).toEqual([]);
  });
});
