import type { Locator, Page } from '@playwright/test';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Environment } from '../src/shared/profile';
import { ProfilesPage } from './pages/profiles-page';
import { expect, test } from './test';

/** A service of the test that counts what would have charged a card. */
async function startService(): Promise<{ baseUrl: string; sent: () => number; close: () => void }> {
  let count = 0;
  const server = createServer((request, response) => {
    if (request.method === 'POST') count += 1;
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"done":true}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => count,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A profile that may send, made and activated in main as the form would. */
async function openProfile(
  page: Page,
  name: string,
  environment: Environment,
  baseUrl: string,
): Promise<void> {
  const failed = await page.evaluate(
    async ([profileName, kind, url]) => {
      const draft = {
        name: profileName,
        environment: kind,
        baseUrl: url,
        merchantAccountId: null,
        merchantHeader: 'x-service-merchant-account-id',
        readOnly: false,
        timeouts: { connectMs: 5_000, totalMs: 30_000 },
        proxy: { kind: 'none' },
        extraCaFile: null,
        clientCertificate: null,
      } as const;
      const created = await window.explorer.createProfile({ draft });
      if (!created.ok) return created.problem.title;
      const { profileId } = created.value;
      // Production starts read-only: opening it is a step of its own.
      const answers = [
        await window.explorer.editProfile({ profileId, draft }),
        await window.explorer.saveToken({ profileId, token: 'not-a-jwt', home: 'keychain' }),
        await window.explorer.activateProfile({ profileId }),
      ];
      return answers
        .map((answer) => (answer.ok ? null : answer.problem.title))
        .find((title) => title !== null);
    },
    [name, environment, baseUrl] as const,
  );
  expect(failed ?? null).toBeNull();
  await expect(new ProfilesPage(page).select).toContainText(name);
}

async function compose(page: Page, destination: string): Promise<void> {
  await page.getByRole('link', { name: 'Vault Forward' }).click();
  await page.getByRole('textbox', { name: 'Destination URL' }).fill(destination);
  await page.getByRole('textbox', { name: 'Request body' }).click();
  await page.keyboard.type('1');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
}

/** Also while a modal question hides everything else from assistive technology. */
function environmentOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset.environment);
}

/** Clicks Send until the app asks: right after the last one, it takes another click for a double click. */
async function sendUntil(page: Page, question: Locator): Promise<void> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(question).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** The same for a Send that nobody is asked about. */
async function sendAgain(page: Page, service: { sent: () => number }, count: number): Promise<void> {
  await expect(async () => {
    if (service.sent() < count) await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => service.sent(), { timeout: 500 }).toBe(count);
  }).toPass();
}

/** The same keys in each run, and no Tab or arrow among them: nothing that moves the focus on purpose. */
function* keys(count: number): Generator<string> {
  const all = [
    'Enter',
    'Space',
    'Control+Enter',
    'Escape',
    'Control+1',
    'Alt+3',
    'Control+Space',
    'Shift+Enter',
    'y',
    's',
  ];
  let state = 20_261_121;
  for (let index = 0; index < count; index += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield all[Math.floor((state / 2_147_483_648) * all.length)] ?? 'Enter';
  }
}

test('nothing goes to production by Enter, Space or accelerators alone', async ({ page }) => {
  const service = await startService();
  await openProfile(page, 'Live EU', 'production', service.baseUrl);
  await compose(page, 'https://psp.example.net/charge');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const question = page.getByRole('alertdialog', { name: 'Send to production?' });
  const cancel = question.getByRole('button', { name: 'Cancel' });
  const confirm = question.getByRole('button', { name: 'Send to production' });

  const openWith = (key: string): Promise<void> =>
    expect(async () => {
      if (!(await question.isVisible())) await send.press(key);
      await expect(cancel).toBeFocused({ timeout: 500 });
    }).toPass();
  await openWith('Enter');
  for (const text of ['Live EU', 'psp.example.net', 'POST', 'Payment methods', 'Authentication methods']) {
    await expect(question).toContainText(text);
  }
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(send).toBeFocused();
  // The profile cannot be switched behind the question, nor the screen.
  await openWith('Space');
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Alt+1');
  expect(page.url()).toContain('#/vault-forward');
  expect(await environmentOf(page)).toBe('production');
  await expect(question).toBeVisible();
  // A key that is held down does nothing, neither there nor on the way.
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(question).toHaveCount(0);
  await send.focus();
  for (let press = 0; press < 8; press += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  if (await question.isVisible()) await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);

  for (const key of keys(80)) {
    await page.keyboard.press(key);
    if (await page.getByRole('alertdialog').isVisible()) continue;
    if ((await environmentOf(page)) !== 'production') await page.keyboard.press('Control+4');
    // A question that opens just now takes the button away from whom it does not concern: the next key finds it.
    await expect(page.getByRole('alertdialog').or(send)).toBeVisible();
    if (!(await page.getByRole('alertdialog').isVisible()))
      await send.focus({ timeout: 2_000 }).catch(() => null);
  }
  if (await page.getByRole('alertdialog').isVisible()) await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  expect(service.sent()).toBe(0);

  // With the dialog's own button, gone to on purpose, it is sent, once.
  await page.keyboard.press('Control+4');
  await expect(new ProfilesPage(page).select).toContainText('Live EU');
  await openWith('Control+Enter');
  await expect(confirm).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect.poll(() => service.sent()).toBe(1);
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('200 OK');
  service.close();
});

