import type { Page } from '@playwright/test';
import type { ServerResponse } from 'node:http';
import { violations } from './axe';
import { ApiPage } from './pages/api-page';
import { HistoryPage } from './pages/history-page';
import { startSandbox, useProfile } from './stand-alone-sandbox';
import { expect, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

const SESSION = '5e550000-0000-4000-8000-000000000009';
const page200 = (description: string) => ({ 200: { description } });
const id = (name: string) => [{ name, in: 'path', required: true, schema: { type: 'string' } }];

/** A shop's API: a list with cursors, and operations that read the things named in its answers. */
const SHOP = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop API', version: '1.0' },
  paths: {
    '/orders': {
      get: {
        operationId: 'list_orders',
        tags: ['Orders'],
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'starting_after', in: 'query', schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'A page',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/OrderPage' } } },
          },
        },
      },
    },
    '/orders/{order_id}': {
      get: {
        operationId: 'get_order',
        tags: ['Orders'],
        description:
          'Reads **one** order; see [the guide](https://shop.example/guide).\n\n- by its `id`\n- <img src=x onerror=alert(1)> <b>never</b> by name',
        parameters: id('order_id'),
        responses: page200('An order'),
      },
    },
    '/merchants/{merchant_id}': {
      get: { operationId: 'm', tags: ['Orders'], parameters: id('merchant_id'), responses: page200('It') },
    },
    '/shops/{merchant_id}': {
      get: { operationId: 's', tags: ['Orders'], parameters: id('merchant_id'), responses: page200('It') },
    },
    '/refunds/{reference}': {
      get: {
        operationId: 'get_refund',
        tags: ['Orders'],
        parameters: id('reference'),
        responses: {
          409: {
            description:
              'The refund is **closed**.\n\n| Code | Meaning |\n|---|---|\n| late | Its time is over |',
          },
        },
      },
    },
    '/customers/{customer_id}': {
      get: {
        operationId: 'get_customer',
        tags: ['Orders'],
        parameters: id('customer_id'),
        responses: page200('It'),
      },
    },
    '/stores/{store_id}/customers/{customer_id}': {
      get: {
        operationId: 'get_store_customer',
        tags: ['Orders'],
        parameters: [...id('store_id'), ...id('customer_id')],
        responses: page200('It'),
      },
    },
  },
  components: {
    schemas: {
      OrderPage: {
        type: 'object',
        properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Order' } } },
      },
      Order: {
        type: 'object',
        properties: {
          state: { type: 'string', description: 'Where it **stands**' },
          amount: { type: 'integer' },
          id: { type: 'string' },
        },
      },
    },
  },
});

/** Opens the API screen with the shop's document, and the shop itself, which has an order for every id. */
async function openShop(page: Page): Promise<{ readonly shop: ThirdParty; readonly api: ApiPage }> {
  const shop: ThirdParty = await ThirdParty.start((response) =>
    answer(response, shop.received.at(-1)?.path ?? ''),
  );
  await useProfile(page, { name: 'Shop', baseUrl: shop.url });
  const api = new ApiPage(page);
  await api.open();
  await api.paste(SHOP);
  return { shop, api };
}

function answer(response: ServerResponse, path: string): void {
  const order = {
    id: path.split('/').at(-1),
    customer_id: 'cus_1',
    checkout_session_id: SESSION,
    state: 'open',
    merchant_id: 'mer_1',
  };
  const send = (status: number, body: object): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (path.startsWith('/refunds/'))
    send(409, { error: { code: 'late', decline_code: 'expired_payment_method', message: 'Too late.' } });
  else if (/^\/orders(?:\?|$)/.test(path)) send(200, pageOf(path, order));
  else send(200, order);
}

/** There are five orders in all. */
function pageOf(path: string, order: object): object {
  const query = new URLSearchParams(path.split('?')[1] ?? '');
  const before = Number((query.get('starting_after') ?? 'ord_0').replace('ord_', ''));
  const last = Math.min(5, before + Number(query.get('limit') ?? 1));
  const numbers = Array.from({ length: last - before }, (_, at) => before + at + 1);
  const data = numbers.map((number) => ({ ...order, id: `ord_${number}`, amount: number * 100 }));
  return { data, has_more: last < 5 };
}

