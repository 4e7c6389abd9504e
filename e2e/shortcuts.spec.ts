import { useProfile } from './stand-alone-sandbox';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

test('common keys look up, refresh, switch screens, search, go back and open Help', async ({
  page,
  sessions,
}) => {
  const id = '5e550000-0000-4000-8000-000000000001';
  // Each reading is different, because a refresh can only follow a reading that is on screen.
  const service = await ThirdParty.start((response) => {
    const buyer = { display_name: `Reading ${service.received.length}` };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ id, expires_at: '2099-01-01T00:00:00Z', buyer }));
  });
  await useProfile(page, { name: 'Counting', baseUrl: service.url });
  const summary = page.getByRole('region', { name: 'Summary' });

  // Look up, refresh with both keys, and return to the field.
  await expect(sessions.id).toBeFocused();
  await page.keyboard.insertText(id);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(summary).toContainText('Reading 1');
  await page.keyboard.press('F5');
  await expect(summary).toContainText('Reading 2');
  await page.keyboard.press('ControlOrMeta+R');
  await expect(summary).toContainText('Reading 3');
  await sessions.tab('Overview').focus();
  await page.keyboard.press('ControlOrMeta+L');
  await expect(sessions.id).toBeFocused();
  // In a narrow window the field comes back in the place of the result.
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(sessions.id).toBeHidden();
  await page.keyboard.press('ControlOrMeta+L');
  await expect(sessions.id).toBeFocused();
  await page.setViewportSize({ width: 1280, height: 800 });

  // Screens, back and forward, settings.
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('searchbox', { name: 'Search history' })).toBeVisible();
  await page.getByRole('list', { name: 'History' }).getByRole('button').first().focus();
  await page.keyboard.press('ControlOrMeta+F');
  await expect(page.getByRole('searchbox', { name: 'Search history' })).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(sessions.id).toBeVisible();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(page.getByRole('searchbox', { name: 'Search history' })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+,');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();

  // A question mark is a character in a field, and opens Help elsewhere.
  await page.keyboard.press('Alt+1');
  await sessions.id.fill('');
  await page.keyboard.type('?');
  await expect(sessions.id).toHaveValue('?');
  await page.getByRole('link', { name: 'Sessions' }).focus();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help).toBeVisible();
  // Keys for what is behind a dialog do nothing.
  await page.keyboard.press('Alt+2');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(page).toHaveURL(/#\/sessions/);
  await expect(page.getByRole('link', { name: 'Sessions' })).toBeFocused();
  await service.stop();
});

