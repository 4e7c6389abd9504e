import type * as NodeFs from 'node:fs/promises';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { writeFileAtomically } from './atomic-file';

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof NodeFs>();
  // Like a folder on a network drive, which can be listed but not opened.
  const open = async (...asked: Parameters<typeof fs.open>) => {
    if (asked[1] === 'r') throw Object.assign(new Error('EINVAL'), { code: 'EINVAL' });
    return fs.open(...asked);
  };
  // Like a disk without links.
  const link = async () => Promise.reject(Object.assign(new Error('EPERM'), { code: 'EPERM' }));
  return { ...fs, open, link };
});

it('writing a file succeeds even if its folder cannot be flushed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atomic-'));
  try {
    await writeFileAtomically(join(folder, 'a'), 'new');
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('new');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('a new file never overwrites one that appeared in its place, even on a disk without links', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atomic-'));
  const place = join(folder, 'a');
  try {
    await writeFileAtomically(place, 'ours', 0o600, { isNew: true });
    expect(await readFile(place, 'utf8')).toBe('ours');
    await writeFile(place, 'theirs');
    await expect(writeFileAtomically(place, 'ours', 0o600, { isNew: true })).rejects.toThrow('EEXIST');
    expect(await readFile(place, 'utf8')).toBe('theirs');
    expect(await readdir(folder)).toEqual(['a']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
