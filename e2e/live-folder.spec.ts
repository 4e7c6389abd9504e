import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './axe';
import { VaultForwardPage } from './pages/vault-forward-page';
import { answerFileDialogs } from './support/canary-search';
import { expect, test } from './test';

/** As written by another team member. */
const CHARGE = `# Ask Ada before you change this.
version: 2
id: 5e550000-0000-4000-8000-0000000000c1
name: Charge
request:
  operation: vault_forward
  headers:
    - name: content-type
      value: application/json
    - name: x-vault-forward-url
      value: https://psp.example/charges
    - name: x-vault-forward-http-method
      value: POST
    - name: x-vault-forward-header-authorization
      secret: true
  body: '{"amount": 1}'
`;
const READ = `version: 2
id: 5e550000-0000-4000-8000-0000000000c2
name: Read a session
request:
  operation: get_checkout_session
  path:
    session_id: 5e550000-0000-4000-8000-000000000001
`;

test('in an open folder on disk each change is a small diff, changes by git are noticed, and nothing typed is lost', async ({
  environment,
  started,
  page,
}) => {
  const root = join(environment.folder, 'team');
  const file = join(root, 'Cards', 'Charge.request.yaml');
  const git = (...given: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...given], {
      cwd: root,
      encoding: 'utf8',
    });
  const edit = (change: (text: string) => string): void =>
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  mkdirSync(join(root, 'Cards'), { recursive: true });
  writeFileSync(join(root, 'Read.request.yaml'), READ);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'one');
  git('checkout', '-qb', 'cards');
  writeFileSync(file, CHARGE);
  git('add', '.');
  git('commit', '-qm', 'two');

  // The person chooses the folder, which appears in the tree with its requests.
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await answerFileDialogs(started.app, root);
  await page.getByRole('button', { name: 'Open a folder on disk…' }).click();
  const tree = page.getByRole('tree', { name: 'Saved requests' });
  const items = tree.getByRole('treeitem');
  await expect(items).toHaveCount(4);
  const folder = tree.getByRole('treeitem', { name: 'team, on disk' });
  await expect(folder).toHaveAttribute('title', root);
  await folder.click();
  await page.getByRole('tab', { name: 'On disk' }).click();
  await expect(page.getByRole('region', { name: 'Folder on disk' })).toContainText(root);
  expect(await violations(page), 'the folder').toEqual([]);

  // Its requests are sent and reported like any other.
  await tree.getByRole('treeitem', { name: /^Read a session/ }).click();
  await page
    .getByRole('article', { name: 'Saved request' })
    .getByRole('button', { name: 'Send', exact: true })
    .click();
  await expect(page.getByRole('table', { name: 'Results' })).toContainText('200 OK');

  // A change made here changes one line of one file.
  const charge = tree.getByRole('treeitem', { name: /^Charge/ });
  await charge.click();
  const details = page.getByRole('tab', { name: /^Details/ });
  const description = page.getByRole('textbox', { name: 'Description' });
  const save = page.getByRole('button', { name: 'Save changes' });
  await details.click();
  await description.fill('Takes money');
  await save.click();
  await expect(save).toBeDisabled();
  expect(git('diff', '--numstat')).toBe('1\t0\tCards/Charge.request.yaml\n');
  expect(git('diff')).toContain('\n+description: Takes money\n');
  git('commit', '-qam', 'three');

  // A change from outside is noticed, and so is a rename.
  edit((text) => text.replace('name: Charge', 'name: Charge a card'));
  await expect(page.getByRole('heading', { name: 'Charge a card' })).toBeVisible();
  renameSync(file, join(root, 'Charge.request.yaml'));
  await expect(tree.getByRole('treeitem', { name: 'Cards' })).toBeHidden();
  await expect(tree.getByRole('treeitem', { name: /^Charge a card/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  git('checkout', '-q', '.');
  git('clean', '-qfd');
  // Between the two commands there were two files with this ID, and the app may have seen both.
  await expect(tree.getByRole('treeitem', { name: /^Charge a card/ })).toHaveCount(0);
  await expect(charge).toHaveAttribute('aria-level', '3');

  // Both sides change the file: the person sees both versions, and decides.
  await description.fill('Mine');
  edit((text) => text.replace('Takes money', 'Theirs'));
  await expect(page.getByText('Changed on disk: what you changed here is kept.')).toBeVisible();
  await expect(description).toHaveValue('Mine');
  await save.click();
  const comparison = page.getByRole('dialog', { name: 'Changed on disk' });
  await expect(comparison.getByRole('table')).toContainText('Theirs');
  await expect(comparison.getByRole('table')).toContainText('Mine');
  expect(await violations(page, '[role=dialog]'), 'the comparison').toEqual([]);
  expect(readFileSync(file, 'utf8')).toContain('Theirs');
  await comparison.getByRole('button', { name: 'Keep mine' }).click();
  await expect(save).toBeDisabled();
  expect(readFileSync(file, 'utf8')).toContain('description: Mine');

  // It is open in the composer with unsaved changes while git removes the file and restores it.
  const vf = new VaultForwardPage(page);
  git('commit', '-qam', 'four');
  await page.getByRole('button', { name: 'Open in Vault Forward' }).click();
  await expect(vf.drafts).toHaveText(['Charge']);
  await vf.fillBody('{"amount": 2}');
  await expect(vf.drafts).toHaveText(['Unsaved: Charge']);
  git('checkout', '-q', 'main');
  const isGone = page.getByText(/The file is gone: .*Save writes it again\./);
  await expect(isGone).toBeVisible();
  await expect(vf.body).toHaveText('{"amount": 2}');
  git('checkout', '-q', 'cards');
  await expect(isGone).toBeHidden();
  await expect(vf.drafts).toHaveText(['Unsaved: Charge']);
  await expect(vf.body).toHaveText('{"amount": 2}');

  // The body is changed from outside, so saving asks first.
  edit((text) => text.replace('"amount": 1', '"amount": 7'));
  await expect(page.getByText(/Changed on disk: .*What you typed is kept\./)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+S');
  await expect(comparison.getByRole('table')).toContainText('"amount": 7');
  await comparison.getByRole('button', { name: 'Take the file’s' }).click();
  await expect(vf.body).toHaveText('{"amount": 7}');
  await expect(vf.drafts).toHaveText(['Charge']);

  // A draft without changes follows its file; after saving, the diff is just its line, and the comment is still there.
  edit((text) => text.replace('"amount": 7', '"amount": 8'));
  await expect(vf.body).toHaveText('{"amount": 8}');
  await vf.fillBody('{"amount": 9}');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(vf.drafts).toHaveText(['Charge']);
  expect(git('diff', '--numstat')).toBe('1\t1\tCards/Charge.request.yaml\n');
  expect(readFileSync(file, 'utf8')).toContain('# Ask Ada before you change this.');

  // Of the two versions, the typed one is kept, and is in the file at once, without a second save.
  await vf.fillBody('{"amount": 10}');
  edit((text) => text.replace('"amount": 9', '"amount": 11'));
  await page.keyboard.press('ControlOrMeta+S');
  await expect(comparison.getByRole('table')).toContainText('"amount": 11');
  await comparison.getByRole('button', { name: 'Keep mine' }).click();
  await expect(vf.drafts).toHaveText(['Charge']);
  expect(readFileSync(file, 'utf8')).toContain('"amount": 10');

  // Deleting removes the file; undoing restores it exactly.
  await page.getByRole('link', { name: 'Saved requests' }).click();
  const before = readFileSync(file, 'utf8');
  await page.getByRole('article', { name: 'Saved request' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(charge).toBeHidden();
  expect(readdirSync(root)).not.toContain('Cards');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(charge).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(before);

  // A duplicate and a broken file are shown, each with an explanation.
  writeFileSync(join(root, 'Copy.request.yaml'), READ);
  writeFileSync(join(root, 'Broken.request.yaml'), READ.replace('get_checkout_session', '7'));
  await tree.getByRole('treeitem', { name: 'Broken.request.yaml, cannot be read' }).click();
  await expect(page.getByRole('article', { name: 'File' })).toContainText(/Line \d+: .*operation/);
  await tree.getByRole('treeitem', { name: /^Read a session, .*, see its file$/ }).click();
  await expect(page.getByText(/Its file has the ID of .*: it is a copy\./)).toBeVisible();
  expect(await violations(page), 'a copy').toEqual([]);
  await page.getByRole('button', { name: 'Give it an ID of its own' }).click();
  await expect(tree.getByRole('treeitem', { name: /see its file$/ })).toHaveCount(0);
  expect(new Set([READ, readFileSync(join(root, 'Copy.request.yaml'), 'utf8')]).size).toBe(2);
  expect(readdirSync(root).filter((name) => name.endsWith('.partial'))).toEqual([]);

  // When the folder is missing, the tree says so; closing it keeps its files.
  renameSync(root, `${root}-away`);
  const away = tree.getByRole('treeitem', { name: 'team, The folder is not there' });
  await away.click();
  const onDisk = page.getByRole('region', { name: 'Folder on disk' });
  await expect(onDisk.getByRole('button', { name: 'Try again' })).toBeVisible();
  renameSync(`${root}-away`, root);
  // The app also checks every two seconds: the button has its other name if it has just done so.
  await onDisk.getByRole('button', { name: /^(Try|Look) again$/ }).click();
  await expect(folder).toBeVisible();
  rmSync(join(root, 'Broken.request.yaml'));
  await onDisk.getByRole('button', { name: 'Close folder' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close folder' }).click();
  await expect(page.getByRole('heading', { name: 'No request is saved yet' })).toBeVisible();
  expect(readFileSync(file, 'utf8')).toContain('"amount": 10');
});

test('a folder on disk is still open after a restart, and a secret entered for it is not written to its file', async ({
  environment,
}) => {
  const root = join(environment.folder, 'team');
  const file = join(root, 'Charge.request.yaml');
  mkdirSync(root);
  writeFileSync(file, CHARGE);
  const first = await environment.start();
  await first.page.getByRole('link', { name: 'Saved requests' }).click();
  await answerFileDialogs(first.app, root);
  await first.page.getByRole('button', { name: 'Open a folder on disk…' }).click();
  await first.page.getByRole('treeitem', { name: /^Charge/ }).click();
  await first.page.getByRole('button', { name: 'Open in Vault Forward' }).click();
  const vf = new VaultForwardPage(first.page);
  await vf.part('Headers');
  await first.page
    .getByRole('textbox', { name: /^Value of header / })
    .first()
    .fill('CANARY-TEAM-SECRET');
  await first.page.keyboard.press('ControlOrMeta+S');
  await expect(vf.drafts).toHaveText(['Charge']);
  expect(readFileSync(file, 'utf8')).toBe(CHARGE);

  // What is typed into the dialog stays if the file changes in the meantime; the dialog says so before it replaces the
  // file.
  await vf.drafts.first().click({ button: 'right' });
  await first.page.getByRole('menuitem', { name: 'Save as…' }).click();
  const dialog = first.page.getByRole('dialog', { name: 'Save request' });
  const replace = dialog.getByRole('button', { name: 'Replace “Charge”' });
  await expect(replace).toBeVisible();
  await expect(dialog).toContainText(`It is a file in ${root};`);
  await dialog.getByLabel('Description').fill('Typed here');
  writeFileSync(file, CHARGE.replace('name: Charge', 'name: Charge\ndescription: Theirs'));
  await expect
    .poll(async () => {
      const lines = await first.page.evaluate(() => window.explorer.listSavedRequests());
      return lines.ok && lines.value.map(({ description }) => description);
    })
    .toEqual(['Theirs']);
  await expect(dialog.getByLabel('Description')).toHaveValue('Typed here');
  await replace.click();
  await expect(dialog.getByRole('alert', { name: 'Changed on disk' })).toBeVisible();
  expect(readFileSync(file, 'utf8')).toContain('Theirs');
  await replace.click();
  await expect(dialog).toBeHidden();
  expect(readFileSync(file, 'utf8')).toContain('description: Typed here');
  writeFileSync(file, CHARGE);
  await first.app.close();

  const { page } = await environment.start();
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('treeitem', { name: /^Charge/ }).click();
  await page.getByRole('button', { name: 'Open in Vault Forward' }).click();
  await new VaultForwardPage(page).part('Headers');
  await expect(page.getByRole('textbox', { name: /^Value of header / }).first()).not.toHaveValue('');
  expect(readFileSync(file, 'utf8')).toBe(CHARGE);
});
