import Libsql from 'libsql';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { IndexedSecretStore } from '../credentials/indexed-secret-store';
import { TestingKeychain } from '../credentials/testing-keychain';
import { startHere } from '../testing/testing-database';
import { databasePath } from './database-files';
import { DatabaseService, type DatabaseServices } from './database-service';
import type { DatabasePort } from './worker-client';

const migrations = [{ name: 'notes', sql: 'CREATE TABLE notes (id TEXT PRIMARY KEY) STRICT' }];
const row = z.object({ id: z.string() });
const all = { sql: 'SELECT id FROM notes ORDER BY id' };
const add = (id: string) => ({ sql: 'INSERT INTO notes VALUES (?)', values: [id] });
const put = (id: string) => ({
  sql: 'INSERT OR REPLACE INTO notes VALUES (?)',
  values: [id],
  idempotent: true,
});

let folder: string;
let keychain: TestingKeychain;
let services: DatabaseService[];
let started: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worker-death-'));
  keychain = new TestingKeychain();
  services = [];
  started = 0;
});
afterEach(async () => {
  for (const service of services) await service.close();
  await rm(folder, { recursive: true });
});

function start(changes: Partial<DatabaseServices> = {}): DatabaseService {
  const service = new DatabaseService({
    path: join(folder, 'explorer.db'),
    migrations,
    carryOver: ['notes'],
    secretStore: new IndexedSecretStore(keychain, join(folder, 'secrets.json')),
    startWorker: startHere,
    announce: () => undefined,
    ...changes,
  });
  services.push(service);
  return service;
}

/**
 * Workers of which the first one dies of the n-th question, which it carries out or not, as the test says.
 * `silent`: it lives on and answers nothing.
 */
function mortal(how: 'exit' | 'error' | 'silent', diesAt: number, carriesOut: boolean): () => DatabasePort {
  return () => {
    started += 1;
    const port = startHere();
    if (started > 1) return port;
    let asked = 0;
    let exit = (): void => undefined;
    let crash: (error: unknown) => void = () => undefined;
    return {
      ...port,
      postMessage: (question) => {
        asked += 1;
        if (asked < diesAt) return port.postMessage(question);
        if (asked > diesAt || how === 'silent') return;
        if (carriesOut) {
          port.on('message', () => undefined);
          port.postMessage(question);
        }
        queueMicrotask(() =>
          queueMicrotask(() => (how === 'exit' ? exit() : crash(new Error('out of memory')))),
        );
      },
      on: (event: string, listener: (argument: never) => void) => {
        if (event === 'exit') exit = listener as typeof exit;
        else if (event === 'error') crash = listener as typeof crash;
        else port.on('message', listener as never);
      },
    };
  };
}

const limits = { answerLimits: { statement: 50, opening: 5_000 } };

describe('a worker that dies', () => {
  it.each(['exit', 'error', 'silent'] as const)(
    '(%s) is replaced, and what was asked is answered',
    async (how) => {
      const service = start({ startWorker: mortal(how, 3, false), ...limits });
      await service.execute(put('a'));
      expect(await Promise.all([service.query(all, row), service.query(all, row)])).toEqual([
        [{ id: 'a' }],
        [{ id: 'a' }],
      ]);
      expect(started).toBe(2);
      expect(service.state).toEqual({ kind: 'open', notice: null });
    },
  );

  it('while it opens the file is replaced as well', async () => {
    const service = start({ startWorker: mortal('exit', 1, false) });
    expect(await service.query(all, row)).toEqual([]);
    expect(service.state).toEqual({ kind: 'open', notice: null });
  });

  it.each([true, false])(
    'takes no write twice (carried out: %s): it fails with words, the next one works',
    async (carriedOut) => {
      const service = start({ startWorker: mortal('exit', 2, carriedOut) });
      await expect(service.execute(add('a'))).rejects.toMatchObject({
        trouble: 'ended',
        message: expect.stringContaining('thread of the database is gone'),
      });
      await service.execute(add('b'));
      const kept = (await service.query(all, row)).map(({ id }) => id);
      expect(kept).toEqual(carriedOut ? ['a', 'b'] : ['b']);
    },
  );

  it.each([true, false])('has a write repeated that may be (carried out: %s)', async (carriedOut) => {
    const service = start({ startWorker: mortal('exit', 2, carriedOut) });
    await service.transaction([put('a'), put('b')]);
    expect(await service.query(all, row)).toHaveLength(2);
  });

  it('takes along what lay in memory only, and that is said', async () => {
    keychain.trouble = 'absent';
    const service = start({ startWorker: mortal('exit', 3, false) });
    await service.execute(put('a'));
    expect(await service.query(all, row)).toEqual([]);
    expect(service.state).toMatchObject({ detail: expect.stringContaining('since the start is lost') });
  });
});

describe('a file that another process holds', () => {
  let other: InstanceType<typeof Libsql>;

  beforeEach(async () => {
    const first = start();
    await first.execute(put('kept'));
    await first.close();
    const key = keychain.secrets.get('database-key') ?? '';
    const options: object = { encryptionCipher: 'aes256cbc', encryptionKey: key };
    other = new Libsql(databasePath(join(folder, 'explorer.db'), key), options);
  });
  afterEach(() => other.close());

  it('is waited for, then its words say so; it is found again when it is free', async () => {
    const service = start({ lockWaitMs: 50 });
    await service.query(all, row);
    other.exec('BEGIN EXCLUSIVE');
    await expect(service.execute(put('new'))).rejects.toMatchObject({ trouble: 'busy' });
    other.exec('COMMIT');
    await service.execute(put('new'));
    expect(await service.query(all, row)).toEqual([{ id: 'kept' }, { id: 'new' }]);
  });

  it('and cannot even be opened lets the app work in memory, and moves that over later', async () => {
    other.exec(`BEGIN EXCLUSIVE; INSERT INTO notes VALUES ('theirs')`);
    const service = start({ lockWaitMs: 50 });
    await service.execute(put('new'));
    expect(service.state).toMatchObject({ kind: 'session-only', reason: 'in-use' });
    other.exec('COMMIT');
    expect(await service.reopen()).toEqual({ kind: 'open', notice: null });
    expect(await service.query(all, row)).toHaveLength(3);
  });
});
