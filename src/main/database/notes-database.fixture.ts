import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { z } from 'zod';
import type { DatabaseState } from '@shared/app/database-state';
import { TestingKeychain } from '../credentials/testing-keychain';
import type { Migration } from './database';
import { databasePath } from './database-files';
import type { DatabaseService } from './database-service';
import type { DatabaseServices } from './database-opener';
import { serviceOfNotes } from './service-of-notes.fixture';
import { testingFolder } from '../testing/testing-folder';

export const migrations: readonly Migration[] = [
  {
    name: 'notes',
    sql: 'CREATE TABLE notes (id TEXT PRIMARY KEY, words TEXT NOT NULL, size INTEGER, body BLOB) STRICT',
  },
  {
    name: 'search',
    sql: `CREATE VIRTUAL TABLE found USING fts5(words, content='notes');
          CREATE TRIGGER note_added AFTER INSERT ON notes BEGIN INSERT INTO found(rowid, words) VALUES (new.rowid, new.words); END`,
  },
];
export const row = z.object({ id: z.string(), words: z.string() });
export const add = (id: string, words: string) => ({
  sql: 'INSERT INTO notes (id, words) VALUES (?, ?)',
  values: [id, words],
});
export const all = { sql: 'SELECT id, words FROM notes ORDER BY id' };

export let folder: string;
/** The actual path of the database: its name says which key it belongs to. */
export let file: string;
export let keychain: TestingKeychain;
export let told: DatabaseState[];
const started: DatabaseService[] = [];

export function start(changes: Partial<DatabaseServices> = {}): DatabaseService {
  const service = serviceOfNotes(folder, keychain, {
    migrations,
    announce: (state) => void told.push(state),
    now: () => new Date('2026-11-21T02:50:04Z'),
    ...changes,
  });
  started.push(service);
  return service;
}

/** A folder and a keychain with a key for each test of the file; what it starts ends with it. */
export function notesEach(): void {
  folder = testingFolder();
  beforeEach(async () => {
    keychain = new TestingKeychain();
    const key = randomBytes(32).toString('hex');
    keychain.secrets.set('database-key', key);
    file = databasePath(join(folder, 'explorer.db'), key);
    told = [];
  });
  afterEach(async () => {
    for (const service of started.splice(0)) await service.close();
  });
}
