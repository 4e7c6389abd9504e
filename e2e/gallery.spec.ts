import { _electron } from '@playwright/test';
import { galleryRuntime, serveGallery } from '../build/gallery/serve.mjs';
import { violations } from './axe';
import { expect, test } from './test';

for (const theme of ['light', 'dark'] as const) {
  test(`every component of the gallery matches its screenshot, ${theme}`, async ({ environment }) => {
    const gallery = await serveGallery();
    const { executable, args, env } = await galleryRuntime(gallery.url);
    const app = await _electron.launch({
      executablePath: executable,
      // Make text look the same on every machine.
      args: [
        ...args,
        `--user-data-dir=${environment.userData}`,
        '--font-render-hinting=none',
        '--disable-lcd-text',
        '--force-device-scale-factor=1',
      ],
      env: { ...environment.keyring.env, ...env },
      chromiumSandbox: true,
    });
    const page = await app.firstWindow();
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible();
    for (const section of await page.locator('section.section').all()) {
      const title = await section.getByRole('heading').first().innerText();
      const name = `${title.toLowerCase().replace(/[^a-z]+/g, '-')}-${theme}.png`;
      await section.scrollIntoViewIfNeeded();
      await expect.soft(section, title).toHaveScreenshot(name, { maxDiffPixelRatio: 0.01 });
    }
    // Only the gallery has three summaries on one page; no screen does.
    const found = theme === 'light' ? await violations(page) : [];
    expect(
      found.filter((each) => !each.includes('landmark-unique')),
      'axe',
    ).toEqual([]);
    await app.close();
    await gallery.close();
  });
}
