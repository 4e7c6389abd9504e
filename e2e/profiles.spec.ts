import { existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { ProfilesPage } from './pages/profiles-page';
import { answerQuestion } from './pages/question-page';
import { SessionsPage } from './pages/sessions-page';
import { useProfile } from './stand-alone-sandbox';
import { answerFileDialogs } from './support/canary-search';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

const titleOf = (app: ElectronApplication): Promise<string> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle() ?? '');

onItsOwnApp(() => {
  test('a profile is created, edited, copied, moved, deleted and restored, also after a restart', async ({
    environment,
  }) => {
    const first = await environment.start();
    const profiles = new ProfilesPage(first.page);
    await profiles.choose('New profile');
    await expect(profiles.name).toBeFocused();

    // Nothing that was typed is lost if something is wrong; each problem is shown beside its field.
    await profiles.baseUrl.fill('http://api.acme.example');
    await profiles.field('Merchant account ID').fill('acme');
    await profiles.field('Merchant header').fill('content-length');
    await profiles.saveButton.click();
    await expect(profiles.name).toBeFocused();
    await expect(profiles.name).toHaveAttribute('aria-invalid', 'true');
    await expect(profiles.page.getByRole('alert')).toContainText([
      'A profile needs a name',
      'anyone along the way could read the token',
      'has another purpose',
    ]);
    await expect(profiles.baseUrl).toHaveValue('http://api.acme.example');
    await profiles.name.fill('Acme EU');
    await profiles.baseUrl.fill(' HTTPS://API.Acme.Example:443/v1/ ');
    await profiles.field('Merchant header').fill('x-acme-merchant');
    await profiles.save();
    await expect(profiles.baseUrl).toHaveValue('https://api.acme.example/v1');
    await expect(profiles.names).toHaveText(['Local sandbox', 'Sandbox', 'Production', 'Acme EU']);

    // A wrong field in a collapsed section is brought into view.
    await profiles.page.getByText('Connection', { exact: true }).click();
    await profiles.page.getByRole('radio', { name: 'Manual proxy' }).check();
    await profiles.field('Proxy URL').fill('ftp://proxy');
    await profiles.field('Total time-out').fill('soon');
    await profiles.saveButton.click();
    await expect(profiles.field('Total time-out')).toBeFocused();
    await expect(profiles.inList('Acme EU')).toContainText('unsaved changes');
    // Opening another profile's form or another screen does not lose what was typed.
    await profiles.inList('Sandbox').click();
    await first.page.getByRole('link', { name: 'Sessions' }).click();
    await profiles.choose('Manage profiles');
    await profiles.inList('Acme EU').click();
    await expect(profiles.field('Total time-out')).toHaveValue('soon');
    const certificates = join(environment.folder, 'ca.pem');
    await answerFileDialogs(first.app, certificates);
    await first.page.getByRole('button', { name: 'Choose Extra CA file' }).click();
    await expect(profiles.field('Extra CA file')).toHaveValue(certificates);
    await profiles.field('Proxy URL').fill('proxy.acme.example:8080');
    await profiles.field('Total time-out').fill('30000');
    await profiles.saveButton.click();
    await expect(profiles.field('Extra CA file')).toBeFocused();
    await expect(profiles.page.getByRole('alert')).toContainText('there is no such file');
    writeFileSync(certificates, '');
    await profiles.save();
    await expect(profiles.field('Proxy URL')).toHaveValue('http://proxy.acme.example:8080');

    await profiles.action('Duplicate').click();
    await expect(profiles.name).toHaveValue('Acme EU (2)');
    await expect(profiles.field('Merchant account ID')).toHaveValue('acme');

    // It is moved by button, by keyboard and by mouse.
    await profiles.chooseAction('More', /^Move up/);
    await expect(profiles.names).toHaveText([
      'Local sandbox',
      'Sandbox',
      'Production',
      'Acme EU (2)',
      'Acme EU',
    ]);
    await profiles.inList('Acme EU (2)').focus();
    await first.page.keyboard.press('Alt+ArrowUp');
    await expect(profiles.names).toHaveText([
      'Local sandbox',
      'Sandbox',
      'Acme EU (2)',
      'Production',
      'Acme EU',
    ]);
    await expect(profiles.inList('Acme EU (2)')).toBeFocused();
    await profiles
      .inList('Acme EU')
      .dragTo(profiles.inList('Local sandbox'), { targetPosition: { x: 40, y: 3 } });
    const moved = ['Acme EU', 'Local sandbox', 'Sandbox', 'Acme EU (2)', 'Production'];
    await expect(profiles.names).toHaveText(moved);

    // It is deleted, and restored to its place.
    await profiles.action('Delete').click();
    await expect(profiles.names).toHaveText(['Acme EU', 'Local sandbox', 'Sandbox', 'Production']);
    await expect(profiles.undo).toContainText('Deleted Acme EU (2) and its secrets.');
    await profiles.undo.getByRole('button', { name: 'Undo' }).click();
    await expect(profiles.names).toHaveText(moved);
    await expect(profiles.undo.getByRole('button')).toHaveCount(0);
    await profiles.inList('Local sandbox').click();
    await expect(profiles.action('Delete')).toBeDisabled();
    await first.app.close();

    const second = await environment.start();
    const again = new ProfilesPage(second.page);
    await again.choose('Manage profiles');
    await expect(again.names).toHaveText([
      'Acme EU',
      'Local sandbox',
      'Sandbox',
      'Acme EU (2)',
      'Production',
    ]);
    await again.inList('Acme EU').click();
    await expect(again.baseUrl).toHaveValue('https://api.acme.example/v1');
    await expect(again.field('Merchant header')).toHaveValue('x-acme-merchant');
    await expect(again.page.getByText('proxy http://proxy.acme.example:8080')).toBeVisible();
  });
});

