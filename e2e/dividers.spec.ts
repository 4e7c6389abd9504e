import type { Locator } from '@playwright/test';
import { HistoryPage } from './pages/history-page';
import { expect, test } from './test';

async function middleOf(divider: Locator): Promise<{ x: number; y: number }> {
  const box = await divider.boundingBox();
  if (box === null) throw new Error('the divider is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('the divider between list and detail moves by key and pointer, can be reset, and is remembered', async ({
  started: { app },
  page,
}) => {
  const history = new HistoryPage(page);
  await history.open();
  const divider = page.getByRole('separator', { name: 'Divider' });
  const isAt = (px: number) => expect(divider).toHaveAttribute('aria-valuenow', String(px));
  await expect(divider).toHaveAttribute('aria-orientation', 'vertical');
  await isAt(320);

  // After a click on the divider, the keys can move it.
  const start = await middleOf(divider);
  await page.mouse.click(start.x, start.y);
  await expect(divider).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await isAt(336);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await isAt(304);
  expect((await middleOf(divider)).x).toBeLessThan(start.x);
  await page.keyboard.press('Home');
  await isAt(240);
  await page.keyboard.press('ArrowLeft');
  await isAt(240);
  await page.keyboard.press('End');
  await isAt(480);
  await page.keyboard.press('Enter');
  await isAt(320);

  // The pointer may be slightly beside the hairline.
  const grabbed = await middleOf(divider);
  await page.mouse.move(grabbed.x + 3, grabbed.y);
  await page.mouse.down();
  await page.mouse.move(grabbed.x + 53, grabbed.y + 20, { steps: 2 });
  // The drag survives another window that appears under the pointer and closes again.
  await app.evaluate(async ({ BrowserWindow }) => {
    const other = new BrowserWindow({ x: 0, y: 0, width: 1280, height: 800 });
    await other.loadURL('about:blank');
    other.focus();
    other.destroy();
  });
  await page.mouse.move(grabbed.x + 103, grabbed.y + 40, { steps: 3 });
  await page.mouse.up();
  await expect
    .poll(async () => Math.abs((await middleOf(divider)).x - grabbed.x - 100))
    .toBeLessThanOrEqual(5);
  const dragged = await divider.getAttribute('aria-valuenow');
  await page.mouse.move(grabbed.x, grabbed.y);
  await isAt(Number(dragged));

  await page.reload();
  await history.open();
  await isAt(Number(dragged));
  const again = await middleOf(divider);
  await page.mouse.dblclick(again.x, again.y);
  await isAt(320);

  // A narrow window shows one pane at a time, with a way back, so there is nothing to divide.
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.getByRole('button', { name: 'Look up a sample session', exact: true }).click();
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
  await history.open();
  await page.setViewportSize({ width: 760, height: 640 });
  await expect(divider).toBeHidden();
  await history.line(/Session, 200/).click();
  await expect(history.list).toBeHidden();
  await page.getByRole('button', { name: 'Back to History' }).click();
  await expect(history.line(/Session, 200/)).toBeVisible();
});
