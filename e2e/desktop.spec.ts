import type { ElectronApplication } from '@playwright/test';
import { useSandbox } from './stand-alone-sandbox';
import { expect, onItsOwnApp, shareOneApp, test } from './test';

shareOneApp();

interface Look {
  readonly zoom: number;
  readonly size: readonly number[];
}

const lookOf = (app: ElectronApplication): Promise<Look | null> =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (!window) return null;
    return { zoom: Math.round(window.webContents.getZoomFactor() * 100) / 100, size: window.getSize() };
  });

/** Chooses an item of the application menu by the labels on its path. */
function chooseInMenu(app: ElectronApplication, ...words: readonly string[]): Promise<void> {
  return app.evaluate(({ Menu }, path) => {
    let items = Menu.getApplicationMenu()?.items ?? [];
    for (const label of path) {
      const item = items.find((one) => one.label === label);
      if (!item) throw new Error(`no "${label}" among ${items.map((one) => one.label).join(', ')}`);
      if (item.submenu) items = item.submenu.items;
      else item.click();
    }
  }, words);
}

/** As from a real keyboard: keys pressed by Playwright reach only the page, whereas main sees these first. */
function pressControl(app: ElectronApplication, keyCode: string): Promise<void> {
  return app.evaluate(({ BrowserWindow }, key) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    for (const type of ['keyDown', 'keyUp'] as const) {
      contents?.sendInputEvent({ type, keyCode: key, modifiers: ['control'] });
    }
  }, keyCode);
}

onItsOwnApp(() => {
  test('the window keeps its size and zoom after a restart, and then stays at 100 % on the next screen', async ({
    environment,
  }) => {
    const first = await environment.start();
    await pressControl(first.app, '=');
    await expect.poll(() => lookOf(first.app)).toMatchObject({ zoom: 1.1 });
    await pressControl(first.app, '-');
    await pressControl(first.app, '-');
    await expect.poll(() => lookOf(first.app)).toMatchObject({ zoom: 0.9 });
    await pressControl(first.app, '0');
    await expect.poll(() => lookOf(first.app)).toMatchObject({ zoom: 1 });
    await chooseInMenu(first.app, 'View', 'Larger');
    await chooseInMenu(first.app, 'View', 'Larger');
    await first.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setSize(1010, 640));
    await expect.poll(() => lookOf(first.app)).toEqual({ zoom: 1.25, size: [1010, 640] });
    await first.app.close();

    const { app, page } = await environment.start();
    await expect.poll(() => lookOf(app)).toEqual({ zoom: 1.25, size: [1010, 640] });
    // A window that opened zoomed in, and is at 100 % again, stays there.
    await chooseInMenu(app, 'View', 'Smaller');
    await chooseInMenu(app, 'View', 'Smaller');
    await expect.poll(() => lookOf(app)).toMatchObject({ zoom: 1 });
    await page.getByRole('link', { name: 'Buyers', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Buyers', exact: true })).toBeVisible();
    expect(await lookOf(app)).toMatchObject({ zoom: 1 });
  });

  test('a link from outside asks first, and sends nothing on production', async ({ environment }) => {
    const id = '5e550000-0000-4000-8000-000000000001';
    const { page } = await environment.start([`payments-explorer://session/${id}?profile=Production`]);
    const question = page.getByRole('alertdialog', { name: 'Open the session of this link?' });
    await expect(question).toContainText(id);
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await question.getByRole('button', { name: 'Switch to Production' }).click();
    await expect(page.getByRole('combobox', { name: 'Profile' })).toContainText('Production');
    await expect(page.getByRole('textbox', { name: 'Session ID' })).toHaveValue(id);
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('Look up a checkout session');
    await expect(page.getByRole('status', { name: 'Last exchange' })).toHaveText('Ready');
  });
});

test('the application menu does what the keys do, and shows the current shortcuts', async ({
  started,
  page,
}) => {
  await chooseInMenu(started.app, 'Go', 'Buyers');
  await expect(page.getByRole('heading', { name: 'Buyers', exact: true })).toBeVisible();
  await chooseInMenu(started.app, 'Go', 'Back');
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible();
  await chooseInMenu(started.app, 'Edit', 'Search or run…');
  await expect(page.getByRole('combobox', { name: 'Search or run' })).toBeFocused();
  await page.keyboard.press('Escape');

  const accelerator = (): Promise<unknown> =>
    started.app.evaluate(
      ({ Menu }) =>
        Menu.getApplicationMenu()
          ?.items.find(({ label }) => label === 'Go')
          ?.submenu?.items.find(({ label }) => label === 'Buyers')?.accelerator,
    );
  expect(await accelerator()).toBe('Alt+2');
  await page.evaluate(async () => {
    const state = await window.explorer.describeSettings();
    if (!state.ok) return;
    const shortcuts = { 'go-buyers': ['Alt+Shift+B'] };
    await window.explorer.editSettings({ settings: { ...state.value.settings, shortcuts } });
  });
  await expect.poll(accelerator).toBe('Alt+Shift+B');
});

test('the context menu of an ID copies the whole ID', async ({ started, page }) => {
  await page.getByRole('button', { name: /^Look up a sample/ }).click();
  const id = page.locator('[data-copy]').first();
  await expect(id).toBeVisible();
  await started.app.evaluate(({ Menu }) => {
    // A native menu cannot be clicked from here, so its only item is chosen as it opens.
    Menu.prototype.popup = function popup() {
      Object.assign(globalThis, { shown: this.items.map(({ label }) => label) });
      this.items[0]?.click();
    };
  });
  await id.click({ button: 'right' });
  await expect
    .poll(() => started.app.evaluate(() => Reflect.get(globalThis, 'shown') as unknown))
    .toEqual(['Copy ID']);
  expect(await started.app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  );
});

test('a long list that ends in the background is counted on the icon until the window has the focus again', async ({
  started: { app },
  page,
  sessions,
}) => {
  const sandbox = await useSandbox(page, 'Slow', '--fault', 'latency=600');
  await app.evaluate(({ app: main, BrowserWindow }) => {
    const told: number[] = [];
    Object.assign(globalThis, { told });
    main.setBadgeCount = (count = 0) => told.push(count) > 0;
    // Another window has the focus.
    new BrowserWindow({ width: 200, height: 100 }).focus();
  });
  const told = (): Promise<unknown> => app.evaluate(() => Reflect.get(globalThis, 'told'));

  const ids = Array.from(
    { length: 120 },
    (_, index) => `9e000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  );
  await sessions.id.fill(ids.join('\n'));
  await sessions.lookUpButton.click();
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible({ timeout: 30_000 });
  await expect.poll(told).toEqual([1]);
  await app.evaluate(({ BrowserWindow }) => {
    const [own, other] = BrowserWindow.getAllWindows().sort((a, b) => a.id - b.id);
    other?.destroy();
    own?.focus();
  });
  await expect.poll(told).toEqual([1, 0]);
  await sandbox.stop();
});
