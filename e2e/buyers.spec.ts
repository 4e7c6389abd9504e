import type { ElectronApplication } from '@playwright/test';
import { join } from 'node:path';
import { violations } from './axe';
import { BuyersPage } from './pages/buyers-page';
import { ProfilesPage } from './pages/profiles-page';
import { useProfile } from './stand-alone-sandbox';
import { expect, onItsOwnApp, shareOneApp, test } from './test';

shareOneApp();

function clipboard(app: ElectronApplication): Promise<string> {
  return app.evaluate(({ clipboard: board }) => board.readText());
}

test('pages come back from memory, start at a cursor and take extra parameters; an error is explained', async ({
  started,
  page,
}) => {
  const buyers = new BuyersPage(page);
  await buyers.open();
  await page.getByRole('button', { name: 'List the sample buyers' }).click();
  await expect(buyers.facts).toContainText('Page 1 · 20 buyers');
  await expect(buyers.previousPage).toHaveAttribute('aria-disabled', 'true');
  const firstId = await buyers.cell(0, 3).textContent();

  await buyers.pageSize.fill('3');
  await expect(buyers.result).toContainText('The fields above have changed since');
  await buyers.pageSize.press('Enter');
  await expect(buyers.facts).toContainText('Page 1 · 3 buyers');
  await expect(buyers.cell(0, 3)).toHaveText(firstId ?? '');
  await buyers.nextPage.click();
  await expect(buyers.facts).toContainText('Page 2');
  const secondPageId = await buyers.cell(0, 3).textContent();
  expect(secondPageId).not.toBe(firstId);
  await started.app.evaluate(({ clipboard: board }) => board.clear());
  await page.getByRole('button', { name: 'More for this page' }).click();
  await page.getByRole('menuitem', { name: /^Copy next cursor/ }).click();
  await expect.poll(() => clipboard(started.app)).not.toBe('');
  const thirdPage = await clipboard(started.app);

  await buyers.previousPage.click();
  await expect(buyers.facts).toContainText('from memory');
  await expect(buyers.cell(0, 3)).toHaveText(firstId ?? '');
  await buyers.nextPage.click();
  await expect(buyers.facts).toContainText('Page 2 · 3 buyers · from memory');
  await buyers.refresh.click();
  await expect(buyers.facts).not.toContainText('from memory');
  await expect(buyers.facts).toHaveAttribute('title', /^Read just now/);

  // Starts from a pasted cursor; the service's own cursor leads back to pages before it.
  await buyers.startCursor.fill(` ${thirdPage} `);
  await buyers.firstPage.click();
  await expect(buyers.facts).toContainText('Page 1 from the start cursor');
  await buyers.previousPage.click();
  await expect(buyers.facts).toContainText('1 page before the start cursor');
  await expect(buyers.cell(0, 3)).toHaveText(secondPageId ?? '');

  // Parameters that the specification does not show are marked, sent in their order, and kept apart from cursor and limit.
  await buyers.startCursor.fill('');
  await page.getByRole('button', { name: 'Parameters' }).click();
  await expect(page.getByText('not shown in the specification', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add parameter' }).click();
  const name = page.getByRole('combobox', { name: 'Name of parameter 1' });
  await name.fill('limit');
  await name.press('Enter');
  await expect(page.getByRole('alert')).toContainText('limit has a field of its own.');
  await name.fill('search');
  await page.getByRole('textbox', { name: 'Value of parameter 1' }).fill('a&b = ü');
  await page.keyboard.press('Escape');
  await buyers.firstPage.click();
  await buyers.tab('Request').click();
  await expect(buyers.result.getByText('/buyers?limit=3&search=a%26b%20%3D%20%C3%BC')).toBeVisible();
  await buyers.tab('Table').click();

  await buyers.pageSize.fill('0');
  await buyers.firstPage.click();
  await expect(buyers.problem()).toContainText('400: the request is invalid');
  await expect(buyers.problem().getByRole('table', { name: 'Error details' })).toContainText('/limit');
  await buyers.pageSize.fill('many');
  await buyers.firstPage.click();
  await expect(page.getByText('The page size is a whole number.')).toBeVisible();
  await expect(buyers.pageSize).toHaveAttribute('aria-invalid', 'true');
});

test('the buyers grid works by keyboard alone', async ({ started, page }) => {
  const buyers = new BuyersPage(page);
  await page.keyboard.press('Alt+2');
  await expect(buyers.pageSize).toBeFocused();
  await page.keyboard.type('50');
  await page.keyboard.press('Enter');
  await expect(buyers.facts).toContainText('Page 1 · 50 buyers');
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  for (let presses = 0; presses < 30; presses += 1) {
    if (await buyers.filter.evaluate((field) => field === document.activeElement)) break;
    await press('Tab');
  }
  await expect(buyers.filter).toBeFocused();
  await press('ArrowDown');
  await expect(buyers.cell(0, 1)).toBeFocused();
  await press('ArrowDown', 'ArrowRight');
  await expect(buyers.cell(1, 2)).toBeFocused();
  await press('End');
  await expect(buyers.cell(1, 5)).toBeFocused();
  await press('Home');
  await expect(buyers.cell(1, 0)).toBeFocused();
  await press('Control+End');
  await expect(buyers.cell(49, 5)).toBeFocused();
  await press('PageUp');
  await expect(buyers.cell(49, 5)).not.toBeFocused();
  await press('Control+Home', 'ArrowRight');
  await expect(buyers.cell(0, 1)).toBeFocused();

  // First copies exactly one cell, then rows for a spreadsheet.
  const name = (await buyers.cell(0, 1).textContent()) ?? '';
  await press('Control+c');
  await expect.poll(() => clipboard(started.app)).toBe(name);
  await press('Shift+ArrowDown', 'Shift+ArrowDown');
  await expect(buyers.row(2)).toHaveAttribute('aria-selected', 'true');
  await expect(buyers.count()).toContainText('3 selected');
  await press('Space');
  await expect(buyers.count()).toContainText('2 selected');
  await press('Control+c');
  await expect.poll(() => clipboard(started.app)).toContain('Display name\tExternal identifier\tID');
  expect((await clipboard(started.app)).trim().split('\n')).toHaveLength(3);
  await press('Control+a');
  await expect(buyers.count()).toContainText('50 selected');
  await press('Escape');
  await expect(buyers.count()).toHaveText('50 buyers');

  // The column header sorts, and changes the column's width.
  await press('Control+Home', 'ArrowRight', 'ArrowUp');
  const head = page.getByRole('columnheader', { name: 'Display name' });
  await expect(head).toBeFocused();
  await press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect(head).toBeFocused();
  await press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  // The sorted rows come from a worker, a moment after the header shows the order.
  await expect(buyers.cell(0, 1)).toHaveText('रवि Costa');
  const width = (await head.boundingBox())?.width ?? 0;
  await press('Shift+ArrowRight', 'Shift+ArrowRight');
  await expect.poll(async () => (await head.boundingBox())?.width).toBe(width + 32);
  // In a wide window, texts get more room where no width was chosen.
  await page.setViewportSize({ width: 1920, height: 800 });
  const external = page.getByRole('columnheader', { name: 'External identifier' });
  const wide = await external.boundingBox();
  expect(wide?.width).toBe(2 * 156);
  expect((await head.boundingBox())?.width).toBe(width + 32);

  // Enter opens the row; Escape closes it, and the focus returns to where it was.
  await press('ArrowDown', 'Enter');
  await expect(buyers.panel).toBeVisible();
  // The panel moves no column.
  expect(await external.boundingBox()).toEqual(wide);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(buyers.panel.getByRole('heading', { level: 2 })).toHaveText(
    (await buyers.cell(0, 1).textContent()) ?? '',
  );
  await buyers.panel.getByRole('tab', { name: 'Findings' }).focus();
  await press('Enter');
  await expect(buyers.panel).toContainText('Valid: it conforms to the specification');
  await press('Escape');
  await expect(buyers.panel).toBeHidden();
  await expect(buyers.cell(0, 1)).toBeFocused();

  // Columns can also be chosen with the keyboard, and are remembered.
  const columns = page.getByRole('button', { name: 'Columns' });
  await columns.focus();
  await press('Enter');
  await page.getByRole('checkbox', { name: 'Updated (UTC)' }).focus();
  await press('Space', 'Escape');
  await expect(page.getByRole('columnheader', { name: 'Updated (UTC)' })).toBeHidden();
  await expect(columns).toBeFocused();
  await buyers.nextPage.focus();
  await press('Enter');
  await expect(buyers.facts).toContainText('Page 2');
  await expect(buyers.nextPage).toBeFocused();
  await expect(page.getByRole('columnheader')).toHaveCount(5);
});

test('axe finds no violations on the Buyers screen: empty, an open row, columns, parameters, a load, an error', async ({
  page,
}) => {
  const buyers = new BuyersPage(page);
  await buyers.open();
  expect(await violations(page), 'empty').toEqual([]);
  await buyers.firstPage.click();
  await expect(buyers.facts).toContainText('Page 1');
  await buyers.cell(1, 0).click();
  await buyers.cell(2, 1).click();
  await expect(buyers.panel).toBeVisible();
  expect(await violations(page), 'a page with an open row').toEqual([]);
  await page.getByRole('button', { name: 'Columns' }).click();
  expect(await violations(page, '.column-menu'), 'columns').toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Parameters' }).click();
  await page.getByRole('button', { name: 'Add parameter' }).click();
  expect(await violations(page, '.query-parameters'), 'parameters').toEqual([]);
  await page.keyboard.press('Escape');
  await buyers.setCap('60');
  await buyers.loadAll.click();
  await expect(buyers.load).toContainText('as many as asked for');
  await buyers.filter.fill('nobody at all');
  await expect(buyers.result).toContainText('No buyer has “nobody at all”. Searched: Display name');
  expect(await violations(page), 'loaded').toEqual([]);
  await buyers.pageSize.fill('-1');
  await buyers.firstPage.click();
  await expect(buyers.problem()).toBeVisible();
  expect(await violations(page), 'an error').toEqual([]);
});

test('a page from another profile leads back to it', async ({ page }) => {
  const buyers = new BuyersPage(page);
  await buyers.open();
  await buyers.firstPage.click();
  await expect(buyers.facts).toContainText('Page 1 · 20 buyers');
  await useProfile(page, { name: 'Elsewhere', baseUrl: 'http://127.0.0.1:9' });
  const notice = buyers.result.getByText('From Local sandbox (local), not the profile in use');
  const back = page.getByRole('button', { name: 'Switch to Local sandbox' });
  for (const width of [1280, 900, 640]) {
    await page.setViewportSize({ width, height: 700 });
    for (const part of [notice, back])
      expect((await part.boundingBox())?.width, `at ${width} px`).toBeGreaterThan(64);
  }
  await back.click();
  await expect(new ProfilesPage(page).select).toContainText('Local sandbox');
  await expect(notice).toBeHidden();
  await expect(buyers.refresh).toHaveAttribute('aria-disabled', 'false');
});

onItsOwnApp(() => {
  test('the first row is near the top, a click opens a row, and a refresh moves nothing', async ({
    page,
    started,
  }) => {
    const buyers = new BuyersPage(page);
    await started.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800),
    );
    await buyers.open();
    await buyers.pageSize.fill('100');
    await buyers.firstPage.click();
    await expect(buyers.facts).toContainText('Page 1 · 100 buyers');
    const top = async (): Promise<number> => (await buyers.row(0).boundingBox())?.y ?? Infinity;
    expect(await top()).toBeLessThanOrEqual(160);

    await buyers.cell(3, 1).click();
    const heading = buyers.panel.getByRole('heading', { level: 2 });
    await expect(heading).toHaveText((await buyers.cell(3, 1).textContent()) ?? '');
    await buyers.panel.getByRole('button', { name: 'Next row' }).click();
    await expect(heading).toHaveText((await buyers.cell(4, 1).textContent()) ?? '');
    await expect(buyers.panel).toContainText('Row 5 of 100 · Page 1');

    // A refresh keeps the open row and the scroll position.
    await buyers.cell(4, 1).click();
    await page.keyboard.press('PageDown');
    const scrolled = await buyers.grid.evaluate((grid) => grid.scrollTop);
    expect(scrolled).toBeGreaterThan(0);
    await buyers.refresh.click();
    await expect(buyers.facts).toHaveAttribute('title', /^Read just now/);
    expect(await buyers.grid.evaluate((grid) => grid.scrollTop)).toBe(scrolled);
    await expect(buyers.panel).toContainText('Row 5 of 100');
    await buyers.tab('JSON').click();
    await buyers.refresh.click();
    await expect(buyers.tab('JSON')).toHaveAttribute('aria-selected', 'true');
    await buyers.tab('Table').click();

    // The grid is a single tab stop: the next Tab leaves it.
    await buyers.cell(0, 1).focus();
    await page.keyboard.press('Tab');
    expect(await buyers.grid.evaluate((grid) => grid.contains(document.activeElement))).toBe(false);

    await started.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setContentSize(900, 600),
    );
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(900);
    await buyers.cell(1, 1).click();
    await expect(buyers.panel).toBeVisible();
    const grid = await buyers.grid.boundingBox();
    const panel = await buyers.panel.boundingBox();
    // The panel is over the grid, which keeps its width.
    expect((panel?.x ?? 0) + 1).toBeLessThan((grid?.x ?? 0) + (grid?.width ?? 0));
    await page.keyboard.press('Escape');
    await expect(buyers.panel).toBeHidden();
    await expect(buyers.cell(1, 1)).toBeFocused();
  });

  test('a filter says that only this page was searched, and a single selected row is exported alone', async ({
    environment,
    page,
    started,
  }) => {
    const buyers = new BuyersPage(page);
    await buyers.open();
    await buyers.pageSize.fill('50');
    await buyers.firstPage.click();
    await expect(buyers.facts).toContainText('50 buyers');
    await buyers.filter.fill('nobody at all');
    await expect(buyers.grid).toContainText('Only this page was searched.');
    await buyers.grid.getByRole('button', { name: 'Load all pages' }).click();
    await expect(buyers.load).toContainText('All of them');
    // It was asked for in order to search them.
    await expect(buyers.filter).toHaveValue('nobody at all');
    await expect(buyers.grid).toContainText('No buyer has “nobody at all”');
    await buyers.filter.fill('');

    // The suggested file name is used.
    await started.app.evaluate(({ dialog }, folder) => {
      dialog.showSaveDialog = (...of: unknown[]) => {
        const options = of.at(-1) as { defaultPath?: string };
        const name = options.defaultPath?.split(/[\\/]/).at(-1) ?? 'none';
        return Promise.resolve({ canceled: false, filePath: `${folder}/${name}` });
      };
    }, environment.folder);
    await buyers.cell(0, 0).click();
    await expect(buyers.count()).toHaveText('1 selected');
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(page.getByText('1 buyer, selected')).toBeVisible();
    await page.getByRole('menuitem', { name: /^CSV:/ }).click();
    await expect(page.getByText('Exported 1 row ')).toContainText(
      join(environment.folder, '1-buyer-local-sandbox-20'),
    );
    await expect(page.getByText('Exported 1 row ')).toContainText(/T\d\d-\d\dZ\.csv/);
  });
});
