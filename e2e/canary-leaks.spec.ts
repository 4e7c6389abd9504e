import type { Page } from '@playwright/test';
import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ProfilesPage } from './pages/profiles-page';
import { startSandbox } from './stand-alone-sandbox';
import {
  answerFileDialogs,
  canariesIn,
  canariesInFiles,
  expectNowhereInTheWindow,
  ownTemp,
  signatureOf,
  unique,
  WHOLE_STRINGS,
  type Canary,
} from './support/canary-search';
import { ECHOES, startEchoService } from './support/echo-service';
import { expect, test } from './test';

test('a signing key, an import, a link, an exception and a crash leave no secret behind', async ({
  environment,
}) => {
  const service = await startEchoService();
  const sandbox = await startSandbox();
  const { privateKeyPem } = sandbox.description.signingKey;
  const { d = '' } = createPrivateKey(privateKeyPem).export({ format: 'jwk' });
  const [imported, linked, thrown, typed] = [unique(), unique(), unique(), unique()];
  const canaries: Canary[] = [
    { name: 'a line of the signing key', value: privateKeyPem.split('\n')[2] ?? '' },
    { name: 'private part of the signing key', value: d },
    { name: 'private part of the signing key in hex', value: Buffer.from(d, 'base64url').toString('hex') },
    { name: 'secret of an import', value: imported },
    { name: 'secret of a link', value: linked },
    { name: 'secret of an exception', value: thrown },
  ];
  const link = `payments-explorer://session/${ECHOES.small}?token=${linked}&authorization=Bearer%20${linked}`;
  const started = await environment.start([WHOLE_STRINGS, link], ownTemp(environment.folder));
  const { app, page, output } = started;
  await app.evaluate((electron, url) => electron.app.emit('second-instance', {}, ['app', url]), link);

  const asked = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(asked).toContainText(ECHOES.small);
  // By now the question has the keyboard focus.
  await expect(asked.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  expect(service.seen).toEqual([]);

  const profiles = new ProfilesPage(page);
  await profiles.choose('New profile');
  await profiles.name.fill('Minting');
  await profiles.baseUrl.fill(service.baseUrl);
  await profiles.signingKey.fill(privateKeyPem);
  await profiles.save();
  await profiles.testButton.click();
  await expect(profiles.steps.getByRole('heading')).toBeVisible();
  const seenToken = (): string =>
    service.seen.find(({ authorization }) => authorization !== '')?.authorization ?? '';
  await expect.poll(() => signatureOf(seenToken())).not.toBe('');
  const minted = seenToken();
  canaries.push({ name: 'minted token', value: signatureOf(minted) });

  // A file with secrets in every place where someone might put them.
  const [first] = await readProfiles(page);
  const bad = { ...first, baseUrl: `https://user:${imported}@api.example.com` };
  const entries = [
    { ...first, name: 'Imported', environment: 'sandbox', token: imported, signingKey: { d: imported } },
    { ...bad, name: 'Bad address', environment: 'sandbox' },
    { ...first, name: 'Bad proxy', environment: 'sandbox', proxy: proxyWith(imported) },
    { name: 'No profile', accessToken: imported, baseUrl: { [imported]: 1 } },
  ];
  const file = join(environment.folder, 'import.json');
  const format = 'payments-api-explorer-profiles';
  writeFileSync(file, JSON.stringify({ format, version: 1, token: imported, profiles: entries }));
  await answerFileDialogs(app, file);
  await profiles.chooseAction('List actions', /^Import…/);
  await expect(page.getByRole('region', { name: 'Import' })).toContainText('1 profile imported, 3 refused');
  rmSync(file);

  // Uncaught exceptions with a token and a key in their messages.
  environment.expectedDefects.push(/sending with authorization/, /cannot sign with/);
  await app.evaluate(
    ({ dialog }, [secret, key]) => {
      const boxes: string[] = [];
      dialog.showErrorBox = (title, content) => void boxes.push(title, content);
      Object.assign(dialog, {
        showMessageBox: (box: unknown) => {
          boxes.push(JSON.stringify(box));
          return Promise.resolve({ response: 0 });
        },
        boxes,
      });
      setTimeout(() => {
        throw new Error(`sending with authorization: Bearer ${secret} failed`);
      });
      void Promise.reject(new Error(`cannot sign with ${key}`));
    },
    [thrown, privateKeyPem] as const,
  );
  const logFile = join(environment.userData, 'logs', 'main.log');
  const logged = (): string => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');
  await expect.poll(logged).toMatch(/sending with authorization: .*redacted/);
  await expect.poll(logged).toMatch(/cannot sign with \[redacted\]/);
  const boxes = await app.evaluate(({ dialog }) => JSON.stringify(Reflect.get(dialog, 'boxes')));
  expect(boxes).toContain('Something went wrong inside the app');
  expect(canariesIn(boxes, canaries), 'in what the person was shown').toEqual([]);
  await expectNowhereInTheWindow(started, canaries);

  // The window's process dies while there is a secret in a field.
  await profiles.choose('New profile');
  await profiles.accessToken.fill(typed);
  canaries.push({ name: 'secret that was being typed', value: typed });
  const crashed = page.waitForEvent('crash');
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await crashed;
  await expect.poll(() => output.join('\n')).toContain("the window's process ended");
  expect(canariesInFiles(environment.folder, canaries), 'after the crash').toEqual([]);
  await app.close();
  expect(canariesInFiles(environment.folder, canaries), 'at the end').toEqual([]);
  expect(canariesIn(output.join('\n'), canaries), 'in what the app printed').toEqual([]);
  service.close();
  await sandbox.stop();
});

const proxyWith = (password: string): object => ({
  kind: 'manual',
  url: `http://user:${password}@proxy.example.com:8080`,
});

async function readProfiles(page: Page): Promise<readonly object[]> {
  return page.evaluate(async () => {
    const state = await window.explorer.describeProfiles();
    return state.ok ? state.value.profiles : [];
  });
}
