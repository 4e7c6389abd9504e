import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProfilesPage } from './pages/profiles-page';
import { expect, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

test('Test connection says what works and what does not', async ({ page }) => {
  const profiles = new ProfilesPage(page);
  await profiles.choose('Manage profiles');
  // The place for the test's findings says what a test tries, until one has been run.
  const tried = page.getByRole('region', { name: 'What a test checks' });
  await expect(tried.getByRole('heading')).toHaveText('Not tested yet');
  await expect(tried.getByRole('listitem')).toContainText([
    'Settings',
    'DNS',
    'Connection',
    'Reach',
    'Token',
    'Scope',
  ]);
  await profiles.testButton.click();
  await expect(profiles.steps.getByRole('heading')).toHaveText('Everything works');
  await expect(tried).toHaveCount(0);
  expect(await profiles.stepStates()).toEqual([
    'Settings ok',
    'DNS ok',
    'Connection ok',
    'Reachability ok',
    'Token accepted ok',
    'Scope present ok',
  ]);

  const service = await ThirdParty.start((response) => {
    const message = 'No valid API authentication found';
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ type: 'error', code: 'unauthorized', status: 401, message, details: [] }));
  });
  await profiles.choose('New profile');
  await expect(tried).toBeVisible();
  await profiles.baseUrl.fill(service.url);
  await profiles.testButton.click();
  await expect(profiles.steps.getByRole('heading')).toHaveText('What was tested works');
  expect((await profiles.stepStates()).slice(-3)).toEqual([
    'Reachability ok',
    'Token accepted skipped',
    'Scope present skipped',
  ]);
  // The test uses what is in the form, saved or not.
  await profiles.accessToken.fill('Bearer the-token-of-the-form');
  await profiles.testButton.click();
  await expect(profiles.steps).toContainText('The service does not accept it (401).');
  await expect(profiles.steps).toContainText('No valid API authentication found');
  expect(service.header('authorization')).toBe('Bearer the-token-of-the-form');
  await profiles.name.fill('Strict');
  await profiles.save();

  // A stored token is not sent to an address that was merely typed.
  const calls = service.received.length;
  await profiles.baseUrl.fill(service.url.replace('127.0.0.1', 'localhost'));
  await expect(profiles.steps).toContainText('The form has changed since.');
  await profiles.testButton.click();
  await expect(profiles.steps).toContainText(
    'Save the profile, confirm that it may go there, then test again',
  );
  expect(service.received.length).toBe(calls + 1);
  expect(service.header('authorization')).toBeUndefined();
  await service.stop();
  await profiles.testButton.click();
  await expect(profiles.steps.getByRole('heading')).toHaveText('Something does not work yet');
  expect(await profiles.stepStates()).toContain('Connection failed');
  // A finding leads to the field where it can be fixed.
  await profiles.steps.getByRole('button', { name: 'Go to Base URL' }).click();
  await expect(profiles.baseUrl).toBeFocused();
  expect(await profiles.stepStates()).toContain('Token accepted skipped');
});

test('a connection test keeps the focus, returns it after Cancel, and ends on Escape', async ({ page }) => {
  const silent = await ThirdParty.start(() => undefined);
  const profiles = new ProfilesPage(page);
  await profiles.choose('New profile');
  await profiles.name.fill('Silent');
  await profiles.baseUrl.fill(silent.url);
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
  await silent.stop();
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
