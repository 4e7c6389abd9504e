import type { Page } from '@playwright/test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HistoryPage } from './pages/history-page';
import { SessionsPage } from './pages/sessions-page';
import { databaseProcess, isRunning } from './support/processes';
import { expect, test } from './test';

async function lookUp(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const facts = await window.explorer.describeSandbox();
    const sessionId = facts.ok ? (Object.values(facts.value?.sessions ?? {})[0] ?? '') : '';
    const answer = await window.explorer.lookUpSession({ sessionId, callId: crypto.randomUUID() });
    return answer.ok ? answer.value.id : '';
  });
}

test('the app continues and loses no exchange when the database process dies', async ({ environment }) => {
  test.skip(process.platform === 'win32', 'Windows has no signals');
  const { app, page } = await environment.start();
  await expect(page.getByRole('button', { name: /token ok/ })).toBeVisible();
  const before = await lookUp(page);
  for (const signal of ['SIGABRT', 'SIGKILL'] as const) {
    const pid = await databaseProcess(app, page);
    process.kill(pid, signal);
    await expect.poll(() => isRunning(pid)).toBe(false);
    const after = await lookUp(page);
    for (const id of [before, after]) {
      const opened = await page.evaluate((entry) => window.explorer.openHistoryEntry({ id: entry }), id);
      expect(opened).toMatchObject({ ok: true, value: { entry: { id } } });
    }
  }
  // A write beyond the largest size of a file raises this signal, which ends a process that has no listener.
  const pids = [app.process().pid ?? 0, await databaseProcess(app, page)];
  for (const pid of pids) process.kill(pid, 'SIGXFSZ');
  await lookUp(page);
  expect(pids.filter(isRunning)).toEqual(pids);
  const history = new HistoryPage(page);
  await history.open();
  await expect(history.line(/./)).toHaveCount(4);
  await app.close();
  const log = readFileSync(join(environment.userData, 'logs', 'main.log'), 'utf8');
  expect(log).toContain('error database: The process of the database ended: by SIGABRT (signal 6)');
  expect(log).toContain('error database: The process of the database ended: by SIGKILL (signal 9)');
  expect(log).not.toContain('not done within');
});

test('the database key is neither in the arguments nor in the environment of the database process', async ({
  environment,
}) => {
  test.skip(process.platform !== 'linux', 'arguments and environment are read from /proc');
  const { app, page } = await environment.start();
  const pid = await databaseProcess(app, page);
  for (const what of ['cmdline', 'environ']) {
    const text = readFileSync(`/proc/${pid}/${what}`, 'utf8');
    expect(text.length).toBeGreaterThan(50);
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  }
});

test('kill -9 of the app also ends the database process', async ({ environment }) => {
  const { app, page } = await environment.start();
  const pid = await databaseProcess(app, page);
  expect(isRunning(pid)).toBe(true);
  const dead = new Promise<void>((resolve) => app.once('close', () => resolve()));
  app.process().kill('SIGKILL');
  await dead;
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('an idle database process ends and starts again before it is needed, without a word to the window', async ({
  environment,
}) => {
  const { app, page } = await environment.start();
  const before = await lookUp(page);
  const pid = await databaseProcess(app, page);
  const count = () =>
    app.evaluate(
      ({ app: electron }) => electron.getAppMetrics().filter(({ name }) => name === 'database').length,
    );
  const state = await page.evaluate(() => {
    const told: unknown[] = [];
    Object.assign(window, { told });
    window.explorer.on('databaseChanged', (next) => void told.push(next));
    return window.explorer.describeStorage();
  });
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
  // Main notices this a moment later.
  await expect.poll(count).toBe(0);
  await page.mouse.move(300, 300);
  await expect.poll(count).toBe(1);
  const after = await lookUp(page);
  for (const id of [before, after]) {
    const opened = await page.evaluate((entry) => window.explorer.openHistoryEntry({ id: entry }), id);
    expect(opened).toMatchObject({ ok: true, value: { entry: { id } } });
  }
  expect(await page.evaluate(() => window.explorer.describeStorage())).toEqual(state);
  expect(await page.evaluate(() => (window as unknown as { told: unknown[] }).told)).toEqual([]);
  await app.close();
  // Nothing needed to be logged; the log file is created with the first line.
  expect(existsSync(join(environment.userData, 'logs', 'main.log'))).toBe(false);
});

test('an app whose data folder cannot be created works, and says that nothing is kept and what to do', async ({
  environment,
}) => {
  const file = join(environment.folder, 'file');
  writeFileSync(file, '');
  environment.userData = join(file, 'data');
  const { page } = await environment.start();
  const notice = page.getByText(/^The database file cannot be written: history, saved requests and drafts/);
  await expect(notice).toContainText(
    'Make sure that the disk has room and that the data folder can be written',
  );
  await new SessionsPage(page).lookUp('5e550000-0000-4000-8000-000000000001');
  await expect(page.getByRole('button', { name: 'Copy for a ticket' })).toBeVisible();
});
