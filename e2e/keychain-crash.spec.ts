import type { ElectronApplication, Page } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProfilesPage } from './pages/profiles-page';
import { useProfile } from './stand-alone-sandbox';
import { expect, test } from './test';

interface Crash {
  /** Runs in place of the keychain process, and ends itself with a signal when it receives a request. */
  readonly file: string;
  /** If true, it is ended from outside, before it receives one. */
  readonly atOnce: boolean;
}

/** From now on, each process started for the keychain crashes; the one that is running is ended. */
function crashKeychainProcesses(app: ElectronApplication, crash: Crash): Promise<void> {
  return app.evaluate(({ app: electron, utilityProcess }, { file, atOnce }) => {
    const fork = utilityProcess.fork.bind(utilityProcess);
    Reflect.set(globalThis, 'healthyFork', fork);
    utilityProcess.fork = (_file, ...rest) => {
      const child = fork(file, ...rest);
      if (atOnce) child.once('spawn', () => child.pid !== undefined && process.kill(child.pid, 'SIGSEGV'));
      return child;
    };
    for (const { name, pid } of electron.getAppMetrics())
      if (name === 'keychain') process.kill(pid, 'SIGSEGV');
  }, crash);
}

function healKeychainProcesses(app: ElectronApplication): Promise<void> {
  return app.evaluate(({ utilityProcess }) => {
    utilityProcess.fork = Reflect.get(globalThis, 'healthyFork') as typeof utilityProcess.fork;
  });
}

for (const [when, atOnce] of [
  ['when it is asked', false],
  ['as soon as it runs', true],
] as const) {
  test(`a keychain process that crashes ${when} is reported with its signal and what to try, and is logged`, async ({
    environment,
  }) => {
    const { app, page } = await environment.start();
    const profiles = new ProfilesPage(page);
    await profiles.choose('New profile');
    await profiles.name.fill('Acme');
    await profiles.baseUrl.fill('http://127.0.0.1:9');
    await profiles.accessToken.fill('a-token-of-the-test');
    const file = join(environment.folder, 'crashing.js');
    writeFileSync(file, "process.parentPort.once('message', () => process.kill(process.pid, 'SIGSEGV'))");
    await crashKeychainProcesses(app, { file, atOnce });
    await profiles.saveButton.click();

    const problem = page.getByRole('alert').filter({ hasText: 'The secret was not saved' });
    await expect(problem).toContainText('The process that asks the keychain crashed.');
    await expect(problem).toContainText('Install the app again');
    await expect(problem).toContainText('ended by SIGSEGV (signal 11), and again by SIGSEGV (signal 11).');
    const log = readFileSync(join(environment.userData, 'logs', 'main.log'), 'utf8');
    expect(log).toMatch(/error keychain: The process .* ended unexpectedly: by SIGSEGV \(signal 11\)\./);

    await healKeychainProcesses(app);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('An access token is stored in the keychain.')).toBeVisible();
  });
}

/** A token with an expiry; its signature is not checked here. */
function tokenUntil(expiresAt: number): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ exp: expiresAt, scopes: [] })}.signature`;
}

/** How many writes are cut off, each at a different moment: before, during and after the keyring's work. */
const KILLS = 24;

test('killing the keychain process during writes leaves the old secret or the new one, and loses no acknowledged write', async ({
  environment,
}) => {
  const first = await environment.start();
  const profileId = await useProfile(first.page, {
    name: 'Acme',
    baseUrl: 'http://127.0.0.1:9',
    token: tokenUntil(1),
  });
  const start = Math.floor(Date.now() / 1_000) + 100_000;
  const save = (page: Page, expiresAt: number): Promise<boolean> =>
    page.evaluate(
      async (argument) => (await window.explorer.saveToken({ ...argument, home: 'keychain' })).ok,
      {
        profileId,
        token: tokenUntil(expiresAt),
      },
    );
  const stored = (page: Page): Promise<unknown> =>
    page.evaluate(async (id) => {
      const answer = await window.explorer.describeCredential({ profileId: id });
      return answer.ok && answer.value.kind === 'token' ? answer.value.claims?.expiresAt : answer;
    }, profileId);
  expect(await save(first.page, start)).toBe(true);

  /** The values that may be stored at this point. */
  let possible = [start];
  let said = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const saving = save(first.page, start + kill);
    await first.app.evaluate(async ({ app: electron }, waitMs) => {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      for (const { name, pid } of electron.getAppMetrics())
        if (name === 'keychain') process.kill(pid, 'SIGKILL');
    }, kill % 8);
    const saved = await saving;
    if (saved) said += 1;
    possible = saved ? [start + kill] : [...possible, start + kill];
  }
  // Read by another process, so that nothing comes from memory.
  await first.app.close();
  const second = await environment.start();
  const kept = await stored(second.page);
  expect(possible.map((seconds) => new Date(seconds * 1_000).toISOString())).toContain(kept);
  expect(said, 'writes that were acknowledged').toBeGreaterThan(0);
  expect(await save(second.page, start + KILLS + 1)).toBe(true);
});
