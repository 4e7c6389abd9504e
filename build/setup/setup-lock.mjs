// One set-up at a time in one clone: two runs of npm ci in the same folder would ruin each other's work.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { outDir } from './paths.mjs';

const POLL_MS = 200;

/** Whether a process of this number runs on this machine. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Takes the lock; false when a running process has it. What a process that is gone left behind is cleared away. */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  let holder = '';
  try {
    holder = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  // Empty: between its creation and its writing, or just given back.
  if (holder !== '' && !isAlive(Number(holder))) rmSync(file, { force: true });
  return false;
}

/**
 * Runs a piece of set-up while no other process of this clone runs one.
 * @template T
 * @param {{ log: (line: string) => void, file?: string }} options
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock({ log, file = join(outDir, 'setup.lock') }, work) {
  mkdirSync(dirname(file), { recursive: true });
  // Twice at once: the first try may have cleared away what a killed set-up left.
  if (!take(file) && !take(file)) {
    log('another set-up is at work in this clone; waiting for it');
    while (!take(file)) await delay(POLL_MS);
  }
  const release = () => rmSync(file, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}
