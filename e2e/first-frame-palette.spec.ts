import { loadWithoutTheApp } from './support/before-the-app';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, shareOneApp, test } from './test';

shareOneApp();

test('a place chosen in the palette before the app has loaded is opened, and nothing is typed into the field', async ({
  page,
  sessions,
}) => {
  const goOn = await loadWithoutTheApp(page);
  await page.keyboard.type('half an ID');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('buyerz');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('s');
  await page.keyboard.press('Enter');
  await expect(sessions.id).toHaveValue('half an ID');
  await goOn();
  await expect(page.getByRole('heading', { level: 1, name: 'Buyers' })).toBeAttached();
  await page.getByRole('link', { name: 'Sessions' }).click();
  await expect(sessions.id).toHaveValue('half an ID');
});

for (const key of ['Control+k', 'F1'])
  test(`${key} and Escape before the app has loaded leave nothing open: an ID typed after them is looked up`, async ({
    page,
    sessions,
  }) => {
    const { rich = '' } = (await sandboxFacts(page)).sessions;
    const goOn = await loadWithoutTheApp(page);
    await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await page.keyboard.type(rich);
    await page.keyboard.press('Enter');
    await goOn();
    await expect(sessions.state(/Valid/)).toBeVisible();
    await expect(sessions.id).toHaveValue(rich);
  });

test('? pressed on a link before the app has loaded opens Help', async ({ page }) => {
  const goOn = await loadWithoutTheApp(page);
  await page.getByRole('link', { name: 'Buyers' }).focus();
  await page.keyboard.press('?');
  await goOn();
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
});

test('Search or run clicked before the app has loaded opens the palette', async ({ page }) => {
  const goOn = await loadWithoutTheApp(page);
  await page.getByRole('button', { name: 'Search or run' }).click();
  await goOn();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('Ctrl+K before the app has loaded opens the palette, and Ctrl+A changes nothing in the field', async ({
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
