import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TestingKeychain } from '../credentials/testing-keychain';
import { DatabaseServer } from './protocol';
import type { DatabaseService } from './database-service';
import type { DatabaseServices } from './database-opener';
import type { StartDatabaseProcess } from './database-client';
import { serviceOfNotes } from './service-of-notes.fixture';
import { startHere } from '../testing/testing-database';
import { testingFolder } from '../testing/testing-folder';

const migrations = [
  { name: 'notes', sql: 'CREATE TABLE notes (id TEXT PRIMARY KEY, words TEXT NOT NULL) STRICT' },
];
const row = z.object({ id: z.string(), words: z.string() });
const all = { sql: 'SELECT id, words FROM notes ORDER BY id' };
const add = (id: string, words: string) => ({ sql: 'INSERT INTO notes VALUES (?, ?)', values: [id, words] });
const edit = (id: string, words: string) => ({
  sql: 'UPDATE notes SET words = ? WHERE id = ?',
  values: [words, id],
});
const remove = (id: string) => ({ sql: 'DELETE FROM notes WHERE id = ?', values: [id] });

const folder = testingFolder();
let services: DatabaseService[];
let keychain: TestingKeychain;
/** False if the file itself, but not a copy of it, is refused as not writable. */
let isWritable: boolean;
/** True if the disk of `startOnDisk` has no room for a write. */
let isFull: boolean;
/** Statements with this value are answered late. */
let late: string | null;

beforeEach(async () => {
  keychain = new TestingKeychain();
  services = [];
  isWritable = true;
  isFull = false;
  late = null;
  const service = start();
  await service.transaction([add('a', 'old'), add('b', 'old')]);
  await service.close();
});
afterEach(async () => {
  for (const service of services) await service.close();
});

const startProcess: StartDatabaseProcess = ({ onMessage, onExit }) => {
  const server = new DatabaseServer();
  return {
    send: (question) => {
      const file = question.kind === 'open' ? question.options.file : null;
      const isRefused = !isWritable && file?.path.startsWith(folder) === true;
      const answer = isRefused
        ? ({ ok: false, trouble: 'disk', message: 'read-only' } as const)
        : server.answer(structuredClone(question));
      const isLate =
        question.kind === 'execute' && late !== null && question.statement.values?.includes(late);
      setTimeout(() => onMessage(structuredClone(answer)), isLate === true ? 300 : 0);
    },
    end: () => onExit({ code: null, signal: 'SIGTERM' }),
  };
};

const startOnDisk: StartDatabaseProcess = (listener) => {
  const running = startHere(listener);
  return {
    ...running,
    send: (question) =>
      isFull && question.kind === 'execute'
        ? listener.onMessage({ ok: false, trouble: 'disk', message: 'SQLITE_FULL' })
        : running.send(question),
  };
};

function start(changes: Partial<DatabaseServices> = {}): DatabaseService {
  const service = serviceOfNotes(folder, keychain, { migrations, startProcess, ...changes });
  services.push(service);
  return service;
}

it('says that typed text would be lost while it is in memory only, until it is in the file', async () => {
  keychain.trouble = 'locked';
  const service = start();
  expect(service.losesTyped).toBe(false);
  await service.execute(add('c', 'of the app'));
  expect(service.losesTyped).toBe(false);
  await service.execute({ ...add('d', 'of a person'), typed: true });
  expect(service.losesTyped).toBe(true);
  keychain.trouble = null;
  await service.reopen();
  expect(service.losesTyped).toBe(false);
  await service.execute({ ...add('e', 'of a person'), typed: true });
  expect(service.losesTyped).toBe(false);
});

it('says that typed text would be lost after a failed write to the open file, until one succeeds', async () => {
  const service = start({ startProcess: startOnDisk });
  await service.execute({ ...add('c', 'of a person'), typed: true });
  isFull = true;
  await expect(service.execute(add('d', 'of the app'))).rejects.toThrow('SQLITE_FULL');
  expect(service.losesTyped).toBe(false);
  await expect(service.execute({ ...add('d', 'of a person'), typed: true })).rejects.toThrow('SQLITE_FULL');
  expect(service.losesTyped).toBe(true);
  isFull = false;
  await service.execute({ ...add('d', 'of a person'), typed: true });
  expect(service.losesTyped).toBe(false);
});

