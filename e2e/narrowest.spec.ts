import type { Locator } from '@playwright/test';
import { ApiPage } from './pages/api-page';
import { BuyersPage } from './pages/buyers-page';
import { HistoryPage } from './pages/history-page';
import { PalettePage } from './pages/palette-page';
import { ProfilesPage } from './pages/profiles-page';
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
  const title = await page.getByRole('heading', { name: 'Smoke' }).boundingBox();
  expect(title?.width, 'what was run').toBeGreaterThan(24);
  await party.stop();
});

test('at 320 px the details of a saved request with changes are not scrolled sideways', async ({ page }) => {
  const request = { method: 'POST', destinationUrl: 'https://psp.example/charge', body: '{}' };
  await saveForward(page, request, { folder: '', name: 'Charge' });
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('treeitem', { name: 'Charge' }).click();
  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Add a JSON path' }).click();
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeVisible();
  await page.setViewportSize(NARROWEST);
  await expect.poll(() => sidewaysScrollers(page)).toEqual([]);
});

test('at 320 px the name of a request in a folder takes no more than two lines', async ({ page }) => {
  const name = 'Charge a card of another country';
  await saveForward(
    page,
    { method: 'POST', destinationUrl: 'https://psp.example/charge', body: '{}' },
    { folder: 'Smoke', name },
  );
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('tree', { name: 'Saved requests' }).getByRole('treeitem', { name: 'Smoke' }).click();
  const link = page.getByRole('article', { name: 'Folder' }).getByRole('button', { name });
  await expect(link).toBeVisible();
  await page.setViewportSize(NARROWEST);
  expect((await link.boundingBox())?.height).toBeLessThanOrEqual(40);
});

test('in History, what is open does not look selected while others are, and a comparison ends when another is selected', async ({
  page,
  sessions,
}) => {
  const { sessions: samples, errorSessions } = await sandboxFacts(page);
  for (const id of [samples.rich, samples.expired, errorSessions[500]])
    await sessions.lookUpToTheEnd(id ?? '');
  const history = new HistoryPage(page);
  await history.open();
  const button = (at: number): Locator => history.lines.nth(at).getByRole('button');
  const tick = (at: number): Locator => history.lines.nth(at).getByRole('checkbox');
  const colour = (at: number): Promise<string> =>
    button(at).evaluate((row) => getComputedStyle(row).backgroundColor);
  await button(0).click();
  await expect(history.replay).toBeVisible();
  const blue = await colour(0);
  await tick(1).check();
  await tick(2).check();
  await page.mouse.move(0, 0);
  await expect.poll(() => colour(1)).toBe(blue);
  await expect.poll(() => colour(0)).not.toBe(blue);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await expect(comparison).toBeVisible();
  await tick(2).uncheck();
  await expect(comparison).toBeVisible();
  await tick(0).check();
  await expect(comparison).toHaveCount(0);
});

