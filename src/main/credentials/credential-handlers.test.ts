import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../bridge/bridge-handler';
import { noSuchProfile } from '../profiles/profile-problems';
import { credentialHandlers } from './credential-handlers';
import { CredentialService } from './credential-service';
import { IndexedSecretStore } from './indexed-secret-store';
import { TestingKeychain } from './testing-keychain';
import { TestingProfiles } from './testing-profiles';
import { testingFolder } from '../testing/testing-folder';

describe('credentialHandlers', () => {
  const folder = testingFolder();
  let keychain: TestingKeychain;
  let handlers: ReturnType<typeof credentialHandlers>;
  const ask = (name: keyof typeof handlers, argument: unknown) =>
    answer(name, handlers[name], [argument], (where, error) => {
      throw new Error(`${where}: ${String(error)}`);
    });

  beforeEach(async () => {
    keychain = new TestingKeychain();
    const profiles = new TestingProfiles();
    profiles.add('known');
    handlers = credentialHandlers({
      afterForgettingAll: () => undefined,
      credentials: new CredentialService({
        secretStore: new IndexedSecretStore(keychain, join(folder, 'secrets.json')),
        ...profiles.services,
        announce: () => undefined,
      }),
      findProfile: async (id) => {
        const profile = await profiles.services.profileNow(id);
        if (profile === null) throw noSuchProfile();
        return profile;
      },
    });
  });

  it('accepts a token and returns its state, never the token', async () => {
    const saved = await ask('saveToken', { profileId: 'known', token: 'CANARY', home: 'keychain' });
    expect(saved).toMatchObject({ ok: true, value: { kind: 'token', home: 'keychain' } });
    const described = await ask('describeCredential', { profileId: 'known' });
    expect(JSON.stringify([saved, described])).not.toContain('CANARY');
    expect(await ask('forgetAllSecrets', undefined)).toEqual({ ok: true, value: { forgotten: 1 } });
    expect(keychain.secrets.size).toBe(0);
  });

  it.each<[string, 'saveToken' | 'saveSigningKey', object]>([
    ['another home', 'saveToken', { token: 'x', home: 'plain-file' }],
    ['no text', 'saveToken', { token: 7, home: 'keychain' }],
    [
      'a scope with a space',
      'saveSigningKey',
      { key: 'x', scopes: ['a b'], lifetimeSeconds: 60, issuer: null, home: 'keychain' },
    ],
    [
      'a lifetime of days',
      'saveSigningKey',
      { key: 'x', scopes: [], lifetimeSeconds: 86_401, issuer: null, home: 'keychain' },
    ],
  ])('refuses %s', async (_, name, argument) => {
    const refused = await ask(name, { profileId: 'known', ...argument });
    expect(refused).toMatchObject({ ok: false, problem: { code: 'bad-arguments' } });
    expect(keychain.secrets.size).toBe(0);
  });

  it('keeps no secret for a missing profile', async () => {
    const refused = await ask('saveToken', { profileId: 'gone', token: 'x', home: 'keychain' });
    expect(refused).toMatchObject({ ok: false, problem: { code: 'no-such-profile' } });
    expect(keychain.secrets.size).toBe(0);
  });
});
