import { test as base, type Page } from '@playwright/test';
import { Desk, type OpenApp } from './desk';
import { SessionsPage } from './pages/sessions-page';
import { VaultForwardPage } from './pages/vault-forward-page';

interface Fixtures {
  /** An unlocked keychain and an empty user-data folder. */
  desk: Desk;
  /** The app, started on the desk. */
  started: OpenApp;
  page: Page;
  sessions: SessionsPage;
  vaultForward: VaultForwardPage;
}

/** Playwright's test on the real app, with a desk of its own for each test. */
export const test = base.extend<Fixtures>({
  desk: async ({}, use) => {
    const desk = await Desk.set();
    await use(desk);
    await desk.clear();
  },
  started: async ({ desk }, use) => {
    await use(await desk.start());
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
