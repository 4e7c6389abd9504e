import type { ElectronApplication } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProfilesPage } from './pages/profiles-page';
import { expect, test } from './test';

interface Crash {
  /** Runs in place of the keychain process, and ends itself by a signal when it is asked. */
  readonly file: string;
  /** Ends it from outside, before it is asked. */
  readonly atOnce: boolean;
}

/** From now on each process that is started to ask the keychain crashes, and the one that runs is gone. */
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
  test(`a keychain process that crashes ${when}: its signal and what to try are said, also in the log`, async ({
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
