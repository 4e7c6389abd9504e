import { expect, type ElectronApplication, type Page } from '@playwright/test';

/**
 * Makes the page navigate to an address, and expects that main is asked and refuses, and that the window stays where it
 * was.
 */
export async function expectNavigationRefused(
  app: ElectronApplication,
  page: Page,
  address: string,
): Promise<void> {
  // Registered after the app's own listener, so that it sees what that listener decided.
  const decided = app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<{ url: string; refused: boolean }>((resolve) => {
        const [window] = BrowserWindow.getAllWindows();
        window?.webContents.once('will-navigate', (event, url) =>
          resolve({ url, refused: event.defaultPrevented }),
        );
      }),
  );
  // Main answers one call after another, so the listener is registered before the page navigates.
  await app.evaluate(() => undefined);
  await page.evaluate((url) => {
    location.href = url;
  }, address);
  expect(await decided).toEqual({ url: address, refused: true });
  await expect.poll(() => page.url()).toMatch(/^app:\/\/explorer\//);
  const windows = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((one) => one.webContents.getURL()),
  );
  expect(windows).toEqual([expect.stringMatching(/^app:\/\/explorer\//)]);
}