test('production is framed, titled and read-only from the start, and unlocking it asks', async ({
  started,
  page,
}) => {
  const profiles = new ProfilesPage(page);
  await expect.poll(() => titleOf(started.app)).toBe('Local sandbox · Payments API Explorer');
  await profiles.choose('New profile');
  await profiles.name.fill('Live EU');
  await page.getByRole('radio', { name: 'Production' }).click();
  await expect(profiles.readOnly).toBeChecked();
  await expect(profiles.readOnly).toBeDisabled();
  await profiles.save();
  await page.getByRole('button', { name: 'Switch to this profile' }).click();
  await expect(profiles.select).toContainText('Production');
  await expect.poll(() => titleOf(started.app)).toBe('PRODUCTION · Live EU · Payments API Explorer');
  const header = page.getByRole('banner');
  await expect(header).toContainText('Read-only');
  const frame = (): Promise<string> =>
    page.evaluate(
      () => getComputedStyle(document.querySelector('.frame') ?? document.body, '::after').borderTopWidth,
    );
  expect(await frame()).toBe('3px');
  await profiles.readOnly.uncheck();
  await profiles.saveButton.click();
  await answerQuestion(started.app, 'Unlock Live EU?', 'Unlock it');
  await page.getByText('Saved.', { exact: true }).waitFor();
  await expect(header).not.toContainText('Read-only');
  await page.keyboard.press('Control+1');
  await expect(profiles.select).toContainText('Local sandbox');
  expect(await frame()).toBe('0px');
});

test('the result of another profile names it, and leads back to it', async ({ page, sessions }) => {
  const profiles = new ProfilesPage(page);
  await page.getByRole('button', { name: 'Look up a sample session' }).click();
  await expect(sessions.tab('Overview')).toBeVisible();
  await useProfile(page, { name: 'Other', baseUrl: 'http://127.0.0.1:9' });
  await expect(sessions.result).toContainText('From Local sandbox (local), not the profile in use');
  await sessions.result.getByRole('button', { name: 'Switch to Local sandbox' }).click();
  await expect(profiles.select).toBeFocused();
  await expect(sessions.result).not.toContainText('not the profile in use');
});

test('a look-up made while the profile is being switched is not sent', async ({ page, sessions }) => {
  const service = await ThirdParty.start((response) =>
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}'),
  );
  const { select } = new ProfilesPage(page);
  const counting = await useProfile(page, { name: 'Counting', baseUrl: service.url });
  await page.keyboard.press('Control+1');
  await expect(select).toContainText('Local sandbox');
  const sessionId = 'eeeeeeee-0000-4000-8000-000000000000';
  const looked = await page.evaluate(
    async ([profileId, id]) => {
      // The window still shows the Local sandbox, because main has not answered yet.
      const switching = window.explorer.activateProfile({ profileId });
      const lookUp = window.explorer.lookUpSession({ sessionId: id, callId: crypto.randomUUID() });
      await switching;
      return lookUp;
    },
    [counting, sessionId] as const,
  );
  expect(looked).toMatchObject({ ok: false, problem: { code: 'profile-switched' } });
  await expect(select).toContainText('Counting');
  expect(service.received).toEqual([]);
  await page.getByRole('link', { name: 'Sessions' }).click();
  await sessions.lookUp(sessionId);
  await expect(sessions.problem()).toBeVisible();
  expect(service.received).toHaveLength(1);
  await service.stop();
});

