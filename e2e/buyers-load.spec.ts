import type { ElectronApplication } from '@playwright/test';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { BuyersPage } from './pages/buyers-page';
import { setFaults, startSandbox, useProfile, useSandbox } from './stand-alone-sandbox';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';
import { listen } from './support/listen';

shareOneApp();

/** Makes the operating system's save dialog answer with this path. */
async function chooseFile(app: ElectronApplication, path: string): Promise<void> {
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, path);
}

onItsOwnApp(() => {
  test('100,000 buyers load up to a cap and beyond, with pause, filter, sort, scroll to the end and export', async ({
    environment,
    started,
    page,
  }) => {
    const sandbox = await useSandbox(page, 'Many buyers', '--buyers', '100000');
    const { controlUrl } = sandbox.description;
    const buyers = new BuyersPage(page);
    await buyers.open();
    await buyers.pageSize.fill('100');
    await buyers.setCap('1 000');
    await buyers.loadAll.click();
    await expect(buyers.load).toContainText(
      '1,000 buyers on 10 pages, as many as asked for. There are more.',
    );
    await buyers.setCap('100,000');

    await setFaults(controlUrl, { latency: 20 });
    await page.getByRole('button', { name: 'Load 100,000 more' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(buyers.load).toContainText('paused');
    await setFaults(controlUrl, {});
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(buyers.load).toContainText('All of them: 100,000 buyers on 1,000 pages', {
      timeout: 45_000,
    });
    await expect(buyers.count()).toHaveText('100,000 buyers');
    await expect(buyers.grid).toHaveAttribute('aria-rowcount', '100001');

    await buyers.filter.pressSequentially('joao muller');
    await expect(buyers.count()).toContainText(/^[\d,]+ of 100,000 buyers$/);
    await page.getByRole('columnheader', { name: 'Created (UTC)' }).click();
    await expect(buyers.cell(0, 4)).toHaveText(/ 2025 /);
    await buyers.filter.fill('');
    await expect(buyers.count()).toHaveText('100,000 buyers');
    await buyers.cell(0, 1).click();
    await page.keyboard.press('Control+End');
    await expect(buyers.cell(99_999, 5)).toBeFocused();
    await page.keyboard.press('Escape');
    await buyers.filter.fill('wolfeschlegelsteinhausen');
    await expect(buyers.count()).toContainText(/^[\d,]+ of 100,000 buyers$/);
    const rows = Number((await buyers.grid.getAttribute('aria-rowcount')) ?? 0) - 1;
    for (const format of ['CSV', 'JSON', 'NDJSON'] as const) {
      const file = join(environment.folder, `buyers.${format.toLowerCase()}`);
      await chooseFile(started.app, file);
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: new RegExp(`^${format}:`) }).click();
      await expect(page.getByText(`Exported ${rows.toLocaleString('en')} rows`)).toContainText(file);
      const text = readFileSync(file, 'utf8');
      if (format === 'CSV') {
        expect(text).toMatch(/^\ufeffdisplay_name,external_identifier,id,created_at,updated_at\r\n/);
        expect(text.trim().split('\r\n')).toHaveLength(rows + 1);
      } else {
        const items: unknown = format === 'JSON' ? JSON.parse(text) : text.trim().split('\n').map(parseLine);
        expect(items).toHaveLength(rows);
        expect(items).toHaveProperty('[0].display_name', expect.stringContaining('Wolfeschlegelsteinhausen'));
      }
      await page.getByRole('button', { name: 'Dismiss' }).click();
    }
    await sandbox.stop();
  });
});

