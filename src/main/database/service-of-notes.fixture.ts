import { join } from 'node:path';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import type { TestingKeychain } from '../credentials/testing-keychain';
import { startHere } from '../testing/testing-database';
import type { DatabaseServices } from './database-opener';
import { DatabaseService } from './database-service';

/** A service for a test's database of notes, with the test's keychain, in its folder. Nothing is opened yet. */
export function serviceOfNotes(
  folder: string,
  keychain: TestingKeychain,
  services: Pick<DatabaseServices, 'migrations'> & Partial<DatabaseServices>,
): DatabaseService {
  return new DatabaseService({
    path: join(folder, 'explorer.db'),
    carryOver: ['notes'],
    secretStore: new IndexedSecretStore(keychain, join(folder, 'secrets.json')),
    startProcess: startHere,
    announce: () => undefined,
    ...services,
  });
}
