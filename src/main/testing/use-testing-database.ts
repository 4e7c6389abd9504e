import { afterEach, beforeEach } from 'vitest';
import { openTestingDatabase, type TestingDatabase } from './testing-database';

/** A testing database of its own for each test of the file. */
export function useTestingDatabase(): TestingDatabase {
  let open: TestingDatabase | null = null;
  const current = (): TestingDatabase => {
    if (open === null) throw new Error('The database is open only while tests run.');
    return open;
  };
  beforeEach(() => {
    open = openTestingDatabase();
  });
  afterEach(() => current().remove());
  return {
    get database() {
      return current().database;
    },
    get log() {
      return current().log;
    },
    get keychain() {
      return current().keychain;
    },
    get folder() {
      return current().folder;
    },
    get migrations() {
      return current().migrations;
    },
    set migrations(changed) {
      current().migrations = changed;
    },
    reopen: () => current().reopen(),
    remove: () => current().remove(),
  };
}