test('"do not ask for 10 minutes" is for its profile alone, shows, and can be ended', async ({ page }) => {
  const service = await startService();
  await openProfile(page, 'Live EU', 'production', service.baseUrl);
  await compose(page, 'https://psp.example.net/charge');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const question = page.getByRole('alertdialog', { name: 'Send to production?' });
  const grant = page.getByRole('group', { name: 'Sending without a question' });
  await expect(grant).toHaveCount(0);
  await send.click();
  await question.getByRole('checkbox', { name: 'Do not ask for 10 minutes on Live EU' }).check();
  await question.getByRole('button', { name: 'Send to production' }).click();
  await expect.poll(() => service.sent()).toBe(1);
  await expect(grant).toContainText(/Not asking for (9|10) min/);
  await sendAgain(page, service, 2);
  await expect(question).toHaveCount(0);

  await page.keyboard.press('Control+1');
  await expect(grant).toHaveCount(0);
  await page.keyboard.press('Control+4');
  await grant.getByRole('button', { name: 'End' }).click();
  await expect(grant).toHaveCount(0);
  await sendUntil(page, question);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(service.sent()).toBe(2);
  service.close();
});

test('a request of another profile asks again, and a secret goes to no host that nobody agreed to', async ({
  page,
}) => {
  const service = await startService();
  await openProfile(page, 'Sandbox A', 'sandbox', service.baseUrl);
  await compose(page, 'https://psp.example.net/charge');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await expect.poll(() => service.sent()).toBe(1);

  await openProfile(page, 'Sandbox B', 'sandbox', service.baseUrl);
  const other = page.getByRole('alertdialog', { name: 'Send with the profile Sandbox B?' });
  await sendUntil(page, other);
  await expect(other).toContainText('composed or recorded under the profile Sandbox A');
  await expect(other.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await other.getByRole('button', { name: 'Send with Sandbox B' }).click();
  await expect.poll(() => service.sent()).toBe(2);

  await page.getByRole('button', { name: 'Add header' }).click();
  await page.getByRole('combobox', { name: 'Name of header 1' }).fill('authorization');
  await page.getByRole('textbox', { name: 'Value of header 1' }).fill('Bearer CANARY-of-the-psp');
  const secret = page.getByRole('alertdialog', { name: 'Send this secret to a new host?' });
  await sendUntil(page, secret);
  await expect(secret).toContainText('authorization goes to psp.example.net for the first time');
  await expect(secret).not.toContainText('CANARY');
  await secret.getByRole('button', { name: 'Send and remember the host' }).click();
  await expect.poll(() => service.sent()).toBe(3);
  await page.getByRole('textbox', { name: 'Destination URL' }).fill('https://elsewhere.example.org/');
  await send.click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This secret belongs to another host' }),
  ).toBeVisible();
  expect(service.sent()).toBe(3);

  // Under Settings it can be allowed there, too.
  await page.getByRole('link', { name: 'Settings' }).click();
  const hosts = page.getByRole('list', { name: 'Hosts that may receive secret headers' });
  await expect(hosts).toContainText('psp.example.net');
  await hosts.getByRole('button', { name: 'Allow a host' }).click();
  await hosts.getByRole('textbox', { name: 'Host' }).fill('https://elsewhere.example.org/');
  await page.keyboard.press('Enter');
  await expect(hosts.getByRole('alert')).toContainText('Enter the host alone');
  await hosts.getByRole('textbox', { name: 'Host' }).fill('Elsewhere.example.org');
  await hosts.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(hosts).toContainText('elsewhere.example.org');
  await page.getByRole('link', { name: 'Vault Forward' }).click();
  await sendAgain(page, service, 4);
  service.close();
});
