import type { Page } from '@playwright/test';
import { useProfile } from './stand-alone-sandbox';
import { loadWithoutTheApp, profilesAsked } from './support/before-the-app';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, shareOneApp, test } from './test';

shareOneApp();

test('an ID entered before the app has loaded is looked up, and what is typed after it stays', async ({
  page,
  sessions,
}) => {
  const { sessions: samples } = await sandboxFacts(page);
  const goOn = await loadWithoutTheApp(page);
  await expect(sessions.id).toBeFocused();
  await page.keyboard.insertText(samples.rich ?? '');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('the next one');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await goOn();
  await expect(sessions.state(/Valid/)).toBeVisible();
  await expect(sessions.id).toHaveValue('the next one');
  await expect(sessions.id).toBeFocused();
  await page.keyboard.insertText('O');
  await expect(sessions.id).toHaveValue('the next oOe');
});

test('Look up pressed before the app has loaded looks up, and the focus stays where Tab moved it', async ({
  page,
  sessions,
}) => {
  const { sessions: samples } = await sandboxFacts(page);
  const divider = page.getByRole('separator', { name: 'Divider' });
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.insertText(samples.rich ?? '');
  await sessions.lookUpButton.click();
  await expect(sessions.id).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(divider).toBeFocused();
  await goOn();
  await expect(sessions.state(/Valid/)).toBeVisible();
  await expect(divider).toBeFocused();
});

test('a list entered before the app has loaded is looked up, and what is typed after it stays', async ({
  page,
  sessions,
}) => {
  const { rich = '', maximal = '' } = (await sandboxFacts(page)).sessions;
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.insertText(`${rich}\n${maximal}\n`);
  await page.keyboard.press('Enter');
  await page.keyboard.insertText('the next one');
  await goOn();
  await expect(sessions.result.getByRole('row', { name: /Valid/ })).toHaveCount(2);
  await expect(sessions.id).toHaveValue('the next one');
  expect(await profilesAsked(page)).toHaveLength(2);
});

test('Ctrl+Enter looks up before the app has loaded', async ({ page, sessions }) => {
  const { sessions: samples } = await sandboxFacts(page);
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.insertText(samples.rich ?? '');
  await page.keyboard.press('Control+Enter');
  await goOn();
  await expect(sessions.state(/Valid/)).toBeVisible();
});

test('a key with no effect before the app has loaded does not disturb typing at the caret', async ({
  page,
  sessions,
}) => {
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.type('half ID');
  for (let steps = 0; steps < 2; steps++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+q');
  await page.keyboard.type('an ');
  await goOn();
  await expect(sessions.id).toHaveValue('half an ID');
});

test('log files dropped before the app has loaded fill the field with their texts', async ({
  page,
  sessions,
}) => {
  const goOn = await loadWithoutTheApp(page);
  const taken = await sessions.id.evaluate((field) => {
    const dataTransfer = new DataTransfer();
    for (const day of [1, 2])
      dataTransfer.items.add(new File([`session=${day}`], `payments-${day}.log`, { type: 'text/plain' }));
    const tell = (type: string) =>
      field.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    // If the page does not handle the drop, Chromium opens the file itself.
    return !tell('dragover') && !tell('drop');
  });
  expect(taken).toBe(true);
  await expect(sessions.id).toHaveValue('session=1\nsession=2');
  await goOn();
  await expect(sessions.id).toHaveValue('session=1\nsession=2');
});

test('a link clicked before the app has loaded opens its screen, which reloads without the first frame of Sessions', async ({
  page,
  sessions,
}) => {
  const goOn = await loadWithoutTheApp(page);
  await page.getByRole('link', { name: 'Buyers' }).click();
  await goOn();
  await expect(page.getByRole('heading', { level: 1, name: 'Buyers' })).toBeAttached();
  const goOnThere = await loadWithoutTheApp(page);
  await expect(page.locator('#app')).toBeEmpty();
  await goOnThere();
  await expect(page.getByRole('heading', { level: 1, name: 'Buyers' })).toBeAttached();
  await expect(sessions.id).toHaveCount(0);
});

for (const { what, width, colorScheme, environment } of [
  { what: 'light', width: 1280, colorScheme: 'light', environment: 'local' },
  { what: 'dark, narrow, on production', width: 900, colorScheme: 'dark', environment: 'production' },
] as const) {
  test(`the first frame names no profile, has each landmark once, and nothing moves when the app replaces it: ${what}`, async ({
    page,
    sessions,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate(() => localStorage.setItem('split:sessions', '400'));
    if (environment === 'production')
      await useProfile(page, {
        name: 'Live EU',
        baseUrl: 'http://127.0.0.1:9',
        environment,
      });
    const goOn = await loadWithoutTheApp(page);
    await expect(sessions.id).toBeFocused();
    const html = page.locator('html');
    await expect(html).not.toHaveAttribute('data-environment');
    await expect(html).toHaveAttribute('data-theme', colorScheme);
    await expect(page.getByRole('combobox', { name: 'Profile' })).toHaveText('Loading…');
    const before = await lookOf(page);
    await goOn();
    await expect(html).toHaveAttribute('data-environment', environment);
    expect(await lookOf(page)).toEqual(before);
    await expect(sessions.id).toHaveCount(1);
    await expect(page.getByRole('navigation', { name: 'Places' })).toHaveCount(1);
  });
}

/** The appearance of everything that does not depend on the profile: position, fonts, colours and borders. */
async function lookOf(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[aria-label="Search or run"], nav, nav *, main, form, form *, [role="separator"], footer',
      ),
    ].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const { color, backgroundColor, font, outline, border } = getComputedStyle(part);
      return [part.tagName, part.id, x, y, width, height, color, backgroundColor, font, outline, border];
    }),
  );
}
