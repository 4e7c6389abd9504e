import { execFileSync, spawn } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProblemError } from '@shared/problem';
import { writeFileAtomically } from './atomic-file';
import { VersionedJsonFile, type VersionedJsonFileOptions } from './versioned-json-file';
import { moveDamagedFile } from './move-damaged-file';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();
let path: string;
beforeEach(async () => {
  path = join(folder, 'things.json');
});

const now = (): Date => new Date('2026-11-21T02:50:04.123Z');

describe('writeFileAtomically', () => {
  it('replaces the whole file, private to this user, and leaves no other file behind', async () => {
    await writeFileAtomically(path, 'first');
    await writeFileAtomically(path, 'second');
    expect(await readFile(path, 'utf8')).toBe('second');
    expect(await readdir(folder)).toEqual(['things.json']);
    if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('leaves existing files alone and no partial file behind when it fails', async () => {
    await writeFileAtomically(path, 'first');
    const inTheWay = join(folder, 'a-folder');
    await writeFileAtomically(join(folder, 'x'), 'x');
    await expect(writeFileAtomically(join(inTheWay, 'things.json'), 'second')).rejects.toMatchObject({
      code: 'ENOENT',
    });
    expect(await readFile(path, 'utf8')).toBe('first');
    expect((await readdir(folder)).sort()).toEqual(['things.json', 'x']);
  });
});

describe('moveDamagedFile', () => {
  it('never overwrites a file that was set aside earlier', async () => {
    const places = [];
    for (const content of ['one', 'two', 'three']) {
      await writeFile(path, content);
      places.push(await moveDamagedFile(path, now()));
    }
    expect(places.map((place) => place.slice(folder.length + 1))).toEqual([
      'things.damaged-2026-11-21T02-50-04Z.json',
      'things.damaged-2026-11-21T02-50-04Z-2.json',
      'things.damaged-2026-11-21T02-50-04Z-3.json',
    ]);
    expect(await Promise.all(places.map((place) => readFile(place, 'utf8')))).toEqual([
      'one',
      'two',
      'three',
    ]);
  });
});

describe('VersionedJsonFile', () => {
  const schema = z.object({ names: z.array(z.string()) });
  type Content = z.infer<typeof schema>;
  const open = (options: Partial<VersionedJsonFileOptions<Content>> = {}): VersionedJsonFile<Content> =>
    new VersionedJsonFile({
      path,
      what: 'things',
      version: 1,
      schema,
      fresh: () => ({ names: [] }),
      now,
      ...options,
    });
  const add =
    (name: string) =>
    (content: Content): Content => ({ names: [...content.names, name] });

  it('starts fresh, writes nothing before a change, and reads back what it wrote', async () => {
    const file = open();
    expect(await file.read()).toEqual({ names: [] });
    expect(await readdir(folder)).toEqual([]);
    await file.change(add('a'));
    expect(await open().read()).toEqual({ names: ['a'] });
    expect(file.notice).toBeNull();
  });

  it('reads a file to which an editor has added a byte order mark', async () => {
    await writeFile(path, '\ufeff{"version":1,"content":{"names":["a"]}}');
    expect(await open().read()).toEqual({ names: ['a'] });
  });

  it('loses none of many concurrent changes', async () => {
    const file = open();
    const names = Array.from({ length: 50 }, (_, index) => `n${index}`);
    await Promise.all(names.map((name) => file.change(add(name))));
    expect(await open().read()).toEqual({ names });
  });

  it('is unchanged by a change that throws, and accepts the next one', async () => {
    const file = open();
    await file.change(add('a'));
    const refused = file.change(() => {
      throw new Error('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect((await file.change(add('b'))).names).toEqual(['a', 'b']);
  });

  it('leaves a damaged file alone when told to, says so, and refuses changes', async () => {
    await writeFile(path, '{"version":1,');
    const file = open({ leavesDamaged: true, holdsUnwritten: true });
    expect(await file.read()).toEqual({ names: [] });
    expect(file.notice).toContain('It is left as it is: correct it, or start the app');
    await expect(file.change(add('a'))).rejects.toMatchObject({ problem: { code: 'cannot-write-file' } });
    expect(await readFile(path, 'utf8')).toBe('{"version":1,');
    expect(await readdir(folder)).toHaveLength(1);
  });

  it.each([
    ['invalid JSON', '{"version":1,', 'it is not JSON'],
    ['no text at all', '', 'it is not JSON'],
    ['no version', '{"names":[]}', 'it has no “version” and “content”'],
    ['no content', '{"version":1}', 'it has no “version” and “content”'],
    ['another shape', '{"version":1,"content":{"names":[7]}}', '(names[0]: it should be text)'],
  ])('sets aside a file with %s, says where and why, and starts fresh', async (_, text, why) => {
    await writeFile(path, text);
    const file = open();
    expect(await file.read()).toEqual({ names: [] });
    const aside = join(folder, 'things.damaged-2026-11-21T02-50-04Z.json');
    expect(await readFile(aside, 'utf8')).toBe(text);
    expect(file.notice).toContain(aside);
    expect(file.notice).toContain(why);
    await file.change(add('a'));
    expect(await readFile(aside, 'utf8')).toBe(text);
  });

  it.each([
    [
      'what it understands',
      '{"version":2,"content":{"names":["a"],"more":1}}',
      ['a'],
      'what this version understands of it is used,',
    ],
    ['nothing', '{"version":2,"content":{"list":["a"]}}', [], 'this version cannot use it,'],
  ])(
    'leaves a file from a newer version as it is, uses %s of it, and refuses changes',
    async (_, text, names, words) => {
      await writeFile(path, text);
      const file = open();
      expect(await file.read()).toEqual({ names });
      expect(file.notice).toContain(
        `newer version of this app (version 2 of the file). It is left as it is: ${words}`,
      );
      await expect(file.change(add('b'))).rejects.toMatchObject({
        problem: { code: 'cannot-write-file', nextStep: expect.stringContaining('newer version') },
      });
      expect(await readFile(path, 'utf8')).toBe(text);
      expect(await readdir(folder)).toEqual(['things.json']);
    },
  );

  it('migrates older versions step by step, and keeps a copy of the old file', async () => {
    const older = '{"version":1,"content":["a"]}';
    await writeFile(path, older);
    const file = open({
      version: 3,
      migrations: {
        1: (content) => ({ list: content }),
        2: (content) => ({ names: z.object({ list: z.array(z.string()) }).parse(content).list }),
      },
    });
    expect(await file.read()).toEqual({ names: ['a'] });
    await file.change(add('b'));
    expect(await readFile(`${path}.version-1`, 'utf8')).toBe(older);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ version: 3, content: { names: ['a', 'b'] } });
  });

  it('never writes over a file that it could not read', async () => {
    // Nobody, not even root, can read a folder as a file.
    await mkdir(path);
    const file = open();
    expect(await file.read()).toEqual({ names: [] });
    expect(file.notice).toContain('could not be read');
    expect(file.notice).toContain('It is not used, and changes cannot be saved.');
    await expect(file.change(add('a'))).rejects.toBeInstanceOf(ProblemError);
    expect((await stat(path)).isDirectory()).toBe(true);
  });

  it.skipIf(process.platform === 'win32')(
    'does not wait for a pipe, nor read a device without end',
    async () => {
      execFileSync('mkfifo', [path]);
      // Reading would block the test for ever: there is a writer that closes the pipe after a while.
      const later = 'setTimeout(() => fs.writeFileSync(process.argv[1], ""), 2_000)';
      const writer = spawn(process.execPath, ['-e', later, path], { stdio: 'ignore' });
      const ended = new Promise((resolve) => writer.once('exit', resolve));
      const piped = open();
      expect(await piped.read()).toEqual({ names: [] });
      expect(piped.notice).toContain('could not be read (it is not a file)');
      await expect(piped.change(add('a'))).rejects.toBeInstanceOf(ProblemError);
      expect((await lstat(path)).isFIFO()).toBe(true);
      writer.kill();
      await ended;

      await rm(path);
      await symlink('/dev/null', path);
      const device = open();
      expect(await device.read()).toEqual({ names: [] });
      expect(device.notice).toContain('could not be read (it is not a file)');
      expect((await lstat(path)).isSymbolicLink()).toBe(true);
    },
  );

  it('reports a change that cannot be written, and does not keep it', async () => {
    const lost = open({ path: join(folder, 'gone', 'things.json') });
    await expect(lost.change(add('a'))).rejects.toMatchObject({
      problem: {
        code: 'cannot-write-file',
        meaning: expect.stringContaining('could not be written (there is no such file or folder).'),
        detail: expect.stringMatching(/^ENOENT: /),
      },
    });
    expect(await lost.read()).toEqual({ names: [] });
  });
});
