import Libsql from 'libsql';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { TestingKeychain } from '../credentials/testing-keychain';
import { startHere } from '../testing/testing-database';
import { databasePath } from './database-files';
import type { DatabaseService } from './database-service';
import type { DatabaseServices } from './database-opener';
import type { StartDatabaseProcess } from './database-client';
import { serviceOfNotes } from './service-of-notes.fixture';
import { testingFolder } from '../testing/testing-folder';

const migrations = [{ name: 'notes', sql: 'CREATE TABLE notes (id TEXT PRIMARY KEY) STRICT' }];
const row = z.object({ id: z.string() });
const all = { sql: 'SELECT id FROM notes ORDER BY id' };
const add = (id: string) => ({ sql: 'INSERT INTO notes VALUES (?)', values: [id] });
const put = (id: string) => ({
  sql: 'INSERT OR REPLACE INTO notes VALUES (?)',
  values: [id],
  idempotent: true,
});

const folder = testingFolder();
let keychain: TestingKeychain;
let services: DatabaseService[];
let started: number;

beforeEach(async () => {
  keychain = new TestingKeychain();
  services = [];
  started = 0;
});
afterEach(async () => {
  for (const service of services) await service.close();
});

function start(changes: Partial<DatabaseServices> = {}): DatabaseService {
  const service = serviceOfNotes(folder, keychain, { migrations, ...changes });
  services.push(service);
  return service;
}

/**
 * Starts processes, the first `deaths` of which die of their question number `diesAt` (or each of its own, if that is
 * a list), carried out or not. `silent`: the process lives on but answers nothing.
 */
function mortal(
  how: 'SIGKILL' | 'SIGABRT' | 'silent',
  diesAt: number | readonly number[],
  { carriesOut = false, deaths = 1 } = {},
): StartDatabaseProcess {
  return (listeners) => {
    started += 1;
    const mute = typeof diesAt === 'number' ? diesAt : diesAt[started - 1];
    let isMute = false;
    const process = startHere({
      ...listeners,
      onMessage: (answer) => {
        if (!isMute) listeners.onMessage(answer);
      },
    });
    if (started > deaths) return process;
    let asked = 0;
    return {
      ...process,
      send: (question) => {
        asked += 1;
        isMute = asked === mute;
        if (!isMute || carriesOut) process.send(question);
        if (!isMute || how === 'silent') return;
        queueMicrotask(() => queueMicrotask(() => listeners.onExit({ code: null, signal: how })));
      },
    };
  };
}

const limits = { answerLimits: { statement: 50, opening: 5_000 } };

