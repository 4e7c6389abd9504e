import { expect, onItsOwnApp, shareOneApp, test } from './test';

shareOneApp();

onItsOwnApp(() => {
  test('on first start the Local sandbox is active, and its sample session is one click away', async ({
    page,
    sessions,
  }) => {
    await expect(page.getByRole('combobox', { name: 'Profile' })).toContainText('Local sandbox');
    await expect(page.getByRole('button', { name: /^Token state: token ok/ })).toBeVisible();
    await page.getByRole('button', { name: 'Look up a sample session' }).click();
    await expect(sessions.tab('Overview')).toHaveAttribute('aria-selected', 'true');
    await expect(sessions.result.getByRole('heading', { level: 2 }).first()).toContainText(/^Valid until /);
    await expect(sessions.result.getByRole('table', { name: 'Cart lines' }).getByRole('row')).not.toHaveCount(
      0,
    );
    await expect(page.getByRole('status', { name: 'Last exchange' })).toContainText('200 OK');
  });
});

test('the three profiles exist on first start, and say that they need a base URL', async ({
  page,
  sessions,
}) => {
  await page.getByRole('combobox', { name: 'Profile' }).click();
  const options = page.getByRole('option');
  await expect(options.filter({ hasText: 'Local sandbox' })).toBeVisible();
  await expect(options.filter({ hasText: /^Sandbox/ })).toContainText('needs a base URL');
  await expect(options.filter({ hasText: 'Production' })).toContainText('needs a base URL');
  await options.filter({ hasText: 'Production' }).click();
  await expect(page.getByRole('combobox', { name: 'Profile' })).toContainText('Production');
  await sessions.lookUp('123e4567-e89b-42d3-a456-426614174000');
  await expect(sessions.problem()).toContainText('Production has no base URL yet');
  await sessions.problem().getByRole('button', { name: 'Edit profile' }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Production');
  await page.getByRole('link', { name: 'Sessions' }).click();
  // The problem belonged to the previous profile.
  await page.getByRole('combobox', { name: 'Profile' }).click();
  await options.filter({ hasText: 'Local sandbox' }).click();
  await expect(sessions.problem()).toBeHidden();
});

test('text without a UUID is refused beside the field, and nothing is sent', async ({ page, sessions }) => {
  const look = page.getByRole('region', { name: 'Recent', exact: true });
  const before = await look.boundingBox();
  await sessions.lookUp('not a session at all');
  await expect(sessions.id).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alert')).toContainText('No UUID found');
  await expect(sessions.id).toHaveValue('not a session at all');
  // The error replaces the hint, so that nothing below it moves.
  expect(await look.boundingBox()).toEqual(before);
  await expect(sessions.id).toBeFocused();
  await expect(page.getByRole('status', { name: 'Last exchange' })).toHaveText('Ready');
});
