import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { violations } from './axe';
import { VaultForwardPage } from './pages/vault-forward-page';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

onItsOwnApp(() => {
  test('drafts survive kill -9 with tabs, texts and cursor, and are not readable on the disk', async ({
    environment,
  }) => {
    const first = await environment.start();
    let vf = new VaultForwardPage(first.page);
    await vf.open();
    await vf.url.fill('https://psp.example/CANARY-URL');
    await vf.addCards('6b3f4a52-7a0e-4c15-9d2b-0d4c27f1a9e1');
    await vf.addHeader('authorization', 'Bearer CANARY-SECRET');
    const body = Array.from(
      { length: 200 },
      (_, line) => `{"line": ${line}, "text": "CANARY-BODY é 💳"}`,
    ).join(',\n');
    await vf.fillBody(`[${body}]`);
    await first.page.keyboard.press('ControlOrMeta+T');
    await expect(vf.url).toBeFocused();
    await vf.url.fill('https://other.example/second');
    await vf.body.focus();
    await first.page.keyboard.insertText('{"second": true}');
    await first.page.keyboard.press('ControlOrMeta+Shift+Tab');
    await vf.drafts.filter({ hasText: '/CANARY-URL' }).click();
    await vf.body.focus();
    await first.page.keyboard.press('ControlOrMeta+End');
    await first.page.keyboard.press('ArrowLeft');
    await first.page.keyboard.type(', "typed last"');
    const typedAt = Date.now();
    // Nothing older than a second may be lost.
    await expect.poll(() => Date.now() - typedAt, { timeout: 3_000 }).toBeGreaterThan(1_000);
    first.app.process().kill('SIGKILL');
    await new Promise<void>((resolve) => first.app.once('close', () => resolve()));

    const files = readdirSync(environment.userData, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    );
    const readable = files.filter((entry) =>
      readFileSync(join(entry.parentPath, entry.name)).includes('CANARY'),
    );
    expect(readable.map(({ name }) => name)).toEqual([]);

    const second = await environment.start();
    vf = new VaultForwardPage(second.page);
    await vf.open();
    await expect(vf.drafts).toHaveText([/POST\s\/CANARY-URL/, /POST\s\/second/]);
    await expect(vf.drafts.first()).toHaveAttribute('aria-selected', 'true');
    await expect(vf.url).toHaveValue('https://psp.example/CANARY-URL');
    await vf.part('Headers');
    await expect(second.page.getByRole('textbox', { name: 'Value of header 1' })).toHaveValue('••••••••');
    await vf.part('Body');
    // The cursor is where it was: typing continues there, at the end of two hundred lines.
    await expect(vf.body).toContainText('typed last');
    await vf.body.focus();
    await second.page.keyboard.type('!');
    await expect(vf.body).toContainText('"typed last"!]');
    await second.page.keyboard.press('Control+Tab');
    await expect(vf.body).toHaveText('{"second": true}');

    // What is typed just before the app ends is kept as well.
    await vf.url.fill('https://other.example/third');
    await second.app.close();
    const third = await environment.start();
    vf = new VaultForwardPage(third.page);
    await vf.open();
    await expect(vf.url).toHaveValue('https://other.example/third');
  });

  test('a secret header’s value is sent after a restart, and the window never gets it back', async ({
    environment,
  }) => {
    const party = await ThirdParty.start();
    const first = await environment.start();
    let vf = new VaultForwardPage(first.page);
    await vf.open();
    await vf.url.fill(party.url);
    await vf.addCards((await vf.sandbox()).paymentMethods[0] ?? '');
    await vf.addHeader('authorization', 'Bearer CANARY-SECRET');
    await vf.fillBody('{"card":"{{CARD_NUMBER_1}}"}');
    await first.app.close();

    for (const note of ['once', 'after another restart']) {
      const next = await environment.start();
      vf = new VaultForwardPage(next.page);
      await vf.open();
      await vf.part('Headers');
      await expect(next.page.getByRole('textbox', { name: 'Value of header 1' })).toHaveValue('••••••••');
      const known = await next.page.evaluate(async () => JSON.stringify(await window.explorer.openDrafts()));
      expect(known).not.toContain('CANARY-SECRET');
      await vf.fillBody(`{"card":"{{CARD_NUMBER_1}}","note":"${note}"}`);
      await vf.send();
      await expect(vf.result()).toHaveText('201 Created');
      expect(party.header('authorization')).toBe('Bearer CANARY-SECRET');
      await next.app.close();
    }
    expect(party.received).toHaveLength(2);
    await party.stop();
  });
});

