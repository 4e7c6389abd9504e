import type { Locator } from '@playwright/test';
import { ApiPage } from './pages/api-page';
import { BuyersPage } from './pages/buyers-page';
import { HistoryPage } from './pages/history-page';
import { useProfile } from './stand-alone-sandbox';
import { expectReachable, isReachable, NARROWEST, sidewaysScrollers } from './support/in-sight';
import { sandboxFacts } from './support/sandbox-facts';
import { saveForward } from './support/save-forward';
import { expect, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

/** A window of 640 x 480 at 200 %. */
const SMALLEST = { width: 320, height: 240 };

const isCut = (part: Locator): Promise<boolean> =>
  part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

/** True if it is not cut off, or ends in "…". */
const saysItIsCut = (part: Locator): Promise<boolean> =>
  part.evaluate((element) =>
    [element, ...element.querySelectorAll('*')].every(
      (one) =>
        !(one instanceof HTMLElement) ||
        one.scrollWidth <= one.clientWidth ||
        getComputedStyle(one).display === 'inline' ||
        getComputedStyle(one).textOverflow === 'ellipsis',
    ),
  );

test('at 320 px the actions of a draft can be reached', async ({ page, vaultForward: vf }) => {
  await vf.open();
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  await page.setViewportSize(NARROWEST);
  await expectReachable(page, ['New draft', 'Templates', 'Import', 'Copy as', 'Save request']);
});

test('at 320 px a run report is not scrolled sideways, and a line has all of its cells, and its link, in sight', async ({
  page,
}) => {
  const party = await ThirdParty.start((response) => response.writeHead(422).end('{}'));
  await saveForward(
    page,
    { method: 'POST', destinationUrl: `${party.url}/charge`, body: '{}' },
    { folder: 'Smoke', name: 'Charge a card of another country' },
  );
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('tree', { name: 'Saved requests' }).getByRole('treeitem', { name: 'Smoke' }).click();
  await page
    .getByRole('article', { name: 'Folder' })
    .getByRole('button', { name: 'Run', exact: true })
    .click();
  const results = page.getByRole('table', { name: 'Results' });
  await expect(results).toContainText('Not as expected');
  await page.setViewportSize(NARROWEST);
  await expect.poll(() => sidewaysScrollers(page)).toEqual([]);
  const line = results.getByRole('row').filter({ hasText: 'Charge a card' });
  await expect(line.getByRole('cell')).toHaveCount(6);
  await expect.poll(() => isReachable(line.getByRole('link', { name: 'Open' }))).toBe(true);
  expect((await line.boundingBox())?.height).toBeLessThan(160);
  await party.stop();
});

