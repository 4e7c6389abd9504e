import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readChosenText, writeChosenText } from './chosen-text';
import { testingFolder } from '../testing/testing-folder';

const folder = testingFolder();

it('reads back what was written, and replaces an existing file completely', async () => {
  const path = join(folder, 'requests.yaml');
  await writeFile(path, 'a longer text of before');
  await writeChosenText(path, '\ufeffé\n');
  expect(await readChosenText(path, 6)).toBe('\ufeffé\n');
  expect(await readdir(folder)).toEqual(['requests.yaml']);
});

it('explains why a file cannot be written at the chosen path, and overwrites nothing', async () => {
  const path = join(folder, 'requests.yaml');
  await writeFile(path, 'of before');
  for (const [where, words] of [
    [join(folder, 'gone', 'report.xml'), 'There is no such file or folder. No file was left behind'],
    [
      join(path, 'report.xml'),
      'It is not a folder, or is inside something that is not. No file was left behind',
    ],
    [join(folder, `${'x'.repeat(250)}.xml`), 'Its name is too long. No file was left behind'],
  ] as const)
    await expect(writeChosenText(where, 'x'), where).rejects.toMatchObject({
      problem: { code: 'cannot-write-file', meaning: expect.stringContaining(words) },
    });
  expect(await readdir(folder)).toEqual(['requests.yaml']);
  expect(await readFile(path, 'utf8')).toBe('of before');
});

it('refuses to read a file that is missing, too large, not UTF-8 or a folder, and says why', async () => {
  const path = join(folder, 'a.json');
  await writeFile(path, Buffer.from('{"name": "é"}', 'latin1'));
  for (const [where, most, words] of [
    [path, 5, 'It has 13 bytes, and at most 5 are read. Nothing was changed.'],
    [path, 50, 'It is not UTF-8 text. Save it as UTF-8. Nothing was changed.'],
    [join(folder, 'gone'), 50, 'There is no such file or folder. Nothing was changed.'],
    [folder, 50_000, 'It is a folder. Nothing was changed.'],
  ] as const)
    await expect(readChosenText(where, most), where).rejects.toMatchObject({
      problem: { code: 'file-unreadable', meaning: words },
    });
});

it.runIf(process.platform !== 'win32')('does not read a device, which may never end', async () => {
  await expect(readChosenText('/dev/zero', 6)).rejects.toMatchObject({
    problem: { code: 'file-unreadable', detail: 'it is not a file' },
  });
});
