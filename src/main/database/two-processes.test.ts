import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { firstKey } from '../credentials/first-key';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { TestingKeychain } from '../credentials/testing-keychain';
import { startHere } from '../testing/testing-database';
import { DatabaseError } from './database';
import { Engine } from './engine';
import { databasePath, rebuildPath } from './database-files';
import type { DatabaseService } from './database-service';
import type { DatabaseServices } from './database-opener';
import { rebuildDatabase } from './rebuild-database';
import { serviceOfNotes } from './service-of-notes.fixture';
import { testingFolder } from '../testing/testing-folder';

const migrations = [{ name: 'notes', sql: 'CREATE TABLE notes (id TEXT PRIMARY KEY) STRICT' }];
const row = z.object({ id: z.string() }).transform(({ id }) => id);
const all = { sql: 'SELECT id FROM notes ORDER BY id' };
const add = (id: string) => ({ sql: 'INSERT INTO notes VALUES (?)', values: [id] });

const folder = testingFolder();
let file: string;
let key: string;
let keychain: TestingKeychain;
const started: DatabaseService[] = [];

function start(changes: Partial<DatabaseServices> = {}): DatabaseService {
  const service = serviceOfNotes(folder, keychain, { migrations, ...changes });
  started.push(service);
  return service;
}

beforeEach(async () => {
  keychain = new TestingKeychain();
  key = randomBytes(32).toString('hex');
  keychain.secrets.set('database-key', key);
  file = databasePath(join(folder, 'explorer.db'), key);
});
afterEach(async () => {
  for (const service of started.splice(0)) await service.close();
});

it('several that start for the first time at once agree on one key, and none sets a file aside', async () => {
  keychain.secrets.clear();
  const both = [start(), start({ leavesFiles: true }), start({ leavesFiles: true })];
  await Promise.all(both.map((one, at) => one.execute(add(`of ${at}`))));
  expect(await start().query(all, row)).toEqual(['of 0', 'of 1', 'of 2']);
  expect((await readdir(folder)).filter((name) => /damaged|key/.test(name))).toEqual([]);
});

describe('two that upgrade the same file at once', () => {
  const words = {
    name: 'words',
    sql: "ALTER TABLE notes ADD COLUMN words TEXT NOT NULL DEFAULT ''",
  };
  const marks = { name: 'marks', sql: "UPDATE notes SET words = words || '!'" };
  /** Like `words`, but something happens just before the other process begins with it. */
  const meanwhile = (act: () => void) => ({
    name: 'words',
    get sql() {
      act();
      return words.sql;
    },
  });

  it('do so once, and keep a copy of the file as it was before', () => {
    const options = { file: { path: file, key } };
    const old = new Engine({ ...options, migrations });
    old.execute(add('a'));
    old.close();
    const first: Engine[] = [];
    const isBehind = meanwhile(() => {
      if (first.length === 0)
        first.push(new Engine({ ...options, migrations: [...migrations, words, marks] }));
    });
    const second = new Engine({ ...options, migrations: [...migrations, isBehind, marks] });
    expect(second.query({ sql: 'SELECT * FROM notes' })).toEqual([{ id: 'a', words: '!' }]);
    second.close();
    first[0]?.close();
    const kept = new Engine({ file: { path: `${file}.version-1`, key }, migrations });
    expect(kept.query({ sql: 'SELECT * FROM notes' })).toEqual([{ id: 'a' }]);
    kept.close();
  });

  it('fail as too old if the other one belongs to a newer app', () => {
    const options = { file: { path: file, key } };
    const isBehind = meanwhile(() =>
      new Engine({ ...options, migrations: [...migrations, words, marks] }).close(),
    );
    const open = () => new Engine({ ...options, migrations: [...migrations, isBehind] });
    expect(open).toThrow(expect.objectContaining({ trouble: 'too-new' }));
  });
});

it('one that asks for the first key when another has just made it uses that key', async () => {
  const secretStore = new IndexedSecretStore(keychain, join(folder, 'secrets.json'));
  expect(
    await firstKey({ secretStore, account: 'database-key', path: join(folder, 'explorer.db'), waitMs: 50 }),
  ).toBe(key);
  expect(keychain.secrets.get('database-key')).toBe(key);
});

it('one that was killed while making the first key does not stop others from making it', async () => {
  keychain.secrets.clear();
  await writeFile(join(folder, 'explorer.db.first-key'), '');
  await start({ lockWaitMs: 50 }).execute(add('a'));
  expect(await start().query(all, row)).toEqual(['a']);
  expect((await readdir(folder)).filter((name) => name.includes('key'))).toEqual([]);
});

