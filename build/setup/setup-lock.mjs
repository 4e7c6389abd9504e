// Allows one set-up at a time in a clone: two runs of npm ci in the same folder would break each other.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { outDir } from './paths.mjs';

const POLL_MS = 200;

/** Whether a process with this id runs on this machine. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Takes the lock; returns false if a running process holds it. A lock left behind by a process that has ended is
 * removed.
 */
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
  // An empty file means that the lock has just been created but not yet written, or has just been released.
  if (holder !== '' && !isAlive(Number(holder))) rmSync(file, { force: true });
  return false;
}

/**
 * Runs a set-up step while no other process of this clone runs one.
 * @template T
 * @param {{ log: (line: string) => void, file?: string }} options
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSetupLock({ log, file = join(outDir, 'setup.lock') }, work) {
  mkdirSync(dirname(file), { recursive: true });
  // Tried twice, because the first attempt may only have removed the lock of a killed set-up.
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
