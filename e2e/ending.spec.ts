import type { ElectronApplication } from '@playwright/test';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker as WorkerThread } from 'node:worker_threads';
import { databaseProcess, isRunning } from './support/processes';
import { resolveRuntime } from '../build/setup/electron-runtime.mjs';
import { expect, test } from './test';
import type { TestEnvironment } from './test-environment';

/** From now on main's worker threads look as if they were gone, or do not end when they are asked to. */
function breakWorkers(app: ElectronApplication, how: 'gone' | 'stuck'): Promise<void> {
  return app.evaluate((_electron, mode) => {
    const threads = process.mainModule?.require('node:worker_threads') as { Worker: typeof WorkerThread };
    const worker = threads.Worker.prototype;
    const post = worker.postMessage;
    worker.postMessage = function (message: unknown): void {
      // What a worker that has ended long ago has told everybody who listened then, and tells nobody later.
      if (mode === 'gone') this.emit('exit', 1);
      else if (JSON.stringify(message) !== '{"type":"stop"}') post.call(this, message);
    };
    worker.terminate = () => (mode === 'gone' ? Promise.resolve(1) : new Promise(() => undefined));
  }, how);
}

function logOf(environment: TestEnvironment): string {
  const path = join(environment.userData, 'logs', 'main.log');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** Process that holds the lock on the data folder; null when nobody does. */
function lockHolder(environment: TestEnvironment): number | null {
  try {
    return Number(/-(\d+)$/.exec(readlinkSync(join(environment.userData, 'SingletonLock')))?.[1]);
  } catch {
    return null;
  }
}

test('the app ends although the process of its database is stuck', async ({ environment }) => {
  test.skip(process.platform === 'win32', 'Windows has no signals');
  const { app, page } = await environment.start();
  const pid = await databaseProcess(app, page);
  process.kill(pid, 'SIGSTOP');
  const closed = app.waitForEvent('close');
  await app.evaluate(({ app: electron }) => void setTimeout(() => electron.quit()));
  await closed;
  expect(logOf(environment)).toContain('error end: database: not done within 5000 ms');
  // One that is stopped cannot notice that its channel is closed before it goes on.
  if (isRunning(pid)) process.kill(pid, 'SIGCONT');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('the app ends although its worker threads are gone', async ({ environment }) => {
  const { app } = await environment.start();
  await breakWorkers(app, 'gone');
  await app.close();
  expect(logOf(environment)).not.toContain('not done within');
});

test('a start while the app ends, held up by what is stuck: it ends nevertheless, and starts again', async ({
  environment,
}) => {
  test.skip(process.platform !== 'linux', 'who holds the lock is read from the lock of Linux');
  const { app } = await environment.start();
  const first = app.process().pid;
  await breakWorkers(app, 'stuck');
  const closed = app.waitForEvent('close');
  await app.evaluate(({ app: electron }) => void setTimeout(() => electron.quit()));
  const ending = app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((resolve) => {
        const look = (): unknown =>
          BrowserWindow.getAllWindows().length === 0 ? resolve() : setImmediate(look);
        look();
      }),
  );
  await ending;

  const { executable, args, env } = await resolveRuntime();
  const second = spawn(executable, [...args, `--user-data-dir=${environment.userData}`], {
    env: { ...environment.keyring.env, ...env },
    stdio: 'ignore',
  });
  await new Promise((resolve) => second.once('exit', resolve));
  await closed;
  await expect.poll(() => lockHolder(environment) ?? first).not.toBe(first);
  const third = lockHolder(environment);
  expect(third).not.toBe(second.pid);
  expect(logOf(environment)).toMatch(/error end: sandbox: not done within 5000 ms/);

  if (third === null) return;
  process.kill(third, 'SIGTERM');
  await expect.poll(() => isRunning(third)).toBe(false);
});