test('an id in an answer opens the operation that reads it, with its description, filled in but not sent, also from History', async ({
  page,
}) => {
  const { shop, api } = await openShop(page);
  await api.row('GET /orders').click();
  await api.send.click();
  await api.leads.getByRole('button', { name: 'More IDs' }).click();
  await expect(
    page.getByRole('menuitem', { name: 'Open GET /customers/{customer_id}: cus_1' }),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await violations(page), 'the answer').toEqual([]);

  // One click opens the order's operation, but does not send a request.
  await api.leads.getByRole('button', { name: 'Open GET /orders/{order_id}: id ord_1' }).click();
  const order = api.operation('GET /orders/{order_id}');
  await expect(order.getByRole('textbox', { name: 'order_id' })).toHaveValue('ord_1');
  expect(shop.received).toHaveLength(1);

  // Its description is rendered as Markdown; HTML in it stays text.
  await expect(
    order.getByRole('paragraph').filter({ hasText: 'Reads one order; see the guide.' }),
  ).toBeVisible();
  await expect(order.getByRole('strong')).toHaveText('one');
  await expect(order.getByRole('listitem').filter({ hasText: 'by its id' })).toBeVisible();
  await expect(order.getByText('<img src=x onerror=alert(1)> never by name')).toBeVisible();
  await expect(order.locator('img')).toHaveCount(0);
  await expect(order.getByRole('link', { name: 'the guide' })).toHaveAttribute(
    'title',
    'https://shop.example/guide',
  );
  expect(await violations(page), 'a description').toEqual([]);

  // With the keyboard, from the id's place in the tree.
  await page.keyboard.press('Control+Enter');
  const tree = api.answer.getByRole('tree', { name: 'Response body' });
  await expect(tree.getByRole('treeitem', { name: /customer_id/ })).toBeVisible();
  expect(shop.received.map(({ path }) => path)).toEqual(['/orders', '/orders/ord_1']);
  // If an id may identify two things, the person chooses.
  await tree.getByRole('treeitem', { name: /merchant_id/ }).click();
  const choice = api.answer.getByRole('button', { name: 'Open what it names' });
  await expect(choice).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  await expect(choice).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Open GET /merchants/{merchant_id}',
    'Open GET /shops/{merchant_id}',
  ]);
  await page.keyboard.press('Escape');
  await expect(choice).toBeFocused();
  await tree.focus();
  await page.keyboard.press('Home');
  for (let row = 0; row < 2; row += 1) await page.keyboard.press('ArrowDown');
  await expect(tree.getByRole('treeitem', { name: /customer_id/ })).toHaveAttribute('aria-selected', 'true');
  await expect(
    api.answer.getByRole('button', { name: 'Open GET /customers/{customer_id}', exact: true }),
  ).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  const customer = api.operation('GET /customers/{customer_id}');
  await expect(customer.getByRole('textbox', { name: 'customer_id' })).toHaveValue('cus_1');
  expect(shop.received).toHaveLength(2);

  // The same works from the history, where a session's id leads to Sessions, filled in.
  const history = new HistoryPage(page);
  await history.open();
  await history.line(/orders\/ord_1/).click();
  await page
    .getByRole('region', { name: 'Leads to' })
    .getByRole('button', { name: `Open in Sessions: checkout_session_id ${SESSION}` })
    .click();
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toHaveValue(SESSION);
  expect(shop.received).toHaveLength(2);
  await shop.stop();
});

test('an error is explained from the document, and a decline code from what is known elsewhere; History shows the same', async ({
  page,
}) => {
  const { shop, api } = await openShop(page);
  await api.row('GET /refunds/{reference}').click();
  await api.operation('GET /refunds/{reference}').getByRole('textbox', { name: 'reference' }).fill('r1');
  await api.send.click();
  const error = api.answer.getByRole('alert', { name: '409: The refund is closed' });
  await expect(error).toContainText('Of the code late it says: “Its time is over”.');
  await expect(error).toContainText('The service says: “Too late.”');
  const elsewhere =
    'decline_code expired_payment_method. Known elsewhere (Gr4vy): the payment method has expired.';
  await expect(api.answer.getByText(elsewhere)).toBeVisible();

  const history = new HistoryPage(page);
  await history.open();
  await history.line(/refunds\/r1/).click();
  await expect(page.getByRole('alert', { name: '409: The refund is closed' })).toContainText(
    'Its time is over',
  );
  await expect(page.getByText(elsewhere)).toBeVisible();
  await shop.stop();
});

