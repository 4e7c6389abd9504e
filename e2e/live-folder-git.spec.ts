import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VaultForwardPage } from './pages/vault-forward-page';
import { answerFileDialogs } from './support/canary-search';
import { expect, test } from './test';

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
  body: '{"amount": 1}'
`;

test('a rebase, a merge conflict and a change of encoding are noticed despite unsaved changes, which stay', async ({
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
  const write = (change: (text: string) => string): void => writeFileSync(file, change(CHARGE));
  mkdirSync(join(root, 'Cards'), { recursive: true });
  git('init', '-q', '-b', 'main');
  git('commit', '-qm', 'none', '--allow-empty');
  git('checkout', '-qb', 'cards');
  write((text) => text);
  git('add', '.');
  git('commit', '-qm', 'one');

  await page.getByRole('link', { name: 'Saved requests' }).click();
  await answerFileDialogs(started.app, root);
  await page.getByRole('button', { name: 'Open a folder on disk…' }).click();
  await page.getByRole('treeitem', { name: /^Charge/ }).click();
  await page.getByRole('button', { name: 'Open in Vault Forward' }).click();
  const vf = new VaultForwardPage(page);
  await expect(vf.body).toHaveText('{"amount": 1}');

  // A rebase removes the folder and immediately puts another one in its place; changes in that one are noticed.
  git('checkout', '-q', 'main');
  git('checkout', '-q', 'cards');
  write((text) => text.replace('"amount": 1', '"amount": 2'));
  await expect(vf.body).toHaveText('{"amount": 2}');
  rmSync(join(root, 'Cards'), { recursive: true });
  mkdirSync(join(root, 'Cards'));
  write((text) => text.replace('"amount": 1', '"amount": 3'));
  await expect(vf.body).toHaveText('{"amount": 3}');
  write((text) => text.replace('"amount": 1', '"amount": 4'));
  await expect(vf.body).toHaveText('{"amount": 4}');

  // A merge conflict: what was typed stays, nothing claims that the file is gone, and a save leaves the file as it is.
  await vf.fillBody('{"amount": 5}');
  const conflict = (text: string): string =>
    text.replace(/ {2}body.*\n/, "<<<<<<< HEAD\n  body: '6'\n=======\n  body: '7'\n>>>>>>> main\n");
  write(conflict);
  const unread = page.getByText('The file cannot be read: Lines 14 to 18 are a merge conflict');
  await expect(unread).toBeVisible();
  await expect(page.getByText('Save writes it again.')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByText(/is not overwritten: Lines 14 to 18/)).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe(conflict(CHARGE));
  await page.keyboard.press('Escape');
  await expect(vf.body).toHaveText('{"amount": 5}');

  // Another encoding is named; the file's bytes stay.
  const latin1 = Buffer.from(CHARGE.replace('Ada', 'Zoë'), 'latin1');
  writeFileSync(file, latin1);
  await expect(page.getByText('The file cannot be read: It is not UTF-8 text.')).toBeVisible();
  expect(readFileSync(file)).toEqual(latin1);

  // Repaired with Windows line breaks: the person compares, keeps their own version, and one line differs.
  write((text) => text.replaceAll('\n', '\r\n'));
  await expect(page.getByText(/Changed on disk: .*What you typed is kept\./)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+S');
  await page
    .getByRole('dialog', { name: 'Changed on disk' })
    .getByRole('button', { name: 'Keep mine' })
    .click();
  await expect(vf.drafts).toHaveText(['Charge']);
  expect(readFileSync(file, 'utf8')).toBe(
    CHARGE.replace('"amount": 1', '"amount": 5').replaceAll('\n', '\r\n'),
  );
});
