import { readFileSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SavedRequest } from '@shared/requests/saved-requests';
import { DatabaseError } from '../../database/database';
import {
  askedOf,
  composed,
  openTestingLive,
  problemOf,
  savedRequest,
  writeOutside,
  type TestingLive,
} from './testing-live';

const FILE = 'Charge.request.yaml';
let live: TestingLive;
let before: SavedRequest;
beforeEach(async () => {
  live = await openTestingLive();
  const one = savedRequest(composed(''));
  await writeOutside(live.root, FILE, one);
  // A secret that is typed into its file.
  pull((old) => old.replace('secret: true', 'secret: true\n      value: CANARY-TYPED'));
  await open();
  before = await known(one.id);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await live.remove();
});
const { open, text, known, files } = askedOf(() => live);

/** Changes the file outside the app. */
function pull(change: (text: string) => string, file = FILE): void {
  const path = join(live.root, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
const theirs = (old: string): string => `${old}\n# Theirs\n`;

/** Lets the database fail after something else has happened. */
function failAfter(meanwhile: () => void): void {
  vi.spyOn(live.testing.database, 'transaction').mockImplementationOnce(async () => {
    meanwhile();
    throw new DatabaseError('busy', 'locked');
  });
}
const IN_PART = { problem: { title: 'The folder on disk was changed in part' } };

it('a file changed while the keychain stored its secret is not overwritten', async () => {
  const asked = vi.spyOn(live.keychain, 'set').mockImplementationOnce(() => {
    pull(theirs);
    return live.keychain;
  });
  expect(await problemOf(live.store.put({ ...before, description: 'Mine' }))).toBe('request-changed-on-disk');
  expect(asked).toHaveBeenCalledOnce();
  expect(await text(FILE)).toContain('Theirs');
  expect(await text(FILE)).not.toContain('Mine');
});

it('a file changed after it was written is not restored when the rest fails, and that is reported', async () => {
  failAfter(() => pull(theirs));
  const asked = { ...before, description: 'Mine', profileId: 'q' };
  await expect(live.store.put(asked)).rejects.toMatchObject(IN_PART);
  expect(await text(FILE)).toContain('Theirs');
});

it('a file changed after it was moved stays, and so does a new file in its old place', async () => {
  failAfter(() => {
    pull(theirs, 'Named.request.yaml');
    writeFileSync(join(live.root, FILE), 'their own');
  });
  const asked = { ...before, name: 'Named', profileId: 'q' };
  await expect(live.store.put(asked)).rejects.toMatchObject(IN_PART);
  expect(await text('Named.request.yaml')).toContain('Theirs');
  expect(await text(FILE)).toBe('their own');
});

it('a copy of a file that is moved into the database is another request', async () => {
  await writeOutside(live.root, 'Copy.request.yaml', await text(FILE));
  await live.folders.look();
  await live.store.put({ ...(await known(before.id)), folder: 'Own' });
  await expectApart('Copy.request.yaml');
});

it('a file that comes back after its request was moved elsewhere is another request', async () => {
  const added = await live.store.put(savedRequest({ folder: basename(live.root), name: 'Added' }));
  await rename(live.root, `${live.root}-away`);
  await live.folders.look();
  await live.store.put({ ...(await known(added.id)), folder: 'Own' });
  await rename(`${live.root}-away`, live.root);
  await live.folders.look();
  await expectApart('Added.request.yaml');
});

/** Deleting the app's own requests does not delete the file. */
async function expectApart(file: string): Promise<void> {
  await live.store.remove(await live.database.all());
  await live.folders.look();
  expect(await live.database.all()).toEqual([]);
  expect(await files()).toContain(file);
}

it.each([['deleted'], ['moved into the database']])(
  'a file changed after it was read is not %s',
  async (how) => {
    pull(theirs);
    const act =
      how === 'deleted' ? live.store.remove([before]) : live.store.put({ ...before, folder: 'Own' });
    await expect(act).rejects.toMatchObject({
      problem: {
        code: 'request-changed-on-disk',
        meaning: expect.stringContaining('Nothing was removed') as unknown,
      },
    });
    expect(await text(FILE)).toContain('Theirs');
    expect(await live.database.all()).toEqual([]);
    // The folder was looked at meanwhile.
    await live.store.remove([await known(before.id)]);
    expect(await files()).toEqual([]);
  },
);

it('a new file in the place of a deleted one stays when the rest fails', async () => {
  failAfter(() => writeFileSync(join(live.root, FILE), 'their own'));
  await expect(live.store.remove([before])).rejects.toMatchObject(IN_PART);
  expect(await text(FILE)).toBe('their own');
  expect(await files()).toEqual([FILE]);
  expect(basename(live.root)).toBe(before.folder);
});
