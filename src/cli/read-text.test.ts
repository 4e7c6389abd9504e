import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readText } from './read-text';
import { UsageError } from './usage-error';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'read-text-'))));
afterEach(() => rm(folder, { recursive: true }));

it('reads a file unchanged, including a byte order mark, and an empty one', async () => {
  for (const text of ['\ufeffa: é\n', '']) {
    await writeFile(join(folder, 'a.yaml'), text);
    expect(await readText(join(folder, 'a.yaml'))).toBe(text);
  }
});

it('rejects a file that is unreadable or not UTF-8, with its path', async () => {
  await mkdir(join(folder, 'sub'));
  const bytes = { latin1: Buffer.from('é', 'latin1'), utf16: Buffer.from('\ufeffa: b', 'utf16le') };
  for (const [name, content] of Object.entries(bytes)) await writeFile(join(folder, name), content);
  for (const [name, words] of [
    ['gone', 'there is no such file or folder.'],
    ['sub', 'it is a folder.'],
    ['latin1', 'it is not UTF-8 text. Save it as UTF-8.'],
    ['utf16', 'it is not UTF-8 text. Save it as UTF-8.'],
  ] as const) {
    const path = join(folder, name);
    const reading = readText(path);
    await expect(reading).rejects.toBeInstanceOf(UsageError);
    await expect(reading).rejects.toThrow(`${path} cannot be read: ${words}`);
  }
});

it('rejects a terminal as standard input', async () => {
  const before = Object.getOwnPropertyDescriptor(process.stdin, 'isTTY');
  Object.defineProperty(process.stdin, 'isTTY', { value: true, configurable: true });
  try {
    await expect(readText('-')).rejects.toThrow(
      'Standard input cannot be read: it is a terminal here, not a file or a pipe.',
    );
  } finally {
    if (before === undefined) Reflect.deleteProperty(process.stdin, 'isTTY');
    else Object.defineProperty(process.stdin, 'isTTY', before);
  }
});

it.skipIf(process.platform === 'win32')(
  'rejects an endless path, and an empty one that is not a file',
  async () => {
    await expect(readText('/dev/zero')).rejects.toThrow(
      '/dev/zero cannot be read: it is longer than 500 MB.',
    );
    await expect(readText('/dev/null')).rejects.toThrow('/dev/null cannot be read: it is empty.');
  },
);
