import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { TestingKeychain } from '../credentials/testing-keychain';
import { Redactor, Secrets } from './secrets';
import { REDACTED } from './redactor';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
let keychain: TestingKeychain;
let redactor: Redactor;
beforeEach(async () => {
  keychain = new TestingKeychain();
});

/** The secrets of a new run of the app. */
function start(): Secrets {
  redactor = new Redactor();
  const secretStore = new IndexedSecretStore(keychain, join(folder, 'secrets.json'));
  return new Secrets({ secretStore, redactor, hostsPath: join(folder, 'hosts.json') });
}

describe('Secrets', () => {
  it('keeps the secret of a saved request out of the log as soon as it is read from the keychain', async () => {
    const id = await start().references.store('sesame canary');
    const { references } = start();
    expect(redactor.redact('sesame canary')).toBe('sesame canary');
    expect(await references.read(id)).toBe('sesame canary');
    expect(redactor.redact('so sesame canary it was')).toBe(`so ${REDACTED} it was`);
  });

  it('keeps sent, typed and learned secrets out of the log', () => {
    const secrets = start();
    secrets.learn('proxy canary');
    secrets.references.keep('typed canary');
    secrets.of('token canary', [['x-house', 'marked canary']], ['x-house']);
    for (const word of ['proxy', 'typed', 'token', 'marked']) {
      expect(redactor.redact(`a ${word} canary sings`)).not.toContain(word);
    }
  });

  it('finds a value in memory or in the keychain, and says which ids are missing', async () => {
    const { references } = start();
    const inMemory = references.keep('in memory');
    const stored = await references.store('in the keychain');
    expect(references.keep('in memory')).toBe(inMemory);
    expect([await references.read(inMemory), await references.read(stored)]).toEqual([
      'in memory',
      'in the keychain',
    ]);
    const next = start().references;
    expect(await next.missing([inMemory, stored, inMemory])).toEqual([inMemory]);
    next.remember(inMemory, 'entered anew');
    expect(await next.missing([inMemory])).toEqual([]);
  });

  it('forgets the oldest values first, but never one that is held', async () => {
    const { references } = start();
    const held = references.hold('held');
    const first = references.keep('first');
    for (let number = 0; number < 2_000; number += 1) references.keep(`value ${number}`);
    expect(references.readHeld(held)).toBe('held');
    expect(references.readInMemory(first)).toBeNull();
    references.clear();
    expect(references.readInMemory(references.keep('value 5'))).toBe('value 5');
    expect(references.readHeld(held)).toBe('held');
  });
});
