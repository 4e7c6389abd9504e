import type { Page } from '@playwright/test';
import { expect, test } from './test';
import { sandboxFacts } from './support/sandbox-facts';

/** Loads the page again, without the script of the app until what is returned is called: what stands there is the first frame. */
async function loadWithoutTheApp(page: Page): Promise<() => Promise<void>> {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(/\/first-screen-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html[data-theme]')).toBeAttached();
  await expect(page.locator('#app')).toBeVisible();
  return async () => {
    goOn();
    await page.unrouteAll({ behavior: 'wait' });
    // What was pressed may have opened something before it.
    const profile = page.getByRole('combobox', { name: 'Profile', includeHidden: true });
    await expect(profile).not.toHaveText('Loading…');
  };
}

test('an ID that is looked up before the app is read is looked up, and what is typed after it stays', async ({
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

test('Look up is pressed and the focus moved on before the app is read: the app has looked up, and the focus is there', async ({
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

test('Search or run is pressed before the app is read: the palette opens', async ({ page }) => {
  const goOn = await loadWithoutTheApp(page);
  await page.getByRole('button', { name: 'Search or run' }).click();
  await goOn();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a shortcut is pressed before the app is read: the palette opens, and keys of the field change nothing else', async ({
  page,
  sessions,
}) => {
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.insertText('an ID');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+k');
  await goOn();
  await expect(page.getByRole('dialog', { name: 'Search or run' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sessions.id).toHaveValue('an ID');
  await expect(sessions.id).toBeFocused();
});

test('a link of the first frame leads to its screen, and no frame of Sessions stands there when that is loaded again', async ({
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

for (const { what, width, colorScheme } of [
  { what: 'light', width: 1280, colorScheme: 'light' },
  { what: 'dark and narrow', width: 900, colorScheme: 'dark' },
] as const) {
  test(`the first frame says nothing of a profile, has each name once, and nothing moves when the app takes its place: ${what}`, async ({
    page,
    sessions,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 700 });
    await page.evaluate(() => localStorage.setItem('split:sessions', '400'));
    const goOn = await loadWithoutTheApp(page);
    await expect(sessions.id).toBeFocused();
    const html = page.locator('html');
    await expect(html).not.toHaveAttribute('data-environment');
    await expect(html).toHaveAttribute('data-theme', colorScheme);
    await expect(page.getByRole('combobox', { name: 'Profile' })).toHaveText('Loading…');
    const before = await lookOf(page);
    await goOn();
    await expect(html).toHaveAttribute('data-environment', 'local');
    expect(await lookOf(page)).toEqual(before);
    await expect(sessions.id).toHaveCount(1);
    await expect(page.getByRole('navigation', { name: 'Places' })).toHaveCount(1);
  });
}

/** Of all that does not tell of the profile: where it is, its letters, colours and edges. */
async function lookOf(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    [...document.querySelectorAll('nav, nav *, main, form, form *, [role="separator"], footer')].map(
      (part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const { color, backgroundColor, font, outline, border } = getComputedStyle(part);
        return [part.tagName, part.id, x, y, width, height, color, backgroundColor, font, outline, border];
      },
    ),
  );
}
