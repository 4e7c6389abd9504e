import { expect, test } from './test';

test('a session is read: facts, arithmetic, a display currency, differences, metadata, findings that hide nothing', async ({
  page,
  sessions,
}) => {
  const facts = await page.evaluate(() => window.explorer.describeSandbox());
  if (!facts.ok || !facts.value) throw new Error('the Local sandbox is not running');
  const { rich = '', minimal = '', unknownEnums = '', large = '', maximal = '' } = facts.value.sessions;

  await sessions.lookUp(rich);
  const session = page.getByRole('region', { name: 'Session facts' });
  await expect(session).toContainText(rich);
  // In UTC and here, and how far away.
  await expect(session).toContainText(/in \d+ (day|h|min)/);
  await expect(session).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC; here \d{4}/);
  await expect(page.getByRole('region', { name: 'Payment method' })).toContainText('(United States)');
  await expect(page.getByRole('table', { name: 'Billing and shipping' })).toContainText('differs');

  const cart = page.getByRole('table', { name: 'Cart lines' });
  await expect(cart.getByRole('row').nth(1)).toContainText('4999');
  // Two at 49.99, 5.00 off, 18.99 tax; computed here, from whole minor units.
  await expect(cart.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('11,397');
  await expect(page.getByRole('region', { name: 'Cart' })).toContainText('computed here');
  await page.getByRole('combobox', { name: 'Display currency' }).selectOption('EUR');
  await expect(cart.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('€113.97');
  await page.getByRole('combobox', { name: 'Display currency' }).selectOption('JPY');
  await expect(cart.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('¥11,397');

  // Absent is not null.
  await sessions.lookUp(minimal);
  await expect(page.getByRole('region', { name: 'Cart' })).toContainText('Not given.');

  await sessions.lookUp(unknownEnums);
  await expect(page.getByRole('region', { name: 'Payment method' })).toContainText('girocard');
  await sessions.tab('Findings').click();
  await expect(page.getByRole('table', { name: 'Findings' })).toContainText('/payment_method/scheme');
  await expect(page.getByRole('table', { name: 'Findings' })).toContainText('note');

  // A cart of 1,000 lines is not drawn at once.
  await sessions.lookUp(large);
  await expect(page.getByRole('button', { name: 'Show all 1000 lines' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all 1000 lines' }).click();
  await expect(cart.getByRole('row')).toHaveCount(1002);

  await sessions.lookUp(maximal);
  await expect(sessions.result.getByRole('heading', { name: /^Expires/ })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('conforms to the contract');
});

test('metadata is searched, and a dropped log file gives its ids', async ({ page, sessions }) => {
  const facts = await page.evaluate(() => window.explorer.describeSandbox());
  if (!facts.ok || !facts.value) throw new Error('the Local sandbox is not running');
  const { rich = '', maximal = '' } = facts.value.sessions;
  await sessions.lookUp(maximal);
  const metadata = page.getByRole('table', { name: 'Metadata' });
  await expect(metadata).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search metadata' });
  const allRows = await metadata.getByRole('row').count();
  expect(allRows).toBeGreaterThan(5);
  await search.fill('nothing has this text');
  await expect(metadata).toContainText('Nothing matches.');
  // By a key or a value of the first row, and of no other.
  await search.fill('');
  const first = (await metadata.getByRole('row').nth(1).getByRole('cell').first().innerText()).trim();
  await search.fill(first);
  await expect(metadata.getByRole('row').nth(1)).toContainText(first);
  await expect(metadata).not.toContainText('Nothing matches.');
  expect(await metadata.getByRole('row').count()).toBeLessThan(allRows);
  await search.fill('');
  await expect(metadata.getByRole('row')).toHaveCount(allRows);

  await sessions.id.evaluate((field, text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'payments.log', { type: 'text/plain' }));
    field.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, `2026-11-21 checkout failed session=${rich}\n`);
  await expect(sessions.id).toHaveValue(new RegExp(rich));
  await sessions.lookUpButton.click();
  await expect(page.getByRole('region', { name: 'Session facts' })).toContainText(rich);
});