it('does not say so of text that was discarded after its write had failed, even if the disk is still full', async () => {
  const service = start({ startProcess: startOnDisk });
  await service.execute(add('e', 'of the app'));
  isFull = true;
  for (const id of ['c', 'd'])
    await expect(service.execute({ ...add(id, 'of a person'), typed: true })).rejects.toThrow('SQLITE_FULL');
  const discard = (id: string) =>
    service.execute({
      sql: 'DELETE FROM notes WHERE id = ?',
      values: [id],
      idempotent: true,
      discards: true,
    });
  await expect(discard('c')).rejects.toThrow('SQLITE_FULL');
  expect(service.losesTyped).toBe(true);
  isFull = false;
  await discard('d');
  expect(service.losesTyped).toBe(false);
});

/** Starts a service that works on a copy, because the file cannot be written. */
async function startOnCopy(changes: Partial<DatabaseServices> = {}): Promise<DatabaseService> {
  isWritable = false;
  const service = start(changes);
  expect(await service.query(all, row)).toHaveLength(2);
  expect(service.state).toMatchObject({ kind: 'session-only', reason: 'disk', showsKept: true });
  return service;
}

async function kept(service: DatabaseService): Promise<Record<string, string>> {
  await service.close();
  return Object.fromEntries((await start().query(all, row)).map(({ id, words }) => [id, words]));
}

describe('what was written to a copy of the file', () => {
  it('is written to the file once it is writable: additions, changes and deletions', async () => {
    const service = await startOnCopy();
    await service.execute(edit('a', 'new'));
    await service.transaction([remove('b'), add('c', 'new')]);
    isWritable = true;
    expect(await service.reopen()).toEqual({ kind: 'open', notice: null });
    expect(await kept(service)).toEqual({ a: 'new', c: 'new' });
  });

  it('is written to the file even if the write is in progress as the file is reopened', async () => {
    const service = await startOnCopy();
    isWritable = true;
    late = 'late';
    const writing = service.execute(edit('a', 'late'));
    expect(await service.reopen()).toEqual({ kind: 'open', notice: null });
    await writing;
    expect(await kept(service)).toEqual({ a: 'late', b: 'old' });
  });

  it('is not repeated on the file if it failed on the copy', async () => {
    const service = await startOnCopy();
    await expect(service.execute(add('a', 'twice'))).rejects.toMatchObject({ trouble: 'statement' });
    await service.execute(edit('b', 'new'));
    isWritable = true;
    expect(await service.reopen()).toEqual({ kind: 'open', notice: null });
    expect(await kept(service)).toEqual({ a: 'old', b: 'new' });
  });

  it.each(['there was too much to hold', 'the file has changed since'])(
    'moves row by row if %s, with a notice of what may be missing',
    async (why) => {
      const isTooMuch = why.includes('too much');
      const service = await startOnCopy(isTooMuch ? { maxMemoryWriteBytes: 100 } : {});
      await service.transaction([edit('a', 'new'), remove('b'), add('c', 'new')]);
      isWritable = true;
      if (!isTooMuch) await start().execute(add('c', 'theirs'));
      const words = expect.stringContaining('edits and deletions from this run may be missing') as string;
      expect(await service.reopen()).toEqual({ kind: 'open', notice: words });
      expect(await kept(service)).toEqual({ a: 'old', b: 'old', c: isTooMuch ? 'new' : 'theirs' });
    },
  );
});

describe('what was written to an empty database in memory', () => {
  it('moves row by row without a notice, as there can only be additional rows', async () => {
    keychain.trouble = 'absent';
    const service = start({ maxMemoryWriteBytes: 100 });
    await service.execute(add('c', 'new'));
    keychain.trouble = null;
    expect(await service.reopen()).toEqual({ kind: 'open', notice: null });
    expect(await kept(service)).toEqual({ a: 'old', b: 'old', c: 'new' });
  });
});
