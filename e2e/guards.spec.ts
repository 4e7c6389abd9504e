import type { ElectronApplication, Page } from '@playwright/test';
import { useProfile } from './stand-alone-sandbox';
import { violations } from './axe';
import { VaultForwardPage } from './pages/vault-forward-page';
import {
  answerQuestion,
  expectNoQuestion,
  ignoreClosing,
  pressIn,
  question,
  questionPages,
  unlockActiveProfile,
} from './pages/question-page';
import { untilNextClick } from './same-click';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

/** Creates and activates a profile that may send, in main, as the form would. */
async function openProfile(
  app: ElectronApplication,
  page: Page,
  name: string,
  environment: 'sandbox' | 'production',
  baseUrl: string,
): Promise<void> {
  await useProfile(page, { name, environment, baseUrl });
  // Production starts read-only: unlocking it is a separate step.
  if (environment === 'production') await unlockActiveProfile(app, page);
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

/**
 * Adds one letter and clicks once: this is a different request from the last one, so that it never counts as a double
 * click.
 */
async function sendAnother(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Request body' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('1');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

test('Enter, Space or accelerators alone send nothing to production', async ({ started: { app }, page }) => {
  const service = await ThirdParty.start();
  await openProfile(app, page, 'Live EU', 'production', service.url);
  await compose(page, 'https://psp.example.net/charge');
  const send = page.getByRole('button', { name: 'Send', exact: true });

  const openWith = async (key: string) => {
    await untilNextClick();
    await send.press(key);
    const dialog = await question(app, 'Send to production?');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    return dialog;
  };
  let dialog = await openWith('Enter');
  for (const text of ['Live EU (production)', 'https://psp.example.net/charge', 'POST', service.url]) {
    await expect(dialog).toContainText(text);
  }
  for (const label of ['Merchant account', 'Payment method', 'Authentication']) {
    await expect(dialog).toContainText(label);
  }
  await pressIn(dialog, 'Enter');
  await expectNoQuestion(app);
  // While there is a question, the window underneath takes no input from the person, and keys sent to it change
  // nothing.
  dialog = await openWith('Space');
  const enabled = () =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => [window.isModal(), window.isEnabled()]),
    );
  // Its page exists a moment before its window is shown.
  await expect
    .poll(async () => (await enabled()).sort())
    .toEqual([
      [false, false],
      [true, true],
    ]);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Enter');
  for (const key of ['Control+1', 'Alt+3', 'y', 's']) await dialog.page().keyboard.press(key);
  expect(questionPages(app)).toHaveLength(1);
  // A key that is held down does nothing, neither in the question nor on the way there.
  for (let press = 0; press < 8; press += 1) await dialog.page().keyboard.down('Enter').catch(ignoreClosing);
  await expectNoQuestion(app);
  await expect.poll(enabled).toEqual([[false, true]]);
  expect(service.received).toHaveLength(0);

  // With the question's own button, deliberately focused, the request is sent once.
  dialog = await openWith('Control+Enter');
  const confirm = dialog.getByRole('button', { name: 'Send to production' });
  await expect(confirm).toBeEnabled();
  await dialog.page().keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await pressIn(dialog, 'Enter');
  await expectNoQuestion(app);
  await expect.poll(() => service.received).toHaveLength(1);
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('201 Created');
  await service.stop();
});

