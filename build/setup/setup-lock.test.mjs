import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withSetupLock } from './setup-lock.mjs';

let dir;
let file;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'pae-lock-'));
  file = join(dir, 'setup.lock');
});
afterEach(() => rmSync(dir, { recursive: true }));

it('returns the result and releases the lock', async () => {
  expect(await withSetupLock({ log() {}, file }, async () => existsSync(file))).toBe(true);
  expect(existsSync(file)).toBe(false);
});

it('releases the lock if the work fails', async () => {
  const failing = withSetupLock({ log() {}, file }, () => Promise.reject(new Error('no network')));
  await expect(failing).rejects.toThrow('no network');
  expect(existsSync(file)).toBe(false);
});

it('makes a second set-up wait for the first, and says so', async () => {
  const order = [];
  let finish;
  const first = withSetupLock({ log() {}, file }, async () => {
    await new Promise((resolve) => (finish = resolve));
    order.push('first');
  });
  const waiting = new Promise((resolve) => {
    const second = withSetupLock({ log: resolve, file }, async () => void order.push('second'));
    order.push(second);
  });
  expect(await waiting).toMatch(/another set-up is at work/);
  const [second] = order.splice(0, 1);
  finish();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});

it('takes the lock over from a set-up that was killed', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  writeFileSync(file, String(child.pid));
  const said = [];
  expect(await withSetupLock({ log: (line) => said.push(line), file }, async () => 'done')).toBe('done');
  expect(said).toEqual([]);
});
