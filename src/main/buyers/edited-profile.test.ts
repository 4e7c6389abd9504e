import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoadOutcome } from '@shared/bridge/buyers';
import type { LoadProgress } from '@shared/bridge/packed-items';
import { type Profile } from '@shared/profiles/profile';
import type { ProfileDraft } from '@shared/profiles/profile-rules';
import { declined } from '@shared/questions/question';
import { RunningCalls } from '../calls/running-calls';
import { CredentialService } from '../credentials/credential-service';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { useTestingDatabase } from '../testing/use-testing-database';
import { ProfileService } from '../profiles/profile-service';
import { ProfileStore } from '../profiles/profile-store';
import { testingSender } from '../sending/testing-sender';
import { useHarness } from '../transport/test-fixtures/use-harness';
import { buyers } from './buyers-handlers';
import { KeptRows } from './kept-rows';
import { ResumableLoads } from './resumable-loads';
import { testingDraft } from '@shared/testing/testing-profile';

const TOKEN_OF_A = 'token-of-host-a';
const TOKEN_OF_B = 'token-of-host-b';

/** A service with endless buyers. */
interface Host {
  readonly baseUrl: string;
  /** The authorization headers that it received. */
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

const draftFor = (baseUrl: string): ProfileDraft =>
  testingDraft({ name: 'Acme', baseUrl, merchantAccountId: null });

const harness = useHarness();
const testing = useTestingDatabase();
let a: Host;
let b: Host;
beforeEach(async () => {
  [a, b] = await Promise.all([startHost(), startHost()]);
});
afterEach(() => {
  a.close();
  b.close();
});

/**
 * The parts that main puts together: profiles, credentials, calls and the loads of buyers.
 * @param cancels false: as if an edit did not end what runs under the profile.
 * @param notices false: as if nothing checked that the profile is still the planned one.
 */
async function openApp({ cancels = true, notices = true } = {}) {
  const calls = new RunningCalls();
  const profiles = new ProfileStore({
    path: join(harness.folder, 'profiles.json'),
    announce: () => undefined,
  });
  const credentials = new CredentialService({
    secretStore: new IndexedSecretStore(testing.keychain, join(harness.folder, 'secrets.json')),
    profileNow: profiles.find,
    routeAtUpdate: () => Promise.reject(new Error('nothing here is older than this version')),
    ask: () => Promise.resolve(declined),
    announce: () => undefined,
  });
  const profileService = new ProfileService({
    store: profiles,
    secrets: credentials,
    agree: () => Promise.resolve(),
    agreeToLeave: () => Promise.resolve(),
    onAltered: (profileId, how, isOtherService) => {
      if (cancels) calls.cancelProfile(profileId, `the profile was ${how}`, isOtherService);
    },
    onRouteChanged: () => undefined,
  });
  let planned: Profile | null = null;
  const { sender } = testingSender(harness, testing, {
    bearerFor: (profile) => credentials.bearerFor(profile),
    findProfile: async (id) => {
      const now = await profiles.find(id);
      return notices ? now : (planned ??= now);
    },
  });
  const news: LoadProgress[] = [];
  const { handlers } = buyers({
    sender,
    bodies: harness.bodies,
    calls,
    activeProfile: () => profiles.active(),
    findProfile: profiles.find,
    resumable: new ResumableLoads({
      path: join(harness.folder, 'stopped-loads.json'),
      rows: new KeptRows(testing.database),
      report: () => undefined,
    }),
    tellLoad: (told) => news.push(told),
  });
  const { profileId } = await profileService.create(draftFor(a.baseUrl));
  await profileService.activate(profileId);
  await credentials.saveToken(await profiles.find(profileId), TOKEN_OF_A, 'keychain');
  return { calls, credentials, profiles, profileService, handlers, news, profileId };
}

type App = Awaited<ReturnType<typeof openApp>>;

/** A load of host A's buyers, paused after some pages. */
async function pausedLoad({
  handlers,
  news,
}: App): Promise<{ callId: string; outcome: Promise<LoadOutcome> }> {
  const callId = randomUUID();
  const query = { limit: null, cursor: null, parameters: [] };
  const outcome = Promise.resolve(handlers.loadBuyers.handle({ query, cap: 1_000_000, callId }));
  await expect.poll(() => a.seen.length).toBeGreaterThan(2);
  await handlers.pauseBuyersLoad.handle({ callId, paused: true });
  await expect.poll(() => news.at(-1)?.state.paused).toBe(true);
  return { callId, outcome };
}

/** Edits the profile to host B, saves B's token, and lets the load continue. */
async function moveToB(
  { profiles, profileService, credentials, handlers, profileId }: App,
  callId: string,
): Promise<void> {
  await profileService.edit(profileId, draftFor(b.baseUrl));
  await credentials.saveToken(await profiles.find(profileId), TOKEN_OF_B, 'keychain');
  await handlers.pauseBuyersLoad.handle({ callId, paused: false });
}

describe('a load of buyers whose profile is edited', () => {
  it.each([
    ['because the profile has changed since the load began', true, 'profile-changed'],
    ['because the token is bound to the address it was entered for', false, 'credential-detached'],
  ])(
    "never sends the new address's token to the old one, even if it continued: %s",
    async (_why, notices, code) => {
      const app = await openApp({ cancels: false, notices });
      const { callId, outcome } = await pausedLoad(app);
      await moveToB(app, callId);
      expect((await outcome).end).toMatchObject({ kind: 'refused', problem: { code } });
      expect(new Set(a.seen)).toEqual(new Set([`Bearer ${TOKEN_OF_A}`]));
      expect(b.seen).toEqual([]);
    },
  );

  it('ends as cancelled at once, says why, and sends no more requests to either address', async () => {
    const app = await openApp();
    const { callId, outcome } = await pausedLoad(app);
    await app.profileService.edit(app.profileId, draftFor(b.baseUrl));
    expect((await outcome).end).toEqual({ kind: 'cancelled', why: 'the profile was edited' });
    const asked = a.seen.length;
    await moveToB(app, callId);
    expect(a.seen).toHaveLength(asked);
    expect(b.seen).toEqual([]);
  });

  it('ends when the profile is deleted, and undoing that restores the token', async () => {
    const app = await openApp();
    const { outcome } = await pausedLoad(app);
    await app.profileService.delete(app.profileId);
    expect((await outcome).end).toEqual({ kind: 'cancelled', why: 'the profile was deleted' });
    await app.profileService.undoDelete(app.profileId);
    expect(await app.credentials.bearerFor(await app.profiles.find(app.profileId))).toBe(TOKEN_OF_A);
  });

  it('continues with a renewed token when the profile is saved without a change', async () => {
    const app = await openApp();
    const { callId, outcome } = await pausedLoad(app);
    await app.profileService.edit(app.profileId, draftFor(a.baseUrl));
    await app.credentials.saveToken(await app.profiles.find(app.profileId), 'renewed', 'keychain');
    await app.handlers.pauseBuyersLoad.handle({ callId, paused: false });
    await expect.poll(() => a.seen.at(-1)).toBe('Bearer renewed');
    app.calls.cancelAll();
    expect((await outcome).end).toEqual({ kind: 'cancelled' });
  });
});

it('a load that is paused before it begins sends no request until it is continued', async () => {
  const { calls, handlers, news } = await openApp();
  const callId = randomUUID();
  const query = { limit: null, cursor: null, parameters: [] };
  const outcome = Promise.resolve(handlers.loadBuyers.handle({ query, cap: 1_000_000, callId }));
  await handlers.pauseBuyersLoad.handle({ callId, paused: true });
  await expect.poll(() => news.at(-1)?.state.paused).toBe(true);
  expect(a.seen).toEqual([]);
  expect(await handlers.pauseBuyersLoad.handle({ callId, paused: false })).toBe(true);
  await expect.poll(() => a.seen.length).toBeGreaterThan(2);
  calls.cancelAll();
  expect((await outcome).end).toEqual({ kind: 'cancelled' });
});
