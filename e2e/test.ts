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
   * For journeys that mind nothing of what the ones before them left (SharedApp): one app for all of their file, in its order,
   * which spares the 3 s of the processor that a start takes. One that fails ends the app, and the next one starts another.
   */
  onOneApp: boolean;
}

interface WorkerFixtures {
  sharedApp: SharedApp;
}

/** Playwright's test on the real app, with an environment of its own for each test, unless it is `onOneApp`. */
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

/** The journeys of the file that calls it are `onOneApp`, but for those `onItsOwnApp`. */
export function shareOneApp(): void {
  test.use({ onOneApp: true });
  test.describe.configure({ mode: 'default' });
}

/** Each of these has an app of its own: it starts it anew, or leaves it as the next one could not use it. */
export function onItsOwnApp(journeys: () => void): void {
  test.describe(() => {
    test.use({ onOneApp: false });
    journeys();
  });
}

export { expect } from '@playwright/test';
