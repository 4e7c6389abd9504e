import { test as base, type Page } from '@playwright/test';
import { SharedApp } from './shared-app';
import { TestEnvironment, type OpenApp } from './test-environment';
import { SessionsPage } from './pages/sessions-page';
import { VaultForwardPage } from './pages/vault-forward-page';

interface Fixtures {
  /** An unlocked keychain and an empty user-data folder. */
  environment: TestEnvironment;
  /** The app, started in the environment. */
  started: OpenApp;
  page: Page;
  sessions: SessionsPage;
  vaultForward: VaultForwardPage;
}

interface Options {
  /**
   * For tests that are not affected by what earlier ones left (SharedApp): one app for all of them in their file, in
   * order, which saves the 3 s of CPU time that a start takes. A failed test ends the app, and the next test starts
   * another.
   */
  onOneApp: boolean;
}

interface WorkerFixtures {
  sharedApp: SharedApp;
}

/** Playwright's test on the real app, with a separate environment for each test unless it is `onOneApp`. */
export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  onOneApp: [false, { option: true }],
  sharedApp: [
    async ({}, use) => {
      const app = new SharedApp();
      await use(app);
      await app.end();
    },
    { scope: 'worker' },
  ],
  environment: async ({ onOneApp, sharedApp }, use, { file }) => {
    if (onOneApp) return use(await sharedApp.enter(file));
    await sharedApp.leave(file);
    const environment = await TestEnvironment.create();
    await use(environment);
    await environment.dispose();
  },
  started: async ({ environment, onOneApp, sharedApp }, use) => {
    await use(onOneApp ? await sharedApp.open() : await environment.start());
    if (onOneApp) environment.expectNoDefects();
  },
  page: async ({ started }, use) => {
    await use(started.page);
  },
  sessions: async ({ page }, use) => {
    await use(new SessionsPage(page));
  },
  vaultForward: async ({ page }, use) => {
    await use(new VaultForwardPage(page));
  },
});

/** Makes all tests of the calling file `onOneApp`, except those in `onItsOwnApp`. */
export function shareOneApp(): void {
  test.use({ onOneApp: true });
  test.describe.configure({ mode: 'default' });
}

/**
 * Each of these tests has its own app, because it restarts the app, or leaves it in a state that the next test could
 * not use.
 */
export function onItsOwnApp(journeys: () => void): void {
  test.describe(() => {
    test.use({ onOneApp: false });
    journeys();
  });
}

export { expect } from '@playwright/test';
