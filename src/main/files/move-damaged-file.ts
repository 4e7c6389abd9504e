import { rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { nameNew } from './atomic-file';
import { isTaken } from './file-errors';

/**
 * Moves a file out of the way without ever overwriting another: `profiles.json` becomes
 * `profiles.damaged-2026-11-21T02-50-04Z.json` in the same folder, with a number if that name is taken.
 * @returns the new path.
 */
export function moveDamagedFile(path: string, now: Date): Promise<string> {
  return moveAside(path, 'damaged', now);
}

/** The same with a word other than `damaged` in the name. */
export async function moveAside(path: string, reason: string, now: Date): Promise<string> {
  const stamp = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/:/g, '-');
  const extension = extname(path);
  const stem = join(dirname(path), `${basename(path, extension)}.${reason}-${stamp}`);
  for (let number = 1; ; number += 1) {
    const aside = `${stem}${number === 1 ? '' : `-${number}`}${extension}`;
    if (await moveUnlessTaken(path, aside)) return aside;
  }
}

async function moveUnlessTaken(path: string, aside: string): Promise<boolean> {
  try {
    await nameNew(path, aside);
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
  await rm(path, { force: true });
  return true;
}
