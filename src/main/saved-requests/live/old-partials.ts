import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** No file is written for as long. */
const OLD_MS = 3_600_000;

/** Removes what saves left that were killed. Another run of the app may be at one that is young. */
export async function removeOldPartials(root: string, partials: readonly string[]): Promise<void> {
  for (const path of partials) {
    const full = join(root, path);
    const found = await lstat(full).catch(() => null);
    // Whatever keeps it: nobody asked for it.
    if (found?.isFile() === true && found.mtimeMs < Date.now() - OLD_MS)
      await rm(full).catch(() => undefined);
  }
}
