import type { Locator } from '@playwright/test';
import { ApiPage } from './pages/api-page';
import { useProfile } from './stand-alone-sandbox';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, shareOneApp, test } from './test';

shareOneApp();

/** A menu's distance from the edges of the window, in px. */
const EDGE = 8;

test('at 900 x 600 a menu with many entries keeps its distance from the edge of the window', async ({
  page,
  vaultForward: vf,
}) => {
  const size = { width: 900, height: 600 };
  await page.setViewportSize(size);
  await vf.open();
  await page.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Sample request' }).click();
  await vf.part('Cards');
  await page.getByRole('button', { name: 'Known cards' }).click();
  const menu = await page.getByRole('menu').boundingBox();
  expect(menu?.y).toBeGreaterThanOrEqual(EDGE);
  expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(size.height - EDGE);
});

test('at 900 x 600 Help and the form of a request to save have room for all of it', async ({
  page,
  vaultForward: vf,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  const hidden = (around: Locator): Promise<number> =>
    around.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  expect(await hidden(page.getByRole('region', { name: 'List', exact: true }))).toBe(0);
  await page.keyboard.press('Escape');
  await vf.open();
  await vf.url.fill('https://psp.example/charges');
  await page.getByRole('button', { name: 'Save request' }).click();
  expect(await hidden(page.getByRole('dialog'))).toBe(0);
});

test('in the list of profiles the shortcuts end on one edge, also beside a long name', async ({ page }) => {
  await useProfile(page, { name: 'Sandbox of the European market, for acme', baseUrl: 'http://127.0.0.1:1' });
  await page.getByRole('combobox', { name: 'Profile' }).click();
  const hints = page.getByRole('option').getByText(/Ctrl\+\d$/);
  await expect(hints).toHaveCount(4);
  const ends = await hints.evaluateAll((all) =>
    all.map((hint) => {
      const range = document.createRange();
      range.selectNodeContents(hint);
      return Math.round(range.getBoundingClientRect().right);
    }),
  );
  expect(new Set(ends).size).toBe(1);
});

test('of a long host, the end that says whose it is stays in sight; the dots after it are as wide as elsewhere', async ({
  page,
  vaultForward: vf,
}) => {
  await useProfile(page, { name: 'Sandbox of the European market', baseUrl: 'http://127.0.0.1:1' });
  await vf.open();
  const long = `${'a-long-subdomain.'.repeat(6)}provider.example:8443`;
  await vf.url.fill(`https://${long}/charges`);
  const slot = page.locator('#forward-slot');
  // One word also where it is copied or read out.
  await expect(slot).toContainText(long, { useInnerText: true });
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 800 });
    const end = slot.getByText('provider.example:8443'.slice(-20), { exact: true });
    const [shown, around] = await Promise.all([end.boundingBox(), slot.boundingBox()]);
    expect(shown?.width, `at ${width} px`).toBeGreaterThan(100);
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(
      (around?.x ?? 0) + (around?.width ?? 0),
    );
    expect(await end.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
  await vf.url.fill('https://psp.example/charges');
  const [host, as] = [slot.getByText('psp.example', { exact: true }), slot.getByText(/^as Sandbox/)];
  await expect(host).toBeVisible();
  const dot = await page.evaluate(() => {
    const words = document.querySelector('.status__right');
    const text = [...(words?.childNodes ?? [])].find(({ textContent }) => textContent === ' · ');
    const range = document.createRange();
    if (text) range.selectNode(text);
    return range.getBoundingClientRect().width;
  });
  const before = await as.evaluate((words) => {
    const range = document.createRange();
    range.selectNodeContents(words);
    return range.getBoundingClientRect().x;
  });
  const { x = 0, width = 0 } = (await host.boundingBox()) ?? {};
  expect(dot).toBeGreaterThan(5);
  expect(Math.abs(before - (x + width) - dot)).toBeLessThan(0.5);
});

test('on a screen of 2560 px the lines of a cart are no wider than a person can follow', async ({
  page,
  sessions,
}) => {
  await sessions.lookUp((await sandboxFacts(page)).sessions.rich ?? '');
  const cart = page.getByRole('table', { name: 'Cart lines' });
  await expect(cart).toBeVisible();
  await page.setViewportSize({ width: 2560, height: 1440 });
  expect((await cart.boundingBox())?.width).toBe(1280);
});

test('hyphens in names and words are no wider than elsewhere', async ({ page }) => {
  const numerals = (words: string): Promise<string> =>
    page
      .getByText(words)
      .first()
      .evaluate((element) => getComputedStyle(element).fontVariantNumeric);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  expect(await numerals('Take the two-minute tour')).toBe('normal');
  await page.getByRole('radio', { name: 'Fields' }).click();
  expect(await numerals('always checkout-session')).toBe('normal');
  await page.keyboard.press('Escape');
  const api = new ApiPage(page);
  await api.open();
  await api.row(/GET \/checkout/).click();
  expect(await numerals('date-time, required')).toBe('normal');
});
