import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DatabaseService } from './database-service';
import {
  add,
  all,
  file,
  folder,
  keychain,
  migrations,
  notesEach,
  row,
  start,
  told,
} from './notes-database.fixture';

notesEach();

describe('DatabaseService', () => {
  it('opens at first use with a random key in the keychain, and finds its rows again after a restart', async () => {
    keychain.secrets.clear();
    const first = start();
    expect(first.state).toEqual({ kind: 'closed' });
    expect(await readdir(folder)).toEqual([]);
    expect(await first.execute(add('a', 'hello world'))).toEqual({ changedRows: 1 });
    expect(told).toEqual([{ kind: 'open', notice: null }]);
    expect(keychain.secrets.get('database-key')).toMatch(/^[0-9a-f]{64}$/);
    await first.close();
    const second = start();
    expect(await second.query(all, row)).toEqual([{ id: 'a', words: 'hello world' }]);
    const found = {
      sql: 'SELECT id, words FROM notes WHERE rowid IN (SELECT rowid FROM found WHERE found MATCH ?)',
      values: ['world'],
    };
    expect(await second.query(found, row)).toHaveLength(1);
  });

  it('leaves nothing readable in any of its files, neither while open nor after it is closed', async () => {
    const service = start();
    const canaries = Array.from({ length: 500 }, (_, index) =>
      add(`${index}`, `CANARY-${index} ${'x'.repeat(200)}`),
    );
    const assertNone = async (): Promise<void> => {
      for (const name of await readdir(folder)) {
        if (!name.startsWith('explorer')) continue;
        // libsql removes some of its files a moment after it has closed.
        const bytes = await readFile(join(folder, name)).catch(() => null);
        if (bytes === null) continue;
        for (const word of ['CANARY', 'SQLite format', 'CREATE TABLE'])
          expect([name, bytes.includes(word)]).toEqual([name, false]);
        if (process.platform !== 'win32') expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
      }
    };
    await service.transaction(canaries);
    expect((await stat(`${file}-wal`)).size).toBeGreaterThan(100_000);
    await assertNone();
    await service.execute({ sql: 'DELETE FROM notes' });
    await assertNone();
    await service.close();
    await assertNone();
    expect((await stat(`${file}-wal`).catch(() => ({ size: 0 }))).size).toBe(0);
  });

  it('stores every kind of value unchanged', async () => {
    const service = start();
    const body = randomBytes(1000);
    await service.execute({
      sql: 'INSERT INTO notes VALUES (?, ?, ?, ?)',
      values: ['a', '', 2 ** 40 + 1, body],
    });
    const schema = z.object({
      words: z.string(),
      size: z.number(),
      kind: z.string(),
      body: z.instanceof(Uint8Array),
      no: z.null(),
    });
    const [kept] = await service.query(
      { sql: 'SELECT words, size, typeof(size) AS kind, body, NULL AS no FROM notes' },
      schema,
    );
    expect(kept).toEqual({
      words: '',
      size: 2 ** 40 + 1,
      kind: 'integer',
      body: new Uint8Array(body),
      no: null,
    });
    const numbers = z.object({ whole: z.string(), part: z.string(), yes: z.number() });
    expect(
      await service.query(
        { sql: 'SELECT typeof(?) AS whole, typeof(?) AS part, ? AS yes', values: [1, 1.5, true] },
        numbers,
      ),
    ).toEqual([{ whole: 'integer', part: 'real', yes: 1 }]);
  });

  it('runs a transaction completely or not at all', async () => {
    const service = start();
    await expect(service.transaction([add('a', 'x'), add('a', 'twice')])).rejects.toMatchObject({
      trouble: 'statement',
    });
    expect(await service.query(all, row)).toEqual([]);
    await service.transaction([add('a', 'x'), add('b', 'y')]);
    expect(await service.query(all, row)).toHaveLength(2);
  });

  it('runs queries in turn until there are enough rows, and skips those whose gate finds nothing', async () => {
    const database = start();
    await database.transaction([add('1', 'one'), add('2', 'two'), add('3', 'three')]);
    const only = (id: string) => ({ sql: 'SELECT id, words FROM notes WHERE id = ?', values: [id] });
    const step = (id: string, gate: string | null = null) => ({
      gate: gate === null ? null : only(gate),
      statement: only(id),
    });
    const ids = async (most: number): Promise<string[]> => {
      const steps = [step('3'), step('1', 'nothing'), step('2', '1'), step('1')];
      return (await database.queryInTurn(steps, most, row)).rows.map(({ id }) => id);
    };
    expect(await ids(Infinity)).toEqual(['3', '2', '1']);
    expect(await ids(2)).toEqual(['3', '2']);
    const found = await database.queryInTurn([{ gate: null, statement: all }], 2, row);
    expect(found).toMatchObject({ rows: [{}, {}], done: 1 });
  });

  it('stops a series of slow queries early, and says how many it ran', async () => {
    const database = start();
    await database.transaction([add('1', 'one')]);
    const slow = {
      sql: `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
        SELECT id, words FROM notes WHERE (SELECT count(*) FROM n) > 0`,
    };
    const steps = Array.from({ length: 200 }, () => ({ gate: null, statement: slow }));
    const { rows, done } = await database.queryInTurn(steps, Infinity, row);
    expect(rows).toHaveLength(done);
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(steps.length);
  });

  it('sizes its cache at a 64th of a large file, and at 500 pages for a small one', async () => {
    const number = (name: string) => z.object({ [name]: z.number() }).transform((read) => read[name] ?? 0);
    const ask = async (database: DatabaseService, name: string) =>
      (await database.query({ sql: `PRAGMA ${name}` }, number(name)))[0] ?? 0;
    const small = start();
    expect(await ask(small, 'cache_size')).toBe(500);
    await small.execute({
      sql: "INSERT INTO notes (id, words, body) VALUES ('large', '', zeroblob(160000000))",
    });
    await small.close();
    const large = start();
    const pages = await ask(large, 'page_count');
    expect(pages).toBeGreaterThan(39_000);
    expect(await ask(large, 'cache_size')).toBe(Math.ceil(pages / 64));
  });

  it('refuses a text with a NUL, which the library would cut short', async () => {
    await expect(start().execute(add('a', 'before\0after'))).rejects.toMatchObject({ trouble: 'statement' });
  });

  it('names no values in its errors', async () => {
    const service = start();
    await service.execute(add('CANARY', 'CANARY'));
    const error: unknown = await service.execute(add('CANARY', 'CANARY')).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toContain('UNIQUE');
    expect(String(error)).not.toContain('CANARY');
  });
});