test('a line of History names production beside its title, and at 320 px every line names its profile', async ({
  page,
  sessions,
}) => {
  const id = '5e550000-0000-4000-8000-0000000000b7';
  const answer = {
    id,
    expires_at: '2099-01-01T00:00:00+00:00',
    payment_method: { id, method: 'card', scheme: 'visa', label: '1111' },
    cart_items: [{ quantity: 1, unit_amount: 2500 }],
  };
  const party = await ThirdParty.start((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
  );
  await sessions.lookUpToTheEnd((await sandboxFacts(page)).sessions.rich ?? '');
  const name = 'Shop 00042 live';
  await useProfile(page, { name, baseUrl: party.url, environment: 'production' });
  await sessions.lookUpToTheEnd(id);
  const history = new HistoryPage(page);
  await history.open();
  const live = history.lines.nth(0);
  await expect(live).toContainText('visa ••1111');
  for (const size of [{ width: 1280, height: 800 }, NARROWEST]) {
    await page.setViewportSize(size);
    const named = live.getByText(name, { exact: true });
    await expect(named).toBeInViewport();
    expect(await isCut(named), `production at ${size.width} px`).toBe(false);
    expect(await isCut(live.getByText(/••1111/)), `the card at ${size.width} px`).toBe(false);
  }
  const local = history.lines.nth(1).getByText('Local sandbox', { exact: true });
  await expect(local).toBeInViewport();
  expect((await local.boundingBox())?.width, 'enough of it to tell').toBeGreaterThan(60);
  await party.stop();
});

test('at 320 px chips and the environment say where they are cut, and the summary has room for the date', async ({
  page,
  sessions,
}) => {
  const id = '5e550000-0000-4000-8000-0000000000b9';
  const party = await ThirdParty.start((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(`{"id":"${id}","expires_at":"soon"}`),
  );
  const facts = await sandboxFacts(page);
  await sessions.lookUp(facts.sessions.rich ?? '');
  await expect(sessions.state(/^Valid/)).toBeVisible();
  await page.setViewportSize(NARROWEST);
  const lid = page.getByRole('region', { name: 'Summary' }).getByRole('heading');
  await expect(lid).toContainText(/Valid until \d+ \w+ \d{4} \d\d:\d\d UTC/);
  expect(await isCut(lid)).toBe(false);
  expect(await saysItIsCut(sessions.result.locator('.chip').first())).toBe(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await useProfile(page, { name: 'Live', baseUrl: party.url, environment: 'production' });
  await sessions.lookUp(id);
  await expect(sessions.state('Expiry unknown')).toBeVisible();
  await page.setViewportSize(NARROWEST);
  const profile = page.getByRole('combobox', { name: 'Profile' });
  expect(await isCut(profile.getByText('Production', { exact: true }))).toBe(false);
  expect(await profile.evaluate((all) => all.scrollWidth - all.clientWidth)).toBe(0);
  // Not a sliver of the name beside it.
  expect((await profile.getByText('Live', { exact: true }).boundingBox())?.width).toBe(1);
  expect(await saysItIsCut(sessions.result.locator('.chip').first())).toBe(true);
  await expect(lid).toContainText('The expiry of this session cannot be read');
  expect(await isCut(lid)).toBe(false);
  await party.stop();
});

test('at 320 px Undo is in the status bar at once, and covers nothing', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await vf.addCards('5e550000-0000-4000-8000-00000000c001');
  await page.setViewportSize(NARROWEST);
  await page.getByRole('button', { name: 'Remove card 1' }).click();
  const undo = page.getByRole('region', { name: 'Undo' });
  await expect(undo).toContainText('Removed a card.');
  const bar = await page.getByRole('contentinfo').boundingBox();
  expect((await undo.boundingBox())?.y).toBeGreaterThanOrEqual(bar?.y ?? 480);
  const words = await undo.getByText('Removed a card.').boundingBox();
  expect(words?.width).toBeGreaterThan(48);
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('textbox', { name: 'ID of card 1' })).toBeVisible();
});

test('on Buyers each label is beside its field, and its parameters are not scrolled sideways, from 320 px on', async ({
  page,
}) => {
  const buyers = new BuyersPage(page);
  await buyers.open();
  for (const width of [320, 400, 479, 480, 560, 640, 800]) {
    await page.setViewportSize({ width, height: 480 });
    for (const [label, field] of [
      ['Page size', buyers.pageSize],
      ['Start cursor', buyers.startCursor],
    ] as const) {
      const words = await page.getByText(label, { exact: true }).boundingBox();
      const box = await field.boundingBox();
      const gap = (box?.x ?? 0) - ((words?.x ?? 0) + (words?.width ?? 0));
      expect(gap, `${label} at ${width} px`).toBeGreaterThan(0);
      expect(gap, `${label} at ${width} px`).toBeLessThan(12);
    }
  }
  await page.setViewportSize(NARROWEST);
  await page.getByRole('button', { name: 'Parameters' }).click();
  const popover = page.locator('.query-parameters');
  await expect(popover).toBeVisible();
  expect(await isCut(popover)).toBe(false);
});

test('at 320 px what to do and what is wrong have the width of the pane, and so have the templates', async ({
  page,
  sessions,
  vaultForward: vf,
}) => {
  await sessions.lookUp((await sandboxFacts(page)).errorSessions[404] ?? '');
  const steps = page.getByRole('list', { name: 'What to do' }).getByText('Check the ID');
  await expect(steps).toBeVisible();
  await page.setViewportSize(NARROWEST);
  expect((await steps.boundingBox())?.width).toBeGreaterThan(180);
  const buyers = new BuyersPage(page);
  await buyers.open();
  await buyers.startCursor.fill('no-such-cursor');
  await buyers.startCursor.press('Enter');
  const details = page.getByRole('table', { name: 'Error details' });
  await expect(details).toBeVisible();
  expect(await isCut(details.locator('..'))).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
  await vf.open();
  await page.setViewportSize(NARROWEST);
  const template = page.getByRole('main').getByRole('button', { name: /^Card authorisation/ });
  const { x, width } = (await template.last().boundingBox()) ?? { x: 0, width: 0 };
  expect(x + width).toBeLessThanOrEqual(320);
});

test('at 320 px an answer says whose it looks like beside its status', async ({ page, vaultForward: vf }) => {
  const party = await ThirdParty.start((response) => response.writeHead(422).end('{}'));
  await vf.open();
  await vf.url.fill(`${party.url}/charge`);
  await vf.fillBody('{}');
  await vf.send();
  await expect(vf.result()).toHaveText(/^422/);
  await page.setViewportSize(NARROWEST);
  expect((await vf.pane.getByText('looks like the answer of').boundingBox())?.width).toBeGreaterThan(100);
  await party.stop();
});

test('at 200 % in a window of 640 x 480 the form of an operation keeps 72 px', async ({ page }) => {
  const api = new ApiPage(page);
  await api.open();
  await api.row(/GET \/checkout/).click();
  await page.getByRole('textbox', { name: 'session_id' }).fill('5e550000-0000-4000-8000-000000000001');
  await page.setViewportSize(SMALLEST);
  const form = page.getByRole('tabpanel', { name: 'Path' });
  await expect.poll(async () => (await form.boundingBox())?.height).toBeGreaterThanOrEqual(72);
});

test('in a window of 640 x 480 at 200 % the palette has room for three results, each with its ID', async ({
  page,
  sessions,
}) => {
  await sessions.lookUpToTheEnd((await sandboxFacts(page)).sessions.rich ?? '');
  await page.setViewportSize(SMALLEST);
  const palette = new PalettePage(page);
  await palette.open();
  const list = palette.dialog.getByRole('listbox', { name: 'Results' });
  expect((await list.boundingBox())?.height).toBeGreaterThan(108);
  expect(await isCut(list), 'scrolled sideways').toBe(false);
  await page.keyboard.insertText('ada');
  const found = palette.options.filter({ hasText: 'Ada Example' }).first();
  for (const part of [found.getByText('Ada'), found.getByText(/^\w{8}…\w{4}$/)])
    await expect.poll(() => isReachable(part)).toBe(true);
  expect(await isCut(list), 'scrolled sideways').toBe(false);
});

test('at 320 px the list of profiles is as wide as the window, and says which is in use and which is read-only', async ({
  page,
}) => {
  await useProfile(page, {
    name: 'A payment service for every country of Europe',
    baseUrl: 'http://127.0.0.1:9',
  });
  await page.setViewportSize(NARROWEST);
  await new ProfilesPage(page).select.click();
  const entries = page.getByRole('option');
  await expect(entries).not.toHaveCount(0);
  const rights = await entries.evaluateAll((all) =>
    all.flatMap((entry) => [...entry.children].map((part) => part.getBoundingClientRect().right)),
  );
  expect(Math.max(...rights)).toBeLessThanOrEqual(NARROWEST.width);
  const production = entries.filter({ hasText: 'Production' });
  expect(await isCut(production.getByText('Production'))).toBe(false);
  const readOnly = await production.getByText(/^read-only/).boundingBox();
  expect(readOnly?.width).toBeGreaterThan(64);
});

test('the form of a profile is not scrolled sideways, from 320 px on', async ({ page }) => {
  const profiles = new ProfilesPage(page);
  await profiles.choose('Manage profiles');
  await expect(page.getByRole('button', { name: 'Forget' })).toBeVisible();
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 480 });
    // A narrow window shows the list first.
    if (await profiles.inList('Local sandbox').isVisible()) await profiles.inList('Local sandbox').click();
    await expect(profiles.baseUrl).toBeVisible();
    await expect.poll(() => sidewaysScrollers(page), { message: `${width} px` }).toEqual([]);
  }
});

