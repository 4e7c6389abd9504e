import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './axe';
import { HistoryPage } from './pages/history-page';
import { untilNextClick } from './same-click';
import { expect, test } from './test';
import { ThirdParty } from './third-party';

test('expectations of every kind are taken from an answer or entered, and a run reports on them, also for a CI server', async ({
  environment,
  started,
  page,
  vaultForward: vf,
}) => {
  const party = await ThirdParty.start((response) =>
    response
      .writeHead(201, { 'content-type': 'application/json', 'x-request-id': 'r-17' })
      .end('{"id":"ch_0123","status":"approved","note":"<b> & \\"c\\""}'),
  );
  const dialog = page.getByRole('dialog', { name: 'Save request' });
  const expectThis = vf.pane.getByRole('button', { name: 'Expect this' });
  const undo = page.getByRole('region', { name: 'Undo' });

  // For a draft that is not saved yet, the app offers to save it with the expectation; all by keyboard.
  await vf.open();
  await vf.url.fill(`${party.url}/v1/charges`);
  await vf.fillBody('{"amount": 1}');
  await vf.send();
  const tree = vf.pane.getByRole('tree', { name: 'Answer' });
  await expect(tree.getByRole('treeitem', { name: /ch_0123/ })).toBeVisible();
  await tree.focus();
  await page.keyboard.press('ArrowDown');
  await expect(tree.getByRole('treeitem', { name: /ch_0123/ })).toHaveAttribute('aria-selected', 'true');
  await expect(expectThis).toBeEnabled();
  await expectThis.focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('spinbutton', { name: 'Status' })).toHaveValue('201');
  await expect(dialog.getByLabel('JSON path 1', { exact: true })).toHaveValue('$.id');
  await expect(dialog.getByLabel('Value 1, as JSON')).toHaveValue('"ch_0123"');
  await dialog.getByLabel('How path 1 is compared').selectOption('matches');
  await dialog.getByLabel('Value 1, a regular expression').fill('(\\d+');
  await expect(dialog.getByText('This is not a regular expression', { exact: false })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await dialog.getByLabel('Value 1, a regular expression').fill('^ch_[0-9]+$');
  await dialog.getByLabel('Name').fill('Charge');
  expect(await violations(page, '[role=dialog]'), 'the dialog').toEqual([]);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();

  // For a saved request, it is added at once, from the value's menu, and can be undone.
  await tree.getByRole('treeitem', { name: /status/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Expect this' }).click();
  await expect(undo).toContainText('“Charge” expects: $.status equals "approved".');
  await vf.pane.getByRole('button', { name: 'Expect 201' }).click();
  await expect(page.getByText('“Charge” already expects this: status 201.')).toBeVisible();
  await tree.getByRole('treeitem', { name: /note/ }).click();
  await expectThis.click();
  await expect(undo).toContainText('$.note equals');
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(undo).not.toContainText('$.note equals');

  // The other kinds are added in the request's details.
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('treeitem', { name: /^Charge/ }).click();
  await page.getByRole('tab', { name: /^Details/ }).click();
  await expect(page.getByLabel('JSON path 2', { exact: true })).toHaveValue('$.status');
  await expect(page.getByLabel('JSON path 3', { exact: true })).toHaveCount(0);
  await page.getByRole('spinbutton', { name: 'Answered within' }).fill('60000');
  await page.getByRole('button', { name: 'Add a JSON path' }).click();
  await page.getByLabel('JSON path 3', { exact: true }).fill('$.error');
  await page.getByLabel('How path 3 is compared').selectOption('does not exist');
  await page.getByRole('button', { name: 'Add a header' }).click();
  await page.getByLabel('Header 1', { exact: true }).fill('content-type');
  await page.getByLabel('Header value 1').fill('application/xml');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  expect(await violations(page), 'the details').toEqual([]);

  // A second request with the same expectation is moved before the first with the keyboard.
  await page.getByRole('link', { name: 'Vault Forward' }).click();
  await vf.drafts.first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  await dialog.getByLabel('Name').fill('Refund');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Saved requests' }).click();
  const items = page.getByRole('tree', { name: 'Saved requests' }).getByRole('treeitem');
  await expect(items).toHaveText([/Charge/, /Refund/]);
  await items.nth(1).click();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(items).toHaveText([/Refund/, /Charge/]);
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('Alt+ArrowUp');
  await items.first().dragTo(items.nth(1));
  await expect(items).toHaveText([/Refund/, /Charge/]);
  await items.nth(1).dragTo(items.first());
  await expect(items).toHaveText([/Charge/, /Refund/]);
  // Ctrl+Z also undoes it, but in a field it undoes what was typed there.
  const filter = page.getByRole('searchbox', { name: 'Filter saved requests' });
  await filter.pressSequentially('Charge');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(filter).toHaveValue('');
  await expect(page.getByRole('region', { name: 'Undo' })).toContainText('Moved “Charge”.');
  await items.first().focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(items).toHaveText([/Refund/, /Charge/]);
  await expect(items.nth(1)).toBeFocused();

  // They are run in that order; the report shows the findings, here and for a CI server.
  await page.getByRole('button', { name: 'List actions' }).click();
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  await untilNextClick();
  await page
    .getByRole('article', { name: 'Folder' })
    .getByRole('button', { name: 'Run', exact: true })
    .click();
  await expect(page.getByText('0 as expected, 2 not')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Results' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Refund');
  await expect(rows.nth(2)).toContainText(
    'header content-type contains application/xml: found application/json',
  );
  await expect(rows.nth(2)).toContainText('$.error does not exist');
  await expect(rows.nth(2)).toContainText('answered within 60000 ms');
  expect(await violations(page), 'the report').toEqual([]);
  // If there is little room, no word of the answers is broken.
  await page.setViewportSize({ width: 1000, height: 800 });
  const brokenWords = await rows.locator('td:nth-child(3)').evaluateAll((cells) =>
    cells.flatMap(({ firstChild }) => {
      const text = firstChild?.textContent ?? '';
      const range = document.createRange();
      return [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        if (firstChild === null) return [];
        range.setStart(firstChild, index);
        range.setEnd(firstChild, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );
  expect(brokenWords).toEqual([]);
  const file = join(environment.folder, 'report.xml');
  await started.app.evaluate(({ dialog: dialogs }, chosen) => {
    dialogs.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, file);
  await page.getByRole('button', { name: 'Export report' }).click();
  const written = page.getByText(`Written to ${file}`);
  await expect(written).toBeVisible();
  // Shown beside the report's totals, in the colour of success.
  await expect(page.getByText('0 as expected, 2 not')).toBeVisible();
  const success = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--success)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(written).toHaveCSS('color', success);
  const read = await page.evaluate(
    (xml) => {
      const root = new DOMParser().parseFromString(xml, 'application/xml').documentElement;
      return {
        tag: root.tagName,
        failures: root.getAttribute('failures'),
        names: [...root.querySelectorAll('testcase')].map((one) => one.getAttribute('name')),
        found: root.querySelector('failure')?.textContent,
      };
    },
    readFileSync(file, 'utf8'),
  );
  expect(read).toEqual({
    tag: 'testsuites',
    failures: '2',
    names: ['Refund', 'Charge'],
    found: 'header content-type contains application/xml: found application/json',
  });

  // The same folder is exported for k6's own engine.
  await page
    .getByRole('article', { name: 'Folder' })
    .getByRole('button', { name: 'More', exact: true })
    .click();
  await page.getByRole('menuitem', { name: 'Export for k6…' }).click();
  await expect(
    page.getByText(
      `2 requests written to ${file}. The token and the values of secret headers are not in it`,
      { exact: false },
    ),
  ).toBeVisible();
  expect(readFileSync(file, 'utf8')).toContain("import http from 'k6/http';");

  // An answer in the history becomes the request's example until it is removed, which can be undone.
  const history = new HistoryPage(page);
  await history.open();
  await history.lines.first().getByRole('button').first().click();
  await history.choose(/Pin as an example/);
  const pin = page.getByRole('dialog', { name: 'Pin as the example of a saved request' });
  await pin.getByLabel('Saved request').selectOption('Refund');
  expect(await violations(page, '[role=dialog]'), 'pinning').toEqual([]);
  await pin.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(pin).toBeHidden();
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await items.first().click();
  const example = page.getByRole('tab', { name: 'Example' });
  await example.click();
  const shown = page.getByRole('region', { name: 'Example' });
  await expect(shown).toContainText('201 Created');
  await expect(shown.getByRole('treeitem', { name: /ch_0123/ })).toBeVisible();
  expect(await violations(page), 'an example').toEqual([]);
  await shown.getByRole('button', { name: 'Remove example' }).click();
  await expect(example).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Request', exact: true })).toBeFocused();
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(example).toBeVisible();
  await party.stop();
});
