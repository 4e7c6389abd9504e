import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readLicences } from './settings-handlers';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();

it('merges the licence lists of all parts, each library once, and ignores broken and missing lists', async () => {
  const vue = { name: 'vue', version: '3.5.0', licence: 'MIT', text: 'MIT …' };
  const jose = { name: 'jose', version: '6.0.0', licence: 'MIT', text: null };
  const lists = {
    main: JSON.stringify([vue, jose]),
    renderer: JSON.stringify([vue]),
    broken: '[{"name":1}]',
  };
  for (const [part, text] of Object.entries(lists)) {
    await mkdir(join(folder, part));
    await writeFile(join(folder, part, 'licences.json'), text);
  }
  const parts = [...Object.keys(lists), 'not-built'].map((part) => join(folder, part));
  expect(await readLicences(parts)).toEqual([jose, vue]);
});