onItsOwnApp(() => {
  test('profiles are exported and imported without secrets, and the import says which to enter', async ({
    environment,
    started,
    page,
  }) => {
    const profiles = new ProfilesPage(page);
    const file = join(environment.folder, 'profiles.json');
    await answerFileDialogs(started.app, file);
    await profiles.choose('New profile');
    await profiles.name.fill('Acme EU');
    await profiles.baseUrl.fill('https://api.acme.example');
    await profiles.accessToken.fill('CANARY-token-of-acme');
    await profiles.save();
    await profiles.chooseAction('List actions', /^Export…/);
    await expect(page.getByText(`exported to ${file}, without secrets.`, { exact: false })).toBeVisible();
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('"name": "Acme EU"');
    expect(text).not.toContain('CANARY');

    await profiles.chooseAction('List actions', /^Import…/);
    const report = page.getByRole('region', { name: 'Import' });
    await expect(report).toContainText('3 profiles imported');
    await expect(report).toContainText('Acme EU (2) (in the file: Acme EU). Enter its access token.');
    await report.getByRole('link', { name: 'Acme EU (2)' }).click();
    await expect(profiles.baseUrl).toHaveValue('https://api.acme.example');
    await expect(page.getByText('No secret is stored.')).toBeVisible();

    const entries: unknown = JSON.parse(text);
    writeFileSync(
      file,
      JSON.stringify(entries).replace('https://api.acme.example', 'http://api.acme.example'),
    );
    await profiles.chooseAction('List actions', /^Import…/);
    await expect(report).toContainText('2 profiles imported, 1 refused');
    await expect(report).toContainText('Acme EU was refused: ');
    writeFileSync(file, '{"some":"json"}');
    await profiles.chooseAction('List actions', /^Import…/);
    await expect(page.getByRole('alert')).toContainText('It was not exported by this app.');
  });

  test('the Local sandbox starts when something is sent to it, not when its profile is opened', async ({
    environment,
  }) => {
    const first = await environment.start();
    await new ProfilesPage(first.page).choose('Sandbox');
    await expect(new ProfilesPage(first.page).select).toContainText('Sandbox');
    await first.app.close();

    const { page } = await environment.start();
    const profiles = new ProfilesPage(page);
    await profiles.choose('Manage profiles');
    await profiles.inList('Local sandbox').click();
    const address = () =>
      page.evaluate(async () => {
        // The window's request was sent first, so it has been answered by the time this one is.
        await window.explorer.describeCredential({ profileId: 'local-sandbox' });
        const state = await window.explorer.describeProfiles();
        return state.ok ? state.value.profiles.find(({ id }) => id === 'local-sandbox')?.baseUrl : state;
      });
    expect(await address()).toBeNull();
    await profiles.testButton.click();
    await expect(profiles.steps.getByRole('heading')).toHaveText('Everything works');
    await expect(profiles.baseUrl).toHaveValue(/^http:/);
    await expect(profiles.steps).not.toContainText('The form has changed since.');
    expect(await address()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test('a damaged profiles file is set aside, and the app says where', async ({ environment }) => {
    const first = await environment.start();
    const profiles = new ProfilesPage(first.page);
    await profiles.choose('Sandbox');
    await expect(profiles.select).toContainText('Sandbox');
    await first.app.close();
    const path = join(environment.userData, 'profiles.json');
    const damaged = readFileSync(path, 'utf8').slice(0, 100);
    writeFileSync(path, damaged);
    // Left by a save that was killed, and by one that may still be under way.
    const [old, young] = [1, 2].map((of) => `${path}.00000000-0000-4000-8000-00000000000${of}.partial`);
    for (const partial of [old, young]) writeFileSync(partial ?? '', '');
    utimesSync(old ?? '', 0, 0);

    const { page } = await environment.start();
    const notices = new ProfilesPage(page).notices;
    await expect(notices).toContainText('The file of profiles could not be understood (it is not JSON).');
    const aside = /set aside as (\S+\.json),/.exec(await notices.innerText())?.[1] ?? '';
    expect(readFileSync(aside, 'utf8')).toBe(damaged);
    await expect(new ProfilesPage(page).select).toContainText('Local sandbox');
    await new SessionsPage(page).lookUp('123e4567-e89b-42d3-a456-426614174000');
    await notices.getByRole('button', { name: 'Dismiss notice' }).click();
    await expect(notices).toHaveCount(0);
    await expect.poll(() => [old, young].map((partial) => existsSync(partial ?? ''))).toEqual([false, true]);
  });
});
