import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { removeLeftovers, runFolderName } from './leftovers';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();

it('removes the folders of earlier runs, and nothing else', async () => {
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const uuid = '0f0e0d0c-0000-4000-8000-000000000000';
  const leftover = `bodies-${gone}-${uuid}`;
  const sameNumberAsOurs = `bodies-${process.pid}-${uuid}`;
  const living = `bodies-${process.ppid}-${uuid}`;
  for (const name of [leftover, sameNumberAsOurs, living, runFolderName('bodies'), 'bodies-of-work']) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'x.body'), 'noise');
  }
  await removeLeftovers(folder, 'bodies');
  expect((await readdir(folder)).sort()).toEqual([living, runFolderName('bodies'), 'bodies-of-work'].sort());
});

it('does nothing if the folder does not exist', async () => {
  await expect(removeLeftovers(join(folder, 'none'), 'bodies')).resolves.toBeUndefined();
});
