import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hearHistoryChanged } from '@main/history/signals';
import { settleDataFolder } from './data-folder';

it('accepts a folder that the app was started with or that has profiles, and no other', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'data-folder-')));
  try {
    for (const wrong of ['', folder, join(folder, 'nowhere')])
      expect(() => settleDataFolder(wrong)).toThrow('Nothing was sent.');
    const [started, older] = [join(folder, 'started'), join(folder, 'older')];
    await mkdir(started);
    // Like the app when it starts.
    hearHistoryChanged(
      join(started, 'signals'),
      () => undefined,
      () => undefined,
    )();
    await mkdir(older);
    await writeFile(join(older, 'profiles.json'), '{}');
    for (const path of [started, older]) expect(settleDataFolder(path)).toEqual({ path, own: true });
  } finally {
    await rm(folder, { recursive: true });
  }
});
