import { test as base, type Page } from '@playwright/test';
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

/** Playwright's test on the real app, with an environment of its own for each test. */
export const test = base.extend<Fixtures>({
  environment: async ({}, use) => {
    const environment = await TestEnvironment.create();
    await use(environment);
    await environment.dispose();
  },
  started: async ({ environment }, use) => {
    await use(await environment.start());
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

export { expect } from '@playwright/test';
