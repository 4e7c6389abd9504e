import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testingFolder } from '../testing/testing-folder';
import { idsSetAside } from './ids-set-aside';

const folder = testingFolder();

it('finds the ids in files that were set aside, whatever is wrong in them', async () => {
  await writeFile(join(folder, 'profiles.json'), '{"id": "here"}');
  await writeFile(
    join(folder, 'profiles.damaged-2026-11-21T02-50-04Z.json'),
    '{"profiles": [{"id": "staging", "name": "Staging",}, { "id":"live"',
  );
  await writeFile(join(folder, 'profiles.damaged-2026-11-21T02-50-04Z-2.json'), '"id" : "older"');
  await mkdir(join(folder, 'profiles.damaged-2026-11-22T02-50-04Z.json'));
  expect([...(await idsSetAside(folder))].sort()).toEqual(['live', 'older', 'staging']);
});

it('finds none in a folder that is not there', async () => {
  expect(await idsSetAside(join(folder, 'gone'))).toEqual([]);
});
