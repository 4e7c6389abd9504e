import type { Page } from '@playwright/test';
import { HistoryPage } from './pages/history-page';
import { answerQuestion, expectNoQuestion, question } from './pages/question-page';
import { VaultForwardPage } from './pages/vault-forward-page';
import { useProfile } from './stand-alone-sandbox';
import { untilNextClick } from './same-click';
import { expect, onItsOwnApp, shareOneApp, test } from './test';
import { ThirdParty } from './third-party';

shareOneApp();

/** How far anything that should never scroll has been scrolled: the window itself, and what surrounds the panes. */
function strayScroll(page: Page): Promise<number> {
  return page.evaluate(() => {
    const around = ['html', 'body', '#app', 'main'].flatMap((name) => [...document.querySelectorAll(name)]);
    return Math.max(...around.map(({ scrollTop }) => scrollTop));
  });
}

/** The positions of what must not move, in px. */
function places(page: Page): Promise<readonly number[]> {
  return page.evaluate(() =>
    [
      '[aria-label="Destination URL"]',
      '[role="tablist"][aria-label="Request"]',
      '[role="tablist"][aria-label="Result"]',
      '.cm-content',
      '[aria-label="Insert placeholder"]',
    ].map((selector) => Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? -1)),
  );
}

test('an untouched draft shows no errors until Send is tried', async ({ page, vaultForward: vf }) => {
  await vf.open();
  const main = page.getByRole('main');
  await expect(page.getByRole('button', { name: 'Enter a destination' })).toBeVisible();
  await expect(vf.tab('Findings')).toHaveText('Findings');
  await vf.tab('Findings').click();
  await expect(main).toContainText('Nothing to check yet');
  await expect(main.locator('[aria-invalid="true"], [data-severity], [data-bad]')).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(vf.findings().filter({ hasText: 'Enter the URL' })).toHaveCount(1);
  await expect(vf.url).toBeFocused();
  await expect(vf.url).toHaveAttribute('aria-invalid', 'true');
});

