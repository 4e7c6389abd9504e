// Helper programs that must never outlive this process: starting them, waiting for them, stopping them, and their
// temporary folders.
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onPath } from './paths.mjs';

const READY_MS = 10_000;
const STOP_MS = 3_000;

/** What to undo when this process ends without a proper stop. */
const cleanups = new Set();

function cleanUpOnExit() {
  if (cleanUpOnExit.done) return;
  cleanUpOnExit.done = true;
  process.once('exit', () => {
    for (const undo of [...cleanups].reverse()) undo();
  });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    process.once(signal, () => {
      // Any other listener for the signal ends the process itself when it is ready, ending the app before its display.
      if (process.listenerCount(signal) === 0) process.exit(code);
    });
  }
}

/**
 * A fresh folder that is deleted when this process ends, if not earlier: a session's home, or its sockets and logs. Its
 * path is short, because socket paths have to be (108 bytes).
 */
export function temporaryDir() {
  cleanUpOnExit();
  const dir = mkdtempSync(join(tmpdir(), 'pae-'));
  const remove = () => {
    cleanups.delete(remove);
    rmSync(dir, { recursive: true, force: true });
  };
  cleanups.add(remove);
  return { dir, remove };
}

/**
 * Starts a daemon that ends with this process, even if that is killed (provided that setpriv, from util-linux, is
 * installed).
 */
export function startDaemon(program, args, { env, stdio, logFile }) {
  const tied = onPath('setpriv');
  const output = openSync(logFile, 'a');
  const child = spawn(tied ? 'setpriv' : program, tied ? ['--pdeathsig', 'TERM', program, ...args] : args, {
    env,
    stdio: stdio.map((end) => (end === 'log' ? output : end)),
    // In its own process group, because Ctrl+C in the terminal must reach the app first and the display last.
    detached: true,
  });
  closeSync(output);
  let failure;
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve((failure = error.message)));
    child.once('exit', (code, signal) =>
      resolve((failure ??= `${program} ended with ${signal ?? `code ${code}`}`)),
    );
  });
  const terminate = () => child.kill('SIGTERM');
  cleanups.add(terminate);
  void ended.then(() => cleanups.delete(terminate));
  return {
    child,
    /** Why it is not running (any more); undefined while it is. */
    failure: () => failure,
    async stop() {
      if (failure) return;
      terminate();
      const patience = new AbortController();
      const gone = await Promise.race([
        ended,
        delay(STOP_MS, undefined, { signal: patience.signal }).catch(() => 'gone'),
      ]);
      patience.abort();
      if (gone === undefined) child.kill('SIGKILL');
      await ended;
    },
  };
}

/**
 * Waits until a daemon is ready. Rejects, with its last lines of output, if it ends or is not ready after ten seconds.
 */
export async function waitUntilReady(daemon, ready, { what, logFile }) {
  const deadline = Date.now() + READY_MS;
  while (!ready()) {
    const problem =
      daemon.failure() ?? (Date.now() > deadline ? `it was not ready after ${READY_MS / 1000} s` : undefined);
    if (problem) {
      await daemon.stop();
      throw new Error(
        `${what} could not be started: ${problem}\n${readFileSync(logFile, 'utf8').trim().split('\n').slice(-10).join('\n')}`,
      );
    }
    await delay(20);
  }
}
