import type { Locator, Page } from '@playwright/test';
import { useSandbox } from './stand-alone-sandbox';
import { ApiPage } from './pages/api-page';
import { BuyersPage } from './pages/buyers-page';
import { ProfilesPage } from './pages/profiles-page';
import { expect, shareOneApp, test } from './test';

shareOneApp();

declare global {
  interface Window {
    shifts: string[];
    overviewFrames: Frame[];
  }
}

/** What one frame shows of a session. */
interface Frame {
  readonly summary: string;
  /** Null while the cart is out of sight. */
  readonly cart: string | null;
  /** Null while there is nothing below the summary, as during a slow look-up, which shows its progress. */
  readonly heightBelow: number | null;
  readonly width: number;
}

/** Records every frame of the overview from now on. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.overviewFrames = [];
    const look = (): void => {
      const summary = document.querySelector('[aria-label=Summary]');
      const cart = document.querySelector('[aria-label="Cart lines"]');
      window.overviewFrames.push({
        summary: summary?.textContent ?? '',
        cart: cart?.checkVisibility() ? cart.textContent : null,
        heightBelow: summary?.nextElementSibling?.getBoundingClientRect().height ?? null,
        width: summary?.getBoundingClientRect().width ?? 0,
      });
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

/** Records every layout shift from now on, as counted by the browser, including those right after input. */
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
          // The age in a line ends at the same edge, but its text gets longer as time passes.
          const isAge = node instanceof Element && node.matches('.list-row__end');
          if (isAge && from.right === to.right && from.y === to.y) continue;
          const name =
            node instanceof Element ? node.className : (node?.textContent ?? 'a node that is gone');
          window.shifts.push(`${value.toFixed(4)} ${name}: ${from.x},${from.y} to ${to.x},${to.y}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: false });
  });
}

/** The shifts seen so far, once everything has been painted. */
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

test('nothing jumps on Sessions while typing, refreshing, copying, choosing tabs, or when the result is stale', async ({
  page,
  sessions,
}) => {
  const sandbox = await useSandbox(page, 'Slow', '--fault', 'latency=1200');
  const { sessions: samples } = sandbox.description;
  await sessions.lookUp(samples.rich ?? '');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toBeVisible();
  // The first line of a result is at the same height on every screen.
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

  // With another session in its place, the head stays where it is.
  await sessions.id.press('Enter');
  await expect(sessions.state(/^Expired · /)).toBeVisible();
  expect(await topOf(summary)).toBe(160);
  await sandbox.stop();
});

test('when a session replaces another, no frame mixes the two, and the content below keeps its height', async ({
  page,
  sessions,
}) => {
  const sandbox = await useSandbox(page, 'Fast');
  const { sessions: samples } = sandbox.description;
  const summary = page.getByRole('region', { name: 'Summary' });
  const cart = page.getByRole('table', { name: 'Cart lines' });
  await watchFrames(page);
  await sessions.lookUp(samples.rich ?? '');
  await expect(summary).toContainText('Ada Example');
  await expect(cart).toContainText('4,999');
  const before = await page.evaluate(async () => {
    // The last frame with this session is kept, because on a busy computer the next one may already show the other session.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return window.overviewFrames.splice(0, window.overviewFrames.length - 1);
  });
  // The width does not change either when the first session appears, with or without a scrollbar.
  expect(new Set(before.flatMap(({ width }) => (width > 0 ? [width] : []))).size).toBe(1);
  await sessions.lookUp(samples.unicode ?? '');
  await expect(summary).not.toContainText('Ada Example');
  await expect(cart).toBeVisible();
  const isOfFirst = (text: string): boolean => /Ada Example|4,999/.test(text);
  await expect(cart).not.toContainText('4,999');
  const frames = await page.evaluate(() => window.overviewFrames);
  const mixed = frames.filter(
    (frame) => frame.cart !== null && isOfFirst(frame.cart) !== isOfFirst(frame.summary),
  );
  expect(mixed).toEqual([]);
  const [first, last] = [frames.at(0), frames.at(-1)];
  const hidden = frames.filter((frame) => frame.cart === null && frame.heightBelow !== null);
  for (const { heightBelow } of hidden) expect(heightBelow).toBe(first?.heightBelow);
  expect(first?.heightBelow).toBeGreaterThan(200);
  expect(isOfFirst(first?.summary ?? '')).toBe(true);
  expect(isOfFirst(last?.summary ?? 'Ada Example')).toBe(false);
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
    // innerText separates the cells, so equality is possible only if both are read in this way.
    await expect(firstRow).not.toHaveText(before, { useInnerText: true });
  }
  expect(await topOf(firstRow)).toBe(top);
  expect(await shiftsOf(page)).toEqual([]);
});

test('no column of a profile moves when an opened section makes its form scroll', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 1000 });
  const profiles = new ProfilesPage(page);
  await profiles.choose('Manage profiles');
  await expect(profiles.name).toBeVisible();
  const steps = page.getByRole('region', { name: 'What a test checks' });
  const boxes = () => Promise.all([profiles.name, steps].map((part) => part.boundingBox()));
  const before = await boxes();
  await page.getByRole('main').getByText('Connection', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Manual proxy' })).toBeVisible();
  const [name, last] = await boxes();
  expect([name?.width, last?.x, last?.width]).toEqual([before[0]?.width, before[1]?.x, before[1]?.width]);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('Send and the tabs of an operation stay while the rest scrolls, and the line below them ends at the edge of the pane', async ({
  page,
}) => {
  const api = new ApiPage(page);
  await api.open();
  await api.row(/GET \/checkout/).click();
  const answers = page.getByRole('heading', { name: 'Answers' });
  await expect(answers).toBeVisible();
  const tabs = page.getByRole('tablist', { name: 'Request' });
  const line = await tabs.locator('..').boundingBox();
  const divider = await api.answer.boundingBox();
  expect((line?.x ?? 0) + (line?.width ?? 0)).toBe((divider?.x ?? 0) - 1);
  const before = [await topOf(api.send), await topOf(tabs), await topOf(answers)];
  await answers.hover();
  await page.mouse.wheel(0, 600);
  await expect.poll(() => topOf(answers)).toBeLessThan((before[2] ?? 0) - 200);
  expect([await topOf(api.send), await topOf(tabs)]).toEqual(before.slice(0, 2));
});
