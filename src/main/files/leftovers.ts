import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '@shared/text/code-of';

/** Distinguishes this run's folder from one left by an earlier run with the same process id. */
const RUN_ID = randomUUID();

const UUID = '[0-9a-f-]{36}';

/** The name of a run's folder: the process id tells the next run whether its owner is still alive. */
export function runFolderName(kind: string): string {
  return `${kind}-${process.pid}-${RUN_ID}`;
}

/**
 * Removes the temporary folders of runs that ended without tidying up (a crash, a power cut). Keeps this run's
 * folder, those of other running copies of the app, and anything else in `directory`.
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
    // In a shared folder it may belong to somebody else.
    await rm(join(directory, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

export function isOtherLivingProcess(pid: number): boolean {
  if (pid === process.pid) return false; // This process reuses the id, so the earlier run has ended.
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}