test('Ctrl+S offers to save a draft, and saves a profile', async ({ page }) => {
  await page.keyboard.press('Alt+3');
  await page.getByRole('textbox', { name: 'Destination URL' }).fill('https://psp.example/charge');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByRole('dialog', { name: 'Save request' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.evaluate(() => {
    location.hash = '#/profiles/new';
  });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sandbox EU');
  await page.getByRole('textbox', { name: 'Base URL' }).fill('https://api.sandbox.example');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByRole('link', { name: /Sandbox EU/ })).toBeVisible();
});

onItsOwnApp(() => {
  test('a shortcut is changed in Help, a clash asks first, and both changes are kept', async ({
    environment,
  }) => {
    const first = await environment.start();
    const { page } = first;
    await page.getByRole('button', { name: 'Help' }).click();
    const help = page.getByRole('dialog', { name: 'Help' });
    await help.getByRole('button', { name: 'Change shortcuts' }).click();

    // Keys that text editing needs are refused; for the keys of another shortcut, the app asks first.
    const refresh = help.getByRole('button', { name: /^(Change|Press the new keys for) Refresh/ });
    await refresh.press('Enter');
    await page.keyboard.press('ControlOrMeta+C');
    await expect(help.getByRole('alert')).toHaveText(/have a use everywhere/);
    await refresh.press('Enter');
    await page.keyboard.press('Alt+2');
    await expect(help.getByRole('alert')).toHaveText(/Alt\+2 is “Buyers”/);
    await help.getByRole('button', { name: 'Use it here' }).press('Enter');
    await expect(help.getByRole('button', { name: 'Change Refresh, Alt+2' })).toBeFocused();
    await expect(help.getByRole('button', { name: 'Change Buyers, no keys' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Buyers' })).toHaveAttribute('title', 'Buyers');
    await page.getByRole('button', { name: 'Look up a sample session' }).click();
    const refreshed = page.getByRole('button', { name: 'Refresh', exact: true });
    await expect(refreshed).toHaveAttribute('title', 'Refresh (Alt+2)');
    await first.app.close();

    const second = await environment.start();
    await second.page.getByRole('button', { name: 'Help' }).click();
    const again = second.page.getByRole('dialog', { name: 'Help' });
    await again.getByRole('button', { name: 'Change shortcuts' }).click();
    await expect(again.getByRole('button', { name: 'Change Refresh, Alt+2' })).toBeVisible();
    await again.getByRole('button', { name: 'Restore all default keys' }).click();
    await expect(again.getByRole('button', { name: 'Change Refresh, F5 or Ctrl+R' })).toBeVisible();
    await expect(again.getByRole('button', { name: 'Change Buyers, Alt+2' })).toBeVisible();
  });
});

test('Ctrl+A selects the screen’s content, not the header and navigation', async ({ page }) => {
  await page.getByRole('link', { name: 'Saved requests' }).click();
  await expect(page.getByText('No request is saved yet')).toBeVisible();
  await page.getByRole('link', { name: 'Saved requests' }).focus();
  await page.keyboard.press('ControlOrMeta+A');
  const marked = await page.evaluate(() => getSelection()?.toString() ?? '');
  expect(marked).toContain('No request is saved yet');
  expect(marked).not.toContain('Vault Forward\n');
  expect(marked).not.toContain('Search or run');
});

test('Ctrl+Z and Ctrl+Shift+Z change only the focused field, by keys and from the menu', async ({
  started: { app },
  page,
  vaultForward: vf,
}) => {
  const choose = (label: string): Promise<void> =>
    app.evaluate(({ BrowserWindow, Menu }, wanted) => {
      const edit = Menu.getApplicationMenu()?.items.find((item) => item.label === 'Edit');
      const found = edit?.submenu?.items.find((item) => item.label === wanted);
      // Typed only as a Function in Electron; it is called with the event and the window.
      found?.click({}, BrowserWindow.getAllWindows()[0]);
    }, label);
  const names = page.getByRole('combobox', { name: /^Name of header/ });
  const value = page.getByRole('textbox', { name: 'Value of header 1' });
  await vf.open();
  await vf.part('Headers');
  await page.getByRole('combobox', { name: 'New header' }).focus();
  await page.keyboard.type('X-Amount');
  await page.keyboard.press('Enter');
  await expect(value).toBeFocused();
  await page.keyboard.type('100');
  await vf.url.focus();
  await page.keyboard.type('https://psp.example');

  for (let times = 0; times < 4; times += 1) await page.keyboard.press('ControlOrMeta+Z');
  await expect(vf.url).toBeFocused();
  await expect(vf.url).toHaveValue('');
  await expect(value).toHaveValue('100');
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(vf.url).toHaveValue('https://psp.example');
  await choose('Undo');
  await expect(vf.url).toHaveValue('');
  await choose('Redo');
  await expect(vf.url).toHaveValue('https://psp.example');

  // The same goes for a focused control that is not a field.
  await page.getByRole('link', { name: 'Vault Forward' }).focus();
  for (const keys of ['ControlOrMeta+Z', 'ControlOrMeta+Shift+Z', 'ControlOrMeta+Y'])
    for (let times = 0; times < 3; times += 1) await page.keyboard.press(keys);
  await expect(value).toHaveValue('100');
  await expect(vf.url).toHaveValue('https://psp.example');
  await expect(names).toHaveCount(1);
  await value.focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(value).toHaveValue('');
});