test('each tab has its own text, undo and result, and a closed one can be reopened', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');
  await vf.body.focus();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText(' ');
  await page.keyboard.press('ControlOrMeta+T');
  await expect(vf.drafts).toHaveCount(2);
  await expect(vf.pane.getByRole('heading', { name: 'Send a request through Vault Forward' })).toBeVisible();
  await vf.body.focus();
  await page.keyboard.insertText('[1]');
  await page.keyboard.press('Control+Tab');
  await expect(vf.result()).toHaveText('200 OK');
  await vf.body.focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(vf.pane).not.toContainText('The request has changed');
  await page.keyboard.press('Control+Tab');
  await expect(vf.body).toHaveText('[1]');
  await vf.body.focus();
  await page.keyboard.press('ControlOrMeta+W');
  await expect(vf.drafts).toHaveCount(1);
  await page.getByRole('region', { name: 'Undo' }).getByRole('button', { name: 'Undo' }).click();
  await expect(vf.drafts).toHaveCount(2);
  await expect(vf.body).toHaveText('[1]');
  await vf.body.focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(vf.body).toHaveText('');
});

test('a new draft has the focus on its destination, also in a narrow window', async ({
  page,
  vaultForward: vf,
}) => {
  await page.setViewportSize({ width: 760, height: 640 });
  await vf.open();
  await expect(vf.url).toBeInViewport({ ratio: 1 });
  await expect(vf.url).toBeFocused();
  await expect(vf.sendButton).toBeInViewport({ ratio: 1 });
});

test('among many drafts, the open one’s tab stays fully visible', async ({ page, vaultForward: vf }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await vf.open();
  const list = page.getByRole('tablist', { name: 'Drafts' });
  const selectedIsInSight = (): Promise<boolean> =>
    list.evaluate((element) => {
      const tab = element.querySelector('[aria-selected="true"]')?.parentElement?.getBoundingClientRect();
      const room = element.getBoundingClientRect();
      return tab !== undefined && tab.left >= room.left - 1 && tab.right <= room.right + 1;
    });
  const expectInSight = (when: string): Promise<void> =>
    expect.poll(selectedIsInSight, { message: when, timeout: 3_000 }).toBe(true);

  for (const draft of '123456789') {
    await page.keyboard.press('ControlOrMeta+T');
    await expect(vf.url).toBeFocused();
    await vf.url.fill(`https://psp.example/charge/${draft}`);
    await expectInSight(`opened ${draft}`);
  }
  // The first draft replaced the one in which nothing had been entered.
  await expect(vf.drafts).toHaveCount(9);
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('link', { name: 'Vault Forward' }).click();
  await expect(vf.url).toHaveValue('https://psp.example/charge/9');
  await expectInSight('the screen came back');
  await page.setViewportSize({ width: 640, height: 400 });
  await expectInSight('at 200 %');
  await vf.drafts.last().press('Home');
  await expectInSight('the first was chosen');
  await vf.drafts.first().press('ArrowLeft');
  await expectInSight('the last was chosen');
  await page.setViewportSize({ width: 1280, height: 800 });
  await vf.drafts.last().press('ControlOrMeta+Shift+ArrowLeft');
  await expectInSight('it was moved');
});

