import { randomBytes } from 'node:crypto';
import { copyFile, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
} from './notes-database.fixture';

notesEach();

describe('a file that cannot be opened', () => {
  const aside = (): string => file.replace(/\.db$/, '.damaged-2026-11-21T02-50-04Z.db');

  async function fillAndClose(): Promise<Buffer> {
    const service = start();
    await service.transaction(Array.from({ length: 300 }, (_, index) => add(`${index}`, 'x'.repeat(100))));
    await service.close();
    return readFile(file);
  }

  async function expectFreshStart(bytes: Buffer): Promise<void> {
    const service = start();
    expect(await service.query(all, row)).toEqual([]);
    expect(service.state).toMatchObject({
      kind: 'open',
      notice: expect.stringContaining(basename(aside())),
      places: aside(),
      hidesKept: true,
    });
    expect(service.state).not.toMatchObject({ notice: expect.stringContaining('no longer there') });
    expect((await readFile(aside())).equals(bytes)).toBe(true);
    await service.execute(add('new', 'x'));
  }

  it('is set aside when the keychain holds a different key', async () => {
    const bytes = await fillAndClose();
    keychain.secrets.set('database-key', randomBytes(32).toString('hex'));
    await expectFreshStart(bytes);
  });

  it('is set aside when the key is gone', async () => {
    const bytes = await fillAndClose();
    keychain.secrets.delete('database-key');
    await expectFreshStart(bytes);
  });

  it('can be opened again with its old key after it was set aside, including what is only in its log', async () => {
    const [oldKey, newKey] = [keychain.secrets.get('database-key') ?? '', randomBytes(32).toString('hex')];
    const killed = start();
    await killed.execute(add('a', 'only in the log'));
    // What a killed app leaves behind.
    await copyFile(file, join(folder, 'killed'));
    await copyFile(`${file}-wal`, join(folder, 'killed-wal'));
    await killed.close();
    await copyFile(join(folder, 'killed'), file);
    await copyFile(join(folder, 'killed-wal'), `${file}-wal`);
    keychain.secrets.set('database-key', newKey);
    const other = start();
    expect(await other.query(all, row)).toEqual([]);
    expect(other.state).toMatchObject({
      kind: 'open',
      notice: expect.stringContaining(basename(aside())),
      places: aside(),
    });
    await other.close();
    keychain.secrets.set('database-key', oldKey);
    await copyFile(aside(), file);
    await copyFile(`${aside()}-wal`, `${file}-wal`);
    expect(await start().query(all, row)).toEqual([{ id: 'a', words: 'only in the log' }]);
  });

  it('is set aside when it is not a database', async () => {
    await fillAndClose();
    const bytes = Buffer.from('not a database at all, but a text of some length'.repeat(100));
    await writeFile(file, bytes);
    await expectFreshStart(bytes);
  });

  it('is left alone when a newer app wrote it, and still opens in that app', async () => {
    const future = [...migrations, { name: 'future', sql: 'CREATE TABLE future (a)' }];
    const newer = start({ migrations: future });
    await newer.execute(add('a', 'x'));
    await newer.close();
    const withoutLogs = async (): Promise<string[]> =>
      (await readdir(folder)).filter((name) => !/-(?:wal|shm)$/.test(name));
    const before = await withoutLogs();
    const service = start();
    await service.execute(add('b', 'in memory'));
    expect(await service.query(all, row)).toEqual([{ id: 'b', words: 'in memory' }]);
    expect(service.state).toMatchObject({ kind: 'session-only', reason: 'newer' });
    await service.close();
    expect(await withoutLogs()).toEqual(before);
    expect(await start({ migrations: future }).query(all, row)).toEqual([{ id: 'a', words: 'x' }]);
  });

  it('is set aside when damage shows during use, and the calls continue with the new file', async () => {
    const bytes = await fillAndClose();
    const handle = await open(file, 'r+');
    await handle.write(Buffer.alloc(bytes.length - 4096 * 3, 7), 0, bytes.length - 4096 * 3, 4096 * 3);
    await handle.close();
    const service = start();
    const answers = await Promise.all([
      service.query(all, row),
      service.query(all, row),
      service.query(all, row),
    ]);
    expect(answers).toEqual([[], [], []]);
    expect(service.state).toMatchObject({
      kind: 'open',
      notice: expect.stringContaining(basename(aside())),
      places: aside(),
    });
    expect((await readdir(folder)).filter((name) => name.endsWith('.db'))).toHaveLength(2);
  });
});

describe('without a keychain', () => {
  it.each(['absent', 'locked', 'failed'] as const)(
    '(%s) everything stays in memory, the state says why, and reopening moves it into the file',
    async (trouble) => {
      const before = start();
      await before.execute(add('kept', 'before'));
      await before.close();
      keychain.trouble = trouble;
      const service = start();
      await service.execute(add('new', 'in memory'));
      expect(service.state).toEqual({
        kind: 'session-only',
        reason: trouble,
        detail: `test: ${trouble}`,
        showsKept: false,
        hidesKept: true,
      });
      expect(await service.query(all, row)).toEqual([{ id: 'new', words: 'in memory' }]);
      expect(await service.reopen()).toMatchObject({ kind: 'session-only' });
      expect(await service.query(all, row)).toHaveLength(1);
      keychain.trouble = null;
      expect(await service.reopen()).toEqual({ kind: 'open', notice: null });
      expect((await service.query(all, row)).map(({ id }) => id)).toEqual(['kept', 'new']);
      await service.close();
      expect(await start().query(all, row)).toHaveLength(2);
    },
  );

  it('writes no file', async () => {
    keychain.trouble = 'absent';
    await start().execute(add('a', 'CANARY'));
    expect((await readdir(folder)).filter((name) => name.includes('.db'))).toEqual([]);
  });
});

describe('a disk that cannot be written', () => {
  it('keeps everything in memory and says so', async () => {
    await writeFile(join(folder, 'in-the-way'), '');
    const service = start({ path: join(folder, 'in-the-way', 'explorer.db') });
    await service.execute(add('a', 'x'));
    expect(service.state).toMatchObject({ kind: 'session-only', reason: 'disk' });
    expect(await service.query(all, row)).toHaveLength(1);
  });
});
