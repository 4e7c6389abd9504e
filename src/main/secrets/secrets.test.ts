import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { parseSigningKey } from '../credentials/signing-key';
import { TestingKeychain } from '../credentials/testing-keychain';
import { maskerFor, Redactor, Secrets } from './secrets';
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

  it('knows the credentials of profiles that this run has not used, and says nothing if the keychain fails', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-521' });
    const { pkcs8, keyId } = await parseSigningKey(
      privateKey.export({ format: 'pem', type: 'sec1' }).toString(),
    );
    const key = { kind: 'signing-key', pkcs8, keyId, scopes: [], lifetimeSeconds: 60, issuer: null };
    const way = { enteredAt: null, way: 'local' };
    const earlier = new IndexedSecretStore(keychain, join(folder, 'secrets.json'));
    await earlier.set('profile:a', JSON.stringify({ kind: 'token', token: 'unused canary', ...way }));
    await earlier.set('profile:b', JSON.stringify({ ...key, ...way }));
    await earlier.set('profile:c', 'not written by this app');

    const secrets = start();
    keychain.trouble = 'locked';
    expect(await secrets.known()).toEqual([]);
    keychain.trouble = null;
    const masker = maskerFor(await secrets.known());
    expect(masker.text('an unused canary')).toBe('an ••••••••');
    for (const type of ['pkcs8', 'sec1'] as const) {
      const pem = privateKey.export({ format: 'pem', type }).toString();
      const lines = pem.split('\n').filter((line) => line.length === 64);
      const body = masker.text(JSON.stringify({ pem }));
      expect(lines.filter((line) => body.includes(line))).toEqual([]);
    }
    const jwk = privateKey.export({ format: 'jwk' });
    expect(masker.text(JSON.stringify(jwk))).toBe(JSON.stringify({ ...jwk, d: '••••••••' }));
  });

  it('takes neither the beginning of a typed secret nor the word before it for one that a file may not hold', async () => {
    const secrets = start();
    for (const typed of ['Bearer', 'secret', 'secret-of-', 'secret-of-mine', 'other-secret', 'ApiKey'])
      secrets.references.learn(typed);
    const written = '{"token_type":"Bearer","client_secret":"secret-of-mine","b":"other-secret"}';
    expect(maskerFor(await secrets.known()).text(written)).toBe(
      '{"token_type":"Bearer","client_secret":"••••••••","b":"••••••••"}',
    );
  });

  it('keeps a token out of files also after it was pasted once with something after it', async () => {
    const secrets = start();
    for (const typed of ['tok-71ab93', 'tok-71ab93;']) secrets.references.learn(typed);
    expect(maskerFor(await secrets.known()).text('token: tok-71ab93')).toBe('token: ••••••••');
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
