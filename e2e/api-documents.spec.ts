import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ApiPage } from './pages/api-page';
import { expect, onItsOwnApp, shareOneApp, test } from './test';

shareOneApp();

const answers = { 200: { description: 'All of them' } };

/** A shop's API, with one reference that leads nowhere and one that leads out of the document. */
function shop(version: string, most: number, paths: object = {}): string {
  return JSON.stringify(
    {
      openapi: '3.0.3',
      info: { title: 'Shop API', version },
      paths: {
        '/orders': {
          get: {
            operationId: 'list_orders',
            tags: ['Orders'],
            summary: 'List orders',
            parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: most } }],
            responses: {
              200: {
                description: 'A page of orders',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/OrderPage' } } },
              },
              404: { $ref: '#/components/responses/Missing' },
              500: { $ref: 'https://shop.example/errors.yaml#/Server' },
            },
          },
        },
        ...paths,
      },
      components: {
        schemas: {
          OrderPage: {
            type: 'object',
            required: ['items'],
            properties: { items: { type: 'array', items: { $ref: '#/components/schemas/Order' } } },
          },
          Order: {
            type: 'object',
            properties: {
              id: { type: 'string', format: 'uuid' },
              state: { type: 'string', enum: ['open', 'paid'], nullable: true },
              parent: { $ref: '#/components/schemas/Order' },
            },
          },
        },
      },
    },
    null,
    2,
  );
}

