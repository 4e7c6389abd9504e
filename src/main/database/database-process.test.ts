import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { forkStarter } from '../processes/fork-process';
import { buildEntries } from '../testing/build-entries';
import { DatabaseClient } from './database-client';

const KEY = 'c0ffee'.repeat(11).slice(0, 64);
const migrations = [{ name: 'notes', sql: 'CREATE TABLE notes (id INTEGER PRIMARY KEY, words TEXT)' }];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'database-process-'));
  await buildEntries(folder, { process: 'src/main/database/database-process.ts' });
});
afterAll(() => rm(folder, { recursive: true }));

/** The real process, with a database open. */
async function start(name: string): Promise<{ client: DatabaseClient; child: ChildProcess }> {
  const children: ChildProcess[] = [];
  const client = new DatabaseClient({
    start: forkStarter(join(folder, 'process.cjs'), { onStart: (child) => void children.push(child) }),
  });
  await client.open({ file: { path: join(folder, name), key: KEY }, migrations }, null, true);
  const [child] = children;
  if (!child) throw new Error('no process');
  return { client, child };
}

it('works on the file in its own process, and leaves no log when that ends', async () => {
  const { client, child } = await start('works.db');
  const words = { sql: 'INSERT INTO notes VALUES (1, ?)', values: ['hello'] };
  expect(await client.execute(words)).toEqual({ changedRows: 1 });
  const row = z.object({ words: z.string(), bytes: z.instanceof(Uint8Array) });
  expect(await client.query({ sql: "SELECT words, x'0102' AS bytes FROM notes" }, row)).toEqual([
    { words: 'hello', bytes: new Uint8Array([1, 2]) },
  ]);
  await client.end();
  expect(child.signalCode).toBe('SIGKILL');
  // No log is left beside the file, whether SQLite removed or emptied it.
  const log = join(folder, 'works.db-wal');
  expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
});

it.runIf(process.platform === 'linux')(
  'has the key neither in its arguments nor in its environment',
  async () => {
    const { client, child } = await start('secret.db');
    for (const what of ['cmdline', 'environ']) {
      const text = readFileSync(`/proc/${child.pid}/${what}`, 'utf8');
      expect(text).toContain(what === 'cmdline' ? 'process.cjs' : 'PATH=');
      expect(text).not.toContain(KEY);
    }
    await client.end();
  },
);

it('exits when its channel closes, as when the app is killed', async () => {
  const { child } = await start('orphan.db');
  const ended = once(child, 'exit');
  child.disconnect();
  expect(await ended).toEqual([0, null]);
});

it('reports how it died and which queries it had begun when text that is not UTF-8 crashes it', async () => {
  const { client } = await start('panic.db');
  const garbage = { sql: "SELECT CAST(x'41ff42' AS TEXT) AS words" };
  const [first, second] = await Promise.allSettled([
    client.query(garbage, z.unknown()),
    client.query({ sql: 'SELECT 1 AS one' }, z.unknown()),
  ]);
  expect(first).toMatchObject({
    reason: { wasBegun: true, how: 'died', message: expect.stringContaining('SIGABRT') },
  });
  expect(second).toMatchObject({ reason: { wasBegun: false } });
  expect(client.isDead).toBe(true);
});
