import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askHere } from './live/testing-live';
import { fileName, readRequestFolder, writeRequestFolder } from './request-folder';
import { toRequestText } from './request-text';
import { comparable, forward, ID } from './request-text.fixture';
import { testingFolder } from '../testing/testing-folder';

describe('a folder of requests', () => {
  const folder = testingFolder();

  it('has one file for each request, and they are read back', async () => {
    const requests = [
      forward({ id: ID, folder: '', name: 'con' }),
      forward({ id: ID.replace(/1$/, '2'), folder: 'A', name: 'one/two: "three"?' }),
      forward({ id: ID.replace(/1$/, '3'), folder: 'A', name: 'ONE/TWO: "THREE"?' }),
      forward({ id: ID.replace(/1$/, '4'), folder: 'A/B', name: '..' }),
    ];
    await writeFile(join(folder, 'older.request.yaml'), 'version: 1\n');
    await writeFile(join(folder, 'README.md'), 'words');
    const written = await writeRequestFolder(requests, folder, askHere);
    expect(written).toEqual({ path: folder, written: 4, leftAlone: ['older.request.yaml'], notes: [] });
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      'A',
      'A/B',
      'A/B/request.request.yaml',
      'A/ONE-TWO- -THREE- 2.request.yaml',
      'A/one-two- -three-.request.yaml',
      'README.md',
      'older.request.yaml',
      'request con.request.yaml',
    ]);
    const found = await readRequestFolder(folder);
    const read = found.flatMap(({ read: one }) => (one.ok ? [comparable(one.request)] : []));
    expect(read).toHaveLength(4);
    expect(read).toEqual(expect.arrayContaining(requests.map(comparable)));
    expect(found.filter(({ read: one }) => !one.ok).map(({ file }) => file)).toEqual(['older.request.yaml']);
  });

  it('is written identically if nothing has changed', async () => {
    await writeRequestFolder([forward()], folder, askHere);
    const file = join(folder, 'Cards', 'Authorise', 'Authorise a card.request.yaml');
    const before = await readFile(file, 'utf8');
    await writeRequestFolder([forward()], folder, askHere);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('keeps the comments that somebody wrote into a file, also when it moves', async () => {
    await writeRequestFolder([forward()], folder, askHere);
    const file = join(folder, 'Cards', 'Authorise', 'Authorise a card.request.yaml');
    const commented = `# Ask Ada.\n${await readFile(file, 'utf8')}`;
    await writeFile(file, commented);
    await writeRequestFolder([forward()], folder, askHere);
    expect(await readFile(file, 'utf8')).toBe(commented);
    await writeRequestFolder([forward({ folder: 'Cards', name: 'Moved' })], folder, askHere);
    const moved = await readFile(join(folder, 'Cards', 'Moved.request.yaml'), 'utf8');
    expect(moved).toBe(commented.replace('name: Authorise a card', 'name: Moved'));
    expect(await readdir(join(folder, 'Cards'))).toEqual(['Moved.request.yaml']);
  });

  it('is written without following a link, which would lead out of it', async () => {
    const [inside, outside] = [join(folder, 'team'), join(folder, 'elsewhere')];
    await mkdir(inside);
    await mkdir(outside);
    await symlink(outside, join(inside, 'Cards'));
    await expect(writeRequestFolder([forward()], inside, askHere)).rejects.toMatchObject({
      problem: { meaning: expect.stringContaining('It is a link: links are not followed.') as unknown },
    });
    expect(await readdir(outside)).toEqual([]);
  });

  it('is read without following links or entering hidden folders', async () => {
    await mkdir(join(folder, '.git'));
    await writeFile(join(folder, '.git', 'a.request.yaml'), toRequestText([forward()], false));
    await writeFile(join(folder, 'real.yaml'), toRequestText([forward()], false));
    await symlink(join(folder, 'real.yaml'), join(folder, 'link.request.yaml'));
    await symlink('/', join(folder, 'root'));
    const why = 'It is a link: links are not followed.';
    expect(await readRequestFolder(folder)).toEqual(
      ['link.request.yaml', 'root'].map((file) => ({ file, read: { ok: false, why } })),
    );
  });
});

it.each(['aux', 'nul.v2', 'Con .json', 'com1.', 'LPT³', 'conin$'])(
  'gives a request called %s a file that Windows can check out',
  (name) => {
    // Windows takes what stands before the first dot for the device.
    expect(fileName({ name }, () => false)).toMatch(/^request /);
  },
);

it.each(['auxiliary', 'con fetti', 'com12', 'null', 'v2.aux'])('leaves the name %s as it is', (name) => {
  expect(fileName({ name }, () => false)).toBe(`${name}.request.yaml`);
});