test('findings are fixed where they are listed', async ({ page, vaultForward: vf }) => {
  await vf.open();
  await vf.url.fill('http://psp.example/charge');
  await vf.addCards('6b3f4a52-7a0e-4c15-9d2b-0d4c27f1a9e1');
  await vf.fillBody('{"number": "{{CARD_NUMBR_1}}"\n "x": 1}');
  await expect(page.getByText('Card data travels over https only', { exact: false }).first()).toBeVisible();
  await vf.tab('Findings').click();
  await page.getByRole('button', { name: 'Use https: Destination URL' }).click();
  await expect(vf.url).toHaveValue('https://psp.example/charge');
  await page.getByRole('button', { name: /^Add it: Body/ }).click();
  await page.getByRole('button', { name: /^Replace: Body/ }).click();
  await expect(vf.body).toHaveText('{"number": "{{CARD_NUMBER_1}}", "x": 1}');
  await expect(page.getByText('Ready to send').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No errors' })).toBeVisible();
});

test('tabs are named by method and path, renamed by double click, moved, duplicated and closed together', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  for (const path of ['one', 'two', 'three']) {
    if (path !== 'one') await page.keyboard.press('ControlOrMeta+T');
    await vf.url.fill(`https://psp.example/${path}`);
  }
  await expect(vf.drafts).toHaveText([/POST\s\/one/, /POST\s\/two/, /POST\s\/three/]);
  await vf.drafts.first().dblclick();
  const name = page.getByRole('textbox', { name: 'Name of the draft' });
  await name.fill('Charge a card');
  await name.press('Enter');
  await expect(vf.drafts.first()).toHaveText('Charge a card');
  // With the keyboard, by dragging, and from the menu.
  await vf.drafts.first().press('Control+Shift+ArrowRight');
  await expect(vf.drafts).toHaveText([/two/, 'Charge a card', /three/]);
  await vf.drafts.nth(2).dragTo(vf.drafts.first());
  await expect(vf.drafts).toHaveText([/three/, /two/, 'Charge a card']);
  await vf.drafts.nth(2).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move left' }).click();
  await expect(vf.drafts).toHaveText([/three/, 'Charge a card', /two/]);
  await vf.drafts.nth(1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(vf.drafts).toHaveText([/three/, 'Charge a card', 'Charge a card (copy)', /two/]);
  await expect(vf.url).toHaveValue('https://psp.example/one');
  await vf.drafts.nth(1).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Close others' }).click();
  await expect(vf.drafts).toHaveText(['Charge a card']);
  await page.getByRole('region', { name: 'Undo' }).getByRole('button', { name: 'Undo' }).click();
  await expect(vf.drafts).toHaveCount(4);
});

test('each draft keeps its place in its answer, and the next answer opens in the same part', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');
  const rows = vf.pane.getByRole('treeitem');
  await rows.filter({ hasText: /^headers/ }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(rows.filter({ hasText: 'Connection' })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+T');
  await expect(rows).toHaveCount(0);
  await page.keyboard.press('Control+Tab');
  await expect(rows.filter({ hasText: /^headers/ })).toHaveAttribute('aria-expanded', 'false');
  await vf.segment('Headers').click();
  await vf.body.focus();
  await page.keyboard.insertText(' ');
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');
  await expect(vf.pane.getByRole('table', { name: 'Response headers' })).toBeVisible();
});

test('nothing jumps on an answer, on Format or on opening the placeholders', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await page.getByRole('button', { name: 'Try a sample request' }).click();
  await expect(vf.body).toContainText('cards');
  const before = await places(page);
  expect(before.every((top) => top > 0)).toBe(true);
  // The same app has just sent the same request, for the previous test.
  await untilNextClick();
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');
  expect(await places(page), 'an answer').toEqual(before);

  const { destination } = await vf.sandbox();
  await vf.url.fill(`${destination.http}/slow?ms=60000`);
  await vf.send();
  await expect(vf.cancelButton).toBeVisible();
  await expect(vf.result()).toHaveCount(0);
  await expect(vf.pane.getByRole('treeitem').first()).toBeVisible();
  expect(await places(page), 'under way').toEqual(before);
  await vf.cancelButton.click();
  await expect(vf.result()).toHaveText('Outcome unknown');
  expect(await places(page), 'lost').toEqual(before);

  await vf.fillBody('{"a": 1 "b": 2}');
  await page.getByRole('button', { name: 'Format' }).click();
  await expect(page.getByText('The body is not valid JSON', { exact: false }).first()).toBeVisible();
  expect(await places(page), 'Format').toEqual(before);
  const button = page.getByRole('button', { name: 'Insert placeholder' });
  await button.click();
  const palette = page.getByRole('dialog', { name: 'Insert placeholder' });
  await expect(palette).toBeVisible();
  const [below, box] = [await button.boundingBox(), await palette.boundingBox()];
  expect(box?.y ?? 0).toBeGreaterThanOrEqual((below?.y ?? 0) + (below?.height ?? 0));
  expect(await places(page), 'placeholders').toEqual(before);
});

test('a pointer in a 400 leads to its place in the body, and the window does not scroll', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  const { destination, paymentMethods } = await vf.sandbox();
  await vf.url.fill(`${destination.http}/charge`);
  await vf.addCards(paymentMethods[4] ?? '');
  const lines = Array.from({ length: 120 }, (_, line) => `  "line${line}": "{{CARD_NUMBER_1}}"`);
  await vf.fillBody(`{\n${[...lines, '  "token": "{{CARD_CRYPTOGRAM_1}}"'].join(',\n')}\n}`);
  await vf.send();
  await expect(vf.result()).toHaveText('400 Bad Request');
  await vf.part('Cards');
  await vf.pane.getByRole('table', { name: 'Error details' }).getByRole('button', { name: '/token' }).click();
  await expect(vf.body).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('"{{CARD_CRYPTOGRAM_1}}"');
  expect(await strayScroll(page)).toBe(0);
});

