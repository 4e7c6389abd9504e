import type { KeyringState } from '../build/setup/desktop-session.mjs';
import { violations } from './axe';
import { ProfilesPage } from './pages/profiles-page';
import { SessionsPage } from './pages/sessions-page';
import {
  CANARY,
  expectNowhereInTheWindow,
  filesWith,
  inSeconds,
  jwt,
  newProfile,
  startService,
} from './support/tokens';
import { TestEnvironment, type OpenApp } from './test-environment';
import { expect, test } from './test';

async function withKeyring(
  keyring: KeyringState,
  use: (environment: TestEnvironment) => Promise<void>,
): Promise<void> {
  const environment = await TestEnvironment.create(keyring);
  try {
    await use(environment);
  } finally {
    await environment.dispose();
  }
}

test('without a keychain, the app says so, keeps what was typed, stores it for this run only if asked, and can try again', async () => {
  await withKeyring('absent', async (environment) => {
    const service = await startService();
    const first = await environment.start();
    const profiles = new ProfilesPage(first.page);
    await newProfile(profiles, 'Acme', service.baseUrl);
    const token = jwt({ exp: inSeconds(7200) });
    await profiles.accessToken.fill(token);
    await profiles.saveButton.click();
    const problem = first.page.getByRole('alert').filter({ hasText: 'The secret was not saved' });
    await expect(problem).toContainText('No keychain is available on this computer.');
    await expect(profiles.accessToken).toHaveValue(token);
    await problem.getByRole('button', { name: 'Keep for this run only' }).click();
    await expect(first.page.getByText('An access token is kept in memory until the app ends.')).toBeVisible();
    await first.page.getByRole('button', { name: 'Switch to this profile' }).click();
    await expect(profiles.token).toHaveAccessibleName(/token ok · 1 h · no scopes named · this run only$/);
    await profiles.testButton.click();
    await expect(profiles.steps.getByRole('heading')).toHaveText('Everything works');
    expect(service.seen).toEqual([`Bearer ${token}`]);
    await expectNowhereInTheWindow(first);
    await first.app.close();
    expect(filesWith(environment.userData, CANARY)).toEqual([]);

    const second = await environment.start();
    const again = new ProfilesPage(second.page);
    await expect(again.token).toHaveAccessibleName('Token state: no keychain');
    await again.choose('Manage profiles');
    await again.accessToken.fill(token);
    await again.saveButton.click();
    await expect(problemOf(second)).toContainText('No keychain is available on this computer.');
    await environment.keyring.setKeyring('unlocked');
    await problemOf(second).getByRole('button', { name: 'Try again' }).click();
    await expect(second.page.getByText('An access token is stored in the keychain.')).toBeVisible();
    await expect(problemOf(second)).toHaveCount(0);
    service.close();
  });
});

test('when the keychain dies or is locked, nothing is lost, and the typed token is stored once it is unlocked', async ({
  environment,
}) => {
  const service = await startService();
  const started = await environment.start();
  const profiles = new ProfilesPage(started.page);
  await newProfile(profiles, 'Acme', service.baseUrl);
  const token = jwt({ exp: inSeconds(7200) });
  await profiles.accessToken.fill(token);
  await profiles.save();
  await profiles.switchTo('Acme');
  await profiles.testButton.click();
  await expect(profiles.steps.getByRole('heading')).toHaveText('Everything works');

  // The keychain disappears: what was read before is used from memory, and the app says so.
  await environment.keyring.setKeyring('absent');
  await profiles.token.click();
  await started.page.keyboard.press('Escape');
  await profiles.inList('Sandbox').click();
  await profiles.inList('Acme').click();
  await expect(profiles.token).toHaveAccessibleName(/token ok · 1 h · no scopes named · no keychain$/);
  await expect(started.page.getByText('It is used from memory until the app ends.')).toBeVisible();
  await profiles.testButton.click();
  await expect(profiles.steps.getByRole('heading')).toHaveText('Everything works');
  const other = jwt({ exp: inSeconds(10_000) });
  await profiles.accessToken.fill(other);
  await profiles.saveButton.click();
  await expect(problemOf(started)).toContainText('No keychain is available on this computer.');

  // The keychain comes back, but locked.
  await environment.keyring.setKeyring('locked');
  await problemOf(started).getByRole('button', { name: 'Try again' }).click();
  await expect(problemOf(started)).toContainText('The keychain is locked, or is waiting for its password.', {
    timeout: 20_000,
  });
  await expect(profiles.accessToken).toHaveValue(other);

  // Once it is unlocked, the typed text is finally stored.
  await environment.keyring.setKeyring('unlocked');
  await problemOf(started).getByRole('button', { name: 'Try again' }).click();
  await expect(profiles.token).toHaveAccessibleName(/token ok · 2 h · no scopes named$/, { timeout: 20_000 });
  await profiles.testButton.click();
  await expect.poll(() => service.seen.at(-1)).toBe(`Bearer ${other}`);
  await expectNowhereInTheWindow(started);
  await started.app.close();
  expect(filesWith(environment.userData, CANARY)).toEqual([]);
  service.close();
});

