import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CredentialService } from './credential-service';
import { routeOf } from './credential-route';
import { KeychainError } from './secret-store';
import { B, deferred, DETACHED, OTHER, TestingCredentials, TOKEN } from './testing-credentials';
import { RoutesAtUpdate } from './routes-at-update';

let testing: TestingCredentials;
beforeEach(async () => {
  testing = await TestingCredentials.open();
});
afterEach(() => testing.close());

describe('a secret that an older version stored', () => {
  /** The line that version 0.1 wrote into the keychain, byte for byte. */
  const OLD_LINE = `{"kind":"token","token":"${TOKEN}"}`;
  const OLD_KEY =
    '{"kind":"signing-key","pkcs8":"AAAA","keyId":"id","scopes":["a.read"],"lifetimeSeconds":60,"issuer":null}';

  /** Starts the app: the routes are noted before anything can be edited. */
  async function startApp(): Promise<CredentialService> {
    const ways = new RoutesAtUpdate(join(testing.folder, 'ways-at-update.json'));
    await ways.note(Promise.resolve([testing.profiles.now('p')]));
    return testing.start({ routeAtUpdate: (id) => ways.routeOf(id) });
  }

  it('is bound when first read, and written back with its route', async () => {
    testing.keychain.secrets.set('profile:p', OLD_LINE);
    const service = await startApp();
    expect(await service.bearerFor(testing.profiles.now('p'))).toBe(TOKEN);
    expect(JSON.parse(testing.keychain.secrets.get('profile:p') ?? '')).toEqual({
      kind: 'token',
      token: TOKEN,
      way: routeOf(testing.profiles.now('p')),
      enteredAt: null,
    });
    testing.profiles.add('p', { baseUrl: B });
    await expect((await startApp()).bearerFor(testing.profiles.now('p'))).rejects.toMatchObject(DETACHED);
    expect(await readFile(join(testing.folder, 'ways-at-update.json'), 'utf8')).not.toContain('CANARY');
  });

  it('is bound to its address at the update, even if it is first read after an edit and a restart', async () => {
    testing.keychain.secrets.set('profile:p', OLD_LINE);
    await startApp();
    testing.profiles.add('p', { baseUrl: B });
    const later = await startApp();
    await expect(later.bearerFor(testing.profiles.now('p'))).rejects.toMatchObject(DETACHED);
    expect(await later.describe('p')).toMatchObject({ detached: { staysAt: 'https://api.a.example' } });
  });

  it('is not sent if its profile was not known at the update', async () => {
    await startApp();
    const late = testing.profiles.add('late', { baseUrl: B });
    testing.keychain.secrets.set('profile:late', OLD_LINE);
    await expect((await startApp()).bearerFor(late)).rejects.toMatchObject(DETACHED);
  });

  it('may be a signing key, and is bound in memory if the keychain cannot be written', async () => {
    testing.keychain.secrets.set('profile:p', OLD_KEY);
    vi.spyOn(testing.keychain, 'set').mockRejectedValue(new KeychainError('locked', 'test: locked'));
    const service = await startApp();
    expect(await service.describe('p')).toMatchObject({ kind: 'signing-key', keyId: 'id' });
    await expect(service.bearerFor({ ...testing.profiles.now('p'), baseUrl: B })).rejects.toMatchObject(
      DETACHED,
    );
    expect(testing.keychain.secrets.get('profile:p')).toBe(OLD_KEY);
  });

  it('is unavailable if its route is damaged', async () => {
    testing.keychain.secrets.set('profile:p', `{"kind":"token","token":"${TOKEN}","way":{"origin":7}}`);
    expect(await (await startApp()).describe('p')).toMatchObject({ kind: 'unavailable', trouble: 'failed' });
  });
});

