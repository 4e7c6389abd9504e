import { violations } from './axe';
import { ApiPage } from './pages/api-page';
import { SessionsPage } from './pages/sessions-page';
import { expect, shareOneApp, test } from './test';

shareOneApp();

const json = (schema: object, example?: unknown): object => ({
  description: 'x',
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});
const order = { $ref: '#/components/schemas/Order' };

/** A shop's API; `more` adds paths to it. */
const shop = (version: string, more: object = {}): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop API', version },
    servers: [{ url: 'https://shop.example/v2' }],
    paths: {
      '/orders': {
        post: {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['amount'],
                  properties: { amount: { type: 'integer', minimum: 1 } },
                },
                example: { amount: 250 },
              },
            },
          },
          responses: {
            201: json(order, { id: 'ord_7Kd2', amount: 1, state: 'open' }),
            422: json({ $ref: '#/components/schemas/Error' }, { message: 'Wrong' }),
          },
        },
      },
      '/orders/{order_id}': {
        parameters: [{ name: 'order_id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { responses: { 200: json(order), 404: json({ $ref: '#/components/schemas/Error' }) } },
        delete: { responses: { 204: { description: 'Gone' } } },
      },
      '/codes': {
        get: { responses: { 200: json({ type: 'string', pattern: '^[A-Z]{3}(?!)$' }, 'no code') } },
      },
      ...more,
    },
    components: {
      schemas: {
        Order: {
          type: 'object',
          required: ['id', 'amount'],
          properties: { id: { type: 'string' }, amount: { type: 'integer' }, state: { type: 'string' } },
        },
        Error: { type: 'object', properties: { message: { type: 'string' } } },
      },
    },
  });

test('a document served in the Local sandbox answers a POST, a GET and a DELETE of what was created, until serving stops', async ({
  page,
}) => {
  const api = new ApiPage(page);
  await api.open();
  await api.paste(shop('1.0'));
  await expect(api.row('GET /codes')).toBeVisible();
  await api.act('Serve in the Local sandbox');
  const served = page.getByRole('region', { name: 'Local sandbox' });
  await expect(served).toContainText(/answers 4 operations at http:\/\/127\.0\.0\.1:\d+ with made-up data/);
  await expect(served).toContainText('1 answer of 4 breaks its own schema.');
  await expect(served.getByRole('row', { name: /GET \/codes/ })).toContainText('[A-Z]{3}');
  expect(await violations(page), 'the document').toEqual([]);

  // The POST with its example; the answer has its own id.
  await api.row('POST /orders').click();
  await expect(page.getByText('it answers with made-up data')).toBeVisible();
  await api.tab('Body').click();
  await page.getByRole('button', { name: 'Use example' }).click();
  await expect(page.getByRole('textbox', { name: 'Request body' })).toContainText('250');
  await api.send.click();
  await expect(api.answer.getByText('201 Created', { exact: true })).toBeVisible();
  await expect(api.answer).toContainText('250');
  const id = /ord_\w{4}/.exec((await api.answer.textContent()) ?? '')?.[0] ?? '';
  expect(id).toMatch(/^ord_\w{4}$/);
  expect(id).not.toBe('ord_7Kd2');
  await api.answer.getByRole('tab', { name: 'Request' }).click();
  await expect(api.answer).toContainText('made up from the document');

  const path = page.getByRole('textbox', { name: 'order_id', exact: true });
  const sendTo = async (line: string): Promise<void> => {
    await api.row(line).click();
    await expect(api.operation(line)).toBeVisible();
    await path.fill(id);
    await api.send.click();
  };
  await sendTo('GET /orders/{order_id}');
  await expect(api.answer.getByText('200 OK', { exact: true })).toBeVisible();
  await expect(api.answer).toContainText(id);
  await expect(api.answer).toContainText('250');
  await sendTo('DELETE /orders/{order_id}');
  await expect(api.answer.getByText('204 No Content', { exact: true })).toBeVisible();
  await sendTo('GET /orders/{order_id}');
  await expect(api.answer.getByText('404 Not Found', { exact: true })).toBeVisible();
  await expect(api.answer).toContainText('It was deleted by an earlier request.');

  await api.row(/^Shop API 1\.0/).click();
  await served.getByRole('button', { name: 'Stop serving' }).click();
  await expect(served).toBeHidden();
  await api.row('GET /codes').click();
  await expect(api.operation('GET /codes')).toBeVisible();
  await api.send.click();
  await expect(api.answer.getByText('404 Not Found', { exact: true })).toBeVisible();
});

test('a document is served without the operations that take too long, while the sandbox’s own operations keep working', async ({
  page,
}) => {
  const never = {
    '/slow': {
      get: { responses: { 200: json({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`) } },
    },
    '/huge': {
      get: { responses: { 200: json({ type: 'array', minItems: 1e9, items: { type: 'string' } }) } },
    },
  };
  const api = new ApiPage(page);
  await api.open();
  await api.paste(shop('2.0', never));
  await expect(api.row('GET /slow')).toBeVisible();
  await api.act('Serve in the Local sandbox');
  const served = page.getByRole('region', { name: 'Local sandbox' });
  await expect(served).toContainText('answers 6 operations');

  // While the document is held up, a session is looked up.
  await page.keyboard.press('Alt+1');
  const sessions = new SessionsPage(page);
  await sessions.lookUp('5e550000-0000-4000-8000-000000000001');
  await expect(page.getByText('Ada Example').first()).toBeVisible();

  await page.keyboard.press('Alt+6');
  await expect(served).toContainText(
    'GET /slow could not be worked out within the limits of a document: it is not served.',
    { timeout: 60_000 },
  );
  await expect(served).toContainText(
    'GET /huge could not be worked out within the limits of a document: it is not served.',
    { timeout: 60_000 },
  );
  await api.row('GET /slow').click();
  await expect(api.operation('GET /slow')).toBeVisible();
  await api.send.click();
  await expect(api.answer.getByText(/^500/).first()).toBeVisible();
  await api.row('POST /orders').click();
  await expect(api.operation('POST /orders')).toBeVisible();
  await api.tab('Body').click();
  await page.getByRole('button', { name: 'Use example' }).click();
  await expect(page.getByRole('textbox', { name: 'Request body' })).toContainText('250');
  await api.send.click();
  await expect(api.answer.getByText('201 Created', { exact: true })).toBeVisible();
});
