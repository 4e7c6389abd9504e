import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { IndexedSecretStore } from './indexed-secret-store';
import { TestingKeychain } from './testing-keychain';
import { testingFolder } from '../testing/testing-folder';

describe('IndexedSecretStore', () => {
  const folder = testingFolder();
  let path: string;
  let keychain: TestingKeychain;
  beforeEach(async () => {
    path = join(folder, 'secrets.json');
    keychain = new TestingKeychain();
  });
  const start = (): IndexedSecretStore => new IndexedSecretStore(keychain, path);

  it('knows after a restart which secrets are in the keychain, by name only', async () => {
    const first = start();
    await first.set('a', 'CANARY-1');
    await first.set('b', 'CANARY-2');
    await first.forget('a');
    expect(await start().accounts()).toEqual(['b']);
    expect(await readFile(path, 'utf8')).not.toContain('CANARY');
  });

  it('lists a secret before the keychain has it, as it could not be forgotten if the app ended in between', async () => {
    let listed: readonly string[] = [];
    keychain.set = async () => void (listed = await start().accounts());
    await start().set('a', 'x');
    expect(listed).toEqual(['a']);
  });

  it('lists a secret that was stored while an older one was being deleted', async () => {
    const secretStore = start();
    await secretStore.set('a', 'old');
    const storing: Promise<void>[] = [];
    let store: () => void = () => undefined;
    const stored = new Promise<void>((resolve) => (store = resolve));
    keychain.set = () => stored;
    keychain.delete = async () => {
      storing.push(secretStore.set('a', 'new'));
    };
    await secretStore.forget('a');
    store();
    await Promise.all(storing);
    expect(await secretStore.accounts()).toEqual(['a']);
  });

  it('makes up for a deletion that the keychain refused, even after a restart', async () => {
    const first = start();
    await first.set('a', 'x');
    keychain.trouble = 'locked';
    expect(await first.forget('a')).toMatchObject({ done: false, error: { trouble: 'locked' } });
    expect(await first.get('a')).toBeNull();
    expect(keychain.secrets.has('a')).toBe(true);
    keychain.trouble = null;
    const second = start();
    expect(await second.waitingToBeDeleted()).toEqual(['a']);
    expect(await second.catchUp()).toBeNull();
    expect(keychain.secrets.size).toBe(0);
    expect(await second.waitingToBeDeleted()).toEqual([]);
  });

  it('replaces a secret whose deletion is pending', async () => {
    const secretStore = start();
    await secretStore.set('a', 'old');
    keychain.trouble = 'failed';
    await secretStore.forget('a');
    await expect(secretStore.set('a', 'new')).rejects.toMatchObject({ trouble: 'failed' });
    expect(await secretStore.get('a')).toBeNull();
    keychain.trouble = null;
    await secretStore.set('a', 'new');
    expect(await secretStore.get('a')).toBe('new');
  });

  it.each([
    ['is read', (secretStore: IndexedSecretStore) => secretStore.get('a')],
    ['is described', (secretStore: IndexedSecretStore) => secretStore.deleteWaiting('a')],
    ['is made up for', (secretStore: IndexedSecretStore) => secretStore.catchUp()],
  ])('keeps a new secret if the old one %s while the new one is being stored', async (_what, meanwhile) => {
    const secretStore = start();
    await secretStore.set('a', 'old');
    keychain.trouble = 'locked';
    await secretStore.forget('a');
    keychain.trouble = null;
    let unlock: () => void = () => undefined;
    const unlocked = new Promise<void>((resolve) => (unlock = resolve));
    // This keychain answers in the order in which it is asked, like the keychain's process.
    const { set, delete: remove } = keychain;
    const asked = new Promise<void>((resolve) => {
      keychain.set = async (account, secret) => {
        resolve();
        await unlocked;
        await set.call(keychain, account, secret);
      };
    });
    keychain.delete = async (account) => {
      await unlocked;
      await remove.call(keychain, account);
    };
    const setting = secretStore.set('a', 'new');
    await asked;
    const meanwhileDone = meanwhile(secretStore);
    await new Promise((resolve) => setImmediate(resolve));
    unlock();
    await Promise.all([setting, meanwhileDone]);
    expect(await secretStore.get('a')).toBe('new');
    expect(await secretStore.accounts()).toEqual(['a']);
  });

  it('takes back a pending deletion', async () => {
    const secretStore = start();
    await secretStore.set('a', 'x');
    keychain.trouble = 'locked';
    await secretStore.forget('a');
    keychain.trouble = null;
    await secretStore.remember('a');
    expect(await secretStore.get('a')).toBe('x');
  });

  it('has nothing to delete if nothing was ever stored', async () => {
    keychain.trouble = 'absent';
    expect(await start().forget('a')).toEqual({ done: true });
  });

  it('learns names again after its file was damaged', async () => {
    await start().set('a', 'x');
    await writeFile(path, '{ broken');
    const secretStore = start();
    expect(await secretStore.get('a')).toBe('x');
    expect(await secretStore.accounts()).toEqual(['a']);
  });
});
