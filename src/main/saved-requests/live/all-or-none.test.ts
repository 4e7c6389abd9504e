import type * as NodeFs from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { DatabaseError } from '../../database/database';
import {
  askedOf,
  openTestingLive,
  problemOf,
  savedRequest,
  writeOutside,
  type TestingLive,
} from './testing-live';

/**
 * Endings of paths that the disk does not remove, and that it does not write; and whether it is full, so that only the
 * beginning of a file fits.
 */
const disk = vi.hoisted(() => ({ keeps: ' ', takesNot: ' ', isFull: false }));
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof NodeFs>();
  const readOnly = (): Error => Object.assign(new Error('EROFS: read-only'), { code: 'EROFS' });
  return {
    ...fs,
    rm: async (...asked: Parameters<typeof fs.rm>) => {
      if (String(asked[0]).endsWith(disk.keeps)) throw readOnly();
      return fs.rm(...asked);
    },
    writeFile: async (...asked: Parameters<typeof fs.writeFile>) => {
      if (!disk.isFull) return fs.writeFile(...asked);
      await fs.writeFile(asked[0], 'What fits');
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
    },
    link: async (...asked: Parameters<typeof fs.link>) => {
      if (String(asked[1]).endsWith(disk.takesNot)) throw readOnly();
      return fs.link(...asked);
    },
    rename: async (...asked: Parameters<typeof fs.rename>) => {
      if (String(asked[1]).endsWith(disk.takesNot)) throw readOnly();
      return fs.rename(...asked);
    },
  };
});

let live: TestingLive;
let name: string;
let requests: readonly SavedRequest[];
beforeEach(async () => {
  Object.assign(disk, { keeps: ' ', takesNot: ' ', isFull: false });
  live = await openTestingLive();
  name = basename(live.root);
  for (const of of ['A', 'B', 'C'])
    await writeOutside(live.root, `${of}.request.yaml`, savedRequest({ name: of }));
  await live.database.put(savedRequest({ folder: 'Own', name: 'Mine' }));
  await open();
  requests = await inFolder(name);
});
afterEach(async () => {
  Object.assign(disk, { keeps: ' ', takesNot: ' ', isFull: false });
  vi.restoreAllMocks();
  await live.remove();
});
const { open, files, look, text } = askedOf(() => live);

const inFolder = async (folder: string) => (await live.store.all()).filter((one) => one.folder === folder);
const places = async () =>
  (await live.store.all()).map((one) => `${one.folder.replace(name, 'disk')}/${one.name}`);
const moved = (folder: string) => requests.map((one) => ({ ...one, folder }));
const AS_IT_WAS = ['Own/Mine', 'disk/A', 'disk/B', 'disk/C'];
async function expectAsItWas(): Promise<void> {
  await look();
  expect((await places()).sort()).toEqual(AS_IT_WAS);
  expect(await files()).toEqual(['A.request.yaml', 'B.request.yaml', 'C.request.yaml']);
  expect(await inFolder(name)).toEqual(requests);
}
const refuseOnce = (which: 'transaction') =>
  vi.spyOn(live.testing.database, which).mockRejectedValueOnce(new DatabaseError('disk', 'full'));

it('requests moved from a folder on disk to the database are in one place only', async () => {
  await live.store.putAll(moved('Own'));
  expect((await places()).sort()).toEqual(['Own/A', 'Own/B', 'Own/C', 'Own/Mine']);
  expect(await files()).toEqual([]);
});

it.each([['disk/Sub'], ['Own']])('a file that cannot be removed undoes a move to %s', async (to) => {
  disk.keeps = '/C.request.yaml';
  const folder = to.replace('disk', name);
  // The new file in the other folder can be removed again.
  const asked = moved(folder).map((one, at) => ({ ...one, name: `${one.name}${at}` }));
  expect(await problemOf(live.store.putAll(asked))).toBe('request-file-not-written');
  await expectAsItWas();
});

it('if one of several files cannot be saved or deleted, none is changed', async () => {
  disk.takesNot = '/C.request.yaml';
  const changed = requests.map((one) => ({ ...one, description: 'new' }));
  expect(await problemOf(live.store.putAll(changed))).toBe('request-file-not-written');
  await expectAsItWas();
  Object.assign(disk, { keeps: '/C.request.yaml', takesNot: ' ' });
  expect(await problemOf(live.store.remove(await live.store.all()))).toBe('request-file-not-written');
  await expectAsItWas();
});

it('a file to be renamed by case keeps its name if its new text does not fit on the disk', async () => {
  disk.isFull = true;
  const asked = requests.slice(0, 1).map((one) => ({ ...one, name: 'a' }));
  expect(await problemOf(live.store.putAll(asked))).toBe('request-file-not-written');
  await expectAsItWas();
});

it.each<[string, () => Partial<SavedRequest>]>([
  ['is new in a new folder', () => ({ id: randomUUID(), folder: `${name}/New/Folder` })],
  ['has changed', () => ({ description: 'Mine' })],
  ['has another name', () => ({ name: 'Other' })],
  ['moves to a new folder', () => ({ folder: `${name}/New` })],
])(
  'on a full disk, a request that %s is refused in words, and leaves nothing behind',
  async (_how, changes) => {
    const [one] = requests;
    if (one === undefined) throw new Error('There is none.');
    const texts = () => Promise.all(['A', 'B', 'C'].map((of) => text(`${of}.request.yaml`)));
    const before = await texts();
    disk.isFull = true;
    await expect(live.store.putAll([{ ...one, ...changes() }])).rejects.toMatchObject({
      problem: {
        meaning: expect.stringMatching(/could not be written or removed: the disk is full\.$/) as string,
      },
    });
    disk.isFull = false;
    expect((await readdir(live.root)).sort()).toEqual(['A', 'B', 'C'].map((of) => `${of}.request.yaml`));
    expect(await texts()).toEqual(before);
    await expectAsItWas();
  },
);

it('a file that can be removed neither from its old nor its new place is reported', async () => {
  const asked = requests.slice(0, 1).map((one) => ({ ...one, name: 'Named' }));
  disk.keeps = '.request.yaml';
  await expect(live.store.putAll(asked)).rejects.toMatchObject({
    problem: { title: 'The folder on disk was changed in part' },
  });
  expect(await files()).toHaveLength(4);
});

it('requests for the database and a folder on disk are all refused if one side fails', async () => {
  const [mine] = await inFolder('Own');
  disk.takesNot = '/New.request.yaml';
  const added = [savedRequest({ folder: 'Own', name: 'Other' }), savedRequest({ folder: name, name: 'New' })];
  expect(await problemOf(live.store.putAll(added))).toBe('request-file-not-written');
  await expectAsItWas();
  expect(await inFolder('Own')).toEqual([mine]);
});

it('a new file is removed again if the database refuses its local part', async () => {
  refuseOnce('transaction');
  await expect(live.store.put(savedRequest({ folder: name, name: 'New' }))).rejects.toThrow('full');
  await expectAsItWas();
});

it('a change that cannot be undone is reported', async () => {
  Object.assign(disk, { takesNot: '/C.request.yaml', keeps: '/New.request.yaml' });
  const asked = [savedRequest({ folder: name, name: 'New' }), ...requests.slice(2)];
  const act = live.store.putAll(asked.map((one) => ({ ...one, description: 'new' })));
  await expect(act).rejects.toMatchObject({ problem: { title: 'The folder on disk was changed in part' } });
});
