import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { CredentialState } from '@shared/profiles/credential';
import { CredentialService, type CredentialServices } from './credential-service';
import { TestingProfiles } from './testing-profiles';
import { IndexedSecretStore } from './indexed-secret-store';
import { TestingKeychain } from './testing-keychain';
import { testingFolder } from '../testing/testing-folder';

export const jwt =
  `${btoa('{"alg":"ES512"}')}.${btoa('{"scopes":["a.read"],"exp":1700000000}')}.CANARY`.replace(/=/g, '');
/** Once more if a file was given its final name meanwhile. */
async function textsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  const texts = Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts.catch(() => textsIn(folder));
}

export let folder: string;
export let keychain: TestingKeychain;
export let announced: CredentialState[];
const profiles = new TestingProfiles();
export const [p, q, local] = [
  profiles.add('p'),
  profiles.add('q'),
  profiles.add('local', { environment: 'local' }),
];
export const start = (more: Partial<CredentialServices> = {}): CredentialService =>
  new CredentialService({
    secretStore: new IndexedSecretStore(keychain, join(folder, 'secrets.json')),
    ...profiles.services,
    announce: (state) => void announced.push(state),
    ...more,
  });

/** A folder and a keychain for each test of the file, in which no secret may be in clear text after it. */
export function credentialsEach(): void {
  folder = testingFolder();
  beforeEach(async () => {
    keychain = new TestingKeychain();
    announced = [];
  });
  afterEach(async () => {
    expect((await textsIn(folder)).join('\n')).not.toContain('CANARY');
    expect(JSON.stringify(announced)).not.toContain('CANARY');
  });
}
