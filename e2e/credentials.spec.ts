import { createHash, generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { KeyringState } from '../build/setup/desktop-session.mjs';
import { TestEnvironment, type OpenApp } from './test-environment';
import { violations } from './axe';
import { ProfilesPage } from './pages/profiles-page';
import { answerQuestion, question } from './pages/question-page';
import { SessionsPage } from './pages/sessions-page';
import { canariesInHeap, WHOLE_STRINGS } from './support/canary-search';
import { expect, test } from './test';

/** Text that occurs nowhere else: whatever contains it contains the token. */
const CANARY = 'CANARYq7Zk2';

function jwt(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES512', typ: 'JWT' })}.${part(claims)}.${CANARY}`;
}
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

/** The test's own service, which records the authorization headers it receives. Its clock is `aheadMs` ms ahead. */
async function startService(aheadMs = 0): Promise<{ baseUrl: string; seen: string[]; close: () => void }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    if (request.headers.authorization !== undefined) seen.push(request.headers.authorization);
    const error = { type: 'error', code: 'not_found', status: 404, message: 'none', details: [] };
    const date = new Date(Date.now() + aheadMs).toUTCString();
    response.writeHead(404, { 'content-type': 'application/json', date }).end(JSON.stringify(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Every file below the folder that contains the text, in UTF-8 or UTF-16. */
function filesWith(folder: string, text: string): string[] {
  const encoded = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .filter((path) => encoded.some((bytes) => readFileSync(path).includes(bytes)));
}

/** It is neither in the window's document, nor in its fields, nor in the app's output. */
async function expectNowhereInTheWindow({ page, output }: OpenApp): Promise<void> {
  const held = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...Array.from(document.querySelectorAll('input, textarea'), (field) =>
        field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
      ),
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ].join('\n'),
  );
  expect(held).not.toContain(CANARY);
  expect(output.join('\n')).not.toContain(CANARY);
}

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

async function newProfile(profiles: ProfilesPage, name: string, baseUrl: string): Promise<void> {
  await profiles.choose('New profile');
  await profiles.name.fill(name);
  await profiles.baseUrl.fill(baseUrl);
}

test('a pasted token is cleaned, stored only in the keychain, and there after a restart', async ({
  environment,
}) => {
  const service = await startService();
  const token = jwt({ iss: 'acme', scopes: ['checkout-sessions.read', 'buyers.read'], exp: inSeconds(240) });
  const first = await environment.start([WHOLE_STRINGS]);
  const profiles = new ProfilesPage(first.page);
  await newProfile(profiles, 'Acme', service.baseUrl);
  const [head, ...rest] = token.split('.');
  await profiles.accessToken.fill(`  "Authorization: Bearer ${head ?? ''}.\n   ${rest.join('.')}"\n`);
  await profiles.save();
  await expect(profiles.accessToken).toHaveValue('');
  await expect(first.page.getByText('An access token is stored in the keychain.')).toBeVisible();
  await first.page.getByRole('button', { name: 'Switch to this profile' }).click();
  await expect(profiles.token).toHaveAccessibleName(/token expires in [1-3] min · 2 scopes$/);
  await profiles.token.click();
  const claims = first.page.getByRole('dialog', { name: /^Token state/ });
  await expect(claims).toContainText('acme');
  await expect(claims).toContainText('buyers.read');
  await first.page.keyboard.press('Escape');
  // Ctrl+Z brings nothing back, because the field was replaced by a new one.
  await profiles.accessToken.focus();
  await first.page.keyboard.press('Control+z');
  await expect(profiles.accessToken).toHaveValue('');
  await expectNowhereInTheWindow(first);
  expect(await canariesInHeap(first, [{ name: 'the token', value: CANARY }])).toEqual([]);
  await first.app.close();

  const second = await environment.start();
  const again = new ProfilesPage(second.page);
  await expect(again.token).toHaveAccessibleName(/token expires in [1-3] min · 2 scopes$/);
  await again.choose('Manage profiles');
  await again.testButton.click();
  await expect(again.steps.getByRole('heading')).toHaveText('Everything works');
  expect(service.seen).toEqual([`Bearer ${token}`]);
  await expectNowhereInTheWindow(second);

  // Deleting the profile deletes its token, and undoing brings it back.
  await again.action('Delete').click();
  await again.undo.getByRole('button', { name: 'Undo' }).click();
  await again.inList('Acme').click();
  await expect(second.page.getByText('An access token is stored in the keychain.')).toBeVisible();

  await second.page.getByRole('button', { name: 'Forget', exact: true }).click();
  const question = second.page.getByRole('alertdialog', { name: "Forget this profile's secret?" });
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await question.getByRole('button', { name: 'Forget' }).click();
  await expect(second.page.getByText('No secret is stored.')).toBeVisible();
  await expect(again.token).toHaveAccessibleName('Token state: no token');
  await second.app.close();
  expect(filesWith(environment.userData, CANARY)).toEqual([]);
  service.close();
});

test('the token state says what is wrong: a missing scope, the validity, the format, a clock that is off', async ({
  page,
}) => {
  const profiles = new ProfilesPage(page);
  const service = await startService(600_000);
  await newProfile(profiles, 'Acme', service.baseUrl);
  await profiles.accessToken.fill('opaque-text');
  await profiles.save();
  await expect(page.getByText('It is not a JWT, the format that the specification names.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch to this profile' }).click();
  await expect(profiles.token).toHaveAccessibleName('Token state: token (not a JWT)');
  for (const [claims, state] of [
    [{ exp: inSeconds(-120) }, /token expired$/],
    [{ nbf: inSeconds(3600) }, /token not valid yet$/],
    [{ scopes: ['buyers.read'] }, /token ok · no expiry · 1 scope$/],
  ] as const) {
    await profiles.accessToken.fill(jwt(claims));
    await profiles.save();
    await expect(profiles.token).toHaveAccessibleName(state);
  }
  await page.getByRole('link', { name: 'Sessions' }).click();
  await expect(profiles.token).toHaveAccessibleName('Token state: token lacks checkout-sessions.read');
  // The service's clock is ten minutes ahead: the app says so, and judges the token by that clock.
  await new SessionsPage(page).lookUp('123e4567-e89b-42d3-a456-426614174000');
  await expect(profiles.token).toHaveAccessibleName(/ · clock (9 min 5\d s|10 min( \d s)?) off$/);
  await profiles.token.click();
  await expect(page.getByRole('dialog')).toContainText("ahead of this computer's");
  await page.keyboard.press('Escape');
  await profiles.choose('Manage profiles');
  await profiles.accessToken.fill('-----BEGIN PRIVATE KEY-----\nMC4CAQ\n-----END PRIVATE KEY-----');
  await profiles.saveButton.click();
  await expect(page.getByRole('alert')).toContainText('Sent as a token it would give the key away');
  await expect(profiles.accessToken).toBeFocused();
  service.close();
});

test('a very long text pasted into a field is refused in words, and the field keeps its text', async ({
  started,
}) => {
  const { app, page } = started;
  const profiles = new ProfilesPage(page);
  await profiles.choose('New profile');
  await app.evaluate(({ clipboard }) => clipboard.writeText('a log, pasted by mistake\n'.repeat(200_000)));
  // Laying this text out line by line took half an hour in fields for secrets, and some seconds in the others.
  for (const field of [profiles.name, profiles.accessToken, profiles.signingKey]) {
    await field.fill('as it was');
    await page.keyboard.press('ControlOrMeta+V');
    const refusal =
      'Too long for this field: 5,000,000 characters; it takes 100,000 at once. Nothing was inserted.';
    await expect(field).toHaveJSProperty('validationMessage', refusal);
    await page.keyboard.press('End');
    await expect(field).toHaveJSProperty('validationMessage', '');
    await expect(field).toHaveValue('as it was');
    await field.fill('');
  }
});

test('a token stays at the address it was entered for until the person moves it', async ({ environment }) => {
  const first = await startService();
  const second = await startService();
  const started = await environment.start();
  const { app, page } = started;
  const profiles = new ProfilesPage(page);
  await newProfile(profiles, 'Acme', first.baseUrl);
  const token = jwt({ scopes: ['checkout-sessions.read'], exp: inSeconds(7200) });
  await profiles.accessToken.fill(token);
  await profiles.save();
  await profiles.switchTo('Acme');
  await profiles.baseUrl.fill(second.baseUrl);
  await profiles.save();
  const stays = `token stays at ${first.baseUrl}`;
  await expect(page.getByText(`The ${stays} until you confirm.`)).toBeVisible();
  await expect(profiles.token).toHaveAccessibleName(`Token state: ${stays}`);
  expect(await violations(page)).toEqual([]);
  await profiles.testButton.click();
  await expect(profiles.steps).toContainText(`Not tried: the ${stays}.`);

  // A look-up is refused for it, and offers the same question; answering no leaves everything as it was.
  await page.getByRole('link', { name: 'Sessions' }).click();
  const sessions = new SessionsPage(page);
  await sessions.lookUp('123e4567-e89b-42d3-a456-426614174000');
  const refused = page.getByRole('alert', { name: `The ${stays}` });
  await expect(refused).toContainText('Nothing was sent.');
  const move = refused.getByRole('button', { name: 'Move the token' });
  await move.focus();
  await page.keyboard.press('Enter');
  const title = 'Let the token go to another address?';
  const asked = await question(app, title);
  await expect(asked).toContainText(first.baseUrl);
  await expect(asked).toContainText(second.baseUrl);
  await expect(asked).toContainText('1 scope, 1 h left');
  await expect(asked.getByRole('button', { name: 'Keep the old address' })).toBeFocused();
  await answerQuestion(app, title, 'Keep the old address');
  await expect(profiles.token).toHaveAccessibleName(`Token state: ${stays}`);
  await profiles.token.click();
  await expect(page.getByRole('dialog')).toContainText(`The ${stays} until you confirm.`);
  await page.keyboard.press('Escape');

  // Back at the old address, the credential is attached again automatically.
  await profiles.choose('Manage profiles');
  await profiles.baseUrl.fill(first.baseUrl);
  await profiles.save();
  await expect(profiles.token).toHaveAccessibleName(/token ok · 1 h · 1 scope$/);
  await profiles.baseUrl.fill(second.baseUrl);
  await profiles.save();
  expect(second.seen).toEqual([]);

  await page.getByRole('button', { name: 'Move the token' }).click();
  await answerQuestion(app, title, 'Move the token');
  await expect(profiles.token).toHaveAccessibleName(/token ok · 1 h · 1 scope$/);
  await profiles.testButton.click();
  await expect(profiles.steps.getByRole('heading')).toHaveText('Everything works');
  expect(second.seen).toEqual([`Bearer ${token}`]);
  expect(first.seen).toEqual([]);
  await expectNowhereInTheWindow(started);
  first.close();
  second.close();
});

test('with a signing key, an ES512 token with the chosen scopes is minted for a call', async ({ page }) => {
  const service = await startService();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-521' });
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' });
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
  const profiles = new ProfilesPage(page);
  await newProfile(profiles, 'Minting', service.baseUrl);
  await profiles.signingKey.fill(privateKey.export({ format: 'pem', type: 'pkcs8' }).toString());
  await profiles.field('Lifetime').fill('5');
  await profiles.saveButton.click();
  await expect(page.getByRole('alert')).toContainText('whole number of seconds from 10');
  await profiles.field('Lifetime').fill('30');
  await page.getByRole('button', { name: 'Add the scope buyers.read' }).click();
  await profiles.save();
  await expect(page.getByText('A signing key is stored in the keychain.')).toBeVisible();
  await expect(page.getByText('signing key · 2 scopes', { exact: true })).toBeVisible();
  await profiles.testButton.click();
  await expect(profiles.steps.getByRole('heading')).toHaveText('Everything works');
  const [header, payload] = (service.seen[0] ?? '')
    .replace('Bearer ', '')
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString());
  expect(JSON.parse(header ?? '')).toEqual({ alg: 'ES512', typ: 'JWT', kid: thumbprint });
  const claims: unknown = JSON.parse(payload ?? '');
  expect(claims).toMatchObject({
    scopes: ['checkout-sessions.read', 'buyers.read'],
    iss: 'payments-api-explorer',
  });
  service.close();
});

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
    await expect(problem).toContainText('No keychain answers on this computer.');
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
    await expect(problemOf(second)).toContainText('No keychain answers on this computer.');
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

  // The keychain dies: what was read before is used from memory, and the app says so.
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
  await expect(problemOf(started)).toContainText('No keychain answers on this computer.');

  // The keychain comes back, but locked.
  await environment.keyring.setKeyring('locked');
  await problemOf(started).getByRole('button', { name: 'Try again' }).click();
  await expect(problemOf(started)).toContainText('The keychain is locked, or is waiting for its password.', {
    timeout: 20_000,
  });
  await expect(profiles.accessToken).toHaveValue(other);

  // Once it is unlocked, what was typed is stored at last.
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
  await first.app.close();

  await environment.keyring.setKeyring('locked');
  const second = await environment.start();
  const { page } = second;
  const sessions = new SessionsPage(page);
  const lookUp = async (): Promise<void> => sessions.lookUp('8d3c1f0a-52b7-4e9d-9c41-7f0be2a61c55');
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

  // A token for this run: the look-up is refused without one, then the next look-up is sent.
  const other = jwt({ exp: inSeconds(10_000) });
  await problem.getByRole('button', { name: 'Paste a token' }).click();
  const field = problem.getByRole('textbox', { name: 'Access token' });
  await expect(field).toBeFocused();
  await problem.getByRole('button', { name: 'Use for this run' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(other);
  await expect(field).toHaveCSS('-webkit-text-security', 'disc');
  // The keys that look up elsewhere only keep the token here, and send nothing, even after another screen was shown.
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

  // The next run does not have that token, but uses the keychain's own once it is unlocked.
  const third = await environment.start();
  const again = new SessionsPage(third.page);
  await again.lookUp('8d3c1f0a-52b7-4e9d-9c41-7f0be2a61c55');
  await expect(again.problem().getByRole('button', { name: 'Unlock' })).toBeVisible({ timeout: 20_000 });
  await environment.keyring.setKeyring('unlocked');
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
  const lastProfiles = new ProfilesPage(third.page);
  await lastProfiles.choose('Acme');
  await expect(lastProfiles.select).toContainText('Acme');
  await again.lookUpButton.click();
  await expect.poll(() => service.seen.at(-1)).toBe(`Bearer ${token}`);
  service.close();
});

test('Forget all secrets deletes them from the keychain, also if it answers only later', async ({
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
  await expect(page.getByText('The forgotten secret still lies in the keychain')).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await forget();
  await expect(page.getByText(/could not be deleted yet/)).toHaveCount(0);
});

function problemOf({ page }: OpenApp): ReturnType<OpenApp['page']['getByRole']> {
  return page.getByRole('alert').filter({ hasText: 'The secret was not saved' });
}