test('a request is composed and sent by keyboard alone', async ({ page, vaultForward: vf }) => {
  await page.keyboard.press('Alt+3');
  await expect(vf.body).toBeVisible();
  const { destination, paymentMethods } = await vf.sandbox();
  await page.keyboard.press('ControlOrMeta+T');
  await expect(vf.url).toBeFocused();
  await page.keyboard.insertText(`${destination.http}/keyboard`);
  // The tabs of the request are a single tab stop; the arrow keys open the next one.
  const body = vf.parts.filter({ hasText: 'Body' });
  for (let presses = 0; presses < 6 && !(await isFocused(body)); presses += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  for (let presses = 0; presses < 6 && !(await isFocused(vf.paymentMethods)); presses += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.insertText(paymentMethods[0] ?? '');
  await page.keyboard.press('Enter');
  const cards = vf.parts.filter({ hasText: 'Cards' });
  for (let presses = 0; presses < 8 && !(await isFocused(cards)); presses += 1)
    await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  for (let presses = 0; presses < 8 && !(await isFocused(vf.body)); presses += 1)
    await page.keyboard.press('Tab');
  await expect(vf.body).toBeFocused();
  await page.keyboard.type('{"number": "');
  await page.keyboard.press('ControlOrMeta+I');
  await expect(page.getByRole('textbox', { name: 'Search placeholders' })).toBeFocused();
  await page.keyboard.type('card number');
  await page.keyboard.press('Enter');
  await expect(vf.body).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.type(', "expiry": "{{EXP');
  await expect(page.getByRole('listbox', { name: 'Completions' })).toBeVisible();
  // For a moment after the completion appears, Enter still belongs to the text.
  const shownAt = Date.now();
  await expect.poll(() => Date.now() - shownAt).toBeGreaterThan(150);
  await page.keyboard.press('Enter');
  await expect(vf.body).toHaveText('{"number": "{{CARD_NUMBER_1}}", "expiry": "{{CARD_EXPIRATION_DATE_1}}"}');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(vf.result()).toHaveText('200 OK');
  await expect(vf.body).toBeFocused();
  const sent = '{"number": "4111111111111111", "expiry": "01/30"}';
  await expect(await vf.answerAt('$.bodySha256')).toContainText(
    createHash('sha256').update(sent).digest('hex').slice(0, 40),
  );
});

test('axe finds no violations in the composer: a new draft, findings, every part, the palette, an answer, an error', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  expect(await violations(page), 'a new draft').toEqual([]);
  await vf.url.fill('http://psp.example');
  await vf.addCards('oops');
  await vf.addHeader('authorization', 'Bearer secret ');
  await vf.fillBody(
    `{"a": {{CARD_NUMBER_1}} oops ${'and a line that is longer than any window is wide '.repeat(10)}`,
  );
  await page.getByRole('button', { name: 'More for the body' }).click();
  await page.getByRole('menuitem', { name: 'Find' }).click();
  for (const tab of ['Preview', 'Findings'] as const) {
    await vf.tab(tab).click();
    expect(await violations(page), tab).toEqual([]);
  }
  await vf.tab('Preview').click();
  await vf.segment('To the service').click();
  expect(await violations(page), 'what the service gets').toEqual([]);
  for (const part of ['Cards', 'Auth', 'Headers', 'Service', 'Body'] as const) {
    await vf.part(part);
    expect(await violations(page), part).toEqual([]);
  }
  await page.getByRole('button', { name: 'Insert placeholder' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(await violations(page, '.placeholder-palette'), 'the palette').toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+T');
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');
  expect(await violations(page), 'an answer').toEqual([]);
  await vf.addCards('00000000-0000-4000-8000-000000000000');
  await vf.send();
  await expect(vf.problem()).toBeVisible();
  expect(await violations(page), 'an error of the service').toEqual([]);
});

async function isFocused(locator: ReturnType<VaultForwardPage['page']['getByRole']>): Promise<boolean> {
  return locator.evaluate((element) => element === document.activeElement);
}

test('Undo of a header that was removed from another draft shows that draft, with its headers', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await vf.url.fill('https://psp.example/first');
  await vf.addHeader('X-First', '1');
  await page.getByRole('button', { name: 'Remove header 1' }).click();
  await expect(page.getByRole('region', { name: 'Undo' })).toContainText('Removed header “X-First”.');
  await page.keyboard.press('ControlOrMeta+T');
  await expect(vf.drafts).toHaveCount(2);
  await expect(vf.url).toHaveValue('');
  await vf.url.focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(vf.url).toHaveValue('https://psp.example/first');
  await expect(page.getByRole('textbox', { name: 'Value of header 1' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Value of header 1' })).toHaveValue('1');
});

test('a half-typed card name or header stays with its draft when a keyboard shortcut shows another draft', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  const name = page.getByRole('textbox', { name: 'Name of card 1' });
  const [first, second] = ['6b3f4a52-7a0e-4c15-9d2b-0d4c27f1a9e1', 'f1d8c0aa-2c5e-4b7f-8a63-5b9e1d7c4f20'];
  await vf.addCards(first ?? '');
  await page.keyboard.press('ControlOrMeta+T');
  await expect(vf.drafts).toHaveCount(2);
  await vf.addCards(second ?? '');
  await name.focus();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Control+Tab');
  await expect(page.getByRole('textbox', { name: 'ID of card 1' })).toHaveValue(first ?? '');
  await expect(name).toHaveValue('');
  await page.keyboard.press('Control+Tab');
  await expect(page.getByRole('textbox', { name: 'ID of card 1' })).toHaveValue(second ?? '');
  await expect(name).toHaveValue('Ada');

  await vf.part('Headers');
  const header = page.getByRole('combobox', { name: 'Name of header 1' });
  await page.getByRole('combobox', { name: 'New header' }).focus();
  await page.keyboard.type('X-Second: 2');
  await page.keyboard.press('Control+Tab');
  await expect(vf.drafts.first()).toHaveAttribute('aria-selected', 'true');
  await vf.url.focus();
  await expect(header).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'New header' })).toHaveValue('');
  await page.keyboard.press('Control+Tab');
  await expect(header).toHaveValue('X-Second');
});
