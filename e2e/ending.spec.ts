import type { ElectronApplication } from '@playwright/test';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker as WorkerThread } from 'node:worker_threads';
import { HistoryPage } from './pages/history-page';
import { useProfile } from './stand-alone-sandbox';
import { ProfilesPage } from './pages/profiles-page';
import { answerQuestion, ignoreClosing, question } from './pages/question-page';
import { SessionsPage } from './pages/sessions-page';
import { VaultForwardPage } from './pages/vault-forward-page';
import { databaseProcess, isRunning } from './support/processes';
import { saveForward } from './support/save-forward';
import { resolveRuntime } from '../build/setup/electron-runtime.mjs';
import { expect, test } from './test';
import type { TestEnvironment } from './test-environment';
import { ThirdParty } from './third-party';

/** From now on, main's worker threads seem to be gone, or do not end when asked to. */
function breakWorkers(app: ElectronApplication, how: 'gone' | 'stuck'): Promise<void> {
  return app.evaluate((_electron, mode) => {
    const threads = process.mainModule?.require('node:worker_threads') as { Worker: typeof WorkerThread };
    const worker = threads.Worker.prototype;
    const post = worker.postMessage;
    worker.postMessage = function (message: unknown): void {
      // A worker that ended long ago told its listeners then, and does not tell anyone later.
      if (mode === 'gone') this.emit('exit', 1);
      else if (JSON.stringify(message) !== '{"type":"stop"}') post.call(this, message);
    };
    worker.terminate = () => (mode === 'gone' ? Promise.resolve(1) : new Promise(() => undefined));
  }, how);
}

/**
 * From now on, the times that the app allows its parts to end do not expire until the returned function is called, as
 * another start takes longer than that on a busy computer.
 */
async function holdLimits(app: ElectronApplication): Promise<() => Promise<void>> {
  await app.evaluate(() => {
    const wait = globalThis.setTimeout;
    const held = (run: () => void): NodeJS.Timeout => {
      const look = setInterval(() => {
        if (!Reflect.has(globalThis, 'limitsAreOver')) return;
        clearInterval(look);
        run();
      }, 50);
      return look;
    };
    const replaced = (run: () => void, ms: number): NodeJS.Timeout =>
      ms === 5_000 ? held(run) : wait(run, ms);
    Object.assign(globalThis, { setTimeout: Object.assign(replaced, wait) });
  });
  return () => app.evaluate(() => void Object.assign(globalThis, { limitsAreOver: true }));
}

