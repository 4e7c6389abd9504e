import type { Locator } from '@playwright/test';
import { violations } from './axe';
import { ApiPage } from './pages/api-page';
import { ProfilesPage } from './pages/profiles-page';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, shareOneApp, test } from './test';

shareOneApp();

test('axe finds no violations on the Sessions screen: empty, a refused ID, a result, an error, a list', async ({
  page,
  sessions,
}) => {
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

test('axe finds no violations on the API screen: the tree, an operation, a document with problems, a refused text', async ({
  page,
}) => {
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

test('a session is looked up, and its tabs are reached, by keyboard alone', async ({ page }) => {
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
  // Tab moves to the tabs, and the arrow keys move between them.
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
  // The focus is always visible: whatever element has it is outlined.
  const outline = await page.evaluate(
    () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
  );
  expect(outline).not.toBe('none');
});

test('with forced colours, icons are as readable as words, and the edge of a button stays in its pane', async ({
  page,
  sessions,
}) => {
  await sessions.lookUp((await sandboxFacts(page)).sessions.rich ?? '');
  await expect(sessions.state(/^Valid · /)).toBeVisible();
  // The app's own theme may be another than that of the system's colours.
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  const refresh = page.getByRole('button', { name: 'Refresh' });
  const colours = refresh.evaluate((button) =>
    [button, ...button.querySelectorAll('svg')].map((part) => getComputedStyle(part).color),
  );
  expect(new Set(await colours).size).toBe(1);
  const right = (part: Locator): Promise<number> =>
    part.evaluate((shown) => Math.round(shown.getBoundingClientRect().right));
  const cart = await right(page.getByRole('table', { name: 'Cart lines' }));
  expect(await right(page.getByRole('button', { name: 'Show all fields' }).last())).toBeLessThanOrEqual(cart);
});

test('with forced colours, selected items keep a readable contrast while hovered', async ({
  page,
  sessions,
}) => {
  const facts = await sandboxFacts(page);
  await page.emulateMedia({ forcedColors: 'active' });
  const expectReadable = async (chosen: Locator): Promise<void> => {
    await chosen.hover();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect.poll(() => chosen.evaluate(leastContrast), { message: colorScheme }).toBeGreaterThan(4.5);
    }
  };
  await sessions.lookUp(facts.sessions.expired ?? '');
  await sessions.tab('JSON').click();
  const field = page.getByRole('treeitem').filter({ hasText: 'expires_at' });
  await field.click();
  await expectReadable(field);
  await expectReadable(page.getByRole('radio', { name: 'Tree' }));

  await page.getByRole('link', { name: 'Buyers' }).click();
  await page.getByRole('button', { name: 'List the sample buyers' }).click();
  const buyer = page.getByRole('grid', { name: 'Buyers' }).getByRole('row').nth(3);
  await buyer.getByRole('gridcell').nth(1).click();
  await expect(page.getByRole('region', { name: 'Buyer', exact: true })).toBeVisible();
  await expectReadable(buyer);

  const api = new ApiPage(page);
  await api.open();
  await api.row(/GET \/checkout/).click();
  await expectReadable(api.row(/GET \/checkout/));

  const profiles = new ProfilesPage(page);
  await profiles.choose('Manage profiles');
  await expectReadable(profiles.inList('Local sandbox'));
  await profiles.select.click();
  await expectReadable(page.getByRole('option', { name: 'Local sandbox' }));
});

test('with forced colours, only production has a frame', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const frame = (): Promise<string> =>
    page.evaluate(
      () => getComputedStyle(document.querySelector('.frame') ?? document.body, '::after').borderTopWidth,
    );
  expect(await frame()).toBe('0px');
  await page.keyboard.press('ControlOrMeta+3');
  await expect(page.getByRole('combobox', { name: 'Profile' })).toContainText('Production');
  expect(await frame()).toBe('6px');
});

test('with forced colours, ticks, dots and messages are as visible as without', async ({
  page,
  sessions,
  vaultForward: vf,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  /** The system colours as this page has them. */
  const [highlight, onHighlight] = await page.evaluate(() =>
    ['Highlight', 'HighlightText'].map((name) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.cssText = `forced-color-adjust: none; color: ${name}`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }),
  );
  expect(highlight).not.toBe(onHighlight);
  const background = (part: Locator, of?: string): Promise<string> =>
    part.evaluate((element, pseudo) => getComputedStyle(element, pseudo).backgroundColor, of);
  const edge = (part: Locator): Promise<string> =>
    part.evaluate((element) => getComputedStyle(element).borderTopWidth);

  await sessions.lookUpToTheEnd('9e000000-0000-4000-8000-000000000001');
  await sessions.lookUp('nothing');
  await page.getByRole('link', { name: 'History' }).click();
  const tick = page.getByRole('checkbox', { name: /^Select / }).first();
  await tick.check();
  expect(await background(tick, '::before'), 'the tick').toBe(onHighlight);
  const row = page.getByRole('list', { name: 'History' }).getByRole('button').first();
  expect(await background(row), 'a selected row').toBe(highlight);

  await page.getByRole('link', { name: 'Buyers' }).click();
  await page.getByRole('button', { name: 'List the sample buyers' }).click();
  const buyer = page.getByRole('grid', { name: 'Buyers' }).getByRole('row').nth(3);
  await buyer.getByRole('gridcell').nth(1).click();
  await expect.poll(() => background(buyer), 'an open row').toBe(highlight);
  expect(await background(buyer.locator('.grid-tick')), 'its box').toBe(highlight);

  await vf.open();
  await vf.addCards('5e550000-0000-4000-8000-00000000c001');
  await page.getByRole('button', { name: 'Remove card 1' }).click();
  expect(await edge(page.getByRole('region', { name: 'Undo' }).locator('.toast')), 'a toast').toBe('1px');
});

/** The lowest contrast, from 1 to 21, between text inside the element and what is behind it. Runs in the page. */
function leastContrast(element: Element): number {
  const channels = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((value) =>
      value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (part: Element): string => {
    const { backgroundColor } = getComputedStyle(part);
    const isSolid = (channels(backgroundColor)[3] ?? 1) > 0.5;
    return isSolid || part.parentElement === null ? backgroundColor : behind(part.parentElement);
  };
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let least = 21;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const part = text.parentElement;
    if (part === null || !part.checkVisibility() || text.textContent?.trim() === '') continue;
    const pair = [luminance(getComputedStyle(part).color), luminance(behind(part))];
    least = Math.min(least, (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05));
  }
  return least;
}
