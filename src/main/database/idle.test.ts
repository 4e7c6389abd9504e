import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { DatabaseState } from '@shared/app/database-state';
import { TestingKeychain } from '../credentials/testing-keychain';
import { startHere } from '../testing/testing-database';
import type { StartDatabaseProcess } from './database-client';
import { databasePath } from './database-files';
import type { DatabaseService } from './database-service';
import type { DatabaseServices } from './database-opener';
import type { DatabaseQuestion } from './protocol';
import { serviceOfNotes } from './service-of-notes.fixture';
import { testingFolder } from '../testing/testing-folder';

const migrations = [{ name: 'notes', sql: 'CREATE TABLE notes (id TEXT PRIMARY KEY) STRICT' }];
const row = z.object({ id: z.string() });
const all = { sql: 'SELECT id FROM notes ORDER BY id' };
const add = (id: string) => ({ sql: 'INSERT INTO notes VALUES (?)', values: [id] });
const IDLE_MS = 5_000;

const folder = testingFolder();
let keychain: TestingKeychain;
let service: DatabaseService;
let told: DatabaseState[];
let reported: string[];
/** What each process was asked, and whether it runs. */
let processes: { readonly asked: DatabaseQuestion['kind'][]; isRunning: boolean }[];
/** Called before a question is sent; true keeps it from being sent. */
let holds: (question: DatabaseQuestion) => boolean;
let held: (() => void)[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  keychain = new TestingKeychain();
  [told, reported, processes, held] = [[], [], [], []];
  holds = () => false;
  service = start();
});
afterEach(async () => {
  vi.useRealTimers();
  await service.close();
});

const startProcess: StartDatabaseProcess = ({ onMessage, onExit }) => {
  const process: (typeof processes)[number] = { asked: [], isRunning: true };
  processes.push(process);
  const child = startHere({ onMessage, onExit });
  return {
    send: (question) => {
      process.asked.push(question.kind);
      if (holds(question)) held.push(() => child.send(question));
      else child.send(question);
    },
    end: () => {
      process.isRunning = false;
      child.end();
    },
  };
};

function start(changes: Partial<DatabaseServices> = {}): DatabaseService {
  return serviceOfNotes(folder, keychain, {
    migrations,
    startProcess,
    announce: (state) => void told.push(state),
    report: (_where, error) => void reported.push(String(error)),
    ...changes,
  });
}

