import type { Locator, Page } from '@playwright/test';
import { BuyersPage } from './pages/buyers-page';
import { ProfilesPage } from './pages/profiles-page';
import { sandboxFacts } from './support/sandbox-facts';
import { saveForward } from './support/save-forward';
import { expect, shareOneApp, test } from './test';

shareOneApp();

declare global {
  interface Window {
    /** What live regions have said since `listen`. */
    announced: string[];
  }
}

/** Records what a screen reader would announce from now on: the texts of live regions that change. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    window.announced = [];
    const regionOf = (node: Node): Element | null | undefined =>
      (node instanceof Element ? node : node.parentElement)?.closest(
        '[aria-live], [role="status"], [role="alert"]',
      );
    const observer = new MutationObserver((changes) => {
      const changed = new Set(changes.map(({ target }) => regionOf(target)));
      for (const region of changed) {
        if (!region || region.getAttribute('aria-live') === 'off') continue;
        window.announced.push(region.textContent?.trim() ?? '');
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => window.announced);
}

test('a page from memory is announced as such, but not again with each second of its age', async ({
  page,
}) => {
  const buyers = new BuyersPage(page);
  await buyers.open();
  await buyers.firstPage.click();
  await expect(buyers.facts).toContainText('Page 1');
  await buyers.nextPage.click();
  await expect(buyers.facts).toContainText('Page 2');
  const announced = await listen(page);
  await buyers.previousPage.click();
  await expect(buyers.facts).toContainText('from memory');
  expect((await announced()).filter((words) => words.includes('from memory'))).not.toEqual([]);
  const before = await announced();
  const first = (await buyers.facts.textContent()) ?? '';
  await expect(buyers.facts).not.toHaveText(first);
  expect(await announced()).toEqual(before);
});

test('the number of rows that a filter leaves is announced once', async ({ page, sessions }) => {
  await sessions.id.fill(
    ['9e000000-0000-4000-8000-000000000001', '9e000000-0000-4000-8000-000000000002'].join('\n'),
  );
  await sessions.lookUpButton.click();
  const rows = page.getByRole('status', { name: 'Rows', exact: true });
  await expect(rows).toHaveText('2 sessions');
  // Not while the list is being looked up, as its progress is announced.
  await expect(rows).toHaveAttribute('aria-live', 'polite');
  const announced = await listen(page);
  // At typing speed: the table is arranged again after each key.
  await page.getByRole('searchbox', { name: 'Filter' }).pressSequentially('zzzz', { delay: 60 });
  await expect(rows).toHaveText('0 of 2 sessions');
  expect((await announced()).filter((words) => words.includes('2 sessions'))).toHaveLength(1);
});

test('a mistyped ID among others is announced', async ({ page, sessions }) => {
  const announced = await listen(page);
  await sessions.id.fill('9e000000-0000-4000-8000-000000000001\n9e000000-0000-4000-8000-00000000000');
  await expect.poll(announced).toContain('1 entry is not an ID: 9e000000…0000');
});

test('what Clear history did is announced', async ({ page, sessions }) => {
  await sessions.lookUpToTheEnd('9e000000-0000-4000-8000-000000000001');
  await page.getByRole('link', { name: 'Settings' }).click();
  const clear = page.getByRole('button', { name: 'Clear history' });
  await expect(clear).toBeVisible();
  const announced = await listen(page);
  await clear.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear history' }).click();
  await expect.poll(announced).toContain('1 request deleted.');
});

test('a switch of profile by its shortcut is announced with the new profile’s environment', async ({
  page,
}) => {
  const profiles = new ProfilesPage(page);
  await expect(profiles.select).toContainText('Local sandbox');
  const announced = await listen(page);
  await page.keyboard.press('ControlOrMeta+3');
  await expect(profiles.select).toContainText('Production');
  await expect.poll(announced).toContain('Production');
  await page.keyboard.press('ControlOrMeta+1');
  await expect.poll(announced).toContain('Local · Local sandbox');
});

test('an imported request has the focus in its destination', async ({ page, vaultForward: vf }) => {
  await vf.open();
  await page.getByRole('button', { name: 'Import', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'cURL command, fetch or HAR' })).toBeFocused();
  await page.keyboard.insertText('curl https://psp.example/charge -d "{}"');
  const accept = page.getByRole('button', { name: 'Open as a draft' });
  await expect(accept).toHaveAttribute('aria-disabled', 'false');
  await accept.focus();
  await page.keyboard.press('Enter');
  await expect(vf.url).toHaveValue('https://psp.example/charge');
  await expect(vf.url).toBeFocused();
});

test('a menu opened by keyboard has the focus on its first item', async ({ page, vaultForward: vf }) => {
  await vf.open();
  for (const name of ['Templates', 'Copy as', 'More for the body']) {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first(), name).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name, exact: true }), name).toBeFocused();
  }
});

test('a filter that leaves nothing is announced: its live region is in the page before its words', async ({
  page,
  sessions,
}) => {
  const expectAnnounced = async (field: Locator, words: string): Promise<void> => {
    await expect(field).toBeVisible();
    const announced = await listen(page);
    await field.fill('no such word');
    await expect.poll(announced, words).toContain(words);
  };
  const filter = (name: string): Locator => page.getByRole('searchbox', { name, exact: true });
  await sessions.lookUpToTheEnd((await sandboxFacts(page)).sessions.maximal ?? '');
  await sessions.section('Metadata').click();
  await expectAnnounced(filter('Search metadata'), 'Nothing matches.');
  await page.getByRole('button', { name: 'Search recent look-ups' }).click();
  await expectAnnounced(filter('Search recent'), 'Nothing matches.');

  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('list', { name: 'History' }).getByRole('listitem')).not.toHaveCount(0);
  await expectAnnounced(filter('Search history'), '0 requests found');

  await saveForward(
    page,
    { method: 'POST', destinationUrl: 'https://psp.example', body: '' },
    { folder: '', name: 'Charge' },
  );
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await expect(page.getByRole('treeitem', { name: 'Charge' })).toBeVisible();
  await expectAnnounced(filter('Filter saved requests'), 'Nothing matches');

  await page.getByRole('link', { name: 'API', exact: true }).click();
  await expectAnnounced(
    page.getByRole('searchbox', { name: /^Filter \d+ areas/ }),
    'No operation or area matches.',
  );

  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expectAnnounced(filter('Filter shortcuts'), 'No shortcut matches.');
  await page.getByRole('radio', { name: 'Fields' }).click();
  await expectAnnounced(filter('Filter fields'), 'No field matches.');
});
