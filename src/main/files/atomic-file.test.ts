import type * as NodeFs from 'node:fs/promises';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { writeFileAtomically } from './atomic-file';

vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof NodeFs>();
  // As a folder on a drive of a network, which can be listed and not opened.
  const open = async (...asked: Parameters<typeof fs.open>) => {
    if (asked[1] === 'r') throw Object.assign(new Error('EINVAL'), { code: 'EINVAL' });
    return fs.open(...asked);
  };
  return { ...fs, open };
});

it('is not refused where the file has its new content and its folder alone cannot be flushed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atomic-'));
  try {
    await writeFileAtomically(join(folder, 'a'), 'new');
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('new');
  } finally {
    await rm(folder, { recursive: true });
  }
});