test('a complete load is kept until the next one has rows, and shown again if that one is cancelled', async ({
  page,
}) => {
  const sandbox = await useSandbox(page, 'Some buyers', '--buyers', '300');
  const { controlUrl } = sandbox.description;
  const buyers = new BuyersPage(page);
  await buyers.open();
  await buyers.pageSize.fill('100');
  await buyers.loadAll.click();
  await expect(buyers.load).toContainText('All of them: 300 buyers on 3 pages');
  const rows = buyers.grid;
  await expect(rows).toHaveAttribute('aria-rowcount', '301');

  await setFaults(controlUrl, { latency: 60_000 });
  await buyers.loadAll.click();
  await expect(buyers.load).toContainText('0 buyers on 0 pages, of at most');
  await expect(rows).toHaveAttribute('aria-rowcount', '301');
  await page.getByRole('button', { name: 'Cancel' }).click();
  const note = page.getByRole('status', { name: 'Load again' });
  await expect(note).toContainText('Cancelled after 0 buyers');
  await expect(note).toContainText('Still here: 300 buyers on 3 pages from the previous load.');
  await expect(buyers.load).toContainText('All of them: 300 buyers on 3 pages');
  await expect(rows).toHaveAttribute('aria-rowcount', '301');

  await setFaults(controlUrl, {});
  await buyers.loadAll.click();
  await expect(note).toBeHidden();
  await expect(buyers.load).toContainText('All of them: 300 buyers on 3 pages');
  await sandbox.stop();
});

function parseLine(line: string): unknown {
  return JSON.parse(line);
}

onItsOwnApp(() => {
  test('Load all waits for Retry-After, stops at an error, and resumes after a restart', async ({
    environment,
    started,
  }) => {
    const sandbox = await startSandbox('--buyers', '700');
    const { baseUrl, tokens, controlUrl } = sandbox.description;
    let { page } = started;
    await useProfile(page, { name: 'A limited service', baseUrl, token: tokens.full });
    let buyers = new BuyersPage(page);
    await buyers.open();
    await buyers.pageSize.fill('50');

    // Whenever a second begins, two of the first requests fall into the same second.
    await setFaults(controlUrl, { rate: 1, times: 6 });
    await buyers.loadAll.click();
    await expect(buyers.load).toContainText('(429 with Retry-After): continuing in');
    await expect(buyers.load).toContainText('All of them: 700 buyers on 14 pages');

    await setFaults(controlUrl, { latency: 100 });
    await buyers.loadAll.click();
    await expect(buyers.load).toContainText(/[1-9]\d* buyers on/);
    await setFaults(controlUrl, { status: 503 });
    await expect(buyers.problem()).toContainText('503');
    // The complete load is shown again. The notice says how far the cancelled one got, and it can be resumed.
    await expect(buyers.count()).toHaveText('700 buyers');
    const note = page.getByRole('status', { name: 'Load again' });
    await expect(note).toContainText('Still here: 700 buyers on 14 pages from the previous load.');
    const loaded = /Stopped after ([\d,]+) buyers/.exec((await note.textContent()) ?? '')?.[1] ?? '';
    await expect(page.getByRole('status').filter({ hasText: 'A load stopped' })).toContainText(
      `after ${loaded} buyers`,
    );
    expect(Number(loaded)).toBeGreaterThan(0);
    expect(Number(loaded)).toBeLessThan(700);
    await setFaults(controlUrl, {});
    const name = (await buyers.cell(0, 1).textContent()) ?? '';
    await started.app.close();

    // The place where it stopped is stored, but no buyers' names, except in the encrypted database.
    for (const file of readdirSync(environment.userData, { withFileTypes: true })) {
      if (!file.isFile()) continue;
      const bytes = readFileSync(join(environment.userData, file.name));
      expect(bytes.includes(Buffer.from(name)), file.name).toBe(false);
    }
    expect(readFileSync(join(environment.userData, 'stopped-loads.json'), 'utf8')).toContain(
      `"rows": ${loaded}`,
    );

    page = (await environment.start()).page;
    buyers = new BuyersPage(page);
    await buyers.open();
    const stopped = page.getByRole('status').filter({ hasText: 'A load stopped' });
    await expect(stopped).toContainText(`after ${loaded} buyers`);
    await expect(stopped).toContainText('Resuming restores its rows.');
    await stopped.getByRole('button', { name: 'Resume' }).click();
    await expect(buyers.load).toContainText('All of them: 700 buyers on 14 pages');
    await expect(buyers.count()).toHaveText('700 buyers');
    await expect(buyers.cell(0, 1)).toHaveText(name);
    await expect(buyers.result.getByText('more than once')).toBeHidden();
    await sandbox.stop();
  });
});