test('a list answer has pages and a table: columns come from the schema, each page is a request in the history', async ({
  page,
}) => {
  const { shop, api } = await openShop(page);
  await api.row('GET /orders').click();
  await api.tab('Query').click();
  await page.getByRole('textbox', { name: 'limit', exact: true }).fill('2');
  await page.getByRole('checkbox', { name: 'Send limit' }).check();
  await api.send.click();
  await api.answer.getByRole('tab', { name: 'Items' }).click();
  const items = api.answer.getByRole('grid', { name: 'Items' });
  const place = api.answer.getByRole('status', { name: 'Page', exact: true });
  await expect(items.getByRole('columnheader')).toHaveText(['Select all rows', 'id', 'state', 'amount']);
  await expect(items.getByRole('row', { name: /ord_2/ })).toContainText('200');
  await expect(place).toHaveText('Page 1 · 2 items');
  expect(await violations(page), 'a list').toEqual([]);

  const next = api.answer.getByRole('button', { name: 'Next page' });
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(place).toHaveText('Page 2 · 2 items');
  await expect(items.getByRole('row', { name: /ord_4/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(place).toHaveText('Page 3 · 1 item · no next page');
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  // A page that has been seen before is shown at once, without another request.
  await api.answer.getByRole('button', { name: 'Previous page' }).click();
  await expect(place).toHaveText('Page 2 · 2 items');
  expect(shop.received.map(({ path }) => path)).toEqual([
    '/orders?limit=2',
    '/orders?limit=2&starting_after=ord_2',
    '/orders?limit=2&starting_after=ord_4',
  ]);
  // The composed request is unchanged.
  await expect(page.getByRole('textbox', { name: 'starting_after', exact: true })).toHaveValue('');

  // Loads all pages of the list, into one table and as one entry.
  await api.answer.getByRole('button', { name: 'Load all' }).click();
  await expect(api.answer.getByRole('status', { name: 'Load' })).toHaveText(
    /^All of them: 5 items on 3 pages, in /,
  );
  await expect(items.getByRole('row', { name: /ord_/ })).toHaveCount(5);
  await api.answer.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('5 items, as shown')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await violations(page), 'a load').toEqual([]);
  await api.answer.getByRole('radio', { name: 'Page' }).click();
  await expect(items.getByRole('row', { name: /ord_/ })).toHaveCount(2);

  // A table row leads to its item's place in the answer.
  await items.getByRole('row', { name: /ord_4/ }).dblclick();
  const tree = api.answer.getByRole('tree', { name: 'Response body' });
  await expect(tree.getByRole('treeitem', { selected: true })).toHaveAccessibleName(/1/);
  expect(shop.received).toHaveLength(6);

  const history = new HistoryPage(page);
  await history.open();
  await expect(history.line(/GET \/orders/)).toHaveCount(4);
  await shop.stop();
});

test('the built-in list of buyers has the same pages, table and Load all', async ({ page }) => {
  const api = new ApiPage(page);
  await api.open();
  await api.row(/GET \/buyers/).click();
  await api.send.click();
  await api.answer.getByRole('tab', { name: 'Items' }).click();
  const place = api.answer.getByRole('status', { name: 'Page', exact: true });
  await expect(place).toHaveText(/^Page 1 · \d+ items$/);
  const items = api.answer.getByRole('grid', { name: 'Items' });
  await expect(items.getByRole('columnheader', { name: 'display_name' })).toBeVisible();
  await expect(items.getByRole('columnheader', { name: 'created_at (UTC)' })).toBeAttached();
  await api.answer.getByRole('button', { name: 'Next page' }).click();
  await expect(place).toHaveText(/^Page 2 · \d+ items/);
  await api.answer.getByRole('button', { name: 'Load all' }).click();
  await expect(api.answer.getByRole('status', { name: 'Load' })).toHaveText(
    /^(?:All of them|10,\d{3} items)/,
  );
});

test('a refused token leads to its profile, from API and from Vault Forward', async ({
  page,
  vaultForward: vf,
}) => {
  const sandbox = await startSandbox();
  const { baseUrl, destination } = sandbox.description;
  const profileId = await useProfile(page, { name: 'Refused', baseUrl });
  const api = new ApiPage(page);
  await api.open();
  await api.row(/GET \/checkout/).click();
  await page.getByRole('textbox', { name: 'session_id' }).fill(SESSION);
  await api.send.click();
  await expect(api.answer.getByText('401 Unauthorized', { exact: true })).toBeVisible();
  await api.answer.getByRole('button', { name: 'Edit profile' }).click();
  await expect(page).toHaveURL(new RegExp(`#/profiles/${profileId}$`));

  await vf.open();
  await vf.url.fill(`${destination.http}/charge`);
  await vf.fillBody('{"amount": 1}');
  await vf.send();
  await expect(vf.problem()).toContainText('401: no valid authentication');
  await vf.pane.getByRole('button', { name: 'Edit profile' }).click();
  await expect(page).toHaveURL(new RegExp(`#/profiles/${profileId}$`));
  await sandbox.stop();
});