describe('with a slow keychain', () => {
  it('sees an edit made during the read', async () => {
    await testing.start().saveToken(testing.profiles.now('p'), TOKEN, 'keychain');
    const slow = deferred<string | null>();
    vi.spyOn(testing.keychain, 'get').mockReturnValueOnce(slow.promise);
    const service = testing.start();
    const describing = service.describe('p');
    testing.profiles.add('p', { baseUrl: B });
    slow.resolve(testing.keychain.secrets.get('profile:p') ?? null);
    expect(await describing).toMatchObject({ detached: { staysAt: 'https://api.a.example' } });
  });

  it.each<[string, (service: CredentialService) => Promise<unknown>, string]>([
    [
      'replaced for another address',
      (service) => service.saveToken(testing.profiles.add('p', { baseUrl: B }), OTHER, 'keychain'),
      'credential-detached',
    ],
    ['forgotten', (service) => service.forget('p'), 'no-credential'],
  ])('never returns a secret that was %s while it was being read', async (_, meanwhile, code) => {
    const plan = testing.profiles.now('p');
    await testing.start().saveToken(plan, TOKEN, 'keychain');
    const slow = deferred<string | null>();
    vi.spyOn(testing.keychain, 'get').mockReturnValueOnce(slow.promise);
    const service = testing.start();
    const reading = service.bearerFor(plan).catch((error: unknown) => error);
    const old = testing.keychain.secrets.get('profile:p') ?? null;
    await meanwhile(service);
    slow.resolve(old);
    expect(await reading).toMatchObject({ problem: { code } });
  });

  it('binds a token to the profile it was entered for, even if that is edited before it is stored', async () => {
    const service = testing.start();
    const storing = deferred<undefined>();
    const set = testing.keychain.set.bind(testing.keychain);
    vi.spyOn(testing.keychain, 'set').mockImplementationOnce(async (account, secret) => {
      await storing.promise;
      await set(account, secret);
    });
    const saving = service.saveToken(testing.profiles.now('p'), TOKEN, 'keychain');
    testing.profiles.add('p', { baseUrl: B });
    storing.resolve(undefined);
    expect(await saving).toMatchObject({ detached: { staysAt: 'https://api.a.example' } });
    await expect(service.bearerFor(testing.profiles.now('p'))).rejects.toMatchObject(DETACHED);
  });

  it('sends a forgotten secret no more, even before the keychain has deleted it', async () => {
    const service = testing.start();
    const profile = testing.profiles.now('p');
    await service.saveToken(profile, TOKEN, 'keychain');
    expect(await service.bearerFor(profile)).toBe(TOKEN);
    const deleting = deferred<undefined>();
    const deletion = vi.spyOn(testing.keychain, 'delete').mockReturnValueOnce(deleting.promise);
    const forgetting = service.forget('p');
    await expect.poll(() => deletion.mock.calls.length).toBe(1);
    await expect(service.bearerFor(profile)).rejects.toMatchObject({ problem: { code: 'no-credential' } });
    deleting.resolve(undefined);
    await forgetting;
  });

  it('also forgets a secret that is being read, but not one just entered for this run', async () => {
    const service = testing.start();
    const profile = testing.profiles.now('p');
    await service.saveToken(profile, TOKEN, 'keychain');
    // The deletion is noted first, and the keychain is read at the same time.
    await Promise.all([service.forget('p'), service.describe('p')]);
    await expect(service.bearerFor(profile)).rejects.toMatchObject({ problem: { code: 'no-credential' } });
    await service.saveToken(profile, TOKEN, 'keychain');
    await Promise.all([service.forget('p'), service.saveToken(profile, OTHER, 'this-run-only')]);
    expect(await service.bearerFor(profile)).toBe(OTHER);
  });

  it('does not overwrite a newer secret when it binds an old one', async () => {
    testing.keychain.secrets.set('profile:p', `{"kind":"token","token":"${TOKEN}"}`);
    const ways = deferred<ReturnType<typeof routeOf>>();
    const service = testing.start({ routeAtUpdate: () => ways.promise });
    const reading = service.describe('p');
    await service.saveToken(testing.profiles.now('p'), OTHER, 'keychain');
    ways.resolve(routeOf(testing.profiles.now('p')));
    await reading;
    expect(testing.keychain.secrets.get('profile:p')).toContain(OTHER);
    expect(await service.bearerFor(testing.profiles.now('p'))).toBe(OTHER);
  });
});