test('the built-in contract: 22 areas and the filter by keyboard, an operation with its answers and models', async ({
  page,
}) => {
  const api = new ApiPage(page);
  await page.keyboard.press('Alt+6');
  await expect(api.filter).toHaveAccessibleName('Filter 22 areas');
  await expect(api.status).toHaveText('Payments API 1.0.0 · 22 areas · 3 operations described');
  await expect(api.row('Account updater, not specified')).toBeVisible();

  await api.row('Payments API 1.0.0').focus();
  await page.keyboard.press('ArrowDown');
  await expect(api.row('Buyers')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(api.row('Buyers')).toHaveAttribute('aria-expanded', 'false');
  await expect(api.row(/GET \/buyers/)).toBeHidden();
  // Typing moves to the row whose name begins with the text.
  await page.keyboard.type('che');
  await expect(api.row('Checkout sessions')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const session = api.operation('GET /checkout/sessions/{session_id}');
  await session.getByRole('textbox', { name: 'session_id' }).fill('5e550000-0000-4000-8000-000000000001');
  await expect(session.getByText('checkout-sessions.read')).toBeVisible();
  await api.row(/checkout\/sessions/).focus();
  await expect(session.getByRole('row', { name: /401 unauthorized/ })).toContainText(
    'No valid API authentication found',
  );
  await page.keyboard.press('End');
  await expect(api.row('Transactions, not specified')).toBeFocused();
  // There is nothing to show for it: its document says so, and the focus stays on the row.
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Named, not described' })).toContainText('Transactions');
  await expect(api.row('Transactions, not specified')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(api.row('Payments API 1.0.0')).toBeFocused();

  // From the filter, Enter shows the first match, and an arrow key moves into the list.
  await api.filter.fill('list buyers');
  await expect(api.row(/GET \/buyers/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(api.operation('GET /buyers')).toBeVisible();
  await api.filter.fill('checkout');
  await expect(api.row(/GET \/buyers/)).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(api.row('Payments API 1.0.0')).toBeFocused();
  await page.keyboard.press('End');
  await expect(api.row(/checkout\/sessions/)).toBeFocused();
  await page.keyboard.press('Enter');
  await api.filter.fill('nothing of that name');
  await expect(page.getByText('No operation or area matches.')).toBeVisible();
  await api.filter.fill('');
  await expect(page.getByText('No operation or area matches.')).toBeHidden();

  // A nested model is opened by its name.
  const fields = session.getByRole('list', { name: 'Fields of CheckoutSession' });
  await expect(fields.getByText('uuid, required')).toBeVisible();
  await fields.getByRole('button', { name: 'cart_items, open' }).click();
  await expect(fields.getByText('whole number, required, 1 to 99,999,999')).toBeVisible();
  await page.getByRole('button', { name: 'Open in Sessions' }).click();
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeVisible();
});

onItsOwnApp(() => {
  test('a document is added, replaced after its changes are shown, removed, restored and limited to profiles, also after a restart', async ({
    environment,
    started,
  }) => {
    const { page } = started;
    const api = new ApiPage(page);
    const folder = await mkdtemp(join(tmpdir(), 'api-documents-'));
    const file = async (name: string, text: string): Promise<string> => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    };
    await api.open();

    // Text that is not a document is refused with a message, with the place of the problem.
    await api.paste('{ "openapi": "3.0.0",\n  "paths" 1 }');
    const pasting = page.getByRole('dialog', { name: 'Paste an API document' });
    await expect(pasting.getByRole('alert')).toContainText('(line 2, column 11)');
    // The pasted text is still there to be corrected, even after the dialog has been closed and opened again.
    await pasting.getByRole('button', { name: 'Cancel' }).click();
    await api.add('Paste text…');
    await expect(pasting.getByRole('textbox', { name: 'Document' })).toHaveValue(/"paths" 1/);
    await pasting.getByRole('textbox', { name: 'Document' }).fill('swagger: "2.0"\npaths: {}');
    await pasting.getByRole('button', { name: 'Read document' }).click();
    await expect(pasting.getByRole('alert')).toContainText('This is a Swagger 2.0 document');
    await pasting.getByRole('button', { name: 'Cancel' }).click();

    await api.addFile(await file('shop.json', shop('1.0', 100, { '/old': { get: { responses: answers } } })));
    const problems = page.getByRole('table');
    await expect(problems.getByRole('row')).toHaveCount(3);
    await expect(problems).toContainText(
      '"https://shop.example/errors.yaml#/Server" is outside this document',
    );
    await expect(problems.getByRole('row', { name: /Missing/ })).toContainText(/line \d+, column \d+/);
    await expect(api.filter).toHaveAccessibleName('Filter 23 areas');

    // The rest of the document works: an operation, and a model that refers to itself.
    await api.filter.fill('order');
    await api.row('GET /orders, List orders').click();
    const orders = api.operation('GET /orders');
    await expect(orders.getByText('The answer 404 cannot be read: it is left out.')).toBeVisible();
    await orders.getByRole('button', { name: 'items, open' }).click();
    await expect(orders.getByText('open or paid, or null')).toBeVisible();
    await orders.getByRole('button', { name: 'parent, open' }).click();
    await orders.getByRole('button', { name: 'parent, open' }).nth(1).click();
    await expect(orders.getByRole('button', { name: 'parent, open' })).toHaveCount(3);

    // A newer version first shows what it changes, and replaces the old one once the person agrees.
    await api.row(/^Shop API 1\.0/).click();
    const chosen = page.waitForEvent('filechooser');
    await api.act('Replace with a newer file…');
    await (
      await chosen
    ).setFiles(await file('shop-2.json', shop('2.0', 50, { '/new': { post: { responses: answers } } })));
    const newer = page.getByRole('article', { name: 'Newer version' });
    await expect(newer.getByRole('region', { name: 'Added' })).toContainText('POST /new');
    await expect(newer.getByRole('region', { name: 'Removed' })).toContainText('GET /old');
    await expect(newer.getByRole('region', { name: 'Changed' })).toContainText(
      'query parameter limit: whole number, at most 100 → whole number, at most 50',
    );
    await expect(api.row(/^Shop API 1\.0/)).toBeVisible();
    await newer.getByRole('button', { name: 'Replace', exact: true }).click();
    await expect(api.row(/^Shop API 2\.0/)).toBeVisible();

    // The document is removed, and restored.
    await api.act('Remove');
    await expect(api.row(/^Shop API/)).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await api.row(/^Shop API 2\.0/).click();

    // A document limited to one profile is mentioned in the tree under other profiles.
    await api.act('Profiles that use it…');
    const profiles = page.getByRole('dialog', { name: 'Profiles that use this document' });
    await profiles.getByRole('checkbox', { name: 'Local sandbox' }).uncheck();
    await profiles.getByRole('button', { name: 'Save' }).click();
    await expect(api.row(/^Shop API/)).toBeHidden();
    const others = page.getByRole('region', { name: 'Used by other profiles' });
    await expect(others.getByRole('button', { name: 'Shop API 2.0' })).toBeVisible();

    await started.app.close();
    const again = await environment.start();
    const afterwards = new ApiPage(again.page);
    await afterwards.open();
    await again.page
      .getByRole('region', { name: 'Used by other profiles' })
      .getByRole('button', { name: 'Shop API 2.0' })
      .click();
    await afterwards.act('Profiles that use it…');
    const dialog = again.page.getByRole('dialog', { name: 'Profiles that use this document' });
    await dialog.getByRole('checkbox', { name: 'Local sandbox' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await afterwards.filter.fill('new');
    await afterwards.row('POST /new').click();
    await expect(afterwards.operation('POST /new')).toContainText('All of them');
  });
});

test('a file dropped on the tree is added and scrolled into view', async ({ page }) => {
  const api = new ApiPage(page);
  await api.open();
  await drop(page, 'large.json', JSON.stringify(large));
  await expect(page.getByRole('article', { name: 'Large' })).toContainText('large.json');
  await expect(api.row('Large 1')).toHaveAttribute('aria-selected', 'true');
  // The next document, far below, scrolls into view together with its areas.
  await drop(page, 'other.json', JSON.stringify({ ...large, info: { title: 'Other', version: '2' } }));
  await expect(api.row('Other 2')).toBeInViewport();
  await expect(api.row('Area 5')).toHaveCount(1);
  await expect(api.row('Area 5')).toBeInViewport();
});

const large = {
  openapi: '3.1.0',
  info: { title: 'Large', version: '1' },
  paths: Object.fromEntries(
    [...Array(70).keys()].map((n) => [`/n${n}`, { get: { tags: [`Area ${n % 60}`], responses: answers } }]),
  ),
};

async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content ?? ''], fileName ?? ''));
      return transfer;
    },
    [name, text] as const,
  );
  await page.getByRole('tree', { name: 'API' }).dispatchEvent('drop', { dataTransfer: data });
}
