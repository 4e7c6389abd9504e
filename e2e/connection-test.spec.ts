import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProfilesPage } from './pages/profiles-page';
import { expect, shareOneApp, test } from './test';

shareOneApp();

test('a connection test keeps the focus, returns it after Cancel, and ends on Escape', async ({ page }) => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const profiles = new ProfilesPage(page);
  await profiles.choose('New profile');
  await profiles.name.fill('Silent');
  await profiles.baseUrl.fill(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const running = profiles.steps.getByText('Testing…');

  await profiles.testButton.focus();
  await page.keyboard.press('Enter');
  await expect(running).toBeVisible();
  await expect(profiles.testButton).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(profiles.steps).toContainText('Cancelled before it was known.');
  await expect(profiles.testButton).toBeFocused();

  await page.keyboard.press('Enter');
  await profiles.steps.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');
  await expect(running).toBeHidden();
  await expect(profiles.testButton).toBeFocused();
  silent.closeAllConnections();
  silent.close();
});

test('a problem in a connection test leads to its field; the form says “Not tested”, not “Not saved”', async ({
  environment,
  page,
}) => {
  const profiles = new ProfilesPage(page);
  const noCertificate = join(environment.folder, 'empty.pem');
  writeFileSync(noCertificate, '');
  await profiles.choose('New profile');
  await profiles.baseUrl.fill('http://api.acme.example');
  await profiles.testButton.click();
  await expect(profiles.baseUrl).toBeFocused();
  const form = page.getByRole('region', { name: 'Profile form' });
  await expect(form).toContainText('Not tested: see the marked fields');
  await expect(form).not.toContainText('Not saved');
  // Nobody has tried to save yet, so a profile without a name is not an error yet.
  await profiles.baseUrl.fill('https://127.0.0.1:9');
  await expect(form).toContainText('Unsaved changes');
  await expect(profiles.name).not.toHaveAttribute('aria-invalid', 'true');

  await page.getByText('Connection', { exact: true }).click();
  await profiles.field('Client certificate').fill(noCertificate);
  await profiles.field('Client key').fill(noCertificate);
  await profiles.testButton.click();
  await expect(profiles.steps).toContainText('holds no certificate that can be used');
  await profiles.steps.getByRole('button', { name: 'Go to Client certificate' }).click();
  await expect(profiles.field('Client certificate')).toBeFocused();
});
