import { generateKeyPairSync } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CredentialState } from '@shared/profiles/credential';
import { CredentialService, type CredentialServices } from './credential-service';
import { TestingProfiles } from './testing-profiles';
import { isRequestSecret, SecretReferences } from '../secrets/references';
import { IndexedSecretStore } from './indexed-secret-store';
import { KeychainError } from './secret-store';
import { TestingKeychain } from './testing-keychain';
import { testingFolder } from '../testing/testing-folder';

const jwt = `${btoa('{"alg":"ES512"}')}.${btoa('{"scopes":["a.read"],"exp":1700000000}')}.CANARY`.replace(
  /=/g,
  '',
);
const pem = generateKeyPairSync('ec', { namedCurve: 'P-521' })
  .privateKey.export({ format: 'pem', type: 'pkcs8' })
  .toString();
const keyEntry = { key: pem, scopes: ['a.read'], lifetimeSeconds: 60, issuer: null };

/** Once more if a file was given its final name meanwhile. */
async function textsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  const texts = Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.catch(() => textsIn(folder));
}

describe('CredentialService', () => {
  const folder = testingFolder();
  let keychain: TestingKeychain;
  let announced: CredentialState[];
  const profiles = new TestingProfiles();
  const [p, q, local] = [
    profiles.add('p'),
    profiles.add('q'),
    profiles.add('local', { environment: 'local' }),
  ];
  const start = (more: Partial<CredentialServices> = {}): CredentialService =>
    new CredentialService({
      secretStore: new IndexedSecretStore(keychain, join(folder, 'secrets.json')),
      ...profiles.services,
      announce: (state) => void announced.push(state),
      ...more,
    });

  beforeEach(async () => {
    keychain = new TestingKeychain();
    announced = [];
  });
  afterEach(async () => {
    expect((await textsIn(folder)).join('\n')).not.toContain('CANARY');
    expect(JSON.stringify(announced)).not.toContain('CANARY');
  });

  it('keeps a token across restarts, on one line, and shows only its claims', async () => {
    const state = await start().saveToken(p, ` Bearer ${jwt.slice(0, 20)}\n${jwt.slice(20)} `, 'keychain');
    expect(state).toMatchObject({
      kind: 'token',
      home: 'keychain',
      claims: { scopes: ['a.read'], algorithm: 'ES512' },
    });
    expect(announced).toEqual([state]);
    expect([...keychain.secrets.values()].join()).not.toContain('\n');
    const restarted = start();
    expect(await restarted.bearerFor(p)).toBe(jwt);
    expect(await restarted.describe('p')).toEqual(state);
  });

  it('reports each token that it mints', async () => {
    const secrets: string[] = [];
    const service = start({ onSecret: (secret) => void secrets.push(secret) });
    await service.saveSigningKey(p, keyEntry, 'keychain');
    const minted = await service.bearerFor(p);
    expect(secrets).toContain(minted);
  });

  it('reports each secret that it handles, so that logs can leave it out', async () => {
    const secrets: string[] = [];
    const secretStore = new IndexedSecretStore(keychain, join(folder, 'secrets.json'));
    const onSecret = (secret: string): void => void secrets.push(secret);
    await start({ onSecret }).saveToken(p, 'just-saved', 'keychain');
    expect(secrets.splice(0)).toEqual(['just-saved']);
    await start().saveToken(p, 'in-the-keychain', 'keychain');
    const service = start({ secretStore, onSecret });
    await service.bearerFor(p);
    await service.saveToken(q, 'thisRun', 'this-run-only');
    const requests = new SecretReferences(secretStore, onSecret);
    await requests.read(await requests.store('header'));
    expect(new Set(secrets)).toEqual(new Set(['in-the-keychain', 'thisRun', 'header']));
  });

  it('accepts a token that is not a JWT, without claims', async () => {
    expect(await start().saveToken(p, 'opaque', 'keychain')).toMatchObject({ kind: 'token', claims: null });
  });

  it('mints tokens with a signing key', async () => {
    const service = start();
    const state = await service.saveSigningKey(p, keyEntry, 'keychain');
    expect(state).toMatchObject({
      kind: 'signing-key',
      scopes: ['a.read'],
      lifetimeSeconds: 60,
      issuer: null,
    });
    const token = await start().bearerFor(p);
    expect(token.split('.')).toHaveLength(3);
    expect([...keychain.secrets.values()].join()).not.toMatch(/\n|BEGIN/);
  });

  it('says that there is no credential', async () => {
    expect(await start().describe('p')).toEqual({ profileId: 'p', kind: 'none' });
    await expect(start().bearerFor(p)).rejects.toMatchObject({ problem: { code: 'no-credential' } });
  });

  it.each([
    ['absent', /^No keychain is available/],
    ['locked', /keychain .*is locked$/],
    ['failed', /with an error$/],
  ] as const)(
    'says that the keychain is %s, saves nothing, and offers to keep it for this run only',
    async (trouble, title) => {
      const service = start();
      keychain.trouble = trouble;
      await expect(service.saveToken(p, jwt, 'keychain')).rejects.toMatchObject({
        problem: { code: `keychain-${trouble}`, nextStep: expect.stringContaining('this run only') },
      });
      expect(await service.describe('p')).toEqual({
        profileId: 'p',
        kind: 'unavailable',
        trouble,
        detail: `test: ${trouble}`,
      });
      // The window shows the other options beside it, each with its button.
      await expect(service.bearerFor(p)).rejects.toMatchObject({
        problem: {
          code: `keychain-${trouble}`,
          title: expect.stringMatching(title),
          nextStep: expect.stringMatching(/^[^,]* and try again\.$/),
        },
      });
      expect(await service.saveToken(p, jwt, 'this-run-only')).toMatchObject({ home: 'this-run-only' });
      expect(await service.bearerFor(p)).toBe(jwt);
      keychain.trouble = null;
      expect(keychain.secrets.size).toBe(0);
      expect(await start().describe('p')).toEqual({ profileId: 'p', kind: 'none' });
    },
  );

  it('asks a failed keychain again', async () => {
    await start().saveToken(p, jwt, 'keychain');
    const service = start();
    keychain.trouble = 'locked';
    expect(await service.describe('p')).toMatchObject({ kind: 'unavailable', trouble: 'locked' });
    keychain.trouble = null;
    expect(await service.describe('p')).toMatchObject({ kind: 'token', home: 'keychain' });
  });

  it('tells the window once a keychain that failed has answered: for a send, or because something else was read', async () => {
    await start().saveToken(p, jwt, 'keychain');
    const service = start();
    keychain.trouble = 'locked';
    await service.describe('p');
    announced = [];
    await service.tellUnread();
    expect(announced).toMatchObject([{ kind: 'unavailable' }]);
    keychain.trouble = null;
    expect(await service.bearerFor(p)).toBe(jwt);
    expect(announced.slice(1)).toMatchObject([{ kind: 'token', home: 'keychain' }]);
    await service.tellUnread();
    await service.bearerFor(p);
    expect(announced).toHaveLength(2);
  });

  it('keeps using what it has read if the keychain fails later, and says so', async () => {
    const service = start();
    await service.saveToken(p, jwt, 'keychain');
    await service.bearerFor(p);
    keychain.trouble = 'failed';
    expect(await service.bearerFor(p)).toBe(jwt);
    expect(await service.describe('p')).toMatchObject({ kind: 'token', keychain: { trouble: 'failed' } });
    await expect(service.saveToken(p, 'another', 'keychain')).rejects.toMatchObject({
      problem: { code: 'keychain-failed' },
    });
    expect(await service.bearerFor(p)).toBe(jwt);
  });

  it('sends a token no more once it has been seen that the keychain has none, as after another process forgot it', async () => {
    const service = start();
    await service.saveToken(p, jwt, 'keychain');
    expect(await service.bearerFor(p)).toBe(jwt);
    keychain.secrets.clear();
    expect(await service.describe('p')).toEqual({ profileId: 'p', kind: 'none' });
    await expect(service.bearerFor(p)).rejects.toMatchObject({ problem: { code: 'no-credential' } });
  });

  it('replaces a token for this run with one in the keychain', async () => {
    const service = start();
    await service.saveToken(p, 'first', 'this-run-only');
    await service.saveToken(p, 'second', 'keychain');
    expect(await service.bearerFor(p)).toBe('second');
    expect(await service.describe('p')).toMatchObject({ home: 'keychain' });
  });

  it('does not use an entry that it has not written, but can forget it', async () => {
    keychain.secrets.set('profile:p', 'something else');
    expect(await start().describe('p')).toMatchObject({ kind: 'unavailable', trouble: 'failed' });
    expect(await start().forget('p')).toEqual({ profileId: 'p', kind: 'none' });
    expect(keychain.secrets.size).toBe(0);
  });

  it('does not restore a secret that was forgotten while it was being read', async () => {
    const service = start();
    await service.saveToken(p, jwt, 'keychain');
    let release: (value: string) => void = () => undefined;
    vi.spyOn(keychain, 'get').mockReturnValueOnce(new Promise((resolve) => (release = resolve)));
    const reading = service.describe('p');
    await service.forget('p');
    release(keychain.secrets.get('profile:p') ?? JSON.stringify({ kind: 'token', token: jwt }));
    await reading;
    await expect(service.bearerFor(p)).rejects.toMatchObject({ problem: { code: 'no-credential' } });
  });

  describe('the token of the built-in sandbox', () => {
    it('goes to the keychain and is read from there', async () => {
      const service = start();
      expect(await service.keepSandboxToken('local', jwt, 'keychain')).toMatchObject({
        kind: 'token',
        home: 'keychain',
      });
      const reading = vi.spyOn(keychain, 'get');
      expect(await service.bearerFor(local)).toBe(jwt);
      expect(reading).toHaveBeenCalledOnce();
    });

    it('stays in memory if there is no keychain, and the state says why', async () => {
      keychain.trouble = 'absent';
      const service = start();
      const state = {
        kind: 'token',
        home: 'this-run-only',
        keychain: { trouble: 'absent', detail: 'test: absent' },
      };
      expect(await service.keepSandboxToken('local', jwt, 'keychain')).toMatchObject(state);
      expect(await service.describe('local')).toMatchObject(state);
      expect(await service.bearerFor(local)).toBe(jwt);
    });
  });

  describe('forgetting', () => {
    it('deletes from the keychain and from memory', async () => {
      const service = start();
      await service.saveToken(p, jwt, 'keychain');
      await service.bearerFor(p);
      expect(await service.forget('p')).toEqual({ profileId: 'p', kind: 'none' });
      expect(keychain.secrets.size).toBe(0);
      await expect(service.bearerFor(p)).rejects.toMatchObject({ problem: { code: 'no-credential' } });
    });

    it('takes effect at once if the keychain is locked, and deletes later', async () => {
      const service = start();
      await service.saveToken(p, jwt, 'keychain');
      keychain.trouble = 'locked';
      expect(await service.forget('p')).toEqual({
        profileId: 'p',
        kind: 'none',
        keychain: { trouble: 'locked', detail: 'test: locked' },
      });
      await expect(service.bearerFor(p)).rejects.toMatchObject({ problem: { code: 'no-credential' } });
      keychain.trouble = null;
      expect(await service.describe('p')).toEqual({ profileId: 'p', kind: 'none' });
      expect(keychain.secrets.size).toBe(0);
    });

    it('forgets all secrets of profiles and requests, but not the database key', async () => {
      const secretStore = new IndexedSecretStore(keychain, join(folder, 'secrets.json'));
      const service = start({ secretStore });
      const requests = new SecretReferences(secretStore);
      await secretStore.set('database-key', 'CANARY-key');
      await service.saveToken(p, jwt, 'keychain');
      await service.saveToken(q, jwt, 'this-run-only');
      const id = await requests.store('CANARY header\u0000\n');
      expect(await requests.read(id)).toBe('CANARY header\u0000\n');
      expect(await service.forgetAll(isRequestSecret)).toEqual({ forgotten: 3 });
      expect([...keychain.secrets.keys()]).toEqual(['database-key']);
      expect(await requests.read(id)).toBeNull();
      expect(await service.describe('q')).toEqual({ profileId: 'q', kind: 'none' });
      expect(announced.at(-1)).toMatchObject({ kind: 'none' });
    });

    it('says how many deletions are pending if the keychain fails', async () => {
      const service = start();
      await service.saveToken(p, jwt, 'keychain');
      await service.saveToken(q, jwt, 'keychain');
      keychain.trouble = 'failed';
      expect(await service.forgetAll(() => false)).toEqual({
        forgotten: 2,
        waiting: { trouble: 'failed', detail: 'test: failed', count: 2 },
      });
      keychain.trouble = null;
      expect(await start().forgetAll(() => false)).toEqual({ forgotten: 0 });
      expect(keychain.secrets.size).toBe(0);
    });
  });

  describe('deleting a profile', () => {
    it('deletes the secret from the keychain at once, and restores it on undo', async () => {
      const service = start();
      const before = await service.saveToken(p, jwt, 'keychain');
      await service.remove('p');
      expect(keychain.secrets.size).toBe(0);
      expect(await service.restore('p')).toEqual(before);
      expect(await start().bearerFor(p)).toBe(jwt);
    });

    it('restores a secret for this run for this run only', async () => {
      const service = start();
      await service.saveToken(p, jwt, 'this-run-only');
      await service.remove('p');
      expect(await service.restore('p')).toMatchObject({ home: 'this-run-only' });
      expect(keychain.secrets.size).toBe(0);
    });

    it('loses nothing if the keychain fails on deletion or on undo', async () => {
      const service = start();
      await service.saveToken(p, jwt, 'keychain');
      keychain.trouble = 'locked';
      await service.remove('p');
      keychain.trouble = null;
      expect(await service.restore('p')).toMatchObject({ kind: 'token', home: 'keychain' });

      await service.remove('p');
      keychain.trouble = 'failed';
      await expect(service.restore('p')).rejects.toMatchObject({
        problem: { code: 'keychain-failed', title: 'The profile is back, but its secret is not' },
      });
      keychain.trouble = null;
      await service.restore('p');
      expect(await service.bearerFor(p)).toBe(jwt);
    });

    it('keeps a newer secret if the undo failed first and is tried again', async () => {
      const service = start();
      await service.saveToken(p, 'the-token-of-before', 'keychain');
      await service.remove('p');
      keychain.trouble = 'locked';
      await expect(service.restore('p')).rejects.toThrow();
      keychain.trouble = null;
      await service.saveToken(p, jwt, 'keychain');
      await service.restore('p');
      expect(await service.bearerFor(p)).toBe(jwt);
    });

    it('loses nothing if the keychain cannot be read, but could delete a moment later', async () => {
      const service = start();
      await service.saveToken(p, jwt, 'keychain');
      vi.spyOn(keychain, 'get').mockRejectedValueOnce(new KeychainError('locked', 'its person was asked'));
      await service.remove('p');
      expect(await service.restore('p')).toMatchObject({ kind: 'token', home: 'keychain' });
      expect(await start().bearerFor(p)).toBe(jwt);
    });

    it('deletes a secret that it could not read once the undo period is over, and hides it until then', async () => {
      const service = start();
      await service.saveToken(p, jwt, 'keychain');
      keychain.trouble = 'locked';
      await service.remove('p');
      keychain.trouble = null;
      expect(await new IndexedSecretStore(keychain, join(folder, 'secrets.json')).accounts()).toEqual([]);
      expect(keychain.secrets.size).toBe(1);
      service.closeUndo('p');
      await expect.poll(() => keychain.secrets.size).toBe(0);
    });

    it('deletes in a later run what an earlier one could not', async () => {
      const service = start();
      await service.saveToken(p, jwt, 'keychain');
      keychain.trouble = 'locked';
      await service.remove('p');
      keychain.trouble = null;
      const later = start();
      expect(await later.profileIds()).toEqual(['p']);
      await later.forgetProfiles(['p']);
      expect(keychain.secrets.size).toBe(0);
      expect(await later.profileIds()).toEqual([]);
    });

    it('cannot be undone for a secret that was forgotten with all others since', async () => {
      const service = start();
      await service.saveToken(p, jwt, 'keychain');
      await service.remove('p');
      await service.forgetAll(() => false);
      expect(await service.restore('p')).toEqual({ profileId: 'p', kind: 'none' });
      expect(keychain.secrets.size).toBe(0);
    });

    it('drops the copy in memory once the undo period is over', async () => {
      const service = start();
      await service.saveToken(p, jwt, 'keychain');
      await service.remove('p');
      service.closeUndo('p');
      expect(await service.restore('p')).toEqual({ profileId: 'p', kind: 'none' });
    });
  });
});