test('in a window of 640 x 480 at 200 % the text of a request and the rows of an answer can be reached', async ({
  page,
  vaultForward: vf,
}) => {
  const party = await ThirdParty.start();
  await vf.open();
  await vf.url.fill(`${party.url}/charge`);
  await vf.fillBody('{"amount": 1}');
  await vf.send();
  await expect(vf.result()).toHaveText('201 Created');
  await page.setViewportSize(SMALLEST);
  const row = vf.pane.getByRole('treeitem').filter({ hasText: 'charge-1' });
  await row.scrollIntoViewIfNeeded();
  await expect.poll(() => isReachable(row)).toBe(true);
  await page.getByRole('radio', { name: 'Request' }).click();
  const text = vf.body.getByText('"amount"');
  await text.scrollIntoViewIfNeeded();
  await expect.poll(() => isReachable(text)).toBe(true);
  const height = (await vf.body.locator('xpath=..').boundingBox())?.height;
  expect(height).toBeGreaterThan(60);
  await party.stop();
});

test('at 320 px an operation that takes a form is not scrolled sideways', async ({ page }) => {
  const api = new ApiPage(page);
  const content = { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } };
  const post = { requestBody: { content }, responses: { 200: { description: 'OK' } } };
  await api.open();
  await api.paste(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Shop API', version: '1' },
      paths: { '/refunds': { post } },
    }),
  );
  await api.row(/POST \/refunds/).click();
  await expect(page.getByText('Request body: application/x-www-form-urlencoded')).toBeVisible();
  await page.setViewportSize(NARROWEST);
  await expect.poll(() => sidewaysScrollers(page)).toEqual([]);
});
