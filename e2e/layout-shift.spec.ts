import type { Locator, Page } from '@playwright/test';
import { startSandbox, useProfile } from './stand-alone-sandbox';
import { BuyersPage } from './pages/buyers-page';
import { expect, test } from './test';

declare global {
  interface Window {
    shifts: string[];
  }
}

/** Every layout shift from now on as the browser counts it, also right after input. */
async function watchShifts(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        for (const { node, previousRect: from, currentRect: to } of sources) {
          const name =
            node instanceof Element ? node.className : (node?.textContent ?? 'a node that is gone');
          window.shifts.push(`${value.toFixed(4)} ${name}: ${from.x},${from.y} to ${to.x},${to.y}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: false });
  });
}

/** Those seen so far, once everything is painted. */
function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.shifts))),
      ),
  );
}

async function topOf(locator: Locator): Promise<number> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return box.y;
}

test('nothing jumps on Sessions: while one types, refreshes, copies, chooses tabs, or the result becomes stale', async ({
  page,
  sessions,
}) => {
  const sandbox = await startSandbox('--fault', 'latency=400');
  const { baseUrl, tokens, sessions: samples } = sandbox.description;
  await useProfile(page, { name: 'Slow', baseUrl, token: tokens.full });
  await sessions.lookUp(samples.rich ?? '');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toBeVisible();
  // The first line of a result stands where it stands on every screen.
  expect(await topOf(summary)).toBe(160);
  await watchShifts(page);

  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(sessions.result.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect(summary).toBeVisible();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy for a ticket' }).click();
  await expect(sessions.result.getByText('Copied', { exact: true })).toBeVisible();
  for (const tab of ['Request', 'Findings', 'Overview'] as const) await sessions.tab(tab).click();
  await sessions.id.fill(samples.expired ?? '');
  await expect(sessions.result.getByText(/The ID in the field is another one/)).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
  expect(await topOf(summary)).toBe(160);

  // Another session in its place: the head stays where it is.
  await sessions.id.press('Enter');
  await expect(sessions.state(/^Expired · /)).toBeVisible();
  expect(await topOf(summary)).toBe(160);
  await sandbox.stop();
});

test('nothing jumps on Buyers from page to page', async ({ page }) => {
  const buyers = new BuyersPage(page);
  await buyers.open();
  await buyers.firstPage.click();
  const firstRow = buyers.grid.getByRole('row').nth(1);
  await expect(firstRow).toBeVisible();
  const top = await topOf(firstRow);
  expect(top).toBeLessThanOrEqual(160);
  await watchShifts(page);
  for (const turn of ['Next page', 'Next page', 'Previous page']) {
    const before = await firstRow.innerText();
    await page.getByRole('button', { name: turn }).click();
    await expect(firstRow).not.toHaveText(before);
  }
  expect(await topOf(firstRow)).toBe(top);
  expect(await shiftsOf(page)).toEqual([]);
});