test('switching the profile mixes no buyers, and a looping service is detected', async ({ page }) => {
  const uuid = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  let held: (() => void) | null = null;
  const server = createServer((request, response) => {
    const cursor = Number(new URL(request.url ?? '', 'http://localhost').searchParams.get('cursor') ?? 1);
    const answer = (): void => {
      const items = [cursor, cursor === 3 ? 1 : cursor + 100].map((number) => ({
        id: uuid(number),
        type: 'buyer',
        display_name: `Buyer ${number}`,
        balance: 12345678901234567890n.toString(),
        created_at: '2026-01-01T00:00:00+00:00',
        updated_at: 'lately',
      }));
      const text = JSON.stringify({ items, limit: 2, next_cursor: String(cursor === 4 ? 2 : cursor + 1) });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(text.replace(/"(\d{20})"/g, '$1'));
    };
    if (held === null) answer();
    else held = answer;
  });
  const { url, close } = await listen(server);
  await useProfile(page, { name: 'Round and round', baseUrl: url });
  const buyers = new BuyersPage(page);
  await buyers.open();
  await buyers.loadAll.click();
  await expect(buyers.load).toContainText('8 buyers on 4 pages. The service is looping');
  await expect(buyers.result).toContainText(`1 ID came more than once, first ${uuid(1)} in rows 1 and 6`);
  await page.getByRole('button', { name: 'Show these rows' }).click();
  await expect(buyers.count()).toHaveText('2 of 8 buyers');
  await expect(buyers.cell(0, 6)).toHaveText('error');

  // A field that only this service has can be shown as a column, with all its digits; the finding is shown with the
  // item.
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: /balance not shown in the specification/ }).check();
  await page.keyboard.press('Escape');
  await expect(buyers.cell(0, 7)).toHaveText('12345678901234567890');
  await buyers.cell(0, 1).click();
  await expect(buyers.panel).toContainText('12345678901234567890not shown in the specification');
  await buyers.panel.getByRole('tab', { name: /^Findings/ }).click();
  await expect(buyers.panel.getByRole('table', { name: 'Findings' })).toContainText('/updated_at');

  await buyers.firstPage.click();
  await expect(buyers.facts).toContainText('Page 1 · 2 buyers');
  held = () => undefined;
  await buyers.nextPage.click();
  await expect(buyers.cancel).toBeVisible();
  await page.getByRole('combobox', { name: 'Profile' }).click();
  await page.getByRole('option', { name: /Local sandbox/ }).click();
  await expect(buyers.result).toContainText('From Round and round (sandbox), not the profile in use');
  await expect(buyers.cancel).toBeHidden();
  await expect(buyers.nextPage).toHaveAttribute('aria-disabled', 'true');
  await expect(buyers.cell(0, 1)).toHaveText('Buyer 1');
  held();
  await buyers.firstPage.click();
  await expect(buyers.facts).toContainText('Page 1 · 20 buyers');
  await expect(buyers.result).not.toContainText('not the profile in use');
  await expect(buyers.grid).not.toContainText('Buyer 1');
  await page.getByRole('radio', { name: /^Loaded 8/ }).click();
  await expect(buyers.result).toContainText('From Round and round (sandbox), not the profile in use');
  await expect(page.getByRole('button', { name: 'Continue anyway' })).toBeHidden();
  close();
});

test('while the first page of a load is being requested, the screen says “No buyers yet.” and Cancel has the focus', async ({
  page,
}) => {
  const silent = await ThirdParty.start(() => undefined);
  await useProfile(page, { name: 'Shop', baseUrl: silent.url });
  const buyers = new BuyersPage(page);
  await buyers.open();
  await buyers.loadAll.click();
  await expect(page.getByText('No buyers yet.')).toBeVisible();
  await expect(buyers.cancel).toBeFocused();
  await silent.stop();
});
