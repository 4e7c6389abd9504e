import { expect, shareOneApp, test } from './test';

shareOneApp();

const [ADA, BO] = ['6b3f4a52-7a0e-4c15-9d2b-0d4c27f1a9e1', 'f1d8c0aa-2c5e-4b7f-8a63-5b9e1d7c4f20'];

test('placeholders follow their card when it is moved or removed, and Undo brings both back', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await vf.url.fill('https://psp.example/charge');
  await vf.addCards(ADA, BO);
  await vf.fillBody('{"first": "{{CARD_NUMBER_1}}", "second": "{{CARD_NUMBER_2}}"}');
  const undo = page.getByRole('region', { name: 'Undo' });

  await vf.part('Cards');
  await page.getByRole('button', { name: 'Remove card 1' }).click();
  await expect(undo).toContainText('Removed a card. 2 placeholders renumbered.');
  await expect(page.getByRole('textbox', { name: 'ID of card 1' })).toHaveValue(BO);
  // The removed card is reported as missing; the other placeholder still means the same card.
  await vf.part('Body');
  await expect(vf.body).toHaveText('{"first": "{{CARD_NUMBER_2}}", "second": "{{CARD_NUMBER_1}}"}');
  await expect(
    page.getByText('CARD_NUMBER_2 asks for payment method 2', { exact: false }).first(),
  ).toBeVisible();
  await expect(vf.sendButton).toBeDisabled();
  // The editor's own undo does not separate the numbers from their cards.
  await vf.body.focus();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(vf.body).not.toContainText('{{CARD_NUMBER_1}}", "second": "{{CARD_NUMBER_2}}');
  await page.keyboard.press('ControlOrMeta+Y');
  await expect(vf.body).toContainText('CARD_NUMBER');
  await undo.getByRole('button', { name: 'Undo' }).click();
  // The body shows it, and stays in sight.
  await expect(vf.body).toBeVisible();
  await expect(vf.body).toHaveText('{"first": "{{CARD_NUMBER_1}}", "second": "{{CARD_NUMBER_2}}"}');
  await vf.part('Cards');
  await expect(page.getByRole('textbox', { name: 'ID of card 1' })).toHaveValue(ADA);

  await page.getByRole('textbox', { name: 'ID of card 1' }).press('Alt+ArrowDown');
  await expect(page.getByRole('textbox', { name: 'ID of card 2' })).toHaveValue(ADA);
  await expect(page.getByRole('textbox', { name: 'ID of card 2' })).toBeFocused();
  await vf.part('Body');
  await expect(vf.body).toHaveText('{"first": "{{CARD_NUMBER_2}}", "second": "{{CARD_NUMBER_1}}"}');
});

test('Ctrl+Z restores the only card right after its removal, with the focus in the empty field', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await vf.part('Cards');
  await vf.paymentMethods.focus();
  await page.keyboard.type(ADA);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Remove card 1' }).click();
  await expect(page.getByRole('region', { name: 'Undo' })).toContainText('Removed a card.');
  await expect(vf.paymentMethods).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(page.getByRole('textbox', { name: 'ID of card 1' })).toHaveValue(ADA);
  await expect(page.getByRole('region', { name: 'Undo' })).toBeEmpty();
});

test('keys format the body and step through findings; a destination is completed; a placeholder is quoted', async ({
  page,
  vaultForward: vf,
}) => {
  await vf.open();
  await vf.url.fill('  psp.example/charge ');
  await vf.url.press('Tab');
  await expect(vf.url).toHaveValue('https://psp.example/charge');
  await vf.addCards(ADA);
  await vf.part('Body');
  await vf.body.focus();
  await page.keyboard.insertText('{"number": ');
  await page.keyboard.type('{{');
  const offered = page.getByRole('listbox').getByRole('option', { name: /^CARD_NUMBER_1/ });
  await expect(offered).toContainText('the card number, such as');
  await offered.click();
  await expect(vf.body).toContainText('{"number": "{{CARD_NUMBER_1}}"');
  await vf.fillBody('{"number": "{{CARD_NUMBER_1}}","a":[1]}');
  await page.keyboard.press('Alt+Shift+F');
  await expect(vf.body).toContainText(/\{ {2}"number"/);
  await vf.fillBody('{"number": {{CARD_NUMBER_1}}, "b": "{{CARD_NUMBR_1}}"}');
  await expect(vf.tab('Findings')).toContainText('2');
  await page.keyboard.press('F8');
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('{{CARD_NUMBER_1}}');
  await page.keyboard.press('F8');
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('{{CARD_NUMBR_1}}');
  await page.keyboard.press('Shift+F8');
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('{{CARD_NUMBER_1}}');
  await vf.tab('Findings').click();
  await page.getByRole('button', { name: /^Quote it: Body/ }).click();
  await expect(vf.body).toHaveText('{"number": "{{CARD_NUMBER_1}}", "b": "{{CARD_NUMBR_1}}"}');
});

test('at 900 x 600, Import and the ways to start are visible beside an empty request', async ({
  page,
  vaultForward: vf,
}) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await vf.open();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { name: 'Or begin with' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: /^A cURL command/ })).toBeInViewport({ ratio: 1 });
  const sample = page.getByRole('button', { name: 'Try a sample request' });
  await expect(sample).toBeInViewport({ ratio: 1 });
  await sample.click();
  await expect(vf.url).toHaveValue('{sandbox}/v1/cards');
  await expect(vf.body).toContainText('cards');
  await expect(sample).toBeHidden();
  await expect(vf.url).toBeFocused();
});
