import type { Locator } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HistoryPage } from './pages/history-page';
import { useProfile } from './stand-alone-sandbox';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

test('a session’s expiry is judged by its service’s clock', async ({ page, sessions }) => {
  const inHours = (hours: number): Date => new Date(Date.now() + hours * 3_600_000);
  const expires_at = inHours(12).toISOString();
  const id = 'aaaaaaaa-0000-4000-8000-000000000000';
  const service = await ThirdParty.start((response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', date: inHours(24).toUTCString() })
      .end(JSON.stringify({ id, expires_at })),
  );
  const api = { name: 'A day ahead', baseUrl: service.url, token: 'not-a-jwt' };
  await useProfile(page, api);
  await sessions.lookUpToTheEnd(id);
  await expect(sessions.state(/^Expired · 1[12] h ago$/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Copy what to tell the customer');
  // By this computer's clock alone it would be read before it expired.
  await expect(sessions.result.getByText(/ · read \d\d:\d\d:\d\d UTC, .+ UTC at the service$/)).toBeVisible();
  const recent = page.getByRole('region', { name: 'Recent', exact: true });
  await expect(recent.getByText('Expired')).toBeAttached();
  await sessions.lookUp(`${id} bbbbbbbb-0000-4000-8000-000000000000`);
  const list = page.getByRole('grid', { name: 'Sessions' });
  // The other row also shows its state once it has been answered.
  await expect(list.getByRole('row', { name: /Expired aaaaaaaa/ })).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await new HistoryPage(page).lines.first().click();
  await expect(page.getByRole('main').getByText(/^Expired · 1[12] h ago$/)).toBeVisible();
  await service.stop();
});

test('a session shows facts, arithmetic, a display currency, differences, findings and a cart of 1,000 lines', async ({
  page,
  sessions,
}) => {
  const {
    rich = '',
    minimal = '',
    unknownEnums = '',
    large = '',
    maximal = '',
  } = (await sandboxFacts(page)).sessions;

  await sessions.lookUp(rich);
  // Its state comes first, then the money, the card and the buyer, all without scrolling.
  await expect(sessions.state(/^Valid · \d+ (day|h)/)).toBeVisible();
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText(/Valid until \d+ \w{3} \d{4} \d\d:\d\d UTC · in \d+ (day|h)/);
  await expect(summary).toContainText('13,591');
  await expect(summary).toContainText('computed here');
  await expect(summary).toContainText('visa •••• 1111');
  await expect(summary).toContainText('Ada Example');
  const box = await summary.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThan(300);
  const session = page.getByRole('region', { name: 'Session facts' });
  await sessions.section('Session and card IDs').click();
  await expect(session).toContainText(rich);
  await expect(page.getByRole('region', { name: 'Payment method' })).toContainText('United States');
  const addresses = page.getByRole('table', { name: 'Billing and shipping' });
  await expect(addresses.getByRole('row').filter({ hasText: 'First name' })).toContainText('Grace');
  // The addresses differ, so each of them is shown on one line.
  await expect(addresses.getByRole('row').filter({ hasText: 'Address' }).getByRole('cell')).toHaveText([
    /^London E1 6AN, .*GB/,
    /^Berlin 10115, .*DE/,
  ]);
  await expect(addresses.getByRole('row').filter({ hasText: 'City' })).toHaveCount(0);
  await expect(addresses.getByRole('row').filter({ hasText: 'The same' })).toContainText('Example Ltd');
  // At 200 %, where the copy button used to be out of sight, it is beside its value, and focusing it never scrolls the
  // window itself.
  const whole = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await page.setViewportSize({ width: 640, height: 400 });
  const phone = addresses.getByRole('row').filter({ hasText: 'Phone' });
  await phone.getByRole('button', { name: 'Copy billing Phone' }).focus();
  await expect(phone).toBeInViewport();
  const [copy, row] = [await phone.getByRole('button').first().boundingBox(), await phone.boundingBox()];
  expect(Math.abs((copy?.y ?? 999) - (row?.y ?? 0))).toBeLessThan(row?.height ?? 0);
  expect((await page.getByRole('banner').boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.setViewportSize(whole);

  const cart = page.getByRole('table', { name: 'Cart lines' });
  await expect(cart.getByRole('row').nth(1)).toContainText('4,999');
  // Two at 49.99, 5.00 off, 18.99 tax; computed by the app from whole minor units.
  await expect(cart.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('11,397');
  await page.getByRole('combobox', { name: 'Display currency' }).selectOption('EUR');
  await expect(cart.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('€113.97');
  await page.getByRole('combobox', { name: 'Display currency' }).selectOption('JPY');
  await expect(cart.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('¥11,397');

  // A missing value is not the same as null.
  await sessions.lookUp(minimal);
  await expect(page.getByRole('region', { name: 'Cart' })).toContainText('Not given.');

  await sessions.lookUp(unknownEnums);
  await expect(summary).toContainText('girocard');
  await sessions.tab('Findings').click();
  await expect(page.getByRole('table', { name: 'Findings' })).toContainText('/payment_method/scheme');
  await expect(page.getByRole('table', { name: 'Findings' })).toContainText('note');

  // For a cart with 1,000 lines, only those in sight are drawn.
  await sessions.lookUp(large);
  await sessions.tab('Overview').click();
  await expect(page.getByRole('button', { name: 'Show all 1,000 lines' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all 1,000 lines' }).click();
  const lines = page.getByRole('grid', { name: 'Cart lines' });
  await expect(lines).toHaveAttribute('aria-rowcount', '1001');
  expect(await lines.getByRole('row').count()).toBeLessThan(100);
  await lines.getByRole('gridcell').nth(1).click();
  await page.keyboard.press('Control+End');
  await expect(lines.locator('[aria-rowindex="1001"]')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Total of the cart' })).toContainText('Total of 1,000 lines');

  await sessions.lookUp(maximal);
  await expect(sessions.result.getByRole('heading', { name: /^Valid until/ })).toBeVisible();
  // What is to be said about the total takes no room from the card and the buyer.
  await expect(summary).toContainText('of discount or credit lines added');
  for (const value of ['amex •••• 0005', /^display /])
    expect((await summary.getByTitle(value).boundingBox())?.width).toBeGreaterThan(120);
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('Valid response');
});

test('Select all in an answer’s text selects only that text, and copies all of it, also beyond what is visible', async ({
  page,
  sessions,
  started,
}) => {
  const { large = '' } = (await sandboxFacts(page)).sessions;
  await sessions.lookUp(large);
  await sessions.tab('JSON').click();
  await sessions.result.getByRole('radio', { name: 'Text' }).click();
  const text = page.getByRole('region', { name: /^Text of / });
  const copied = () => started.app.evaluate(({ clipboard }) => clipboard.readText());
  // A part selected by hand is copied as it is. Retried, because the selection is lost if the rows are wrapped again in
  // the meantime.
  await expect(async () => {
    await text.getByText('"id"', { exact: true }).first().dblclick();
    await page.keyboard.press('ControlOrMeta+C');
    expect(await copied()).toBe('id');
  }).toPass();
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+A');
    const selected = await page.evaluate(() => getSelection()?.toString() ?? '');
    expect(selected).toContain(large);
    expect(selected).not.toContain('Vault Forward');
  }).toPass();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ControlOrMeta+C');
  await expect(page.getByText('Text copied', { exact: true })).toBeVisible();
  const whole = await copied();
  expect(JSON.stringify(JSON.parse(whole))).toContain(large);
  expect(whole.split('\n').length).toBeGreaterThan(1_000);
});

test('Select all in an answer’s tree or bytes selects nothing in the window around them', async ({
  page,
  sessions,
}) => {
  await page.getByRole('button', { name: 'Look up a sample session' }).click();
  await sessions.tab('JSON').click();
  const selected = (): Promise<string> => page.evaluate(() => getSelection()?.toString() ?? '');
  await sessions.result.getByRole('tree').focus();
  await page.keyboard.press('ControlOrMeta+A');
  expect(await selected()).toBe('');
  // Keys pressed in a field of the viewer act on that field.
  const path = sessions.result.getByRole('combobox', { name: 'Filter by path' });
  await path.fill('$.id');
  await page.keyboard.press('ControlOrMeta+A');
  expect(await path.evaluate((field: HTMLInputElement) => field.selectionEnd)).toBe(4);
  expect(await path.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(0);
  await sessions.result.getByRole('radio', { name: 'Hex' }).click();
  await sessions.result.getByRole('region', { name: /^Bytes of / }).focus();
  await page.keyboard.press('ControlOrMeta+A');
  expect(await selected()).toBe('');
});

test('metadata is searched, and a dropped log file fills in its IDs', async ({ page, sessions }) => {
  const { rich = '', maximal = '' } = (await sandboxFacts(page)).sessions;
  await sessions.lookUp(maximal);
  await sessions.section('Metadata').click();
  const metadata = page.getByRole('table', { name: 'Metadata' });
  await expect(metadata).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search metadata' });
  const allRows = await metadata.getByRole('row').count();
  expect(allRows).toBeGreaterThan(5);
  await search.fill('nothing has this text');
  const nothing = sessions.result.getByText('Nothing matches.');
  await expect(nothing).toBeVisible();
  // Searches for the key of the first row.
  await search.fill('');
  const first = (await metadata.getByRole('row').nth(1).getByRole('cell').first().innerText()).trim();
  await search.fill(first);
  await expect(metadata.getByRole('row').nth(1)).toContainText(first);
  await expect(nothing).toBeHidden();
  expect(await metadata.getByRole('row').count()).toBeLessThan(allRows);
  await search.fill('');
  await expect(metadata.getByRole('row')).toHaveCount(allRows);

  await sessions.id.evaluate((field, text) => {
    const data = new DataTransfer();
    for (const [name, part] of [
      ['other.log', 'checkout started'],
      ['payments.log', text],
    ] as const)
      data.items.add(new File([part], name, { type: 'text/plain' }));
    field.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, `2026-11-21 checkout failed session=${rich}\n`);
  await expect(sessions.id).toHaveValue(new RegExp(rich));
  await sessions.lookUpButton.click();
  await expect(sessions.result).toContainText(rich);
  await expect(sessions.state(/^Valid · /)).toBeVisible();
});

onItsOwnApp(() => {
  test('with more findings than are listed, counts say how many are listed and how many there are at least', async ({
    page,
    sessions,
    started,
    environment,
  }) => {
    const id = '5e550000-0000-4000-8000-000000000001';
    let unlisted = 0;
    const service = await ThirdParty.start((response) => {
      const members = Object.fromEntries(Array.from({ length: unlisted }, (_, at) => [`extra_${at}`, at]));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id, expires_at: '2099-01-01T00:00:00+00:00', ...members }));
    });
    await useProfile(page, { name: 'Odd service', baseUrl: service.url });
    const status = page.getByRole('status', { name: 'Last exchange' });
    const severity = page.getByRole('radiogroup', { name: 'Severity' });
    for (const [count, words, tab, rest] of [
      [600, '600 findings', 'Findings600', '100 findings'],
      [58_503, '5,000+ findings', 'Findings5,000+', '5,000+ findings'],
    ] as const) {
      unlisted = count;
      await sessions.lookUp(id);
      await expect(status).toContainText(words);
      await sessions.tab('Findings').click();
      await expect(sessions.tab('Findings')).toHaveText(tab);
      await expect(severity.getByRole('radio')).toHaveText(['All listed500', 'Warnings500']);
      await expect(sessions.result).toContainText(`Not listed: ${rest}.`);
    }
    await expect(page.getByRole('region', { name: 'What was checked' })).toContainText(
      'at least as far as its first 5,000 findings',
    );
    const history = new HistoryPage(page);
    await history.open();
    await expect(history.lines.first()).toContainText('5,000+ findings');

    // A list, and the file to which it is exported.
    await page.getByRole('link', { name: 'Sessions' }).click();
    await sessions.lookUp(`${id} ${id.replace(/1$/, '2')}`);
    const grid = page.getByRole('grid', { name: 'Sessions' });
    await expect(grid.getByRole('gridcell', { name: '5,000+', exact: true })).toHaveCount(2);
    const path = join(environment.folder, 'sessions.csv');
    await started.app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, path);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: /^CSV/ }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Exported 2 rows' })).toContainText(path);
    expect(readFileSync(path, 'utf8').match(/"5,000\+"/g)).toHaveLength(2);
    await service.stop();
  });
});

test('in Request, the buttons above the headers end at the headers’ edge', async ({ page, sessions }) => {
  await sessions.lookUp((await sandboxFacts(page)).sessions.rich ?? '');
  await sessions.tab('Request').click();
  const ends = (part: Locator): Promise<number> =>
    part.evaluate((element) => {
      const { paddingRight, borderRightWidth } = getComputedStyle(element);
      return element.getBoundingClientRect().right - parseFloat(paddingRight) - parseFloat(borderRightWidth);
    });
  const edge = await ends(sessions.result.getByRole('table', { name: 'Response headers' }));
  for (const name of ['Copy as', 'Copy headers']) {
    const words = await ends(sessions.result.getByRole('button', { name }));
    expect(Math.abs(words - edge)).toBeLessThanOrEqual(1);
  }
});

test('the head of a table covers the rows that scroll below it', async ({ page, sessions }) => {
  await sessions.lookUp((await sandboxFacts(page)).sessions.rich ?? '');
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  await page.setViewportSize({ width, height: 400 });
  const table = page.getByRole('table', { name: 'Billing and shipping' });
  await table.getByRole('row', { name: /^Email/ }).evaluate((row) => row.scrollIntoView({ block: 'start' }));
  const uncovered = await table.getByRole('columnheader', { name: 'Billing' }).evaluate((head) => {
    const { left, top } = head.getBoundingClientRect();
    const at = (y: number): Element | null => document.elementFromPoint(left + 12, y);
    const rows = Array.from({ length: Math.floor(head.clientHeight) }, (_, row) => top + row);
    return rows.filter((y) => at(y) !== head).length;
  });
  expect(uncovered).toBe(0);
  await page.setViewportSize({ width, height });
});
