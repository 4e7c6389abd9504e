import { lstatSync, readdirSync } from 'node:fs';
import { get } from 'node:http';
import { SessionsPage } from './pages/sessions-page';
import { processesBelow, socketsOf } from './support/sockets';
import { expect, shareOneApp, test } from './test';

shareOneApp();

test.skip(process.platform === 'win32', 'Windows does not protect files by modes');

test('another user of this computer cannot enter the app’s data folder, not even to list its files', async ({
  environment,
  page,
}) => {
  const sessions = new SessionsPage(page);
  await page.getByRole('button', { name: 'Look up a sample session' }).click();
  await expect(sessions.tab('Overview')).toHaveAttribute('aria-selected', 'true');
  await expect.poll(() => readdirSync(environment.userData).join(' ')).toMatch(/\bexplorer\b/);
  // Whatever the modes of the files inside, nobody else can get past the folder.
  expect(lstatSync(environment.userData).mode & 0o077).toBe(0);
});

/** The status returned to a request to this address with these headers. */
function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
}

test('the Local sandbox refuses requests without its token, by another host name or from a web page, and listens on loopback only', async ({
  started: { app },
  page,
  vaultForward,
}) => {
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible();
  const { baseUrl, sessions } = await vaultForward.sandbox();
  const [id = ''] = Object.values(sessions);
  const url = `${baseUrl.replace(/\/$/, '')}/checkout/sessions/${id}`;
  expect(await statusOf(url, {})).toBe(401);
  expect(await statusOf(url, { authorization: 'Bearer made-up' })).toBe(401);
  // As a page in a browser would send it: with a host name rebound to this computer, or with its own origin.
  expect(await statusOf(url, { host: 'evil.example' })).toBe(403);
  expect(await statusOf(url, { origin: 'https://evil.example' })).toBe(403);
  if (process.platform === 'linux') {
    const listening = socketsOf(processesBelow(app.process().pid ?? 0)).filter(({ remote }) =>
      remote.endsWith(':0'),
    );
    const port = new URL(baseUrl).port;
    expect(listening.filter(({ local }) => local.endsWith(`:${port}`)).map(({ local }) => local)).toEqual([
      `127.0.0.1:${port}`,
    ]);
  }
});
