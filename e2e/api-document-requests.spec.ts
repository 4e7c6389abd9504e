import { violations } from './axe';
import { ApiPage } from './pages/api-page';
import { HistoryPage } from './pages/history-page';
import { useProfile } from './stand-alone-sandbox';
import { NARROWEST, sidewaysScrollers } from './support/in-sight';
import { expect, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

/** A shop's API, whose requests all go to the test's own service. */
const SHOP = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop API', version: '1.0' },
  paths: {
    '/orders/{order_id}/captures': {
      post: {
        operationId: 'capture',
        tags: ['Orders'],
        summary: 'Capture an order',
        parameters: [
          { name: 'order_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
          { name: 'mode', in: 'query', schema: { type: 'string', enum: ['full', 'partial'] } },
          { name: 'idempotency-key', in: 'header', required: true, schema: { type: 'string' } },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { type: 'object', properties: { amount: { type: 'integer', minimum: 1 } } },
              example: { amount: 100 },
            },
          },
        },
        responses: {
          201: {
            description: 'Captured',
            content: { 'application/json': { schema: { type: 'object', required: ['state'] } } },
          },
        },
      },
    },
    '/buyers': {
      get: { operationId: 'all_buyers', tags: ['Orders'], responses: { 200: { description: 'A page' } } },
    },
  },
});
const ORDER = '5e550000-0000-4000-8000-000000000009';

test('a document’s operation has a form, shows what the document would find, and leads to its own screen if it has one', async ({
  page,
}) => {
  const service = await ThirdParty.start();
  await useProfile(page, { name: 'Shop', baseUrl: service.url });
  const api = new ApiPage(page);
  await api.open();
  await api.paste(SHOP);
  await api.row(/POST \/orders/).click();
  await expect(api.send).toBeDisabled();
  await page.getByRole('textbox', { name: 'order_id' }).fill('7');
  // This is only a warning: an explorer may send invalid values.
  await expect(page.getByText('This is not a UUID.')).toBeVisible();
  await expect(api.send).toBeEnabled();
  await page.getByRole('textbox', { name: 'order_id' }).fill(ORDER);
  await api.tab('Query').click();
  await expect(page.getByRole('checkbox', { name: 'Send mode' })).not.toBeChecked();
  await page.getByRole('combobox', { name: 'mode' }).fill('half');
  await expect(page.getByText('The document allows only full or partial.')).toBeVisible();
  await page.getByRole('combobox', { name: 'mode' }).fill('partial');
  await api.tab('Headers').click();
  await expect(page.getByRole('textbox', { name: 'Value of header 1' })).toHaveValue('application/json');
  await expect(page.locator('#api-headers-1')).toHaveText('text, required');
  const slot = page.locator('#api-slot');
  await expect(slot).toContainText('idempotency-key: Required by the document.');
  await page.getByRole('textbox', { name: 'Value of header 2' }).fill('key-1');
  await expect(slot).not.toContainText('idempotency-key');
  await api.tab('Body').click();
  await expect(page.getByText('The document says that a body is required.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Request body' }).fill('{"amount": 0}');
  const would = page.getByRole('list', { name: 'Findings in the body' });
  await expect(would).toContainText('/amount');
  for (const size of [NARROWEST, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size);
    expect(await sidewaysScrollers(page), `the buttons of the body at ${size.width} px`).toEqual([]);
  }
  await page.getByRole('button', { name: 'Use example' }).click();
  await expect(page.getByText('The document’s example.')).toBeVisible();
  await expect(would).toBeHidden();
  await api.send.click();
  await expect(api.answer.getByText('201 Created', { exact: true })).toBeVisible();
  // The answer is checked against the document, and the findings are kept with it.
  await api.answer.getByRole('tab', { name: /^Findings/ }).click();
  await expect(api.answer).toContainText('/state');
  const [sent] = service.received;
  expect(`${sent?.method} ${sent?.path}`).toBe(`POST /orders/${ORDER}/captures?mode=partial`);
  expect(JSON.parse(sent?.body.toString() ?? '')).toEqual({ amount: 100 });
  expect(service.header('idempotency-key')).toBe('key-1');

  // The history lists it under its operation's name, and it opens in its form from there.
  const history = new HistoryPage(page);
  await history.open();
  await history.line(/capture.*POST \/orders/).click();
  await history.choose('Edit and replay');
  // The same tab is selected as before.
  await expect(api.tab('Body')).toHaveAttribute('aria-selected', 'true');
  await api.tab('Path').click();
  await expect(page.getByRole('textbox', { name: 'order_id' })).toHaveValue(ORDER);
  // The same applies after returning from another screen.
  await history.open();
  await page.getByRole('link', { name: 'API' }).click();
  await expect(page.getByRole('textbox', { name: 'order_id' })).toHaveValue(ORDER);

  // The contract also describes this operation, which has one entry that leads to its screen.
  await api.row(/GET \/buyers$/).click();
  await expect(page.getByRole('button', { name: 'Open in Buyers' })).toBeVisible();
  await service.stop();
});

