import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './axe';
import { HistoryPage } from './pages/history-page';
import { VaultForwardPage } from './pages/vault-forward-page';
import { untilNextClick } from './same-click';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, test } from './test';
import { ThirdParty } from './third-party';

test('requests are saved into folders, run with a report, exported without secret header values, and imported again', async ({
  environment,
  started,
  page,
  sessions,
  vaultForward: vf,
}) => {
  let charges = 0;
  const party = await ThirdParty.start((response) => {
    charges += 1;
    response.writeHead(201, { 'content-type': 'application/json' }).end(`{"id":"charge-${charges}"}`);
  });
  const dialog = page.getByRole('dialog', { name: 'Save request' });

  // Saved from the composer, with a secret.
  await vf.open();
  await vf.url.fill(`${party.url}/v1/charges`);
  await vf.addHeader('authorization', 'Bearer CANARY-SECRET');
  await vf.fillBody('{"amount": 1}');
  await page.getByRole('button', { name: 'Save request' }).click();
  await dialog.getByLabel('Name').fill('Charge');
  await dialog.getByLabel('Folder').fill('Cards/../x');
  await expect(dialog.getByRole('alert')).toContainText('A folder’s name');
  await dialog.getByLabel('Folder').fill('Cards/Sample');
  await dialog.getByRole('spinbutton', { name: 'Status' }).fill('201');
  await dialog.getByRole('button', { name: 'Add a JSON path' }).click();
  await dialog.getByRole('textbox', { name: 'JSON path 1' }).fill('$.id');
  await dialog.getByLabel('Value 1, as JSON').fill('"charge-2"');
  expect(await violations(page, '[role=dialog]'), 'the dialog').toEqual([]);
  // Escape only closes the dialog: what was entered is shown again.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Save request' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('Charge');
  await expect(dialog.getByRole('textbox', { name: 'JSON path 1' })).toHaveValue('$.id');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();

  // Saved from the history.
  await page.getByRole('link', { name: 'Sessions' }).click();
  await sessions.lookUp((await sandboxFacts(page)).sessions.rich ?? '');
  await expect(sessions.tab('Overview')).toBeVisible();
  const history = new HistoryPage(page);
  await history.open();
  await history.line(/Session, 200/).click();
  await history.choose('Save request…');
  await dialog.getByLabel('Name').fill('A rich session');
  // Existing folders are suggested.
  const place = dialog.getByRole('combobox', { name: 'Folder' });
  const suggested = await place.evaluate((field) =>
    field instanceof HTMLInputElement ? [...(field.list?.options ?? [])].map(({ value }) => value) : [],
  );
  expect(suggested).toContain('Cards/Sample');
  await place.fill('');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();

  // The tree by keyboard; a run of everything with a small report.
  await page.getByRole('link', { name: 'Saved requests' }).click();
  const tree = page.getByRole('tree', { name: 'Saved requests' });
  await expect(tree.getByRole('treeitem')).toHaveCount(4);
  expect(await violations(page), 'the tree').toEqual([]);
  await tree.getByRole('treeitem', { name: 'Cards' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tree.getByRole('treeitem')).toHaveCount(2);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('End');
  await expect(page.getByRole('article', { name: 'Saved request' })).toBeVisible();
  expect(await violations(page), 'a request').toEqual([]);
  // All of the request is shown before it is sent.
  await tree.getByRole('treeitem', { name: /^Charge/ }).click();
  const whole = page.getByRole('region', { name: 'Request to be sent' });
  await expect(whole).toContainText('POST ');
  await expect(whole.getByRole('table', { name: 'Request headers' })).toContainText(
    `${party.url}/v1/charges`,
  );
  await expect(whole.getByRole('region', { name: 'Request body' })).toHaveText('{"amount": 1}');
  await expect(whole).not.toContainText('CANARY');
  await page.getByRole('tab', { name: /^Details/ }).click();
  await expect(page.getByRole('textbox', { name: 'JSON path 1' })).toHaveValue('$.id');
  expect(await violations(page), 'its details').toEqual([]);
  const inList = (name: string) => async () => {
    await page.getByRole('button', { name: 'List actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const showAll = inList('Show all');
  await showAll();
  const folder = page.getByRole('article', { name: 'Folder' });
  const runAll = folder.getByRole('button', { name: 'Run', exact: true });
  await runAll.click();
  await expect(page.getByText('1 as expected, 1 not')).toBeVisible();
  const results = page.getByRole('table', { name: 'Results' });
  await expect(results).toContainText('$.id equals "charge-2": found "charge-1"');
  await expect(results).toContainText('200 OK');
  expect(party.header('authorization')).toBe('Bearer CANARY-SECRET');
  expect(await violations(page), 'the report').toEqual([]);
  await untilNextClick();
  await runAll.click();
  await expect(page.getByText('2 as expected · as')).toBeVisible();
  expect(party.received).toHaveLength(2);

  // The entry in the history that the report leads to.
  await results
    .getByRole('row', { name: /Charge/ })
    .getByRole('link', { name: 'Open' })
    .click();
  await expect(page.getByRole('heading', { name: /v1\/charges/ })).toBeVisible();
  // If saved again, it would be expected to give the same answer.
  await history.choose('Save request…');
  await expect(dialog.getByRole('spinbutton', { name: 'Status' })).toHaveValue('201');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Saved requests' }).click();

  // Exported to files: readable, without the values of secret headers, and imported again.
  const exported = join(environment.folder, 'requests');
  mkdirSync(exported);
  await started.app.evaluate(({ dialog: dialogs }, chosen) => {
    dialogs.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, exported);
  await inList('Export to a folder…')();
  await expect(
    page.getByText(`2 requests written to ${exported}, without the values of secret headers.`, {
      exact: false,
    }),
  ).toBeVisible();
  const text = readFileSync(join(exported, 'Cards', 'Sample', 'Charge.request.yaml'), 'utf8');
  expect(text).toContain('name: Charge');
  expect(text).toContain('secret: true');
  expect(text).not.toMatch(/CANARY|kept-secret/);
  expect(readdirSync(exported).sort()).toEqual(['A rich session.request.yaml', 'Cards']);

  await showAll();
  await folder.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete all…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No request is saved yet' })).toBeVisible();
  await inList('Import a folder…')();
  await expect(page.getByText('2 new, 0 replaced, 0 unchanged, 0 refused.')).toBeVisible();
  await expect(page.getByText('Secrets to enter', { exact: false })).toContainText('Charge: authorization');
  await expect(tree.getByRole('treeitem')).toHaveCount(4);

  // When it is opened in the composer, the secret has to be entered again.
  await tree.getByRole('treeitem', { name: /^Charge/ }).click();
  await page.getByRole('button', { name: 'Open in Vault Forward' }).click();
  await expect(vf.url).toHaveValue(`${party.url}/v1/charges`);
  await vf.part('Headers');
  await expect(page.getByRole('textbox', { name: /^Value of header / }).first()).toHaveValue('');
  await party.stop();
});

test('Ctrl+S updates a draft’s saved request without asking or duplicating it, and its tab shows unsaved changes', async ({
  environment,
}) => {
  const first = await environment.start();
  let { page } = first;
  let vf = new VaultForwardPage(page);
  await vf.open();
  await vf.url.fill('https://psp.example/charge');
  await vf.fillBody('{"amount": 1}');
  await page.keyboard.press('ControlOrMeta+S');
  const saving = page.getByRole('dialog', { name: 'Save request' });
  await saving.getByRole('textbox', { name: 'Name' }).fill('Charge a card');
  await saving.getByRole('button', { name: 'Add a JSON path' }).click();
  await saving.getByRole('textbox', { name: 'JSON path 1' }).fill('$.status');
  await saving.getByRole('textbox', { name: 'Value 1, as JSON' }).fill('"approved"');
  await saving.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(saving).toBeHidden();
  await expect(vf.drafts).toHaveText(['Charge a card']);
  const said = 'Saved “Charge a card”.';
  await expect(page.getByRole('contentinfo').getByRole('status')).toHaveText(said);

  await vf.fillBody('{"amount": 2}');
  await expect(vf.drafts).toHaveText(['Unsaved: Charge a card']);
  await page.keyboard.press('ControlOrMeta+S');
  await expect(vf.drafts).toHaveText(['Charge a card']);
  await expect(saving).toBeHidden();

  // The same applies after a restart, and from the other screen.
  await vf.fillBody('{"amount": 3}');
  await expect(vf.drafts).toHaveText(['Unsaved: Charge a card']);
  await first.app.close();
  ({ page } = await environment.start());
  vf = new VaultForwardPage(page);
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await expect(page.getByRole('treeitem')).toHaveCount(1);
  await page.getByRole('treeitem', { name: /Charge a card/ }).click();
  const whole = page.getByRole('region', { name: 'Request to be sent' });
  await expect(whole).toContainText('{"amount": 2}');
  await page.getByRole('button', { name: 'Open in Vault Forward' }).click();
  await expect(vf.drafts).toHaveText(['Unsaved: Charge a card']);
  await expect(vf.body).toHaveText('{"amount": 3}');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(vf.drafts).toHaveText(['Charge a card']);
  await expect(page.getByRole('contentinfo').getByRole('status')).toHaveText(said);
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('treeitem', { name: /Charge a card/ }).click();
  await expect(whole).toContainText('{"amount": 3}');
  await expect(page.getByRole('treeitem')).toHaveCount(1);
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByRole('textbox', { name: 'JSON path 1' })).toHaveValue('$.status');

  // Under another name it is another saved request, and the draft belongs to that one from then on.
  await page.getByRole('link', { name: 'Vault Forward' }).click();
  await vf.drafts.first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Save as…' }).click();
  const again = page.getByRole('dialog', { name: 'Save request' });
  await again.getByRole('textbox', { name: 'Name' }).fill('Charge it twice');
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(vf.drafts).toHaveText(['Charge it twice']);
  await page.getByRole('link', { name: 'Saved requests' }).click();
  const items = page.getByRole('treeitem');
  await expect(items).toHaveCount(2);

  // Unsaved details are shown again together with their request.
  const description = page.getByRole('textbox', { name: 'Description' });
  await items.filter({ hasText: 'Charge a card' }).click();
  await page.getByRole('tab', { name: 'Details' }).click();
  await description.fill('Once a day');
  await items.filter({ hasText: 'Charge it twice' }).click();
  await expect(page.getByRole('tab', { name: 'Request', selected: true })).toBeVisible();
  await items.filter({ hasText: 'Charge a card' }).click();
  await expect(description).toHaveValue('Once a day');
  await page.getByRole('button', { name: 'Discard changes' }).click();

  // Delete in the tree asks about the focused request, which can be restored; "Delete all…" names the only one left.
  const deletingIt = page.getByRole('alertdialog', { name: 'Delete “Charge it twice”?' });
  const undo = page.getByRole('region', { name: 'Undo' }).getByRole('button', { name: 'Undo' });
  await items.filter({ hasText: 'Charge it twice' }).focus();
  await page.keyboard.press('Delete');
  await deletingIt.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(items).toHaveText([/Charge a card/]);
  await undo.click();
  await expect(items).toHaveCount(2);
  await items.filter({ hasText: 'Charge it twice' }).focus();
  await page.keyboard.press('Delete');
  await deletingIt.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(items).toHaveText([/Charge a card/]);
  await page.getByRole('button', { name: 'List actions' }).click();
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  const folder = page.getByRole('article', { name: 'Folder' });
  await folder.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete all…' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Delete “Charge a card”?' })).toBeVisible();
});
