import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import type { RequestSpec } from '@shared/requests/request-spec';
import { BuyersPage } from './pages/buyers-page';
import { HistoryPage } from './pages/history-page';
import { ProfilesPage } from './pages/profiles-page';
import { untilNextClick } from './same-click';
import { setFaults, useSandbox } from './stand-alone-sandbox';
import { saveForward } from './support/save-forward';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

const request: RequestSpec = {
  ...{ version: 1, operation: 'list_buyers', pathParameters: {}, query: [], headers: [], body: null },
};

// A pressed control may have disappeared or moved afterwards: the focus then goes to whatever took its place.

test('a screen that replaces the focused element has the focus on its heading or its field', async ({
  page,
  sessions,
}) => {
  for (const [keys, name] of [
    ['Alt+6', 'API'],
    ['Alt+5', 'Saved requests'],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await page.keyboard.press(keys);
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  }
  // A screen with a field for it gives the focus to that field.
  await page.keyboard.press('Alt+1');
  await expect(sessions.id).toBeFocused();
  await sessions.lookUp('00000000-0000-4000-8000-000000000401');
  await sessions.problem().getByRole('button', { name: 'Edit profile' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Profiles' })).toBeFocused();
  // The navigation link that was chosen is still there, and keeps the focus.
  const api = page.getByRole('link', { name: 'API' });
  await api.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tree', { name: 'API' })).toBeVisible();
  await expect(api).toBeFocused();
  // In a narrow window an exchange replaces the list; afterwards, the focus is back where it was in the list.
  await page.setViewportSize({ width: 640, height: 400 });
  await page.keyboard.press('Alt+4');
  const line = page.getByRole('list', { name: 'History' }).getByRole('button').first();
  for (const leave of ['Enter', 'Escape']) {
    await line.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tablist', { name: 'Exchange' })).toBeVisible();
    await expect(page.getByRole('main').locator(':focus')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Back to History' })).toBeFocused();
    await page.keyboard.press(leave);
    await expect(line).toBeFocused();
  }
});

test('when the focused element disappears, the focus stays nearby and does not return to the top', async ({
  page,
  sessions,
}) => {
  const sample = page.getByRole('button', { name: 'Look up a sample session' });
  await page.keyboard.press('Shift+Tab');
  await sample.focus();
  await page.keyboard.press('Enter');
  await expect(sessions.tab('Overview')).toBeVisible();
  const result = page.getByRole('region', { name: 'Result', exact: true });
  await expect(result).toBeFocused();
  // The result does nothing on Enter, and does not take the focus from anything that is clicked later.
  await page.keyboard.press('Tab');
  await expect(result.locator(':focus')).toHaveCount(1);
  await expect(result).not.toHaveAttribute('tabindex');

  // A question asked from a popover returns the focus to the control that opened the popover.
  const token = page.getByRole('button', { name: /^Token state/ });
  await token.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Forget token' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(token).toBeFocused();

  // Removing a row of a popover leaves the focus in the popover.
  await page.keyboard.press('Alt+2');
  await page.getByRole('button', { name: 'Parameters' }).click();
  await page.getByRole('button', { name: 'Add parameter' }).click();
  await page.getByRole('button', { name: 'Remove parameter 1' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Parameters' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Alt+1');

  await page.keyboard.press('Escape');
  await token.focus();
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Take the two-minute tour' }).click();
  await expect(page.getByRole('button', { name: 'Look up a sample' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Sessions' })).toBeFocused();
});

test('the focus also stays nearby when the very first key press removes the element that it was on', async ({
  page,
  sessions,
}) => {
  // In one go, as the listeners that catch the focus have been loading since the key was pressed.
  await page.getByRole('button', { name: 'Look up a sample session' }).evaluate((sample: HTMLElement) => {
    sample.focus();
    sample.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    sample.click();
  });
  await expect(sessions.tab('Overview')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Result', exact: true })).toBeFocused();
});

test('the focus returns to More after a note, and stays on Pin while its line moves', async ({
  page,
  sessions,
}) => {
  const sample = page.getByRole('button', { name: 'Look up a sample session' });
  await sample.click();
  await expect(sessions.tab('Overview')).toBeVisible();
  const facts = await page.evaluate(() => window.explorer.describeSandbox());
  const valid = facts.ok ? (facts.value?.sessions.minimal ?? '') : '';
  await sessions.lookUp(valid);
  const recent = page.getByRole('region', { name: 'Recent' });
  const lines = recent.getByRole('listitem');
  await expect(lines).toHaveCount(2);
  const pin = lines.last().getByRole('button', { name: /^Pin / });
  const name = (await pin.getAttribute('aria-label')) ?? '';
  await pin.focus();
  for (const pressed of [true, false]) {
    await page.keyboard.press('Enter');
    const moved = recent.getByRole('button', { name, pressed });
    await expect(moved).toBeFocused();
  }

  const history = new HistoryPage(page);
  await history.open();
  await history
    .line(new RegExp(valid.slice(0, 4)))
    .first()
    .click();
  await history.choose('Add note…');
  await page.getByRole('textbox', { name: 'Note' }).fill('Asked Finance');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused();
  await history.choose('Edit note…');
  // Escape closes the dialog only once it is open; before that, it would close the exchange.
  await expect(page.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused();
});

test('after Undo, the form of a deleted profile is open, and its line has the focus', async ({ page }) => {
  const profiles = new ProfilesPage(page);
  await profiles.choose('Manage profiles');
  await profiles.inList('Sandbox').click();
  await profiles.action('Delete').click();
  await expect(profiles.name).toHaveValue('Production');
  await profiles.undo.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(profiles.names).toHaveText(['Local sandbox', 'Sandbox', 'Production']);
  await expect(profiles.name).toHaveValue('Sandbox');
  await expect(profiles.inList('Sandbox')).toBeFocused();

  // A form that has been opened in the meantime stays open.
  await profiles.action('Delete').click();
  await profiles.inList('Local sandbox').click();
  await profiles.undo.getByRole('button', { name: 'Undo' }).click();
  await expect(profiles.inList('Sandbox')).toBeFocused();
  await expect(profiles.name).toHaveValue('Local sandbox');
});

test('Undo moves the focus to the restored line, or to the next Undo', async ({ page }) => {
  await page.evaluate(async (spec) => {
    const profiles = await window.explorer.describeProfiles();
    if (!profiles.ok) throw new Error('no profiles');
    const saved = { id: null, folder: '', description: '', profileId: profiles.value.activeId };
    for (const name of ['One', 'Two']) {
      const asked = { ...saved, name, request: spec, form: null, expectations: [] };
      const answer = await window.explorer.saveRequest({ request: asked, withoutSecrets: false });
      if (!answer.ok) throw new Error(answer.problem.title);
    }
  }, request);
  await page.getByRole('link', { name: 'Saved requests' }).click();
  const tree = page.getByRole('tree', { name: 'Saved requests' });
  const undo = page.getByRole('region', { name: 'Undo' }).getByRole('button', { name: 'Undo' });
  for (const name of ['One', 'Two']) {
    await tree.getByRole('treeitem', { name: new RegExp(name) }).click();
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(tree.getByRole('treeitem', { name: new RegExp(name) })).toHaveCount(0);
  }
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(tree.getByRole('treeitem', { name: /Two/ })).toBeVisible();
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(undo).toHaveCount(0);
  await expect(tree.getByRole('treeitem', { name: /One/ })).toBeFocused();
});

onItsOwnApp(() => {
  test('Export has the focus after an export by keyboard, and after its notice is dismissed', async ({
    environment,
    started,
    page,
  }) => {
    await started.app.evaluate(
      ({ dialog }, filePath) => {
        dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
      },
      join(environment.folder, 'buyers.csv'),
    );
    const buyers = new BuyersPage(page);
    await buyers.open();
    await buyers.firstPage.click();
    await expect(buyers.facts).toContainText('Page 1');
    const exportMenu = page.getByRole('button', { name: 'Export', exact: true });
    await exportMenu.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: /^CSV/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Exported 20 rows')).toBeVisible();
    await expect(exportMenu).toBeFocused();
    await page.getByRole('button', { name: 'Dismiss' }).focus();
    await page.keyboard.press('Enter');
    await expect(exportMenu).toBeFocused();
  });
});

test('the focus goes from Load all to Cancel, to Resume and back, and to the filter at the end', async ({
  page,
}) => {
  const sandbox = await useSandbox(page, 'Some buyers', '--buyers', '300');
  const { controlUrl } = sandbox.description;
  const buyers = new BuyersPage(page);
  const resume = page.getByRole('button', { name: 'Resume' });
  await buyers.open();
  await setFaults(controlUrl, { latency: 60_000 });
  await buyers.loadAll.focus();
  await page.keyboard.press('Enter');
  await expect(buyers.cancel).toBeFocused();
  for (const next of [resume, buyers.cancel, resume]) {
    await page.keyboard.press('Enter');
    await expect(next).toBeFocused();
    // Any sooner, Enter on the button that replaced another would count as the second click of a double click.
    await untilNextClick();
  }
  await setFaults(controlUrl, {});
  await page.keyboard.press('Enter');
  await expect(buyers.load).toContainText('All of them: 300 buyers');
  await expect(buyers.filter).toBeFocused();
  await sandbox.stop();
});

test('the focus goes to Cancel when a load starts again or resumes, and stays where the person has moved it', async ({
  page,
}) => {
  const sandbox = await useSandbox(page, 'Some buyers', '--buyers', '300');
  const { controlUrl } = sandbox.description;
  const buyers = new BuyersPage(page);
  await buyers.open();
  await buyers.pageSize.fill('50');
  await buyers.loadAll.click();
  await expect(buyers.load).toContainText('All of them: 300 buyers');
  await setFaults(controlUrl, { latency: 200 });
  await buyers.loadAll.focus();
  await page.keyboard.press('Enter');
  await expect(buyers.cancel).toBeFocused();
  // If the person has moved the focus elsewhere in the meantime, it stays there.
  await buyers.pageSize.focus();
  await expect(buyers.load).toContainText('All of them: 300 buyers on 6 pages');
  await expect(buyers.pageSize).toBeFocused();

  // The previous load is shown again; the cancelled one can be continued from its notice.
  await buyers.loadAll.focus();
  await page.keyboard.press('Enter');
  await expect(buyers.load).toContainText(/[1-9]\d* buyers on/);
  await expect(buyers.cancel).toBeFocused();
  await setFaults(controlUrl, { latency: 60_000 });
  await page.keyboard.press('Enter');
  await expect(buyers.filter).toBeFocused();
  await page.getByRole('button', { name: 'Resume' }).focus();
  await page.keyboard.press('Enter');
  await expect(buyers.cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(buyers.filter).toBeFocused();
  await page.getByRole('button', { name: 'Discard' }).focus();
  await page.keyboard.press('Enter');
  await expect(buyers.pageSize).toBeFocused();
  await sandbox.stop();
});

test('the focus goes from Run of a folder to Cancel, and back when the run ends', async ({ page }) => {
  const held: ServerResponse[] = [];
  const party = await ThirdParty.start((response) => void held.push(response));
  const read = { method: 'GET', destinationUrl: `${party.url}/read`, body: '' } as const;
  await saveForward(page, read, { folder: 'Reads', name: 'First' });
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await page.getByRole('tree', { name: 'Saved requests' }).getByRole('treeitem', { name: 'Reads' }).click();
  const folder = page.getByRole('article', { name: 'Folder' });
  const run = folder.getByRole('button', { name: 'Run', exact: true });
  const cancel = folder.getByRole('button', { name: 'Cancel', exact: true });

  await run.focus();
  await page.keyboard.press('Enter');
  await expect(cancel).toBeFocused();
  await expect.poll(() => held.length).toBe(1);
  held[0]?.end('{}');
  await expect(run).toBeFocused();

  await untilNextClick();
  await page.keyboard.press('Enter');
  await expect.poll(() => held.length).toBe(2);
  await expect(cancel).toBeFocused();
  await untilNextClick();
  await page.keyboard.press('Enter');
  await expect(run).toBeFocused();
  await party.stop();
});
