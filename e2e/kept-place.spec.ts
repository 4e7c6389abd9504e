import type { Locator } from '@playwright/test';
import { ApiPage } from './pages/api-page';
import { HistoryPage } from './pages/history-page';
import { useProfile } from './stand-alone-sandbox';
import { expect, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

const ids = Array.from(
  { length: 60 },
  (_, index) => `9e000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);

/** Turns the wheel until the row is out of sight, and waits until the list has come to rest at another one. */
async function scrollPast(row: Locator, to: Locator): Promise<void> {
  await row.hover();
  await row.page().mouse.wheel(0, 1_500);
  await expect(row).not.toBeInViewport();
  await expect(to).toBeInViewport();
  await (await to.elementHandle())?.waitForElementState('stable');
}

test('History keeps its scroll position after another screen, also when a new entry has arrived', async ({
  page,
  sessions,
}) => {
  await sessions.id.fill(ids.join('\n'));
  await sessions.lookUpButton.click();
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible();
  await page.getByRole('button', { name: 'Close list' }).click();
  const history = new HistoryPage(page);
  await history.open();
  await expect(history.lines.first()).toHaveAttribute('aria-setsize', '60');
  const read = page.locator('[aria-posinset="40"]');
  await scrollPast(history.lines.first(), read);
  const name = await read.getByRole('button').getAttribute('aria-label');
  const line = history.list.getByRole('button', { name: name ?? '', exact: true });
  await expect(line).toBeInViewport();
  const before = await line.boundingBox();

  await page.getByRole('link', { name: 'Sessions' }).click();
  await history.open();
  await expect.poll(() => line.boundingBox()).toEqual(before);
  await expect(line).toBeInViewport();

  await page.getByRole('link', { name: 'Sessions' }).click();
  await sessions.lookUp('9e000000-0000-4000-8000-0000000000ff');
  await expect(sessions.problem()).toBeVisible();
  await history.open();
  await expect(history.lines.first()).toHaveAttribute('aria-setsize', '61');
  await expect.poll(() => line.boundingBox()).toEqual(before);

  // A different search starts at its first result.
  await history.search.fill('9e000000');
  await expect(history.lines.first()).toHaveAttribute('aria-posinset', '1');
  await expect(history.lines.first()).toBeInViewport();
});

test('the API tree keeps its scroll position after another screen', async ({ page }) => {
  const api = new ApiPage(page);
  await api.open();
  await api.paste(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Large', version: '1' },
      paths: Object.fromEntries(
        ids.map((id) => [`/${id}`, { get: { tags: [id], responses: { 200: { description: 'Yes' } } } }]),
      ),
    }),
  );
  await expect(api.row(ids[0] ?? '')).toBeInViewport();
  await scrollPast(api.row(ids[0] ?? ''), api.row(ids[30] ?? ''));
  const before = await api.row(ids[30] ?? '').boundingBox();
  await page.getByRole('link', { name: 'Sessions' }).click();
  await page.getByRole('link', { name: 'API' }).click();
  await expect(api.row(ids[30] ?? '')).toBeInViewport();
  await expect.poll(() => api.row(ids[30] ?? '').boundingBox()).toEqual(before);
});

test('a look-up that ends late does not leave the screen that was opened meanwhile', async ({
  page,
  sessions,
}) => {
  const id = '5e550000-0000-4000-8000-000000000001';
  let answer: () => void = () => undefined;
  const service = await ThirdParty.start((response) => {
    const session = JSON.stringify({ id, expires_at: '2099-01-01T00:00:00Z' });
    answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(session);
  });
  await useProfile(page, { name: 'Slow', baseUrl: service.url });
  await sessions.lookUp(id);
  await expect(sessions.result.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL(/#\/settings/);
  await expect.poll(() => service.received.length).toBe(1);
  answer();
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('200 OK');
  await expect(page).toHaveURL(/#\/settings/);
  await page.getByRole('link', { name: 'Sessions' }).click();
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  await service.stop();
});
