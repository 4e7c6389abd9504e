// Runs programs in the terminal as if they were this one, and ends everything when the terminal or npm ends.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { repoRoot } from './paths.mjs';

const POLL_MS = 500;
const GRACE_MS = 1000;

/**
 * Ends this process (with SIGTERM, which can be listened for) if npm started it and the shell between them is gone:
 * when npm is told to end, it ends only the shell, and what the shell started would run forever.
 */
export function exitWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, POLL_MS);
  watch.unref();
}

/**
 * Runs a program to its end with this process's standard streams; signals that are meant to end this process end the
 * program.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code; 128 or more if a signal ended it, as in a shell
 */
export function runInForeground(command, args, env) {
  const child = spawn(command, args, { cwd: repoRoot, env, stdio: 'inherit' });
  const forward = (signal) => child.kill(signal);
  // Ctrl+C in a terminal reaches the program directly; the program is told, a moment later, only if it did not.
  const forwardLater = () => setTimeout(() => child.kill('SIGTERM'), GRACE_MS).unref();
  process.on('SIGINT', forwardLater).on('SIGTERM', forward).on('SIGHUP', forward);
  const done = () => process.off('SIGINT', forwardLater).off('SIGTERM', forward).off('SIGHUP', forward);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  }).finally(done);
}