test('a document’s request is autocompleted, saved and run in a folder, and keeps its values when a newer document replaces it', async ({
  page,
}) => {
  const service = await ThirdParty.start();
  await useProfile(page, { name: 'Shop', baseUrl: service.url });
  const api = new ApiPage(page);
  await api.open();
  await api.paste(SHOP);
  await api.row(/POST \/orders/).click();
  await page.getByRole('textbox', { name: 'order_id' }).fill(ORDER);
  await api.tab('Headers').click();
  await page.getByRole('textbox', { name: 'Value of header 2' }).fill('key-1');
  await api.tab('Body').click();
  const body = page.getByRole('textbox', { name: 'Request body' });
  await body.click();
  await page.keyboard.type('{"');
  const offered = page.getByRole('option', { name: /^amount/ });
  await expect(offered).toHaveAttribute('aria-selected', 'true');
  await expect(offered).toContainText('whole number');
  await offered.click();
  await page.keyboard.type('7');
  await expect(body).toHaveText('{"amount": 7}');

  // Saved in a folder, with the status that the document describes, and run there.
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'Save request' });
  await expect(dialog.getByRole('spinbutton', { name: 'Status' })).toHaveValue('201');
  await dialog.getByLabel('Folder').fill('Shop');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Saved requests' }).click();
  const requests = page.getByRole('tree', { name: 'Saved requests' });
  await requests.getByRole('treeitem', { name: 'Shop' }).click();
  await page
    .getByRole('article', { name: 'Folder' })
    .getByRole('button', { name: 'Run', exact: true })
    .click();
  // The answer meets its expectations; that it lacks a field is a finding of the document.
  await expect(page.getByText('1 as expected · as')).toBeVisible();
  const [sent] = service.received;
  expect(`${sent?.method} ${sent?.path}`).toBe(`POST /orders/${ORDER}/captures`);
  expect(sent?.body.toString()).toBe('{"amount": 7}');

  // In a newer document the path parameter has another name and another one is required: the saved requests concerned
  // are listed, and kept.
  await page.getByRole('link', { name: 'API' }).click();
  await api.row(/^Shop API 1\.0/).click();
  const newer = SHOP.replaceAll('order_id', 'id')
    .replace('"version":"1.0"', '"version":"2.0"')
    .replace('"name":"mode"', '"name":"currency"');
  await api.act('Replace with pasted text…');
  const pasting = page.getByRole('dialog', { name: 'Paste an API document' });
  await pasting.getByRole('textbox', { name: 'Document' }).fill(newer);
  await pasting.getByRole('button', { name: 'Read document' }).click();
  const review = page.getByRole('article', { name: 'Newer version' });
  await expect(review.getByRole('region', { name: 'Changed' }).getByText('1 saved request:')).toBeVisible();
  await review.getByRole('button', { name: 'Replace', exact: true }).click();
  await api.row(/POST \/orders/).click();
  await expect(page.getByRole('textbox', { name: 'id', exact: true })).toHaveValue(ORDER);
  await api.tab('Query').click();
  await expect(page.getByRole('checkbox', { name: 'Send currency' })).not.toBeChecked();
  await api.tab('Body').click();
  await expect(body).toHaveText('{"amount": 7}');
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await requests.getByRole('treeitem', { name: /^Capture an order/ }).click();
  await expect(page.getByRole('region', { name: 'Request to be sent' })).toContainText(
    `POST ${service.url}/orders/${ORDER}/captures`,
  );
  await service.stop();
});

