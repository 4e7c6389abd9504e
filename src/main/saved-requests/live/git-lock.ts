import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { changedByGit } from './live-problems';

/** How long a change waits for git, in ms: nearly always it is done before. */
const LIMIT_MS = 2_000;
const STEP_MS = 20;

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
    // In a worktree and in a submodule it is a file that says where the folder is.
    const text = await readFile(git, 'utf8').catch(() => '');
    const elsewhere = /^gitdir: (.+)$/m.exec(text)?.[1];
    return join(elsewhere === undefined ? git : resolve(folder, elsewhere), 'index.lock');
  }
  const around = dirname(folder);
  return around === folder ? null : gitLockFor(around);
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