test('the production question names amount, URL and account, opens at its final size, and keeps the frame visible', async ({
  started: { app },
  page,
}) => {
  const service = await ThirdParty.start();
  await openProfile(app, page, 'Live EU', 'production', service.url);
  await compose(page, 'https://psp.example.net/charge');
  await new VaultForwardPage(page).fillBody('{"amount": 13591, "currency": "EUR"}');
  await app.evaluate(({ app: electron }) => {
    const sizes: string[] = [];
    Object.assign(globalThis, { sizes });
    electron.on('browser-window-created', (_event, window) => {
      window.on('show', () => {
        sizes.push(window.getContentSize().join(' x '));
        window.on('resize', () => sizes.push(window.getContentSize().join(' x ')));
      });
    });
  });
  // Even when opened with the mouse, the safe answer shows the focus.
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = await question(app, 'Send to production?');
  await expect(dialog).toContainText('EUR 135.91');
  await expect(dialog).toContainText(
    'read from amount and currency of the body: 13591, in the smallest unit',
  );
  await expect(dialog).toContainText('POST https://psp.example.net/charge');
  await expect(dialog).toContainText('Not set: the service uses its default');
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeFocused();
  expect(await cancel.evaluate((element) => getComputedStyle(element).outlineWidth)).toBe('2px');
  await expect(dialog.getByRole('button', { name: 'Send to production' })).toBeEnabled();
  const box = await dialog.boundingBox();
  const [size = '', ...later] = await app.evaluate(() => Reflect.get(globalThis, 'sizes') as string[]);
  expect(later).toEqual([]);
  expect(size).toBe(`520 x ${Math.ceil(box?.height ?? 0)}`);
  // The window's frame is on top of the layer that makes the page wait.
  await expect(page.getByText('Waiting for your answer in the question window')).toBeVisible();
  // Nothing is sent before the answer, and nothing on screen claims that it is.
  await expect(page.getByText('Not sent yet', { exact: true })).toBeVisible();
  await expect(page.getByText('Sending', { exact: true })).toHaveCount(0);
  await expect(page.getByText('· Waits for your answer')).toBeVisible();
  const [frame, scrim] = await page.evaluate(() => {
    const order = (selector: string, pseudo?: string) =>
      Number(getComputedStyle(document.querySelector(selector) ?? document.body, pseudo).zIndex);
    return [order('.frame', '::after'), order('.frame__asking')];
  });
  expect(frame).toBeGreaterThan(scrim ?? Infinity);
  await pressIn(dialog, 'Escape');
  await expectNoQuestion(app);
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeFocused();
  expect(service.received).toHaveLength(0);
  await service.stop();
});

test('“Do not ask for 10 minutes” is shown, and can be ended', async ({ started: { app }, page }) => {
  const service = await ThirdParty.start();
  await openProfile(app, page, 'Live EU', 'production', service.url);
  await compose(page, 'https://psp.example.net/charge');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const grant = page.getByRole('group', { name: 'Sending without a question' });
  await expect(grant).toHaveCount(0);
  await send.click();
  const dialog = await question(app, 'Send to production?');
  await dialog.getByRole('checkbox', { name: 'Do not ask for 10 minutes' }).check();
  await answerQuestion(app, 'Send to production?', 'Send to production');
  await expect.poll(() => service.received).toHaveLength(1);
  await expect(grant).toContainText(/Not asking for (9|10) min/);
  await sendAnother(page);
  await expect.poll(() => service.received).toHaveLength(2);
  expect(questionPages(app)).toEqual([]);
  await grant.getByRole('button', { name: 'End' }).click();
  await expect(grant).toHaveCount(0);
  await sendAnother(page);
  await answerQuestion(app, 'Send to production?', 'Cancel');
  expect(service.received).toHaveLength(2);
  await service.stop();
});

test('a request composed under another profile asks first, and a secret goes to a new host only with consent', async ({
  started: { app },
  page,
}) => {
  const service = await ThirdParty.start();
  await openProfile(app, page, 'Sandbox A', 'sandbox', service.url);
  await compose(page, 'https://psp.example.net/charge');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  // A switch of profile would cancel what has not been answered yet.
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('201 Created');
  expect(service.received).toHaveLength(1);

  await openProfile(app, page, 'Sandbox B', 'sandbox', service.url);
  await sendAnother(page);
  const other = await question(app, 'Send with the profile Sandbox B?');
  await expect(other).toContainText('composed or recorded under the profile Sandbox A');
  await expect(other.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await answerQuestion(app, 'Send with the profile Sandbox B?', 'Send with Sandbox B');
  await expect.poll(() => service.received).toHaveLength(2);

  const vf = new VaultForwardPage(page);
  await vf.addHeader('authorization', 'Bearer CANARY-of-the-psp');
  await vf.part('Body');
  await sendAnother(page);
  const secret = await question(app, 'Send a secret to a new host?');
  await expect(secret).toContainText('authorization goes to psp.example.net for the first time');
  await expect(secret).not.toContainText('CANARY');
  await expect(secret.getByRole('button', { name: 'Do not send' })).toBeFocused();
  await answerQuestion(app, 'Send a secret to a new host?', 'Do not send');
  expect(service.received).toHaveLength(2);
  await sendAnother(page);
  await answerQuestion(app, 'Send a secret to a new host?', 'Send it there');
  await expect.poll(() => service.received).toHaveLength(3);
  await page.getByRole('textbox', { name: 'Destination URL' }).fill('https://elsewhere.example.org/');
  await send.click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'This secret belongs to another host' }),
  ).toBeVisible();
  expect(service.received).toHaveLength(3);

  // It can also be allowed in Settings: main asks about that as well.
  await page.getByRole('link', { name: 'Settings' }).click();
  const hosts = page.getByRole('list', { name: 'Hosts that may receive secret headers' });
  await expect(hosts).toContainText('psp.example.net');
  await hosts.getByRole('button', { name: 'Allow a host' }).click();
  await hosts.getByRole('textbox', { name: 'Host' }).fill('https://elsewhere.example.org/');
  await page.keyboard.press('Enter');
  await expect(hosts.getByRole('alert')).toContainText('Enter the host alone');
  await hosts.getByRole('textbox', { name: 'Host' }).fill('Elsewhere.example.org');
  const allow = hosts.getByRole('button', { name: 'Allow', exact: true });
  await allow.click();
  await answerQuestion(app, 'Let a secret go to another host?', 'Do not allow');
  await expect(hosts).not.toContainText('elsewhere.example.org');
  await hosts.getByRole('button', { name: 'Allow a host' }).click();
  await hosts.getByRole('textbox', { name: 'Host' }).fill('Elsewhere.example.org');
  await allow.click();
  await answerQuestion(app, 'Let a secret go to another host?', 'Allow the host');
  await expect(hosts).toContainText('elsewhere.example.org');
  await page.getByRole('link', { name: 'Vault Forward' }).click();
  await sendAnother(page);
  await expect.poll(() => service.received).toHaveLength(4);
  await service.stop();
});