test('the values of a list in the query are sent in rows of their own, and the fields of an object in theirs', async ({
  page,
}) => {
  const service = await ThirdParty.start();
  await useProfile(page, { name: 'Shop', baseUrl: service.url });
  const api = new ApiPage(page);
  await api.open();
  await api.paste(`openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /orders:
    get:
      parameters:
        - { name: status, in: query, schema: { type: array, items: { type: string, enum: [open, paid] } } }
        - { name: filter, in: query, style: deepObject, schema: { type: object, properties: { from: { type: integer } } } }
      responses: { "200": { description: The orders } }
`);
  await api.row(/GET \/orders/).click();
  await expect(page.getByText('list of open or paid, one in each row')).toBeVisible();
  await page.getByRole('combobox', { name: 'status' }).fill('open,piad');
  await expect(page.getByText('The document allows only open or paid.')).toBeVisible();
  await page.getByRole('button', { name: 'A row for each value of status' }).click();
  await expect(page.getByRole('combobox', { name: 'status' }).nth(1)).toBeFocused();
  await expect(page.getByText('The document allows only open or paid.')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'status' }).nth(1).fill('paid');
  await page.getByRole('textbox', { name: 'filter[from]' }).fill('2020');
  expect(await violations(page)).toEqual([]);
  await api.send.click();
  await expect(api.answer.getByText('201 Created', { exact: true })).toBeVisible();
  expect(service.received[0]?.path).toBe('/orders?status=open&status=paid&filter%5Bfrom%5D=2020');
  // A name that begins like a known one can be typed to its end.
  await page.getByRole('button', { name: 'Add parameter' }).click();
  await page.keyboard.type('filter[to]');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2021');
  await expect(page.getByRole('textbox', { name: 'filter[to]' })).toHaveValue('2021');
  await service.stop();
});

test('a form is checked by its document, which knows its fields by their names', async ({ page }) => {
  const api = new ApiPage(page);
  const card = { type: 'object', required: ['number'], properties: { number: { type: 'string' } } };
  const schema = { type: 'object', properties: { amount: { type: 'integer' }, card } };
  const requestBody = { content: { 'application/x-www-form-urlencoded': { schema } } };
  const paths = { '/charges': { post: { requestBody, responses: { 200: { description: 'OK' } } } } };
  await api.open();
  await api.paste(JSON.stringify({ openapi: '3.1.0', info: { title: 'Forms', version: '1' }, paths }));
  await api.row(/POST \/charges/).click();
  await api.tab('Body').click();
  await page.getByRole('button', { name: 'Use example' }).click();
  const body = page.getByRole('textbox', { name: 'Body' });
  await expect(body).toHaveText('amount=0&card[number]=string');
  // What was inserted is said below, so that it takes no room from the content type.
  await expect(page.getByText('Generated from the schema.')).toBeVisible();
  const type = page.getByRole('combobox', { name: 'Content type' });
  expect(await type.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  const findings = page.getByRole('list', { name: 'Findings in the body' });
  await expect(findings).toHaveCount(0);
  await body.fill('amount=two&card[name]=Ada');
  await expect(findings.getByRole('listitem')).toHaveText([
    'amount This should be a whole number, and it is text.',
    'card[number] The property “number” is required, and it is missing.',
  ]);
});
