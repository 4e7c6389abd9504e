import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { TestingKeychain } from '../credentials/testing-keychain';
import { SecretReferences } from './references';

/** References as in a new run of the app: what was only in memory is gone. */
export function testingReferences(keychain = new TestingKeychain(), ledgerPath = ''): SecretReferences {
  return new SecretReferences(new IndexedSecretStore(keychain, ledgerPath));
}
