import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testingFolder } from '../testing/testing-folder';
import { dataFolderAt } from './data-folder';

const folder = testingFolder();

it('creates the data folder', () => {
  const path = join(folder, 'data');
  expect(dataFolderAt(path, join(folder, 'usual'))).toMatchObject({ own: true });
  expect(existsSync(path)).toBe(true);
});

it('names a folder that cannot be created all the same, and knows whether it is the usual one', () => {
  writeFileSync(join(folder, 'file'), '');
  const path = join(folder, 'file', 'data');
  expect(dataFolderAt(path, join(folder, 'usual'))).toEqual({ path, own: true });
  expect(dataFolderAt(path, path)).toEqual({ path, own: false });
});
