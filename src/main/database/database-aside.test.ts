import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TestingKeychain } from '../credentials/testing-keychain';
import type { Migration, Statement } from './database';
import { databasePath, moveDatabaseAside, rebuildPath } from './database-files';
import type { DatabaseService } from './database-service';
import { salvage } from './salvage';
import { serviceOfNotes } from './service-of-notes.fixture';
import { testingFolder } from '../testing/testing-folder';

const migrations: readonly Migration[] = [
  { name: 'notes', sql: 'CREATE TABLE notes (id TEXT PRIMARY KEY, words TEXT NOT NULL) STRICT' },
];
const NOW = new Date('2026-11-21T02:50:04Z');
const row = z.object({ id: z.string() });
const all = { sql: 'SELECT id FROM notes ORDER BY rowid' };
const add = (from: number, to: number): Statement[] =>
  Array.from({ length: to - from }, (_, index) => ({
    sql: 'INSERT INTO notes (id, words) VALUES (?, ?)',
    values: [`${from + index}`, 'x'.repeat(300)],
  }));

/**
 * Copies a file with its log. The names are freed first, because libsql closes a file in this process some time after
 * being told to.
 */
async function copy(from: string, to: string): Promise<void> {
  for (const ending of ['', '-wal']) {
    await rm(to + ending, { force: true });
    await copyFile(from + ending, to + ending);
  }
}

describe('an app that was killed while setting a database aside', () => {
  const folder = testingFolder();
  let path: string;
  let key: string;
  let keychain: TestingKeychain;
  const started: DatabaseService[] = [];
  const start = (): DatabaseService => {
    const service = serviceOfNotes(folder, keychain, { migrations });
    started.push(service);
    return service;
  };
  const asideOf = (stamp: string): string => path.replace(/\.db$/, `.damaged-${stamp}.db`);
  const files = async (): Promise<string[]> =>
    (await readdir(folder)).filter((name) => name.startsWith('explorer.')).sort();

  beforeEach(async () => {
    key = randomBytes(32).toString('hex');
    keychain = new TestingKeychain();
    keychain.secrets.set('database-key', key);
    path = databasePath(join(folder, 'explorer.db'), key);
    await writeFile(asideOf('2026-01-01T00-00-00Z'), 'set aside long ago');
    // A file whose latest part is only in its log, as a killed app leaves it.
    const first = start();
    await first.transaction(add(0, 400));
    await first.close();
    const killed = start();
    await killed.transaction([
      { sql: 'DELETE FROM notes WHERE rowid BETWEEN 101 AND 200' },
      ...add(400, 450),
    ]);
    await copy(path, join(folder, 'killed'));
    await killed.close();
    await copy(join(folder, 'killed'), path);
  });
  afterEach(async () => {
    for (const service of started.splice(0)) await service.close();
  });

  /** Moves only half of it: the file has its new name, but its log does not. */
  async function moveHalf(): Promise<string> {
    const aside = asideOf('2026-11-21T02-50-04Z');
    await mkdir(`${aside}-wal`);
    await expect(moveDatabaseAside(path, 'damaged', NOW)).rejects.toThrow();
    await rmdir(`${aside}-wal`);
    expect(await files()).toEqual(expect.arrayContaining([basename(aside), `${basename(path)}-wal`]));
    expect(await files()).not.toContain(basename(path));
    const other = asideOf('2026-01-02T00-00-00Z');
    for (const ending of ['', '-wal']) await writeFile(other + ending, 'has a log of its own');
    return aside;
  }

  it('uses the rows it had salvaged after its next start, and keeps the log beside the old file', async () => {
    salvage({ path: join(folder, 'killed'), key }, join(folder, 'saved'), migrations);
    await copyFile(join(folder, 'saved'), rebuildPath(path));
    const aside = await moveHalf();
    const service = start();
    expect(await service.query(all, row)).toHaveLength(350);
    const sound = await service.query({ sql: 'PRAGMA integrity_check' }, z.object({}).loose());
    expect(sound).toEqual([{ integrity_check: 'ok' }]);
    expect(await files()).toContain(`${basename(aside)}-wal`);
  });

  it('starts with an empty database if nothing was salvaged; the old file and its log still open together', async () => {
    const aside = await moveHalf();
    const service = start();
    expect(await service.query(all, row)).toEqual([]);
    await service.close();
    await copy(aside, path);
    expect(await start().query(all, row)).toHaveLength(350);
  });
});
