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