it('of several waiting for one that was killed, one makes the first key and the others use it', async () => {
  keychain.secrets.clear();
  const path = join(folder, 'explorer.db');
  await writeFile(`${path}.first-key`, '');
  const set = vi.spyOn(keychain, 'set').mockImplementation(async (account, secret) => {
    // A real keychain takes a while.
    await setTimeout(20);
    keychain.secrets.set(account, secret);
  });
  const ask = (): Promise<string> =>
    firstKey({
      secretStore: new IndexedSecretStore(keychain, join(folder, `${randomUUID()}.json`)),
      account: 'database-key',
      path,
      // Long enough for a busy machine: whoever takes longer to make the key is taken for killed, too.
      waitMs: 1_000,
    });
  const keys = await Promise.all([ask(), ask(), ask()]);
  expect(new Set(keys).size).toBe(1);
  expect(set).toHaveBeenCalledOnce();
  expect((await readdir(folder)).filter((name) => name.includes('first-key'))).toEqual([]);
});

describe('a process that has the file open while another process rebuilds it', () => {
  it('continues in the new file, where each finds what the other wrote', async () => {
    const commandLine = start();
    await commandLine.execute(add('before'));
    await rebuildDatabase({ path: file, key }, new DatabaseError('damaged', 'a test'), {
      migrations,
      startProcess: startHere,
    });
    const app = start();
    await app.execute(add('of the app'));
    expect(await commandLine.query(all, row)).toEqual(['before', 'of the app']);
    await commandLine.execute(add('of the command line'));
    await commandLine.transaction([add('of the command line, too')]);
    await commandLine.close();
    await app.execute(add('of the app, later'));
    await app.close();
    expect(await start().query(all, row)).toEqual([
      'before',
      'of the app',
      'of the app, later',
      'of the command line',
      'of the command line, too',
    ]);
  });
});

it('a row that another process writes after the copying is in the new file, once', async () => {
  const commandLine = new Engine({ file: { path: file, key }, migrations });
  commandLine.execute(add('deleted'));
  commandLine.execute(add('before'));
  commandLine.execute({ sql: "DELETE FROM notes WHERE id = 'deleted'" });
  const services = { migrations, startProcess: startHere };
  await rebuildDatabase({ path: file, key }, new DatabaseError('damaged', 'a test'), {
    ...services,
    // Called when everything has been copied, right before the file is set aside.
    now: () => {
      commandLine.execute(add('a charge'));
      return new Date();
    },
  });
  expect(() => commandLine.execute(add('too late'))).toThrow('another file in its place');
  expect(await start().query(all, row)).toEqual(['a charge', 'before']);
  commandLine.close();
});

describe('the command line', () => {
  const files = async (): Promise<Record<string, string>> => {
    const names = (await readdir(folder)).filter((name) => /^explorer.*(?:db|rebuild)$/.test(name)).sort();
    const entries = names.map(async (name) => [
      name,
      (await readFile(join(folder, name))).toString('base64'),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  };

  it.each([
    ['a damaged file', () => writeFile(file, 'no database, but a text of some length'.repeat(100))],
    ['a file whose key is gone', async () => void keychain.secrets.delete('database-key')],
    [
      'a file with another key',
      async () => void keychain.secrets.set('database-key', key.replace(/./g, '1')),
    ],
    ['a file that the app is rebuilding', () => writeFile(rebuildPath(file), 'a part of it')],
  ])('leaves %s untouched for the app, works in memory and says to start the app', async (_what, spoil) => {
    const app = start();
    await app.execute(add('a'));
    await app.close();
    await spoil();
    const [before, secrets] = [await files(), [...keychain.secrets]];
    const commandLine = start({ leavesFiles: true });
    expect(await commandLine.query(all, row)).toEqual([]);
    expect(commandLine.state).toMatchObject({ kind: 'session-only', hidesKept: true });
    expect(commandLine.state).toMatchObject({ detail: expect.stringContaining('Start the app') });
    await commandLine.execute(add('b'));
    await commandLine.close();
    expect(await files()).toEqual(before);
    expect([...keychain.secrets]).toEqual(secrets);
  });

  it('creates the first file if there is none', async () => {
    keychain.secrets.clear();
    await start({ leavesFiles: true }).execute(add('a'));
    expect(await start().query(all, row)).toEqual(['a']);
  });
});
