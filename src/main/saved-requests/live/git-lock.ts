import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isNetworkPath } from '../../files/network-path';
import { changedByGit } from './live-problems';

/** How long a change waits for git, in ms: nearly always it is done before. */
const LIMIT_MS = 2_000;
const STEP_MS = 20;
/** It holds one path. */
const MAX_GIT_FILE_BYTES = 64 * 1024;

/**
 * Resolves once git changes no files in the folder. Git compares all of them first and then replaces them one by one:
 * what is written in between would be replaced, too. Throws a `ProblemError` if git takes too long.
 */
export async function whenGitIsDone(root: string, limitMs = LIMIT_MS): Promise<void> {
  const lock = await gitLockFor(root);
  if (lock === null) return;
  const end = performance.now() + limitMs;
  while (await isThere(lock)) {
    if (performance.now() >= end) throw changedByGit(root, lock);
    await pause(STEP_MS);
  }
}

/** Throws a `ProblemError` if git changes files in the folder now. */
export async function assertGitIsDone(root: string): Promise<void> {
  await whenGitIsDone(root, 0);
}

/** The path of the file that is there while git changes others; null outside of a repository. */
async function gitLockFor(folder: string): Promise<string | null> {
  const git = join(folder, '.git');
  if (await isThere(git)) {
    const elsewhere = /^gitdir: (.+)$/m.exec(await gitFile(git))?.[1];
    // The file may have come with the folder, and then must not name a computer to sign in to.
    if (elsewhere !== undefined && isNetworkPath(elsewhere) && !isNetworkPath(folder)) return null;
    return join(elsewhere === undefined ? git : resolve(folder, elsewhere), 'index.lock');
  }
  const around = dirname(folder);
  return around === folder ? null : gitLockFor(around);
}

/** In a worktree and in a submodule, `.git` is a file that says where the folder is; anything else is as good as empty. */
async function gitFile(git: string): Promise<string> {
  const found = await stat(git).catch(() => null);
  // A pipe or a device may have no end.
  if (!found?.isFile() || found.size > MAX_GIT_FILE_BYTES) return '';
  return readFile(git, 'utf8').catch(() => '');
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
