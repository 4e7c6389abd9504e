import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Tells this run's folder from one that an earlier run left under the same process id. */
const RUN_ID = randomUUID();

const UUID = '[0-9a-f-]{36}';

/** A folder of one run: the process id tells the next run whether its owner is still alive. */
export function runFolderName(kind: string): string {
  return `${kind}-${process.pid}-${RUN_ID}`;
}

/**
 * Removes the temporary folders of runs that ended without tidying up (a crash, a power cut). This run's folder, those of
 * other living copies of the app, and anything else in `directory` stay.
 */
export async function removeLeftovers(directory: string, kind: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch {
    return; // No such folder yet: nothing was ever left there.
  }
  const runFolder = new RegExp(`^${kind}-(\\d+)-${UUID}$`);
  for (const name of names) {
    const owner = runFolder.exec(name)?.[1];
    if (owner === undefined || name === runFolderName(kind) || isOtherLivingProcess(Number(owner))) continue;
    // In a folder that everybody uses it may be somebody else's.
    await rm(join(directory, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

export function isOtherLivingProcess(pid: number): boolean {
  if (pid === process.pid) return false; // The number came round again: that run is over.
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
