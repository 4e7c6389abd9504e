import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './axe';
import type { OpenApp } from './test-environment';
import { expect, shareOneApp, test } from './test';

shareOneApp();

const POSTMAN = {
  info: {
    name: 'Shop',
    _postman_id: 'c1',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  variable: [{ key: 'base_url', value: 'https://psp.example' }],
  auth: { type: 'bearer', bearer: [{ key: 'token', value: 'CANARY-TOKEN' }] },
  item: [
    {
      name: 'Charges',
      item: [
        {
          name: 'Create a charge',
          event: [{ listen: 'test', script: { exec: ['pm.test("x")'] } }],
          request: {
            method: 'POST',
            url: { raw: '{{base_url}}/v1/charges' },
            header: [{ key: 'X-Trace', value: '{{$guid}}' }],
            body: {
              mode: 'raw',
              raw: '{"card": {"number": "4111111111111111", "expiry": "12/30"}}',
              options: { raw: { language: 'json' } },
            },
          },
        },
      ],
    },
    { name: 'Read', request: { method: 'GET', url: 'https://psp.example/v1' } },
    { name: 'Socket', request: { method: 'GET', url: 'wss://psp.example' } },
  ],
};

const INSOMNIA = `type: collection.insomnia.rest/5.0
name: Inso shop
meta: { id: wrk_1 }
collection:
  - name: Refund
    meta: { id: req_1 }
    method: POST
    url: "{{ _.base_url }}/refunds"
    body: { mimeType: application/json, text: '{"id": "{% uuid "v4" %}"}' }
environments:
  data: { base_url: https://psp.example }
`;

/** Imports a file as if a person had chosen it in the system's dialog. */
async function importFile({ app, page }: OpenApp, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
  await page.getByRole('button', { name: 'List actions' }).click();
  await page.getByRole('menuitem', { name: 'Import one file…' }).click();
}

test('Postman and Insomnia collections become saved requests, with a report of what was left out', async ({
  environment,
  started,
  page,
  vaultForward: vf,
}) => {
  const files = {
    postman: join(environment.folder, 'shop.json'),
    insomnia: join(environment.folder, 'shop.yaml'),
  };
  writeFileSync(files.postman, JSON.stringify(POSTMAN));
  writeFileSync(files.insomnia, INSOMNIA);
  await page.getByRole('link', { name: 'Saved requests' }).click();

  await importFile(started, files.postman);
  const report = page.getByRole('region', { name: 'Files' });
  const postman = report.getByRole('region', { name: 'Postman 2.1: Shop' });
  await expect(postman).toContainText('1 taken, 1 partly taken, 1 refused.');
  await expect(postman.getByRole('list', { name: 'Left out' })).toContainText('Its tests were left out.');
  await expect(postman.getByRole('list', { name: 'Variables to define' })).toHaveText(
    'base_url = https://psp.example',
  );
  // One click defines the missing variables; those that exist are left alone.
  await postman.getByRole('button', { name: 'Add 1 variable to Local sandbox' }).click();
  await expect(postman).toContainText('Local sandbox defines every variable that its requests use.');
  await expect(report.getByRole('list', { name: 'Refused files' })).toContainText(
    'Shop/Socket: It is a WebSocket.',
  );
  await expect(report).toContainText('Create a charge: authorization');
  await expect(report).not.toContainText('CANARY');
  expect(await violations(page), 'the report').toEqual([]);

  // Importing the same file again makes no duplicates.
  await importFile(started, files.postman);
  await expect(report).toContainText('0 new, 0 replaced, 2 unchanged, 1 refused.');

  await importFile(started, files.insomnia);
  await expect(report.getByRole('region', { name: 'Insomnia 5: Inso shop' })).toContainText(
    '1 taken, 0 partly taken, 0 refused.',
  );

  // In the composer: the app's variables and placeholders, and a secret that has to be entered.
  const tree = page.getByRole('tree', { name: 'Saved requests' });
  await tree.getByRole('treeitem', { name: /^Create a charge/ }).click();
  await page.getByRole('button', { name: 'Open in Vault Forward' }).click();
  await expect(vf.url).toHaveValue('${base_url}/v1/charges');
  await expect(vf.body).toContainText('"number": "{{CARD_NUMBER_1}}"');
  await vf.part('Headers');
  await expect(page.getByRole('textbox', { name: 'Value of header 1' })).toHaveValue('${uuid}');
  await expect(page.getByRole('combobox', { name: 'Name of header 2' })).toHaveValue('authorization');
  await expect(page.getByRole('textbox', { name: 'Value of header 2' })).toHaveValue('');
});

test('the window keeps working while a large collection is imported, and the import can be cancelled', async ({
  environment,
  started,
  page,
}) => {
  const file = join(environment.folder, 'large.yaml');
  const one = INSOMNIA.slice(INSOMNIA.indexOf('  - name'), INSOMNIA.indexOf('environments:'));
  writeFileSync(file, INSOMNIA.replace(one, one.repeat(100_000)));
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await importFile(started, file);
  const working = page.getByText('Importing requests…');
  await expect(working).toBeVisible();
  expect(await violations(page), 'what is under way').toEqual([]);
  // Main answers in the meantime.
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('The history is empty')).toBeVisible();
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await expect(working).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('The import was cancelled');
  await expect(working).toBeHidden();
});