function logOf(environment: TestEnvironment): string {
  const path = join(environment.userData, 'logs', 'main.log');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** The process that holds the lock on the data folder; null when none does. */
function lockHolder(environment: TestEnvironment): number | null {
  try {
    return Number(/-(\d+)$/.exec(readlinkSync(join(environment.userData, 'SingletonLock')))?.[1]);
  } catch {
    return null;
  }
}

test('the app ends although its database process is stuck', async ({ environment }) => {
  test.skip(process.platform === 'win32', 'Windows has no signals');
  const { app, page } = await environment.start();
  const pid = await databaseProcess(app, page);
  process.kill(pid, 'SIGSTOP');
  const closed = app.waitForEvent('close');
  await app.evaluate(({ app: electron }) => void setTimeout(() => electron.quit()));
  await closed;
  expect(logOf(environment)).toContain('error end: database: not done within 5000 ms');
  // A stopped process notices only after it continues that its channel is closed.
  if (isRunning(pid)) process.kill(pid, 'SIGCONT');
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('the app ends although its worker threads are gone', async ({ environment }) => {
  const { app } = await environment.start();
  await breakWorkers(app, 'gone');
  await app.close();
  expect(logOf(environment)).not.toContain('not done within');
});

test('the app ends although the system still looks up a host name, which would hold its process', async ({
  environment,
}) => {
  const { app, page } = await environment.start();
  await app.evaluate(() => {
    const dns = process.mainModule?.require('node:dns/promises') as { lookup: unknown };
    dns.lookup = () => new Promise(() => undefined);
  });
  await useProfile(page, { name: 'Unreachable', baseUrl: 'https://api.example' });
  await new SessionsPage(page).lookUp('5e550000-0000-4000-8000-000000000001');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await app.close();
  expect(logOf(environment)).toContain('error end: name lookups: not done within 200 ms');
});

test('a start while the app hangs on quitting starts the app again once it has ended', async ({
  environment,
}) => {
  test.skip(process.platform !== 'linux', 'the holder of the lock is read from Linux’s lock file');
  const { app } = await environment.start();
  const first = app.process().pid;
  await breakWorkers(app, 'stuck');
  const endLimits = await holdLimits(app);
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
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const said: string[] = [];
  second.stdout.on('data', (part: Buffer) => said.push(part.toString()));
  await new Promise((resolve) => second.once('close', resolve));
  expect(said.join('')).toMatch(/is already running on this data folder.*--user-data-dir/);
  await endLimits();
  await closed;
  await expect.poll(() => lockHolder(environment) ?? first).not.toBe(first);
  const third = lockHolder(environment);
  expect(third).not.toBe(second.pid);
  expect(logOf(environment)).toMatch(/error end: sandbox: not done within 5000 ms/);

  if (third === null) return;
  process.kill(third, 'SIGTERM');
  await expect.poll(() => isRunning(third)).toBe(false);
});

test('quitting asks about a pending request that may have an effect, but not about a look-up', async ({
  environment,
}) => {
  const held: (() => void)[] = [];
  const service = await ThirdParty.start((response) => {
    held.push(() => response.writeHead(201, { 'content-type': 'application/json' }).end('{}'));
  });
  const first = await environment.start();
  const { app, page } = first;
  await useProfile(page, { name: 'Slow', baseUrl: service.url });
  const vf = new VaultForwardPage(page);
  await vf.open();
  await vf.url.fill('https://psp.example/charge');
  await vf.send();
  await expect.poll(() => service.received.length).toBe(1);
  const close = (): Promise<void> =>
    app.evaluate(
      ({ BrowserWindow }) => setTimeout(() => BrowserWindow.getAllWindows()[0]?.close(), 0) && undefined,
    );
  await close();
  await expect(
    (await question(app, 'A request is still on its way')).getByText('POST https://psp.example/charge'),
  ).toBeVisible();
  await answerQuestion(app, 'A request is still on its way', 'Wait');
  held[0]?.();
  await expect(vf.result()).toHaveText('201 Created');

  await vf.body.focus();
  await page.keyboard.insertText(' ');
  await vf.send();
  await expect.poll(() => service.received.length).toBe(2);
  const closed = app.waitForEvent('close');
  await app.evaluate(({ app: electron }) => void setTimeout(() => electron.quit()));
  const dialog = await question(app, 'A request is still on its way');
  await expect(dialog.getByRole('button', { name: 'Wait' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Quit anyway' }).click().catch(ignoreClosing);
  await closed;

  const second = await environment.start();
  const history = new HistoryPage(second.page);
  await history.open();
  await expect(history.lines.first()).toContainText('unknown');
  // A pending look-up does not delay the end of the app.
  await second.page.keyboard.press('Alt+1');
  await new SessionsPage(second.page).lookUp('123e4567-e89b-42d3-a456-426614174000');
  await expect.poll(() => service.received.length).toBe(3);
  await second.app.close();
  await service.stop();
});

test('the app quits once the outcome is known, even if its question is unanswered, and the rest of a run is not sent', async ({
  environment,
  started: { app, page },
}) => {
  let answer: () => void = () => undefined;
  const service = await ThirdParty.start((response) => {
    answer = () => response.writeHead(201, { 'content-type': 'application/json' }).end('{}');
  });
  await useProfile(page, { name: 'Slow', baseUrl: service.url });
  const charge = { method: 'POST', destinationUrl: 'https://psp.example/charge', body: '{}' } as const;
  await saveForward(page, charge, { folder: 'Cards', name: 'One' }, { folder: 'Cards', name: 'Two' });
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('tree', { name: 'Saved requests' }).getByRole('treeitem', { name: 'Cards' }).click();
  await page
    .getByRole('article', { name: 'Folder' })
    .getByRole('button', { name: 'Run', exact: true })
    .click();
  await expect.poll(() => service.received.length).toBe(1);
  const closed = app.waitForEvent('close');
  await app.evaluate(({ app: electron }) => void setTimeout(() => electron.quit()));
  await question(app, 'A request is still on its way');
  answer();
  await closed;
  expect(service.received).toHaveLength(1);
  const next = await environment.start();
  const history = new HistoryPage(next.page);
  await history.open();
  await expect(history.lines.first()).toContainText('201');
  await service.stop();
});

test('quitting asks about unsaved changes to a profile, and not once they are discarded; those of a saved request are kept', async ({
  environment,
}) => {
  const { app, page } = await environment.start();
  await saveForward(
    page,
    { method: 'GET', destinationUrl: 'https://psp.example', body: '' },
    { folder: '', name: 'Balance' },
  );
  const profiles = new ProfilesPage(page);
  await profiles.choose('Manage profiles');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Typed, not saved');
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible();
  // The forms keep the changes while another screen is open.
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('treeitem', { name: /Balance/ }).click();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Typed, not saved either');
  await page.getByRole('link', { name: 'Buyers' }).click();
  const quit = () => app.evaluate(({ app: electron }) => void setTimeout(() => electron.quit()));
  await quit();
  const title = 'Quit and lose what you typed?';
  const asked = await question(app, title);
  await expect(asked.getByText('Local sandbox')).toBeVisible();
  await expect(asked.getByText('Balance')).toHaveCount(0);
  await answerQuestion(app, title, 'Stay');

  await profiles.choose('Manage profiles');
  await expect(name).toHaveValue('Typed, not saved');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('link', { name: 'Saved requests' }).click();
  const description = page.getByRole('textbox', { name: 'Description' });
  // The last letters are on their way to the disk when the app ends.
  await description.fill('Typed, not saved either, to the last letter');
  const closed = app.waitForEvent('close');
  await quit();
  await closed;

  const next = await environment.start();
  await next.page.getByRole('link', { name: 'Saved requests' }).click();
  await next.page.getByRole('treeitem', { name: /Balance/ }).click();
  await next.page.getByRole('tab', { name: /^Details/ }).click();
  await expect(next.page.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'Typed, not saved either, to the last letter',
  );
});
