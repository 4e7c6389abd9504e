import { createHash, generateKeyPairSync } from 'node:crypto';
import { violations } from './axe';
import { ProfilesPage } from './pages/profiles-page';
import { answerQuestion, question } from './pages/question-page';
import { SessionsPage } from './pages/sessions-page';
import { canariesInHeap, WHOLE_STRINGS } from './support/canary-search';
import { useProfile } from './stand-alone-sandbox';
import {
  CANARY,
  expectNowhereInTheWindow,
  filesWith,
  inSeconds,
  jwt,
  newProfile,
  startService,
} from './support/tokens';
import { expect, onItsOwnApp, shareOneApp, test } from './test';

shareOneApp();

onItsOwnApp(() => {
  test('tokens and history are there if the usual data folder is named on the command line', async ({
    environment,
  }) => {
    environment.useDefaultFolder();
    const service = await startService();
    const { app, page } = await environment.start();
    await useProfile(page, { name: 'Shop', baseUrl: service.baseUrl, token: jwt({ exp: inSeconds(3600) }) });
    await new SessionsPage(page).lookUp('00000000-0000-4000-8000-000000000000');
    await expect.poll(() => service.seen.length).toBe(1);
    await app.close();
    const again = await environment.start([`--user-data-dir=${environment.userData}/`]);
    await expect(again.page.getByText(/^token ok/)).toBeVisible();
    const kept = await again.page.evaluate(() => window.explorer.measureHistory());
    expect(kept).toMatchObject({ value: { entries: 1 } });
    service.close();
  });

  test('a pasted token is cleaned, stored only in the keychain, and there after a restart', async ({
    environment,
  }) => {
    const service = await startService();
    const token = jwt({
      iss: 'acme',
      scopes: ['checkout-sessions.read', 'buyers.read'],
      exp: inSeconds(240),
    });
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
    // Ctrl+Z restores nothing, because the field has been replaced by a new one.
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

    // Deleting the profile deletes its token, and undoing that restores it.
    await again.action('Delete').click();
    await again.undo.getByRole('button', { name: 'Undo' }).click();
    await again.inList('Acme').click();
    await expect(second.page.getByText('An access token is stored in the keychain.')).toBeVisible();

    await second.page.getByRole('button', { name: 'Forget', exact: true }).click();
    const question = second.page.getByRole('alertdialog', { name: 'Forget this profile’s secret?' });
    await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await question.getByRole('button', { name: 'Forget' }).click();
    await expect(second.page.getByText('No secret is stored.')).toBeVisible();
    await expect(again.token).toHaveAccessibleName('Token state: no token');
    await second.app.close();
    expect(filesWith(environment.userData, CANARY)).toEqual([]);
    service.close();
  });
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
  // The service's clock is ten minutes ahead: the app says so, and checks the token against that clock.
  await new SessionsPage(page).lookUp('123e4567-e89b-42d3-a456-426614174000');
  await expect(profiles.token).toHaveAccessibleName(/ · clock (9 min 5\d s|10 min( \d s)?) off$/);
  await profiles.token.click();
  await expect(page.getByRole('dialog')).toContainText('ahead of this computer’s');
  await page.keyboard.press('Escape');
  await profiles.choose('Manage profiles');
  await profiles.accessToken.fill('-----BEGIN PRIVATE KEY-----\nMC4CAQ\n-----END PRIVATE KEY-----');
  await profiles.saveButton.click();
  await expect(page.getByRole('alert')).toContainText('Sent as a token it would give the key away');
  await expect(profiles.accessToken).toBeFocused();
  service.close();
});

test('an odd token is explained beside its field, and one with spaces is not stored', async ({ page }) => {
  const profiles = new ProfilesPage(page);
  await profiles.choose('Manage profiles');
  await profiles.inList('Sandbox').click();
  const secret = page.getByRole('group', { name: 'Secret' });
  const { accessToken } = profiles;
  await accessToken.fill('Bearer opaque-token');
  await expect(secret.getByRole('status')).toHaveText('Left out: the word Bearer.');
  await accessToken.fill('https://api.example.com/token');
  await expect(secret.getByRole('status')).toContainText('This looks like an address');
  await accessToken.fill('{"access_token":"CANARY"}');
  await expect(secret.getByRole('status')).toContainText('This looks like JSON');
  await accessToken.fill('my secret token');
  await expect(secret.getByRole('status')).toContainText('There are spaces in it');
  await profiles.saveButton.click();
  await expect(accessToken).toBeFocused();
  await expect(secret.getByRole('alert')).toContainText('There are spaces in it, and a token has none.');
  await expect(secret).toContainText('No secret is stored.');
  await accessToken.fill('opaque-token');
  await expect(secret.getByRole('status')).toHaveText('');
  await profiles.save();
  await expect(secret).toContainText('It is not a JWT');
});

test('very long text pasted into a field is refused with a message, and the field keeps its text', async ({
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

onItsOwnApp(() => {
  test('a token stays at the address it was entered for until the person moves it', async ({
    environment,
  }) => {
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

    // A look-up is refused because of that, and offers the same question; answering no leaves everything as it was.
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
