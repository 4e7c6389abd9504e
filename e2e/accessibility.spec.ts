import { violations } from './axe';
import { ApiPage } from './pages/api-page';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, shareOneApp, test } from './test';

shareOneApp();

test('axe finds nothing on the Sessions screen, whatever it shows', async ({ page, sessions }) => {
  const facts = await sandboxFacts(page);
  expect(await violations(page), 'empty').toEqual([]);

  await sessions.lookUp('nothing');
  expect(await violations(page), 'refused by the form').toEqual([]);

  await sessions.lookUp(facts.sessions.unknownEnums ?? '');
  await expect(sessions.result.getByRole('heading', { name: /^Valid until/ })).toBeVisible();
  for (const tab of ['Overview', 'JSON', 'Request', 'Findings'] as const) {
    await sessions.tab(tab).click();
    expect(await violations(page), tab).toEqual([]);
  }
  await sessions.lookUp(facts.errorSessions[400] ?? '');
  await expect(sessions.problem()).toBeVisible();
  expect(await violations(page), 'an error').toEqual([]);

  await sessions.id.fill(Object.values(facts.sessions).join('\n'));
  await sessions.lookUpButton.click();
  await expect(page.getByRole('button', { name: 'Close list' })).toBeVisible();
  expect(await violations(page), 'a list').toEqual([]);

  await page.getByRole('combobox', { name: 'Profile' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  expect(await violations(page, '[role=listbox]'), 'the profile menu').toEqual([]);
});

test('axe finds nothing on the API screen, whatever it shows', async ({ page }) => {
  const api = new ApiPage(page);
  await api.open();
  expect(await violations(page), 'the tree').toEqual([]);
  await api.row(/checkout\/sessions/).click();
  const session = api.operation('GET /checkout/sessions/{session_id}');
  await session.getByRole('button', { name: 'cart_items, open' }).click();
  await expect(session.getByRole('list', { name: 'Fields of cart_items' })).toBeVisible();
  expect(await violations(page), 'an operation').toEqual([]);
  await api.paste('openapi: 3.0.0\ninfo: { title: Shop }\npaths: { /a: { $ref: other.yaml } }');
  await expect(page.getByRole('row', { name: /other\.yaml/ })).toBeVisible();
  expect(await violations(page), 'a document with problems').toEqual([]);
  await api.paste('no document');
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await violations(page), 'a refusal').toEqual([]);
});

test('a session is read by keyboard alone', async ({ page }) => {
  const facts = await sandboxFacts(page);
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const element = document.activeElement;
      return `${element?.getAttribute('role') ?? element?.tagName.toLowerCase()} ${element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''}`;
    });
  // The field has the focus from the start.
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeFocused();
  await page.keyboard.insertText(facts.sessions.rich ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Valid until/ })).toBeVisible();
  // Tab leads to the tabs; arrows lead through them.
  for (let presses = 0; presses < 30 && !(await focused()).startsWith('tab '); presses += 1) {
    await page.keyboard.press('Tab');
  }
  expect(await focused()).toBe('tab Overview');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'JSON' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(page.getByRole('tab', { name: 'Compare' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('table', { name: 'Request headers' })).toBeVisible();
  // The focus is always visible: every element that has it is outlined.
  const outline = await page.evaluate(
    () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
  );
  expect(outline).not.toBe('none');
});
