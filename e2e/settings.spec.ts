import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { violations } from './axe';
import { ProfilesPage } from './pages/profiles-page';
import { expect, test } from './test';

const themeOf = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ nativeTheme }) => nativeTheme.themeSource);

test('appearance and log level apply after a restart; folders are shown and opened', async ({
  environment,
}) => {
  const { app, page } = await environment.start();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('radio', { name: 'System default' })).toBeChecked();
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect.poll(() => themeOf(app)).toBe('dark');
  await page.getByRole('combobox', { name: 'Log level' }).selectOption({ label: 'Everything, for a report' });
  const settings = join(environment.userData, 'settings.json');
  await expect
    .poll(() => existsSync(settings) && readFileSync(settings, 'utf8'))
    .toContain('"logLevel": "debug"');

  // Settings leads to the keyboard shortcuts, which are part of Help.
  await page.getByRole('button', { name: 'Show all shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await page.keyboard.press('Escape');

  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    shell.openPath = (path) => Promise.resolve(opened.push(path) > 1 ? 'no file manager' : '');
    Object.assign(globalThis, { opened });
  });
  await expect(page.getByText(environment.userData, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Open data folder' }).click();
  await page.getByRole('button', { name: 'Open log folder' }).click();
  await expect(page.getByRole('alert')).toContainText('The folder could not be opened');
  expect(await app.evaluate(() => Reflect.get(globalThis, 'opened') as unknown)).toEqual([
    environment.userData,
    join(environment.userData, 'logs'),
  ]);
  await app.close();

  const again = await environment.start();
  await expect.poll(() => themeOf(again.app)).toBe('dark');
  await again.page.getByRole('link', { name: 'Settings' }).click();
  await expect(again.page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await expect(again.page.getByRole('combobox', { name: 'Log level' })).toHaveValue('debug');
  await again.page.getByText('Libraries and their licences').click();
  const libraries = again.page.getByRole('list', { name: 'Libraries' });
  for (const name of ['vue', '@github/keytar', 'jose', 'reka-ui']) {
    await expect(libraries.getByText(new RegExp(`^${name} \\d`))).toBeVisible();
  }
  await libraries.getByText(/^vue \d/).click();
  await expect(libraries).toContainText('Permission is hereby granted');
});

test('axe finds no violations on Profiles and Settings: a test, problems, token claims, settings, a question', async ({
  page,
}) => {
  const profiles = new ProfilesPage(page);
  await profiles.choose('Manage profiles');
  await profiles.testButton.click();
  await expect(profiles.steps.getByRole('heading')).toHaveText('Everything works');
  expect(await violations(page), 'a test').toEqual([]);
  await profiles.choose('New profile');
  await profiles.signingKey.fill('no key');
  await page.getByText('Connection', { exact: true }).click();
  await page.getByRole('radio', { name: 'Manual proxy' }).check();
  await profiles.saveButton.click();
  await expect(profiles.name).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(page), 'problems').toEqual([]);
  await profiles.token.click();
  expect(await violations(page, '[role=dialog]'), 'claims').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Settings' }).click();
  expect(await violations(page), 'settings').toEqual([]);
  await page.getByRole('button', { name: 'Forget all secrets' }).click();
  expect(await violations(page, '[role=alertdialog]'), 'a question').toEqual([]);
});
