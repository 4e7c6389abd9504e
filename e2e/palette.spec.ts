import { violations } from './axe';
import { PalettePage } from './pages/palette-page';
import { sandboxFacts } from './support/sandbox-facts';
import { expect, shareOneApp, test } from './test';

shareOneApp();

test('the palette opens a session, a screen, a setting and a history entry by keyboard alone', async ({
  page,
  sessions,
  started,
}) => {
  const facts = await sandboxFacts(page);
  const sessionId = facts.sessions.rich ?? '';
  const palette = new PalettePage(page);

  // A pasted UUID offers a look-up on every profile, the active one first; on production it only fills in the field.
  await palette.open();
  await expect(palette.field).toBeFocused();
  await page.keyboard.insertText(sessionId);
  await expect(palette.active).toHaveText(/Look up session on Local sandbox/);
  await expect(palette.options.filter({ hasText: 'Production' })).toHaveText(/Fill in session/);
  await page.keyboard.press('Enter');
  await expect(sessions.tab('Overview')).toHaveAttribute('aria-selected', 'true');

  // A few letters of a screen's name; the arrow keys wrap around, and Home and End go to the ends.
  await palette.open();
  await page.keyboard.type('vf');
  await expect(palette.active).toHaveText(/Vault Forward/);
  await page.keyboard.press('End');
  await expect(palette.options.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(palette.options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(palette.options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(palette.dialog).toBeHidden();

  await palette.choose('dark', 'Appearance: dark');
  await expect.poll(() => started.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
  // With nothing typed, recently used entries come first.
  await palette.open();
  await expect(palette.active).toHaveText(/Appearance: dark/);
  await page.keyboard.press('Escape');

  // The label of a line is shown in full; its note is cut off instead.
  await palette.open();
  await page.keyboard.type('Ada Example');
  const lines = palette.options.filter({ hasText: 'History, ' });
  await expect(lines).not.toHaveCount(0);
  await page.setViewportSize({ width: 520, height: 600 });
  const isCut = (part: string): Promise<boolean[]> =>
    lines.locator(part).evaluateAll((all) =>
      all.map((words) => {
        const range = document.createRange();
        range.selectNodeContents(words);
        // A fraction of a pixel too many is enough for Chromium to cut letters off.
        return range.getBoundingClientRect().width > words.getBoundingClientRect().width;
      }),
    );
  expect(await isCut('.option__words')).not.toContain(true);
  expect(await isCut('.option__id ~ .truncated')).toContain(true);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');

  // The history is searched through its index: the buyer's name is only in the answer.
  await palette.choose('Ada Example', /5e550000…0001.*History, /);
  await expect(page).toHaveURL(/#\/history\//);
  await expect(page.getByRole('heading', { name: sessionId })).toBeVisible();
});

test('a long name does not cut its ID, or hide it, in the palette', async ({ page, sessions }) => {
  const facts = await sandboxFacts(page);
  await sessions.lookUpToTheEnd(facts.sessions.maximal ?? '');
  const palette = new PalettePage(page);
  await palette.open();
  await page.keyboard.type('display');
  const lines = palette.options.filter({ hasText: '5e550000…0007' });
  await expect(lines).not.toHaveCount(0);
  for (const width of [1280, 520]) {
    await page.setViewportSize({ width, height: 600 });
    for (const line of await lines.all()) {
      const [option, id, kind] = await Promise.all(
        [line, line.getByText('5e550000…0007'), line.getByText(/^(Session|History), /)].map((part) =>
          part.boundingBox(),
        ),
      );
      const end = (id?.x ?? 0) + (id?.width ?? 0);
      expect(id?.width, `at ${width} px`).toBeGreaterThan(80);
      expect(end, `at ${width} px`).toBeLessThanOrEqual(kind?.x ?? 0);
      expect(id?.x, `what is before it at ${width} px`).toBeGreaterThan((option?.x ?? 0) + 100);
    }
  }
});

test('closing the palette returns the focus, and the actions of a screen are offered in it', async ({
  page,
  sessions,
  started,
}) => {
  const palette = new PalettePage(page);
  await sessions.id.focus();
  await palette.open();
  await page.keyboard.press('Escape');
  await expect(sessions.id).toBeFocused();

  // Copies the ID of a line.
  await page.getByRole('button', { name: 'Look up a sample session' }).click();
  await expect(sessions.tab('Overview')).toBeVisible();
  await palette.open();
  await page.keyboard.type('5e55');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  await expect(palette.active).toHaveText(/5e550000…0001/);
  await page.keyboard.press('ControlOrMeta+C');
  await expect(palette.dialog.getByText('ID copied')).toBeVisible();
  const copied = await started.app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toMatch(/^5e550000-/);
  await page.keyboard.press('Escape');

  await palette.choose('refresh', 'Refresh');
  await expect(sessions.tab('Overview')).toBeVisible();
  // Actions that have a button on the screen are also in the palette, and so are those in a menu.
  await palette.choose('ticket', /^Copy for a ticket/);
  await expect
    .poll(() => started.app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain('x-request-id:');
  await page.keyboard.press('Alt+2');
  await page.getByRole('button', { name: 'First page', exact: true }).click();
  await palette.choose('export', /^Export/);
  await expect(page.getByRole('menuitem', { name: /^CSV/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await palette.choose('new draft', /^New draft/);
  await expect(page.getByRole('textbox', { name: 'Destination URL' })).toBeFocused();
});

test('an ID pasted for production fills in the field and sends nothing', async ({ page, sessions }) => {
  const palette = new PalettePage(page);
  await palette.choose('00000000-0000-4000-8000-00000000dead', /on Production/);
  await expect(page.getByRole('combobox', { name: 'Profile' })).toContainText('Production');
  await expect(sessions.id).toHaveValue('00000000-0000-4000-8000-00000000dead');
  const sent = await page.evaluate(() => window.explorer.measureHistory());
  expect(sent).toMatchObject({ ok: true, value: { entries: 0 } });
});

test('axe finds no violations in the palette and in Help', async ({ page }) => {
  const palette = new PalettePage(page);
  await palette.open();
  expect(await violations(page, '.palette'), 'what it offers').toEqual([]);
  await page.keyboard.type('se');
  expect(await violations(page, '.palette'), 'what it finds').toEqual([]);
  await page.keyboard.type('zzzzz');
  await expect(palette.options).toHaveCount(0);
  expect(await violations(page, '.palette'), 'nothing').toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Help' }).click();
  const help = page.getByRole('dialog', { name: 'Help' });
  await expect(help.getByText('Search or run', { exact: true })).toBeVisible();
  expect(await violations(page, '[role=dialog]'), 'shortcuts').toEqual([]);
  await help.getByRole('button', { name: 'Change shortcuts' }).click();
  expect(await violations(page, '[role=dialog]'), 'shortcuts being changed').toEqual([]);
  await help.getByRole('radio', { name: 'Fields' }).click();
  await expect(help.getByText('In the smallest currency unit.').first()).toBeVisible();
  expect(await violations(page, '[role=dialog]'), 'fields').toEqual([]);
});
