import { chmod, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readRequestFolder } from '../request-folder';
import {
  asNobody,
  live,
  liveEach,
  PERMISSIONS_HOLD,
  problemOf,
  savedRequest,
  writeOutside,
} from './testing-live';

const FILE = join('Cards', 'Charge.request.yaml');
const DENIED = { path: 'Cards', why: 'The folder cannot be read: permission is denied.' };

const { open, state, look, known, files } = liveEach();
beforeEach(async () => {
  await chmod(dirname(live.root), 0o755);
});

describe.skipIf(!PERMISSIONS_HOLD)('a subfolder that may not be read', () => {
  it('is named with the reason, its request is not written over, and it is read again as soon as it may be', async () => {
    const one = savedRequest();
    await writeOutside(live.root, FILE, one);
    await open();
    const before = await known(one.id);
    await chmod(join(live.root, 'Cards'), 0o000);
    try {
      await asNobody(async () => {
        await look();
        expect((await state()).leftOut).toEqual([DENIED]);
        expect(await problemOf(live.store.put({ ...before, description: 'Mine' }))).toBe(
          'request-file-unreadable',
        );
        expect(await readRequestFolder(live.root)).toEqual([
          { file: 'Cards', read: { ok: false, why: DENIED.why } },
        ]);
      });
    } finally {
      await chmod(join(live.root, 'Cards'), 0o755);
    }
    await look();
    expect((await state()).leftOut).toEqual([]);
    expect(await known(one.id)).toEqual(before);
    expect(await files()).toEqual([FILE]);
  });
});

it('a request whose file became a link is not written beside it', async () => {
  const one = savedRequest();
  await writeOutside(live.root, FILE, one);
  await open();
  const before = await known(one.id);
  await rm(join(live.root, FILE));
  await symlink('/dev/null', join(live.root, FILE));
  await look();
  expect(await problemOf(live.store.put({ ...before, description: 'Mine' }))).toBe('request-file-unreadable');
  expect(await files()).toEqual([FILE]);
});
