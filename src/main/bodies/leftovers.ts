import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Tells this run's folder from one that an earlier run left under the same process id. */
const RUN_ID = randomUUID();

/** Folder of one run: the process id tells the next run whether its owner is still alive. */
const RUN_FOLDER = /^bodies-(\d+)-[0-9a-f-]{36}$/;

export function runFolderName(): string {
  return `bodies-${process.pid}-${RUN_ID}`;
}

/**
 * Removes the temporary files of runs that ended without tidying up (a crash, a power cut). This run's folder, those of other
 * living copies of the app, and anything else in `directory` stay.
 */
export async function removeLeftovers(directory: string): Promise<void> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch {
    return; // No such folder yet: nothing was ever left there.
  }
  for (const name of names) {
    const owner = RUN_FOLDER.exec(name)?.[1];
    if (owner === undefined || name === runFolderName() || isOtherLivingProcess(Number(owner))) continue;
    await rm(join(directory, name), { recursive: true, force: true });
  }
}

function isOtherLivingProcess(pid: number): boolean {
  if (pid === process.pid) return false; // The number came round again: that run is over.
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
