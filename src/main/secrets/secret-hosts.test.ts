import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { TestingKeychain } from '../credentials/testing-keychain';
import { testingFolder } from '../testing/testing-folder';
import { SecretHosts } from './secret-hosts';

const folder = testingFolder();

it('the app and a command that use secrets for the first time at once agree on one key', async () => {
  const keychain = new TestingKeychain();
  const start = (): SecretHosts =>
    new SecretHosts({
      path: join(folder, 'secret-hosts.json'),
      secretStore: new IndexedSecretStore(keychain, join(folder, `${randomUUID()}.json`)),
    });
  const set = vi.spyOn(keychain, 'set').mockImplementation(async (account, secret) => {
    // A real keychain takes a while.
    await setTimeout(20);
    keychain.secrets.set(account, secret);
  });
  const app = start();
  await Promise.all([app.allowFor('a secret', 'authorization', 'psp.example'), start().hostsOf('another')]);
  expect(await start().hostsOf('a secret')).toEqual(['psp.example']);
  expect(set).toHaveBeenCalledOnce();
  expect((await readdir(folder)).filter((name) => name.includes('first-key'))).toEqual([]);
});
