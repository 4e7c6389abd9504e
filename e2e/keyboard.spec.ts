import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { violations } from './axe';
import { BuyersPage } from './pages/buyers-page';
import { HistoryPage } from './pages/history-page';
import { ProfilesPage } from './pages/profiles-page';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, shareOneApp, test } from './test';

shareOneApp();

/** More tab stops than there are on the way to any part of any screen. */
const MAX_STOPS = 40;

/** Presses Tab, as a person without a mouse does, until the wanted element has the focus. */
async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(wanted).toBeFocused();
}

/** Looks up the sample session with the keyboard; the history then has an entry. */
async function lookUpSample(page: Page): Promise<void> {
  const facts = await sandboxFacts(page);
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeFocused();
  await page.keyboard.insertText(facts.sessions.rich ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Valid until/ })).toBeVisible();
}

/** Counts the page's calls of these requests from now on. */
async function countCalls(
  app: ElectronApplication,
  names: readonly string[],
): Promise<() => Promise<number>> {
  await app.evaluate(({ ipcMain }, wanted) => {
    // Electron keeps the `invoke` handlers here; there is no other way to see a call.
    const { _invokeHandlers: handlers } = ipcMain as unknown as {
      _invokeHandlers: Map<string, (...call: unknown[]) => unknown>;
    };
    Object.assign(globalThis, { countedCalls: 0 });
    for (const [channel, handle] of handlers) {
      if (!wanted.some((name) => channel.endsWith(`:${name}`))) continue;
      handlers.set(channel, (...call) => {
        (globalThis as unknown as { countedCalls: number }).countedCalls += 1;
        return handle(...call);
      });
    }
  }, names);
  return () => app.evaluate(() => (globalThis as unknown as { countedCalls: number }).countedCalls);
}

test('a held Enter counts once for a look-up or a page, but goes on inserting lines in multi-line text', async ({
  started: { app },
  page,
  sessions,
}) => {
  const calls = await countCalls(app, ['lookUpSession', 'listBuyers']);
  const hold = async (answered: Locator): Promise<void> => {
    await page.keyboard.down('Enter');
    await expect(answered).toBeVisible();
    for (let repeats = 0; repeats < 15; repeats += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
  };
  const facts = await sandboxFacts(page);
  await sessions.id.fill(facts.sessions.rich ?? '');
  await hold(page.getByRole('heading', { name: /^Valid until/ }));
  await expect.poll(calls).toBe(1);
  await sessions.lookUpButton.focus();
  await hold(page.getByRole('heading', { name: /^Valid until/ }));
  await expect.poll(calls).toBe(2);
  const buyers = new BuyersPage(page);
  await buyers.open();
  await buyers.pageSize.fill('3');
  await hold(buyers.facts);
  await expect.poll(calls).toBe(3);
  await expect(buyers.facts).not.toContainText('from memory');
  await buyers.refresh.focus();
  await hold(buyers.facts);
  await expect.poll(calls).toBe(4);

  // In multi-line text, a held key goes on inserting lines.
  await page.keyboard.press('Alt+1');
  await sessions.id.fill('');
  await page.keyboard.down('Shift');
  for (let lines = 0; lines < 3; lines += 1) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.up('Shift');
  await expect(sessions.id).toHaveValue('\n\n\n');
});

test('History and Saved requests by keyboard alone: search, open, save, send', async ({ page }) => {
  const history = new HistoryPage(page);
  await lookUpSample(page);

  await page.keyboard.press('Alt+4');
  await expect(history.search).toBeVisible();
  await page.keyboard.press('ControlOrMeta+F');
  await expect(history.search).toBeFocused();
  await page.keyboard.type('ada');
  const line = history.line(/Ada Example/);
  // The list changes once it has been searched.
  await expect(page.getByRole('status').filter({ hasText: '1 request found' })).toBeVisible();
  await tabTo(page, line);
  await page.keyboard.press('Enter');
  await expect(history.tab('Overview')).toBeVisible();
  expect(await violations(page), 'an entry').toEqual([]);

  const more = page.getByRole('button', { name: 'More', exact: true });
  await tabTo(page, more);
  await page.keyboard.press('Enter');
  const save = page.getByRole('menuitem', { name: 'Save request' });
  await expect(save).toBeVisible();
  await page.keyboard.type('save');
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  expect(await violations(page, '[role=dialog]'), 'the dialog').toEqual([]);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('A rich session');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  await page.keyboard.press('Alt+5');
  const saved = page.getByRole('treeitem', { name: /A rich session/ });
  await tabTo(page, saved);
  await page.keyboard.press('Enter');
  const run = page.getByRole('button', { name: 'Send', exact: true });
  await tabTo(page, run);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Saved request' })).toContainText('200 OK');
  expect(await violations(page), 'a run').toEqual([]);
});

test('Profiles and Settings by keyboard alone: create, save, move, change the theme', async ({ page }) => {
  const profiles = new ProfilesPage(page);
  await expect(page.getByRole('textbox', { name: 'Session ID' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByRole('combobox', { name: 'Search or run' })).toBeFocused();
  await page.keyboard.type('new profile');
  await expect(page.getByRole('option', { name: /^New profile/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await tabTo(page, profiles.name);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('By keyboard');
  await tabTo(page, profiles.baseUrl);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('https://api.example.com');
  expect(await violations(page), 'a new profile').toEqual([]);
  await tabTo(page, profiles.saveButton);
  await page.keyboard.press('Enter');
  await expect(profiles.inList('By keyboard')).toBeVisible();
  const before = await profiles.names.allInnerTexts();
  await tabTo(page, profiles.inList('By keyboard'), 'Shift+Tab');
  await page.keyboard.press('Alt+ArrowUp');
  const above = before.slice(0, before.indexOf('By keyboard') - 1);
  const below = before.slice(above.length).filter((name) => name !== 'By keyboard');
  await expect(profiles.names).toHaveText([...above, 'By keyboard', ...below]);

  await page.keyboard.press('ControlOrMeta+,');
  const light = page.getByRole('radio', { name: 'Light' });
  const system = page.getByRole('radio', { name: /system/i });
  await tabTo(page, system);
  // Held as long as a finger would hold it: the choice is made while the key is down.
  await page.keyboard.press('ArrowRight', { delay: 60 });
  await expect(light).toBeChecked();
  expect(await violations(page), 'settings').toEqual([]);
});
