import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { onHistoryChanged } from '@main/history/signals';
import { settleDataFolder } from './data-folder';

it('says what to do if a data folder does not exist, or is not one', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'data-folder-')));
  try {
    const todo =
      'Put a profiles.json into it (docs/command-line.md has one), or start the app with --user-data-dir=';
    const missing = join(folder, 'not yet');
    const refusals = [
      [missing, `there is no such folder. ${todo}'${missing}' once. Nothing was sent.`],
      [folder, `it is not a data folder of the app. ${todo}${folder} once. Nothing was sent.`],
      ['', 'it is empty. Nothing was sent.'],
    ] as const;
    for (const [given, why] of refusals)
      expect(() => settleDataFolder(given)).toThrow(`--data-folder "${given}": ${why}`);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('accepts a folder that the app was started with or that has profiles, and no other', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'data-folder-')));
  try {
    for (const wrong of ['', folder, join(folder, 'nowhere')])
      expect(() => settleDataFolder(wrong)).toThrow('Nothing was sent.');
    const [started, older] = [join(folder, 'started'), join(folder, 'older')];
    await mkdir(started);
    // As the app does when it starts.
    onHistoryChanged(
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

it('takes the app’s usual folder for that also if it is named, so that its secrets and its history are found', async () => {
  const config = await realpath(await mkdtemp(join(tmpdir(), 'data-folder-')));
  try {
    for (const name of ['APPDATA', 'XDG_CONFIG_HOME']) vi.stubEnv(name, config);
    vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
    const usual = settleDataFolder(undefined);
    expect(usual).toEqual({ path: join(config, 'Payments API Explorer'), own: false });
    await writeFile(join(usual.path, 'profiles.json'), '{}');
    await symlink(usual.path, join(config, 'link'));
    for (const given of [usual.path, `${usual.path}/`, join(config, 'link')])
      expect(settleDataFolder(given), given).toEqual(usual);
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    await rm(config, { recursive: true });
  }
});
