import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PARTIAL } from './atomic-file';

/** Writing a file never takes this long, in ms. */
const OLD_MS = 3_600_000;

/** Removes what was left by saves that were killed. One that is younger may be in use by another run of the app. */
export async function removeOldPartials(root: string, partials: readonly string[]): Promise<void> {
  for (const path of partials) {
    const full = join(root, path);
    const found = await lstat(full).catch(() => null);
    // If it cannot be removed, nothing is said: nobody asked for it.
    if (found?.isFile() === true && found.mtimeMs < Date.now() - OLD_MS)
      await rm(full).catch(() => undefined);
  }
}

/** The same for whatever else was being written in a folder, though not in the folders inside it. */
export async function removeOldPartialsIn(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  await removeOldPartials(
    folder,
    names.filter((name) => PARTIAL.test(name)),
  );
}
