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