/** Lets time pass, and delivers what the process says in that time. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const running = (): number => processes.filter(({ isRunning }) => isRunning).length;
const ids = async (): Promise<string[]> => (await service.query(all, row)).map(({ id }) => id);

describe('an idle database process', () => {
  it('closes its file and ends; a new process answers the next query without any change of state', async () => {
    await service.execute(add('a'));
    const { state } = service;
    await pass(IDLE_MS - 1);
    expect(running()).toBe(1);
    await pass(1);
    expect(processes.map(({ asked }) => asked.at(-1))).toEqual(['close']);
    expect(running()).toBe(0);
    await service.execute(add('b'));
    expect(await ids()).toEqual(['a', 'b']);
    expect(processes).toHaveLength(2);
    expect(processes[1]?.asked).toEqual(['open', 'execute', 'query']);
    expect(service.state).toBe(state);
    expect([told, reported]).toEqual([[state], []]);
    await pass(IDLE_MS);
    expect(running()).toBe(0);
  });

  it('needs no keychain when its file is opened again', async () => {
    await service.execute(add('a'));
    await pass(IDLE_MS);
    keychain.trouble = 'locked';
    expect(await ids()).toEqual(['a']);
    expect(service.state).toMatchObject({ kind: 'open' });
  });

  it('is started ahead of a query by wake, but only if the file was opened before', async () => {
    service.wake();
    expect(processes).toHaveLength(0);
    await service.execute(add('a'));
    await pass(IDLE_MS);
    service.wake();
    await pass(0);
    expect(processes[1]?.asked).toEqual(['open']);
    expect(await ids()).toEqual(['a']);
    expect(processes).toHaveLength(2);
  });

  it('keeps running while it is woken repeatedly', async () => {
    await service.execute(add('a'));
    for (let time = 0; time < 5; time += 1) {
      await pass(IDLE_MS - 1);
      service.wake();
    }
    expect(running()).toBe(1);
    await pass(IDLE_MS);
    expect(running()).toBe(0);
  });

  it('does not count as idle during a query, however long it takes', async () => {
    await service.execute(add('a'));
    holds = ({ kind }) => kind === 'query';
    const asking = ids();
    await pass(3 * IDLE_MS);
    expect(running()).toBe(1);
    held[0]?.();
    expect(await asking).toEqual(['a']);
  });

  it('gets no more queries once it is closing its file; they wait for the next process', async () => {
    await service.execute(add('a'));
    holds = ({ kind }) => kind === 'close';
    await pass(IDLE_MS);
    const asking = [service.execute(add('b')), ids()] as const;
    await pass(1);
    expect(processes.map(({ asked }) => asked.at(-1))).toEqual(['close']);
    holds = () => false;
    held[0]?.();
    await asking[0];
    expect(await asking[1]).toEqual(['a', 'b']);
    expect(processes[1]?.asked).toEqual(['open', 'execute', 'query']);
  });

  it('is not started again just to be closed when the app ends', async () => {
    await service.execute(add('a'));
    await pass(IDLE_MS);
    await service.close();
    expect(processes).toHaveLength(1);
    service = start();
    expect(await ids()).toEqual(['a']);
  });

  it('is opened once for two attempts to reopen it at the same time', async () => {
    keychain.trouble = 'absent';
    await service.execute(add('a'));
    keychain.trouble = null;
    expect(await Promise.all([service.reopen(), service.reopen()])).toMatchObject([
      { kind: 'open' },
      { kind: 'open' },
    ]);
    expect(processes.flatMap(({ asked }) => asked).filter((kind) => kind === 'open')).toHaveLength(2);
  });

  it('does not end while its data is only in memory, but does once it is in the file', async () => {
    keychain.trouble = 'absent';
    await service.execute(add('a'));
    expect(service.state).toMatchObject({ kind: 'session-only' });
    await pass(100 * IDLE_MS);
    expect(running()).toBe(1);
    expect(await ids()).toEqual(['a']);
    keychain.trouble = null;
    await service.reopen();
    await pass(IDLE_MS);
    expect(running()).toBe(0);
    expect(await ids()).toEqual(['a']);
  });
});

describe('a database that was closed', () => {
  const late = (): Promise<unknown>[] => [
    ids(),
    service.queryInTurn([{ gate: null, statement: all }], 1, row),
    service.execute(add('b')),
    service.transaction([add('c')]),
    service.reopen(),
  ];
  const refused = { status: 'rejected', reason: expect.objectContaining({ trouble: 'closed' }) };

  it.each(['open', 'idle', 'never opened'] as const)(
    '(%s) starts no process and refuses everything, during and after its end',
    async (before) => {
      if (before !== 'never opened') await service.execute(add('a'));
      if (before === 'idle') await pass(IDLE_MS);
      const started = processes.length;
      const closing = service.close();
      await Promise.resolve();
      const during = Promise.allSettled(late());
      await closing;
      service.wake();
      const answers = [...(await during), ...(await Promise.allSettled(late()))];
      expect(answers).toEqual(answers.map(() => refused));
      expect([processes.length, running()]).toEqual([started, 0]);
      expect(service.state).toEqual({ kind: 'closed' });
    },
  );

  it('while it was opening ends its process as well, after what was asked before', async () => {
    const asked = service.execute(add('a'));
    await service.close();
    await asked;
    expect(running()).toBe(0);
    service = start();
    expect(await ids()).toEqual(['a']);
  });
});

describe('a file that cannot be opened again', () => {
  beforeEach(async () => {
    await service.execute(add('a'));
    await pass(IDLE_MS);
  });
  const file = (): string =>
    databasePath(join(folder, 'explorer.db'), keychain.secrets.get('database-key') ?? '');

  it('because it is gone is replaced by a new one, with a notice, and the waiting write is kept', async () => {
    await rename(file(), join(folder, 'elsewhere'));
    await service.execute(add('b'));
    expect(await ids()).toEqual(['b']);
    expect(service.state).toMatchObject({ notice: expect.stringContaining('is no longer there') });
    expect(reported).toEqual([expect.stringMatching(/could not open its file again .*no longer there/)]);
  });

  it('because a newer app has upgraded it sends the app to memory, with that as the reason', async () => {
    const newer = start({ migrations: [...migrations, { name: 'future', sql: 'CREATE TABLE future (a)' }] });
    await newer.execute(add('b'));
    await newer.close();
    await service.execute(add('c'));
    expect(service.state).toMatchObject({ kind: 'session-only', reason: 'newer' });
    expect(await ids()).toEqual(['c']);
  });

  it('because its process dies is opened by another process, and the waiting write is made once', async () => {
    const [dead] = processes.splice(0);
    expect(dead?.isRunning).toBe(false);
    let deaths = 1;
    const dying: StartDatabaseProcess = (listeners) => {
      const child = startProcess(listeners);
      return {
        ...child,
        send: (question) => {
          if (question.kind !== 'open' || (deaths -= 1) < 0) child.send(question);
          else queueMicrotask(() => listeners.onExit({ code: null, signal: 'SIGKILL' }));
        },
      };
    };
    await service.close();
    service = start({
      startProcess: (listeners) => (processes.length === 0 ? startProcess : dying)(listeners),
    });
    await service.execute(add('b'));
    await pass(IDLE_MS);
    await service.execute(add('c'));
    expect(await ids()).toEqual(['a', 'b', 'c']);
    expect(reported).toEqual(['DatabaseDeath: The process of the database ended: by SIGKILL (signal 9)']);
  });
});