test('a narrow window shows the request or the result, and switches to the result on Send', async ({
  page,
  vaultForward: vf,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await vf.open();
  await expect(vf.pane).toBeHidden();
  await page.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('menuitem', { name: 'Sample request' }).click();
  await expect(vf.body).toContainText('cards');
  await expect(vf.sendButton).toBeInViewport({ ratio: 1 });
  await vf.send();
  await expect(vf.result()).toHaveText('200 OK');
  await expect(vf.url).toBeHidden();
  const side = page.getByRole('radiogroup', { name: 'Side' });
  await expect(side.getByRole('radio', { name: 'Result' })).toContainText('200');
  await side.getByRole('radio', { name: 'Request' }).click();
  await expect(vf.url).toBeVisible();
  await expect(vf.pane).toBeHidden();
  await page.getByRole('button', { name: /^(Ready|Send asks)/ }).click();
  await expect(vf.tab('Findings')).toHaveAttribute('aria-selected', 'true');
  expect(await strayScroll(page)).toBe(0);
});

test('an unknown outcome says what to do and what to tell the customer, and sending it again asks first', async ({
  started: { app },
  page,
  vaultForward: vf,
}) => {
  const service = await ThirdParty.start((response) => response.destroy());
  await useProfile(page, { name: 'Sandbox EU', baseUrl: service.url });
  await vf.open();
  await vf.url.fill('https://psp.example/charge');
  await vf.fillBody('{"amount": 13591, "reference": "order-20417"}');
  await vf.send();
  await expect(vf.result()).toHaveText('Outcome unknown');
  await expect(vf.problem()).toContainText('It may have reached psp.example');
  await expect(vf.problem()).toContainText('Look for order-20417 at psp.example');
  await expect(vf.problem()).toContainText('We are checking whether your payment went through.');
  await expect(page.getByRole('button', { name: 'Send asks first' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy reference' }).click();
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('order-20417');
  await page.getByRole('button', { name: 'Show what was sent' }).click();
  await expect(vf.pane.getByRole('table', { name: 'Request headers' })).toBeVisible();
  expect(service.received).toHaveLength(1);

  const again = page.getByRole('button', { name: 'Send again…' });
  await untilNextClick();
  await again.click();
  await answerQuestion(app, 'Send it again?', 'Cancel');
  await expectNoQuestion(app);
  expect(service.received).toHaveLength(1);
  await untilNextClick();
  await again.click();
  await answerQuestion(app, 'Send it again?', 'Send again');
  await expect.poll(() => service.received.length).toBe(2);
  await expect(vf.problem()).toContainText('What to tell the customer');
  await service.stop();
});

test('Send has the production style on production, and the primary style elsewhere', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await expect(vf.sendButton).toHaveClass(/button--primary/);
  await useProfile(page, {
    name: 'Live EU',
    baseUrl: 'https://api.example.com',
    environment: 'production',
  });
  await expect(vf.sendButton).toHaveClass(/button--production/);
});

onItsOwnApp(() => {
  test('cards can be named, and headers can be pasted as lines', async ({ environment }) => {
    const first = await environment.start();

    let vf = new VaultForwardPage(first.page);
    await vf.open();
    await vf.url.fill('https://psp.example/charge');
    await vf.addCards('6b3f4a52-7a0e-4c15-9d2b-0d4c27f1a9e1');
    const name = first.page.getByRole('textbox', { name: 'Name of card 1' });
    await name.fill('Ada’s visa');
    await name.press('Tab');
    await vf.part('Headers');
    await first.page.getByRole('combobox', { name: 'New header' }).evaluate((element) => {
      const data = new DataTransfer();
      data.setData('text/plain', 'Content-Type: application/json\nAuthorization: Bearer CANARY\n');
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(first.page.getByRole('combobox', { name: 'Name of header 2' })).toHaveValue('Authorization');
    const value = first.page.getByRole('textbox', { name: 'Value of header 2' });
    await expect(value).toHaveCSS('-webkit-text-security', 'disc');
    await expect(first.page.getByRole('button', { name: 'Keep header 2 secret' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    // Pasted into an existing name: its row is filled, and further rows are inserted after it.
    await first.page.getByRole('combobox', { name: 'Name of header 1' }).selectText();
    await first.page.getByRole('combobox', { name: 'Name of header 1' }).evaluate((element) => {
      const data = new DataTransfer();
      data.setData('text/plain', 'Accept: */*\nX-Trace: 1');
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expect(first.page.getByRole('textbox', { name: 'Value of header 1' })).toHaveValue('*/*');
    await expect(first.page.getByRole('combobox', { name: 'Name of header 2' })).toHaveValue('X-Trace');
    await expect(first.page.getByRole('combobox', { name: 'Name of header 3' })).toHaveValue('Authorization');
    // A removed header is restored to its place, with its secret.
    await first.page.getByRole('button', { name: 'Remove header 3' }).click();
    await first.page.getByRole('button', { name: 'Remove header 1' }).click();
    const undo = first.page.getByRole('region', { name: 'Undo' });
    await expect(undo).toContainText('Removed header “Accept”.');
    // Undo is above the preview choices.
    await first.page.getByRole('tab', { name: 'Preview' }).click();
    const ways = await first.page.getByRole('radio', { name: 'Dry run' }).boundingBox();
    const toast = await undo.boundingBox();
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(ways?.y ?? 0);
    await undo.getByRole('button', { name: 'Undo' }).first().click();
    await undo.getByRole('button', { name: 'Undo' }).click();
    await expect(first.page.getByRole('combobox', { name: 'Name of header 1' })).toHaveValue('Accept');
    await expect(first.page.getByRole('textbox', { name: 'Value of header 3' })).toHaveValue('Bearer CANARY');
    await first.app.close();

    const second = await environment.start();
    vf = new VaultForwardPage(second.page);
    await vf.open();
    await vf.part('Cards');
    await expect(second.page.getByRole('textbox', { name: 'Name of card 1' })).toHaveValue('Ada’s visa');
  });
});

test('the outcome of an unsettled send is noted beside it, changed in the history, and still asked about', async ({
  started: { app },
  page,
  vaultForward: vf,
}) => {
  const service = await ThirdParty.start((response) => response.destroy());
  await useProfile(page, { name: 'Sandbox EU', baseUrl: service.url });
  await vf.open();
  await vf.url.fill('https://psp.example/charge');
  await vf.fillBody('{"amount": 13591, "reference": "order-20417"}');
  await vf.send();
  const steps = vf.problem().getByRole('list', { name: 'What to do' });
  await expect(steps).toContainText('When you know how it ended, note it');
  await steps.getByRole('button', { name: 'Note the outcome' }).click();
  const dialog = page.getByRole('dialog', { name: 'How did it end?' });
  await expect(dialog.getByRole('radio', { name: 'Not known' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'Not carried out' }).click();
  await dialog.getByRole('textbox', { name: 'Note' }).fill('no such charge there');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(steps).toContainText('Noted: it was not carried out');
  await expect(steps).toContainText('no such charge there');
  await expect(steps.getByRole('button', { name: 'Change' })).toBeFocused();

  await untilNextClick();
  await page.getByRole('button', { name: 'Send again…' }).click();
  const asked = await question(app, 'Send it again?');
  await expect(asked).toContainText('it is noted that it was not carried out');
  await answerQuestion(app, 'Send it again?', 'Cancel');
  expect(service.received).toHaveLength(1);

  const history = new HistoryPage(page);
  await history.open();
  await expect(history.line(/Vault Forward/).first()).toContainText('noted: not carried out');
  await history
    .line(/Vault Forward/)
    .first()
    .click();
  const exchange = page.getByRole('article');
  await expect(exchange).toContainText('noted: it was not carried out · “no such charge there”');
  await exchange.getByRole('button', { name: 'Change' }).click();
  await dialog.getByRole('radio', { name: 'Carried out', exact: true }).click();
  await page.keyboard.press('Escape');
  await exchange.getByRole('button', { name: 'Change' }).click();
  await expect(dialog.getByRole('radio', { name: 'Carried out', exact: true })).toBeChecked();
  // However long a word in the note, Change stays within reach.
  await dialog.getByRole('textbox', { name: 'Note' }).fill('x'.repeat(3_000));
  await dialog.getByRole('button', { name: 'Save outcome' }).click();
  await expect(exchange.getByRole('button', { name: 'Change' })).toBeInViewport({ ratio: 1 });
  await expect(exchange).toContainText('noted: it was carried out');
  await vf.open();
  await expect(steps).toContainText('Noted: it was carried out');
  await service.stop();
});