describe('a process that dies', () => {
  it.each(['SIGKILL', 'SIGABRT', 'silent'] as const)(
    '(%s) is replaced, and the pending queries are answered',
    async (how) => {
      const service = start({ startProcess: mortal(how, 3), ...limits });
      await service.execute(put('a'));
      expect(await Promise.all([service.query(all, row), service.query(all, row)])).toEqual([
        [{ id: 'a' }],
        [{ id: 'a' }],
      ]);
      expect(started).toBe(2);
      expect(service.state).toEqual({ kind: 'open', notice: null });
    },
  );

  it('while opening the file is replaced as well', async () => {
    const service = start({ startProcess: mortal('SIGABRT', 1) });
    expect(await service.query(all, row)).toEqual([]);
    expect(service.state).toEqual({ kind: 'open', notice: null });
  });

  it('or cannot even be started makes a query fail with the reason', async () => {
    const service = start({
      startProcess: () => {
        throw new Error('no such file');
      },
    });
    await expect(service.query(all, row)).rejects.toMatchObject({
      trouble: 'ended',
      message: expect.stringContaining('no such file'),
    });
  });

  it.each([true, false])(
    'is not sent an insert twice (carried out: %s): that fails with the reason, and the next one works',
    async (carriesOut) => {
      const service = start({ startProcess: mortal('SIGKILL', 2, { carriesOut }) });
      await expect(service.execute(add('a'))).rejects.toMatchObject({
        trouble: 'ended',
        message: 'The process of the database ended: by SIGKILL (signal 9)',
      });
      await service.execute(add('b'));
      const kept = (await service.query(all, row)).map(({ id }) => id);
      expect(kept).toEqual(carriesOut ? ['a', 'b'] : ['b']);
    },
  );

  it('loses no write that it had not begun', async () => {
    const service = start({ startProcess: mortal('SIGKILL', 2) });
    const [first, second] = await Promise.allSettled([service.execute(add('a')), service.execute(add('b'))]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    expect(await service.query(all, row)).toEqual([{ id: 'b' }]);
  });

  it.each([true, false])(
    'has its write repeated where that is safe (carried out: %s)',
    async (carriesOut) => {
      const service = start({ startProcess: mortal('SIGKILL', 2, { carriesOut }) });
      await service.transaction([put('a'), put('b')]);
      expect(await service.query(all, row)).toHaveLength(2);
    },
  );

  describe('again', () => {
    beforeEach(async () => {
      const first = start();
      await first.execute(put('a'));
      await first.close();
    });

    it('over a query that another process has answered in between does not have the file rebuilt', async () => {
      const service = start({ startProcess: mortal('SIGABRT', [2, 3], { deaths: 2 }) });
      expect(await service.query(all, row)).toEqual([{ id: 'a' }]);
      expect(started).toBe(2);
      expect(await service.query(all, row)).toEqual([{ id: 'a' }]);
      expect([started, service.state]).toEqual([3, { kind: 'open', notice: null }]);
    });

    it('over the same query has the file rebuilt, with a notice', async () => {
      const service = start({ startProcess: mortal('SIGABRT', 2, { deaths: 2 }) });
      expect(await service.query(all, row)).toEqual([{ id: 'a' }]);
      expect(service.state).toMatchObject({
        notice: expect.stringMatching(/crashed twice on the same request .*SIGABRT.* complete/),
      });
    });

    it('over a different query does not have the file rebuilt', async () => {
      const service = start({ startProcess: mortal('SIGABRT', 2, { deaths: 2 }) });
      await expect(service.execute(add('b'))).rejects.toMatchObject({ trouble: 'ended' });
      expect(await service.query(all, row)).toEqual([{ id: 'a' }]);
      expect(service.state).toEqual({ kind: 'open', notice: null });
    });

    it('by giving no answer fails the query and does not have the file rebuilt', async () => {
      const service = start({ startProcess: mortal('silent', 2, { deaths: 2 }), ...limits });
      await expect(service.query(all, row)).rejects.toMatchObject({ trouble: 'ended', how: 'silent' });
      expect(await service.query(all, row)).toEqual([{ id: 'a' }]);
      expect(service.state).toEqual({ kind: 'open', notice: null });
    });

    it('and again over the same query, whatever is done, fails the query and loses no rows', async () => {
      const service = start({ startProcess: mortal('SIGABRT', 2, { deaths: 5 }) });
      await expect(service.query(all, row)).rejects.toMatchObject({ trouble: 'ended' });
      await service.close();
      expect(await start().query(all, row)).toEqual([{ id: 'a' }]);
    });
  });

  it('loses nothing that was in memory only: the next process gets it, and it still moves into the file', async () => {
    keychain.trouble = 'absent';
    const service = start({ startProcess: mortal('SIGKILL', 4) });
    await service.execute(add('a'));
    await service.transaction([add('b'), add('c')]);
    expect(await service.query(all, row)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
    expect(started).toBe(2);
    expect(service.state).toMatchObject({ kind: 'session-only', detail: 'test: absent' });
    keychain.trouble = null;
    await service.reopen();
    await service.close();
    expect(await start().query(all, row)).toHaveLength(3);
  });

  it('loses none of it even if the next process dies while receiving it', async () => {
    keychain.trouble = 'absent';
    const service = start({ startProcess: mortal('SIGKILL', [3, 2], { deaths: 2 }) });
    await service.execute(add('a'));
    expect(await service.query(all, row)).toEqual([{ id: 'a' }]);
    expect([started, service.state]).toMatchObject([3, { kind: 'session-only', detail: 'test: absent' }]);
  });

  it('loses what was in memory if that exceeds the limit for a second copy, and the state says so', async () => {
    keychain.trouble = 'absent';
    const service = start({ startProcess: mortal('SIGKILL', 3), maxMemoryWriteBytes: 100 });
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

  it('fails a write as busy, and takes it once it is free', async () => {
    const service = start({ lockWaitMs: 50 });
    await service.query(all, row);
    other.exec('BEGIN EXCLUSIVE');
    await expect(service.execute(put('new'))).rejects.toMatchObject({ trouble: 'busy' });
    other.exec('COMMIT');
    await service.execute(put('new'));
    expect(await service.query(all, row)).toEqual([{ id: 'kept' }, { id: 'new' }]);
  });

  it('and that cannot even be opened lets the app work in memory, and takes that over once it is free', async () => {
    other.exec(`BEGIN EXCLUSIVE; INSERT INTO notes VALUES ('theirs')`);
    const service = start({ lockWaitMs: 50 });
    await service.execute(put('new'));
    expect(service.state).toMatchObject({ kind: 'session-only', reason: 'in-use' });
    other.exec('COMMIT');
    expect(await service.reopen()).toEqual({ kind: 'open', notice: null });
    expect(await service.query(all, row)).toHaveLength(3);
  });

  it('is opened once it is free, even if SQLite reports it as busy without waiting', async () => {
    let refused = 0;
    const service = start({
      startProcess: (listeners) => {
        const process = startHere(listeners);
        return {
          ...process,
          send: (question) => {
            if (question.kind !== 'open' || refused === 5) return process.send(question);
            refused += 1;
            listeners.onMessage({ ok: false, trouble: 'busy', message: 'SQLITE_BUSY: database is locked' });
          },
        };
      },
    });
    expect(await service.query(all, row)).toEqual([{ id: 'kept' }]);
    expect([service.state, refused]).toEqual([{ kind: 'open', notice: null }, 5]);
  });
});