test('a look-up stopped by a locked keychain offers to unlock it, to paste a token for this run, or to use the Local sandbox', async ({
  environment,
}) => {
  const service = await startService();
  const token = jwt({ exp: inSeconds(7200) });
  const first = await environment.start();
  const profiles = new ProfilesPage(first.page);
  await newProfile(profiles, 'Acme', service.baseUrl);
  await profiles.accessToken.fill(token);
  await profiles.save();
  await profiles.switchTo('Acme');
  const id = '8d3c1f0a-52b7-4e9d-9c41-7f0be2a61c55';
  await first.page.keyboard.press('Alt+1');
  await new SessionsPage(first.page).lookUp(id);
  await expect.poll(() => service.seen.splice(0)).toEqual([`Bearer ${token}`]);
  await first.app.close();

  await environment.keyring.setKeyring('locked');
  const second = await environment.start();
  const { page } = second;
  const sessions = new SessionsPage(page);
  const lookUp = async (): Promise<void> => sessions.lookUp(id);
  const problem = sessions.problem();
  const said = problem.getByRole('status');
  await lookUp();
  await expect(problem).toHaveAccessibleName('The keychain of this computer is locked', { timeout: 20_000 });
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toContainText(/Keychain locked.*nothing was sent · tried \d\d:\d\d/);
  // The line under the header says what happens to the history, until it is dismissed.
  const goesOn = problem.getByRole('definition');
  await expect(goesOn).toHaveText(['open; their secrets wait']);
  await page.getByRole('button', { name: 'Dismiss notice' }).click();
  await expect(goesOn.first()).toHaveText('closed; what is new is kept until the app is closed');
  await expect(page.getByRole('heading', { name: 'Recent look-ups cannot be shown' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // Still locked: the screen says so, and nothing is sent.
  await problem.getByRole('button', { name: 'Unlock' }).click();
  await expect(said).toContainText('Unlock it (look for its window)', { timeout: 20_000 });
  expect(service.seen).toEqual([]);

  // A token for this run: without one, the look-up is refused; with it, the next one is sent.
  const other = jwt({ exp: inSeconds(10_000) });
  await problem.getByRole('button', { name: 'Paste a token' }).click();
  const field = problem.getByRole('textbox', { name: 'Access token' });
  await expect(field).toBeFocused();
  await problem.getByRole('button', { name: 'Use for this run' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(other);
  await expect(field).toHaveCSS('-webkit-text-security', 'disc');
  // The keys that look up on other screens only keep the token here, and send nothing, even after another screen has
  // been shown.
  await page.keyboard.press('Alt+4');
  await expect(field).toBeHidden();
  await page.keyboard.press('Alt+1');
  await field.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(said).toHaveText(/^The token is kept until the app is closed\. Nothing was sent yet/);
  await expect(field).toHaveCount(0);
  await expect(said).toBeFocused();
  await expectNowhereInTheWindow(second);
  expect(service.seen).toEqual([]);
  await lookUp();
  await expect.poll(() => service.seen).toEqual([`Bearer ${other}`]);
  await second.app.close();
  expect(filesWith(environment.userData, CANARY)).toEqual([]);

  // The next run does not have that token, but uses the keychain's own token once it is unlocked.
  const third = await environment.start();
  const again = new SessionsPage(third.page);
  await again.lookUp(id);
  await expect(again.problem().getByRole('button', { name: 'Unlock' })).toBeVisible({ timeout: 20_000 });
  await environment.keyring.setKeyring('unlocked');
  // The notice asks for the history's key only, but the header and the recent look-ups follow.
  await third.page.getByRole('button', { name: 'Try again' }).click();
  const lastProfiles = new ProfilesPage(third.page);
  await expect(lastProfiles.token).toHaveAccessibleName(/token ok/, { timeout: 20_000 });
  const recent = third.page.getByRole('region', { name: 'Recent', exact: true });
  await expect(recent).toContainText('8d3c1f0a…1c55');
  await again.problem().getByRole('button', { name: 'Unlock' }).click();
  await expect(again.problem().getByRole('status')).toHaveText(
    /^The keychain has answered\. Nothing was sent/,
    {
      timeout: 20_000,
    },
  );
  expect(service.seen).toHaveLength(1);
  await again.problem().getByRole('button', { name: 'Use Local sandbox' }).click();
  await expect(third.page.getByRole('button', { name: 'Look up a sample session' })).toBeVisible();
  await lastProfiles.choose('Acme');
  await expect(lastProfiles.select).toContainText('Acme');
  await again.lookUpButton.click();
  await expect.poll(() => service.seen.at(-1)).toBe(`Bearer ${token}`);
  service.close();
});

test('Forget all secrets deletes them from the keychain, even if it answers only later', async ({
  environment,
}) => {
  const { page } = await environment.start();
  const profiles = new ProfilesPage(page);
  await newProfile(profiles, 'Acme', 'https://api.acme.example');
  await profiles.accessToken.fill('not-a-jwt');
  await profiles.save();
  await page.getByRole('button', { name: 'Switch to this profile' }).click();
  await expect(profiles.token).toHaveAccessibleName('Token state: token (not a JWT)');
  await environment.keyring.setKeyring('absent');
  await page.getByRole('link', { name: 'Settings' }).click();
  const forget = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Forget all secrets' }).click();
    const question = page.getByRole('alertdialog', { name: 'Forget all secrets?' });
    await expect(question.getByRole('button', { name: 'Keep them' })).toBeFocused();
    await question.getByRole('button', { name: 'Forget all' }).click();
  };
  await forget();
  await expect(page.getByText(/Forgotten: \d+ secrets?\./)).toBeVisible();
  await expect(page.getByText(/could not be deleted yet/)).toBeVisible();
  await expect(profiles.token).toHaveAccessibleName('Token state: no token');
  await environment.keyring.setKeyring('unlocked');
  await profiles.choose('Manage profiles');
  await expect(page.getByText('No secret is stored.')).toBeVisible();
  await expect(page.getByText('The forgotten secret is still in the keychain')).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await forget();
  await expect(page.getByText(/could not be deleted yet/)).toHaveCount(0);
});

function problemOf({ page }: OpenApp): ReturnType<OpenApp['page']['getByRole']> {
  return page.getByRole('alert').filter({ hasText: 'The secret was not saved' });
}