describe('migrations', () => {
  it('upgrade an older file and keep a copy of it', async () => {
    const older = start({ migrations: migrations.slice(0, 1) });
    await older.execute(add('a', 'hello'));
    await older.close();
    const newer = start();
    expect(await newer.query(all, row)).toHaveLength(1);
    const version = z.object({ user_version: z.number() });
    expect(await newer.query({ sql: 'PRAGMA user_version' }, version)).toEqual([{ user_version: 2 }]);
    expect((await stat(`${file}.version-1`)).size).toBeGreaterThan(0);
  });

  it('remove the copy once a later run has opened the file', async () => {
    const older = start({ migrations: migrations.slice(0, 1) });
    await older.execute(add('a', 'hello'));
    await older.close();
    const newer = start();
    await newer.query(all, row);
    await newer.close();
    expect(await readdir(folder)).toContain(`${basename(file)}.version-1`);
    const later = start();
    expect(await later.query(all, row)).toHaveLength(1);
    expect((await readdir(folder)).filter((name) => name.includes('.version-'))).toEqual([]);
  });

  it('leave an older file usable as before when one of them fails', async () => {
    const older = start({ migrations: migrations.slice(0, 1) });
    await older.execute(add('a', 'hello'));
    await older.close();
    const broken = [
      ...migrations.slice(0, 1),
      { name: 'broken', sql: 'CREATE TABLE extra (a); CREATE TABLE notes (b)' },
    ];
    await expect(start({ migrations: broken }).query(all, row)).rejects.toMatchObject({
      trouble: 'statement',
    });
    expect(await start().query(all, row)).toHaveLength(1);
  });
});
