import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { announced, credentialsEach, folder, jwt, keychain, p, q, start } from './credential-service.fixture';
import { isRequestSecret, SecretReferences } from '../secrets/references';
import { IndexedSecretStore } from './indexed-secret-store';
import { KeychainError } from './secret-store';

credentialsEach();

describe('CredentialService', () => {
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