onItsOwnApp(() => {
  test('a question is a separate window, and counts as no when its page or the page that asked is gone', async ({
    started: { app },
    page,
  }) => {
    const service = await ThirdParty.start();
    await openProfile(app, page, 'Live EU', 'production', service.url);
    await compose(page, 'https://psp.example.net/charge');
    const ask = () =>
      page.evaluate(async () => {
        const state = await window.explorer.describeProfiles();
        const active = state.ok
          ? state.value.profiles.find(({ id }) => id === state.value.activeId)
          : undefined;
        if (!active) return 'no profile';
        const draft = { ...active, environment: 'sandbox' } as const;
        const answer = await window.explorer.editProfile({ profileId: active.id, draft });
        return answer.ok ? 'saved' : answer.problem.code;
      });
    const TITLE = 'Treat Live EU as a sandbox?';

    let asked = ask();
    let dialog = await question(app, TITLE);
    expect(await violations(dialog.page()), 'the question').toEqual([]);
    expect(
      await dialog.page().evaluate(() => ({
        bridge: 'explorer' in window,
        own: Object.keys(window.question).sort(),
        scripts: [...document.scripts].map(({ src }) =>
          src.startsWith('app-question://question/assets/question-'),
        ),
      })),
    ).toEqual({ bridge: false, own: ['answer', 'read'], scripts: [true] });
    // The question's page cannot navigate anywhere or reach anything.
    expect(
      await dialog.page().evaluate(async () => {
        const failed = (promise: Promise<unknown>) => promise.then(() => false).catch(() => true);
        window.open('https://example.com');
        return [await failed(fetch('app://explorer/index.html')), await failed(fetch('https://example.com'))];
      }),
    ).toEqual([true, true]);
    await dialog.page().evaluate(() => setTimeout(() => (location.href = 'app://explorer/index.html')));
    const where = () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map(({ webContents }) => new URL(webContents.getURL()).protocol),
      );
    expect((await where()).sort()).toEqual(['app-question:', 'app:']);
    // The question's page crashes.
    await app.evaluate(({ BrowserWindow }) => {
      const modal = BrowserWindow.getAllWindows().find((window) => window.isModal());
      modal?.webContents.forcefullyCrashRenderer();
    });
    expect(await asked).toBe('profile-not-unlocked');
    await expectNoQuestion(app);

    // The question's window is closed from outside.
    asked = ask();
    dialog = await question(app, TITLE);
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((window) => window.isModal())
        ?.close(),
    );
    expect(await asked).toBe('profile-not-unlocked');

    // The page that asked crashes: no one would see the result of the answer.
    void ask().catch(() => null);
    await question(app, TITLE);
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .find((window) => !window.isModal())
        ?.webContents.forcefullyCrashRenderer(),
    );
    await expectNoQuestion(app);
    expect(service.received).toHaveLength(0);
    await service.stop();
  });
});
